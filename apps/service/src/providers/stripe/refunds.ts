/**
 * Refunds. Of a card there is one Refund under each reference. What came by bank may lie in two places, the payment and the
 * cash balance behind it, so that a refund may take two: they bear the same reference, and count as one.
 */
import { type Cents, cents } from "../../domain/money.js";
import {
  type Asked,
  type FoundOut,
  type Objects,
  orderReferenceOf,
  type PaidOut,
  type RefundOrder,
  type Unknown,
  type Unreachable,
} from "../port.js";
import { amountAtStripe } from "./amounts.js";
import { amountIn, currencyIn, idOr, type Json, paidIn, referenceIn, textIn, textOr } from "./answers.js";
import { cancelTransfer, findIntent, isCustomer, readCash } from "./bank.js";
import { type CardMeans, isSession, keepIntent, readSession } from "./card.js";
import { type Answer, isUnreachable } from "./client.js";
import type { Form } from "./form.js";
import { windowOf } from "./window.js";

const REFUNDS = "/refunds";
const MADE_MAX = 10;

/** Where the money of a payment is. */
type Place =
  | { readonly kind: "card"; readonly intent: string }
  | { readonly kind: "bank"; readonly intent: string; readonly customer: string };

export async function refund(means: CardMeans, order: RefundOrder, asked: Asked): Promise<PaidOut> {
  if (amountAtStripe(order.amount, order.currency) === null)
    return { kind: "refused", reason: "Stripe takes no such amount." };
  const place = await placeOf(means, order);
  if (place === null) return { kind: "refused", reason: "Stripe has no such payment." };
  if (isUnreachable(place)) return place;
  return place.kind === "card" ? ofCard(means, { order, place, asked }) : ofBank(means, { order, place, asked });
}

type Of<Kind extends Place["kind"]> = {
  readonly order: RefundOrder;
  readonly place: Extract<Place, { kind: Kind }>;
  readonly asked: Asked;
};

async function ofCard(means: CardMeans, { order, place, asked }: Of<"card">): Promise<PaidOut> {
  const answer = await ask(
    means,
    { order, place, asked },
    { amount: order.amount, source: { payment_intent: place.intent }, key: "" },
  );
  return answer.kind === "done" ? outcomeOf([answer.object], order.amount, asked) : notDone(answer);
}

/** As much as the payment holds, and the rest from the cash balance behind it. */
async function ofBank(means: CardMeans, { order, place, asked }: Of<"bank">): Promise<PaidOut> {
  const { client } = means;
  // What is held is read before what was made: what another try makes meanwhile is then found, and not missed in what is held.
  const [intent, cash, given] = await Promise.all([
    findIntent(client, place.customer),
    readCash(client, place.customer, order.currency),
    client.page(REFUNDS, { payment_intent: place.intent }),
  ]);
  for (const answer of [intent, cash, given]) if (isUnreachable(answer)) return answer;
  const made = await listMade(means, { order, place, asked });
  if (isUnreachable(made)) return made;
  // Nothing of it is with the payer, so that the rest is not asked for either: it is paid as a whole under another reference.
  if (made.length > 0 && !made.some(isStanding)) return outcomeOf(made, order.amount, asked);
  if (isOpen(intent as Json | null)) {
    // What came in part is applied to the payment, and lies in the cash balance again once that is called off.
    const freed = await cancelTransfer(means, place.customer);
    return isUnreachable(freed) ? freed : ofBank(means, { order, place, asked });
  }
  const left = heldBy(intent as Json | null, (given as { objects: readonly Json[] }).objects);
  const wanted = order.amount - sumOf(made);
  // Once the payment gave its part the cash balance owes the rest, whatever came back to the payment meanwhile.
  const fromIntent = made.some(isOfIntent) ? 0n : least(wanted, left);
  const fromCash = wanted - fromIntent;
  if (fromCash > (cash as bigint)) {
    // To call it refused would have it paid again as a whole.
    if (made.length > 0) return { kind: "unreachable", reason: "it took a part alone, and holds less than the rest" };
    return { kind: "refused", reason: "Stripe holds less than that of the payment." };
  }
  const all = [...made];
  const steps = [
    { amount: fromIntent, source: { payment_intent: place.intent }, key: ":payment" },
    {
      amount: fromCash,
      source: { customer: place.customer, currency: order.currency.toLowerCase(), origin: "customer_balance" },
      key: ":cash",
    },
  ];
  for (const step of steps) {
    if (step.amount <= 0n) continue;
    const answer = await ask(means, { order, place, asked }, { ...step, amount: cents(step.amount) });
    if (answer.kind !== "done") return all.length === 0 ? notDone(answer) : halfDone(answer);
    all.push(answer.object);
  }
  return outcomeOf(all, order.amount, asked);
}

const isOfIntent = (made: Json): boolean => idOr(made, "payment_intent") !== null;
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** It waits for more: nothing of it can be paid back. */
const isOpen = (intent: Json | null): boolean =>
  intent !== null && !["succeeded", "canceled"].includes(textIn(intent, "status"));

/** What a payment that was brought by transfers still holds. */
function heldBy(intent: Json | null, refunds: readonly Json[]): bigint {
  if (intent === null || textIn(intent, "status") !== "succeeded") return 0n;
  return amountIn(intent, "amount_received") - sumOf(refunds.filter(isStanding));
}

type Step = { readonly amount: Cents; readonly source: Form; readonly key: string };

async function ask(
  means: CardMeans,
  { order, place, asked }: Of<Place["kind"]>,
  { amount, source, key }: Step,
): Promise<Answer> {
  const isOfStep = (made: Json): boolean => isOfIntent(made) === "payment_intent" in source;
  return means.client.once({
    path: REFUNDS,
    form: {
      ...source,
      amount: amountAtStripe(amount, order.currency) ?? undefined,
      metadata: { reference: order.reference },
    },
    key: `refund:${order.reference}${key}`,
    find: async () => {
      const made = await listMade(means, { order, place, asked });
      return isUnreachable(made) ? made : (made.find(isOfStep) ?? null);
    },
  });
}

const SHORT = new Set(["balance_insufficient", "insufficient_funds"]);

const REASONS: ReadonlyMap<string, string> = new Map([
  ["charge_already_refunded", "Stripe has paid back all of the payment before."],
  ["charge_disputed", "The payer's bank disputes the payment."],
  ["amount_too_large", "Stripe holds less than that of the payment."],
]);

function notDone(answer: Exclude<Answer, { kind: "done" }>): PaidOut {
  if (answer.kind === "unreachable") return answer;
  if (SHORT.has(answer.code)) return { kind: "short", reason: "The balance at Stripe does not reach." };
  return { kind: "refused", reason: REASONS.get(answer.code) ?? `Stripe refuses the refund (${answer.code}).` };
}

/** A part of it stands, so that it is neither done nor refused: the rest is asked for again. */
const halfDone = (answer: Exclude<Answer, { kind: "done" }>): Unreachable =>
  answer.kind === "unreachable"
    ? { kind: "unreachable", reason: answer.reason }
    : { kind: "unreachable", reason: `it took a part alone (${answer.code})` };

export async function lookUpRefund(means: CardMeans, order: RefundOrder, asked: Asked): Promise<FoundOut> {
  const place = await placeOf(means, order);
  if (place === null) return { kind: "unknown" };
  if (isUnreachable(place)) return place;
  const made = await listMade(means, { order, place, asked });
  if (isUnreachable(made)) return made;
  if (sumOf(made) < order.amount) return { kind: "unknown" };
  return outcomeOf(made, order.amount, asked);
}

/** Those that bear the reference; the list of a payment's refunds names them at once. */
async function listMade(
  means: CardMeans,
  { order, place, asked }: Of<Place["kind"]>,
): Promise<readonly Json[] | Unreachable> {
  const { client, isLive } = means;
  const made: Json[] = [];
  const isOurs = (one: Json): boolean => {
    if (referenceIn(one) === order.reference && !made.some(({ id }) => id === one["id"])) made.push(one);
    return made.length >= MADE_MAX;
  };
  const ofIntent = await client.search(REFUNDS, { payment_intent: place.intent }, isOurs);
  if (isUnreachable(ofIntent)) return ofIntent;
  if (place.kind === "card") return made;
  // What goes back from a cash balance belongs to no payment: it is among those that were made about then.
  const ofCash = await client.search(REFUNDS, { created: windowOf(asked, isLive) }, isOurs);
  return isUnreachable(ofCash) ? ofCash : made;
}

export async function placeOf(
  { client, objects }: Pick<CardMeans, "client" | "objects">,
  { payment }: Pick<RefundOrder, "payment">,
): Promise<Place | null | Unreachable> {
  const reference = orderReferenceOf(payment);
  const order = await objects.find("payment", reference);
  const theirId = order?.theirId ?? null;
  if (theirId !== null && isCustomer(theirId)) {
    const intent = order?.data["intent"] ?? null;
    if (intent !== null) return { kind: "bank", intent, customer: theirId };
    const found = await findIntent(client, theirId);
    if (found === null || isUnreachable(found)) return found;
    return { kind: "bank", intent: textIn(found, "id"), customer: theirId };
  }
  const intent = await objects.find("intent", reference);
  if (intent !== null && intent.theirId !== null) return { kind: "card", intent: intent.theirId };
  if (theirId === null || !isSession(theirId)) return null;
  const session = await readSession(client, theirId);
  if (isUnreachable(session)) return session;
  const paid = await keepIntent(objects, session, reference);
  return paid === null ? null : { kind: "card", intent: paid };
}

const amountOf = (refunded: Json): bigint => paidIn(refunded, "amount");
const sumOf = (refunds: readonly Json[]): bigint => refunds.reduce((sum, one) => sum + amountOf(one), 0n);
const isStanding = (refunded: Json): boolean => !["failed", "canceled"].includes(textOr(refunded, "status", ""));

/** Kept once a refund was there: should it fail afterwards, the money came back. */
const PAID = { paid: "yes" } as const;

function outcomeOf(made: readonly Json[], amount: Cents, { data }: Pick<Asked, "data">): Exclude<FoundOut, Unknown> {
  const theirId = textIn(made[0] as Json, "id");
  const standing = made.filter(isStanding);
  const failed = made.find((one) => !isStanding(one));
  if (failed !== undefined && standing.length === 0) {
    return { ...fellThrough(failed, data["paid"] !== undefined), keep: { theirId } };
  }
  const isThere = standing.every(({ status }) => status === "succeeded");
  if (failed !== undefined && sumOf(standing) < amount && isThere) {
    // The payer has one half: what failed of the other is owed again.
    const { reason } = fellThrough(failed, true);
    return { kind: "returned", amount: cents(amount - sumOf(standing)), reason, keep: { theirId } };
  }
  const isPaid = sumOf(standing) >= amount && isThere;
  if (!isPaid) return { kind: "pending", keep: { theirId } };
  const money = { amount: cents(sumOf(standing)), currency: currencyIn(made[0] as Json) };
  return { kind: "paid", money, keep: { theirId, data: PAID } };
}

function fellThrough(failed: Json, wasPaid: boolean): { kind: "returned" | "refused"; reason: string } {
  const reason = textOr(failed, "failure_reason", "canceled").replaceAll("_", " ");
  return { kind: wasPaid ? "returned" : "refused", reason: `Stripe could not pay it back: ${reason}.` };
}

/** What a notice says of a refund of a card, which is all of it. */
export async function outcomeOfRefund(
  objects: Objects,
  refunded: Json,
  { reference, wasPaid }: { readonly reference: string; readonly wasPaid: boolean },
): Promise<{ outcome: "paid" | "pending" } | { outcome: "refused" | "returned"; reason: string }> {
  if (!isStanding(refunded)) {
    const kept = await objects.find("refund", reference);
    const { kind: outcome, reason } = fellThrough(refunded, wasPaid || kept?.data["paid"] !== undefined);
    return { outcome, reason };
  }
  if (textIn(refunded, "status") !== "succeeded") return { outcome: "pending" };
  await objects.keep({ kind: "refund", reference, data: PAID });
  return { outcome: "paid" };
}
