/**
 * Refunds. Nothing at Flutterwave keeps one from being made twice, so each bears our reference in its comment, and is looked
 * for among those of its transaction before it is asked for again: not sooner than a minute after it was asked for. Where
 * Flutterwave does not tell the comment again, one of the same amount that nobody else claims is taken for it.
 */
import { majorNumber } from "../amounts.js";
import { isUnreachable } from "../answers.js";
import type { Asked, FoundOut, PaidOut, RefundOrder, Unreachable } from "../port.js";
import { Unreadable } from "../unreadable.js";
import { firstOf, idIn, type Json, objectOf, paidIn, textIn, textOr } from "./answers.js";
import { unread } from "./client.js";
import { chargeOf, type Means } from "./payments.js";

/** So long a question may be on its way, and its refund missing from the list. */
const QUIET_SECONDS = 60;
const DAY_SECONDS = 86_400;

/** Kept of one that was seen paid: what fails afterwards came back. */
export const PAID = { paid: "yes" } as const;

const NO_PAYMENT: PaidOut = { kind: "refused", reason: "Flutterwave has no such payment." };

export async function refund(means: Means, order: RefundOrder, asked: Asked): Promise<PaidOut> {
  const { reference, amount } = order;
  const charge = await chargeOf(means, order.payment);
  if (isUnreachable(charge)) return { ...charge, isUndone: true };
  if (charge === null) return NO_PAYMENT;
  const answer = await means.client.post(`/v3/transactions/${charge}/refund`, {
    amount: majorNumber(amount),
    comments: reference,
  });
  if (answer.kind === "unreachable") return answer;
  if (answer.kind === "done") {
    const made = objectOf(answer.data);
    if (chargeIn(made) !== charge) throw new Unreadable("it answered of another payment's refund");
    return outcomeOf(means, made, order);
  }
  if (answer.code === "not_found") return NO_PAYMENT;
  // It may be refused for having been done.
  const found = await findRefund(means, order, { charge, asked });
  if (isUnreachable(found)) return { kind: "unreachable", reason: found.reason };
  if (found !== null) return outcomeOf(means, found, order);
  if (answer.code === "short") return { kind: "short", reason: "The balance at Flutterwave does not reach." };
  return { kind: "refused", reason: `Flutterwave refuses it (${answer.code}).` };
}

export async function lookUpRefund(means: Means, order: RefundOrder, asked: Asked): Promise<FoundOut> {
  if (asked.theirId !== null) {
    const answer = await means.client.get(`/v3/refunds/${asked.theirId}`);
    if (answer.kind === "refused" && answer.code === "not_found") return { kind: "unknown" };
    return answer.kind === "done" ? outcomeOf(means, objectOf(answer.data), order) : unread(answer);
  }
  const charge = await chargeOf(means, order.payment);
  if (isUnreachable(charge)) return charge;
  const found = charge === null ? null : await findRefund(means, order, { charge, asked });
  if (isUnreachable(found)) return found;
  if (found !== null) return outcomeOf(means, found, order);
  return asked.now - asked.lastAt < QUIET_SECONDS
    ? { kind: "unreachable", reason: "it was asked for less than a minute ago" }
    : { kind: "unknown" };
}

const chargeIn = (made: Json): string => idIn(made, "tx_id", "transaction_id", "TransactionId");

type Where = { readonly charge: string; readonly asked: Asked };

/** Null when there is none that is ours. */
async function findRefund(
  { client, objects }: Means,
  { reference, amount }: RefundOrder,
  { charge, asked }: Where,
): Promise<Json | null | Unreachable> {
  const all = await client.list("/v3/refunds", {
    from: dayOf(asked.at - DAY_SECONDS),
    to: dayOf(asked.now + DAY_SECONDS),
  });
  if (isUnreachable(all)) return all;
  const ofCharge = all.filter((one) => chargeIn(one) === charge);
  const named = ofCharge.find((one) => commentIn(one) === reference);
  if (named !== undefined) return named;
  for (const one of ofCharge.filter((made) => commentIn(made) === null && amountIn(made) === amount)) {
    const claimed = await objects.findTheirs("refund", idIn(one, "id"));
    if (claimed === null || claimed.reference === reference) return one;
  }
  return null;
}

/** "2026-05-10", of UTC. */
export const dayOf = (seconds: number): string => new Date(Math.max(0, seconds) * 1000).toISOString().slice(0, 10);

const commentIn = (made: Json): string | null => textOr(firstOf(made, "comment", "comments"), null);
const amountIn = (made: Json) => paidIn(made, "amount_refunded", "AmountRefunded");

/** `completed` alone says that it was begun. */
const PENDING: ReadonlySet<string> = new Set(["completed", "new", "pending", "pending-momo", "processing"]);
const ENDED: ReadonlySet<string> = new Set([
  "completed-bank-transfer",
  "completed-momo",
  "completed-mpgs",
  "completed-offline",
  "completed-preauth",
]);

/** Whether it has left, or is about to. */
export const stands = (made: Json): boolean => textIn(made, "status") !== "failed";

export { amountIn as refundedIn, chargeIn };

async function outcomeOf(
  { objects }: Means,
  made: Json,
  { reference, currency }: RefundOrder,
): Promise<Extract<PaidOut, { keep?: unknown }>> {
  const theirId = idIn(made, "id");
  const status = textIn(made, "status");
  if (PENDING.has(status)) return { kind: "pending", keep: { theirId } };
  if (ENDED.has(status))
    return { kind: "paid", money: { amount: amountIn(made), currency }, keep: { theirId, data: PAID } };
  if (status !== "failed") throw new Unreadable("its refund has a status that it never has");
  const kept = await objects.find("refund", reference);
  const isBack = kept?.data["paid"] !== undefined;
  return {
    kind: isBack ? "returned" : "refused",
    reason: "Flutterwave could not pay it back: the payer's bank did not take it.",
    keep: { theirId },
  };
}
