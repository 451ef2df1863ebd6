/**
 * Payments: a page at Flutterwave, and whatever is paid there. A transaction comes to be when a payer tries, so a page that
 * nobody tried is known to us alone; and several may bear our reference, of which each that brought money is a receipt.
 */
import { cents } from "../../domain/money.js";
import { majorText } from "../amounts.js";
import { isUnreachable, payPageIn } from "../answers.js";
import {
  type Asked,
  type Cancelled,
  type Created,
  type LookedUp,
  type Objects,
  orderReferenceOf,
  type PaymentOrder,
  type PaymentReport,
  type Unknown,
  type Unreachable,
} from "../port.js";
import { Unreadable } from "../unreadable.js";
import { currencyIn, idIn, type Json, objectOf, paidIn, roundedOr, secondsOr, textIn } from "./answers.js";
import { type FlutterwaveClient, unread } from "./client.js";
import { LATE_DAYS, OFFERS } from "./offers.js";

const DAY_SECONDS = 86_400;
const TITLE_LENGTH_MAX = 100;
/** The longest that a page may be tried, in minutes. */
const SESSION_MINUTES_MAX = 1_440;

export type Means = {
  readonly client: FlutterwaveClient;
  readonly objects: Objects;
  readonly isLive: boolean;
};

export async function createPage(means: Means, order: PaymentOrder, { now }: Asked): Promise<Created> {
  const { reference, amount, currency, method } = order;
  const options = OFFERS[currency]?.options[method];
  if (options === undefined) return { kind: "refused", failure: "unavailable" };
  const minutes = Math.ceil((order.expiresAt - now) / 60);
  const answer = await means.client.post("/v3/payments", {
    tx_ref: reference,
    amount: majorText(amount, 2),
    currency,
    redirect_url: order.returnUrl,
    payment_options: options,
    session_duration: Math.max(1, Math.min(SESSION_MINUTES_MAX, minutes)),
    customer: { email: order.email },
    customizations: { title: order.description.slice(0, TITLE_LENGTH_MAX) || reference },
    meta: { reference },
  });
  if (answer.kind === "unreachable") return answer;
  if (answer.kind === "refused") return { kind: "refused", failure: "unavailable" };
  const url = payPageIn(textIn(objectOf(answer.data), "link"), means.isLive);
  return {
    kind: "created",
    instructions: { kind: "redirect", url },
    keep: { theirId: reference, data: { link: url } },
  };
}

/** A page whose address came to nobody is as good as none, unless somebody paid: another takes its place. */
export async function findPage(means: Means, { reference, returnUrl }: PaymentOrder): Promise<Created | Unknown> {
  const all = await readAll(means, reference);
  if (isUnreachable(all)) return all;
  if (!all.some(isPaid)) return { kind: "unknown" };
  return { kind: "created", instructions: { kind: "redirect", url: returnUrl }, keep: { theirId: reference } };
}

/** Those that bear a reference, the oldest first: by the one that Flutterwave verifies, and by its list of all. */
async function readAll({ client }: Pick<Means, "client">, reference: string): Promise<readonly Json[] | Unreachable> {
  const verified = await client.get("/v3/transactions/verify_by_reference", { tx_ref: reference });
  if (verified.kind === "unreachable" || (verified.kind === "refused" && verified.code !== "not_found"))
    return unread(verified);
  const listed = await client.list("/v3/transactions", { tx_ref: reference });
  if (isUnreachable(listed)) return listed;
  const one = verified.kind === "done" ? [objectOf(verified.data)] : [];
  if (one.some((found) => found["tx_ref"] !== reference)) throw new Unreadable("it answered of another payment");
  const ours = listed.filter((found) => found["tx_ref"] === reference);
  const byId = new Map([...ours, ...one].map((found) => [idIn(found, "id"), found]));
  return [...byId].sort(([first], [second]) => Number(first) - Number(second)).map(([, found]) => found);
}

const isPaid = (transaction: Json): boolean => transaction["status"] === "successful";

/** No more tries are taken; what was begun may still end. That the page is closed is a courtesy: its time is over by itself. */
export async function cancelPage(means: Means, reference: string, { now, data }: Asked): Promise<Cancelled | Unknown> {
  const all = await readAll(means, reference);
  if (isUnreachable(all)) return all;
  if (all.some(isPaid)) return { kind: "too_late" };
  const { link } = data;
  if (link === undefined && all.length === 0) return { kind: "unknown" };
  if (link !== undefined) await means.client.post("/v3/payments/link/disable", { link });
  return { kind: "waiting", until: now + LATE_DAYS * DAY_SECONDS };
}

/** @param isShown somebody has the page, whether or not it was tried. */
export async function lookUpPage(means: Means, reference: string, isShown: boolean): Promise<LookedUp> {
  const all = await readAll(means, reference);
  if (isUnreachable(all)) return all;
  if (all.length === 0 && !isShown) return { kind: "unknown" };
  for (const { status } of all)
    if (!STATUSES.has(status)) throw new Unreadable("its payment has a status that it never has");
  const reports: PaymentReport[] = [];
  for (const transaction of all.filter(isPaid)) reports.push(await reportOf(means, transaction, reference));
  return { kind: "known", reports };
}

/** A try that was begun is `pending` for as long as nobody ends it, and one that came to nothing may be followed by another. */
const STATUSES: ReadonlySet<unknown> = new Set(["successful", "pending", "failed", "cancelled", "abandoned"]);

async function reportOf({ objects }: Means, transaction: Json, reference: string): Promise<PaymentReport> {
  const amount = paidIn(transaction, "amount");
  const settled = roundedOr(transaction["amount_settled"]);
  const fee = settled === null || settled > amount ? null : cents(amount - settled);
  const at = secondsOr(transaction["created_at"]);
  return {
    about: "payment",
    reference,
    receipt: await receiptOf(objects, reference, idIn(transaction, "id")),
    outcome: "succeeded",
    amount,
    currency: currencyIn(transaction),
    ...(fee === null ? {} : { fee }),
    ...(at === null ? {} : { at }),
  };
}

/** More than anybody pays under one reference. */
const RECEIPTS_MAX = 50;

/** Which receipt of an order a transaction is: in the order in which they were seen, for ever. */
async function receiptOf(objects: Objects, reference: string, theirId: string): Promise<number> {
  const first = await objects.keepBesidePayment({ kind: "charge", reference, theirId });
  if (first === null || first === theirId) return 1;
  for (let receipt = 2; receipt <= RECEIPTS_MAX; receipt += 1) {
    const place = { kind: "charge", reference: `${reference}.${receipt}` };
    if ((await objects.find(place.kind, place.reference)) === null) await objects.keep({ ...place, theirId });
    // Of two that are seen at once the first has the place.
    if ((await objects.find(place.kind, place.reference))?.theirId === theirId) return receipt;
  }
  throw new Unreadable("too many payments bear one reference");
}

/** The id at Flutterwave of the money that is meant; null where none came. @param payment by `referenceOf` */
export async function chargeOf(means: Means, payment: string): Promise<string | null | Unreachable> {
  const kept = await means.objects.find("charge", payment);
  if (kept !== null) return kept.theirId;
  const found = await lookUpPage(means, orderReferenceOf(payment), true);
  if (isUnreachable(found)) return found;
  return (await means.objects.find("charge", payment))?.theirId ?? null;
}
