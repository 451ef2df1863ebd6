/**
 * Payments: a transaction at Paystack, on its own page. A try that fails does not end it, for the payer may go on there.
 *
 * Paystack tells a page's address once. Where that answer was lost the transaction is there, and nobody has its page: another
 * is begun under the next name (`HF…-2`), and all are looked up until the end.
 */
import { readMinor } from "../amounts.js";
import { payPageIn } from "../answers.js";
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
import { currencyIn, idIn, type Json, objectOf, paidIn, secondsOr, textIn } from "./answers.js";
import { type PaystackClient, unread } from "./client.js";
import { LATE_DAYS, OFFERS } from "./offers.js";

const DAY_SECONDS = 86_400;
const LABEL_LENGTH_MAX = 100;

export type Means = {
  readonly client: PaystackClient;
  readonly objects: Objects;
  readonly isLive: boolean;
  readonly payerEmail: "buyer" | "ours";
};

/** How a transaction is called at Paystack. @param attempt counts from 1. */
const nameOf = (reference: string, attempt: number): string => (attempt === 1 ? reference : `${reference}-${attempt}`);

/** The order and the attempt of what {@link nameOf} made. Any other name is an order's own. */
function attemptIn(name: string): { readonly reference: string; readonly attempt: number } {
  const match = /^(.+)-([2-9]|[1-9]\d)$/.exec(name);
  return match === null ? { reference: name, attempt: 1 } : { reference: match[1] ?? "", attempt: Number(match[2]) };
}

/** The last that was begun. */
async function lastAttempt({ objects }: Pick<Means, "objects">, reference: string): Promise<number> {
  const kept = await objects.find("payment_attempt", reference);
  return Number(kept?.data["attempt"] ?? 1);
}

const keepAttempt = ({ objects }: Means, reference: string, attempt: number): Promise<void> =>
  objects.keep({ kind: "payment_attempt", reference, data: { attempt: String(attempt) } });

/** At the host that leads payers back: ours. Nobody else's payment has it. */
const ourAddress = ({ reference, returnUrl }: PaymentOrder): string =>
  `${reference.toLowerCase()}@${new URL(returnUrl).hostname}`;

export async function createPage(means: Means, order: PaymentOrder): Promise<Created> {
  const { reference, amount, currency, method } = order;
  const channels = OFFERS[currency]?.channels[method];
  if (channels === undefined) return { kind: "refused", failure: "unavailable" };
  const attempt = await lastAttempt(means, reference);
  const name = nameOf(reference, attempt);
  const answer = await means.client.post("/transaction/initialize", {
    email: means.payerEmail === "buyer" ? order.email : ourAddress(order),
    // Exact: capabilities bound it far below what a number of JSON holds.
    amount: Number(amount),
    currency,
    reference: name,
    callback_url: order.returnUrl,
    channels,
    label: order.description.slice(0, LABEL_LENGTH_MAX) || reference,
    metadata: { reference, cancel_action: order.cancelUrl },
  });
  switch (answer.kind) {
    case "done": {
      const data = objectOf(answer.data);
      if (textIn(data, "reference") !== name) throw new Unreadable("its page is of another payment");
      const url = payPageIn(textIn(data, "authorization_url"), means.isLive);
      return { kind: "created", instructions: { kind: "redirect", url }, keep: { theirId: name } };
    }
    case "refused":
      if (answer.code !== "duplicate_reference") return { kind: "refused", failure: "unavailable" };
      await keepAttempt(means, reference, attempt + 1);
      return { kind: "unreachable", reason: "it has the payment, and does not tell its page again", isUndone: true };
    case "unreachable":
      return answer;
    default:
      return answer satisfies never;
  }
}

/** What is there without a page is as good as nothing, unless somebody paid: the next attempt is another transaction. */
export async function findPage(means: Means, { reference, returnUrl }: PaymentOrder): Promise<Created | Unknown> {
  const attempt = await lastAttempt(means, reference);
  const name = nameOf(reference, attempt);
  const found = await readTransaction(means.client, name);
  if (found.kind !== "transaction") return found;
  if (isPaid(found.data)) {
    return { kind: "created", instructions: { kind: "redirect", url: returnUrl }, keep: { theirId: name } };
  }
  await keepAttempt(means, reference, attempt + 1);
  return { kind: "unknown" };
}

type Transaction = { readonly kind: "transaction"; readonly name: string; readonly data: Json };

async function readTransaction(client: PaystackClient, name: string): Promise<Transaction | Unknown | Unreachable> {
  const answer = await client.get(`/transaction/verify/${encodeURIComponent(name)}`);
  if (answer.kind === "refused" && answer.code === "not_found") return { kind: "unknown" };
  if (answer.kind !== "done") return unread(answer);
  const data = objectOf(answer.data);
  if (textIn(data, "reference") !== name) throw new Unreadable("it answered of another payment");
  return { kind: "transaction", name, data };
}

/** Whether money came, whatever became of it: what was refunded as a whole is `reversed`. */
const isPaid = (data: Json): boolean => data["status"] === "success" || data["status"] === "reversed";

/** Those that there are under a reference, by their attempts. */
async function readAll(
  means: Means,
  reference: string,
  theirId: string | null,
): Promise<readonly Transaction[] | Unreachable> {
  const last = Math.max(await lastAttempt(means, reference), attemptIn(theirId ?? reference).attempt);
  const names = Array.from({ length: last }, (_, index) => nameOf(reference, index + 1));
  const all = await Promise.all(names.map((name) => readTransaction(means.client, name)));
  const silent = all.find((one) => one.kind === "unreachable");
  return silent ?? all.filter((one) => one.kind === "transaction");
}

/** No call of Paystack's calls a transaction off: we only look at it for as long as its page may be open. */
export async function cancelPage(
  means: Means,
  reference: string,
  { now, theirId }: Asked,
): Promise<Cancelled | Unknown> {
  const all = await readAll(means, reference, theirId);
  if ("kind" in all) return all;
  if (all.length === 0) return { kind: "unknown" };
  return all.some(({ data }) => isPaid(data))
    ? { kind: "too_late" }
    : { kind: "waiting", until: now + LATE_DAYS * DAY_SECONDS };
}

/** @param theirId of the transaction whose page the payer has; null where that is not known. */
export async function lookUpPage(means: Means, reference: string, theirId: string | null): Promise<LookedUp> {
  const all = await readAll(means, reference, theirId);
  if ("kind" in all) return all;
  if (all.length === 0) return { kind: "unknown" };
  const shown = theirId ?? all.find(({ data }) => isPaid(data))?.name ?? null;
  const reports: PaymentReport[] = [];
  for (const one of all) {
    const report = await reportOf(means, one, { reference, isShown: one.name === shown });
    if (report !== null) reports.push(report);
  }
  return { kind: "known", reports };
}

/** Null until somebody pays. Money on a page that was never shown is a receipt of its own. */
async function reportOf(
  { objects }: Means,
  { name, data }: Transaction,
  { reference, isShown }: { readonly reference: string; readonly isShown: boolean },
): Promise<PaymentReport | null> {
  const status = textIn(data, "status");
  if (!isPaid(data)) {
    if (WAITS.has(status)) return null;
    if (!PENDING.has(status)) throw new Unreadable("its payment has a status that it never has");
    return isShown ? { about: "payment", reference, receipt: 1, outcome: "pending" } : null;
  }
  const amount = paidIn(data, "amount");
  const theirId = idIn(data);
  const { attempt } = attemptIn(name);
  const kept = isShown
    ? { kind: "transaction", reference }
    : { kind: "transaction_again", reference: `${reference}#${attempt}` };
  if (status === "reversed" && (await objects.find(kept.kind, kept.reference)) === null)
    throw new Unreadable("its payment went back before it was told as paid");
  const told = { ...kept, theirId, data: { amount: String(amount) } };
  await (isShown ? objects.keepBesidePayment(told) : objects.keep(told));
  const fee = readMinor(data["fees"], 2);
  const at = secondsOr(data["paid_at"]);
  return {
    about: "payment",
    reference,
    receipt: isShown ? 1 : attempt + 1,
    ...(isShown ? { theirs: { payment: name } } : {}),
    outcome: "succeeded",
    amount,
    currency: currencyIn(data),
    ...(fee === null ? {} : { fee }),
    ...(at === null ? {} : { at }),
  };
}

/** The payer has done nothing yet, or a try came to nothing and another may follow. */
const WAITS: ReadonlySet<string> = new Set(["abandoned", "failed", "ongoing"]);
/** The payer has done all, and a bank or an operator has not. */
const PENDING: ReadonlySet<string> = new Set(["pending", "processing", "queued"]);

/** How the transaction is called at Paystack whose money is meant. @param payment by `referenceOf` */
export async function nameOfReceipt(means: Pick<Means, "objects">, payment: string): Promise<string> {
  const reference = orderReferenceOf(payment);
  const receipt = payment === reference ? 1 : Number(payment.slice(reference.length + 1));
  if (receipt > 1) return nameOf(reference, receipt - 1);
  const kept = await means.objects.find("payment", reference);
  return kept?.theirId ?? nameOf(reference, await lastAttempt(means, reference));
}

/** Our reference of a transaction, by `referenceOf`; null for what we never asked for. */
export async function receiptNamed({ objects }: Pick<Means, "objects">, name: string): Promise<string | null> {
  const { reference, attempt } = attemptIn(name);
  const kept = await objects.find("payment", reference);
  if (kept === null) return null;
  return kept.theirId === null || kept.theirId === name ? reference : `${reference}.${attempt + 1}`;
}
