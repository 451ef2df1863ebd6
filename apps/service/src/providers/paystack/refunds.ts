/**
 * Refunds. Nothing at Paystack keeps one from being made twice, so each bears our reference in its note for merchants, and is
 * looked for among those of its transaction before it is asked for again: not sooner than a minute after it was asked for.
 */

import { isUnreachable } from "../answers.js";
import type { Asked, FoundOut, OutgoingReport, PaidOut, RefundOrder, Unreachable } from "../port.js";
import { Unreadable } from "../unreadable.js";
import { currencyIn, idIn, idOr, type Json, objectOf, paidIn, textIn, textOr } from "./answers.js";
import { unread } from "./client.js";
import { type Means, nameOfReceipt } from "./payments.js";

/** So long a question may be on its way, and its refund missing from the list. */
const QUIET_SECONDS = 60;

/** Kept of one that was seen paid: what fails afterwards came back. */
export const PAID = { paid: "yes" } as const;

export async function refund(means: Means, order: RefundOrder): Promise<PaidOut> {
  const { reference, amount, currency } = order;
  const transaction = await nameOfReceipt(means, order.payment);
  const answer = await means.client.post("/refund", {
    transaction,
    amount: Number(amount),
    currency,
    merchant_note: reference,
  });
  if (answer.kind === "unreachable") return answer;
  if (answer.kind === "done") {
    const made = objectOf(answer.data);
    if (textOr(made["merchant_note"], reference) !== reference) throw new Unreadable("it answered of another refund");
    return outcomeOf(means, made, { reference });
  }
  if (answer.code === "not_found") return { kind: "refused", reason: "Paystack has no such payment." };
  // It may be refused for having been done.
  const found = await findRefund(means, { transaction, reference });
  if (isUnreachable(found)) return { kind: "unreachable", reason: found.reason };
  if (found !== null) return outcomeOf(means, found, { reference });
  if (answer.code === "insufficient_balance")
    return { kind: "short", reason: "The balance at Paystack does not reach." };
  return { kind: "refused", reason: `Paystack refuses it (${answer.code}).` };
}

export async function lookUpRefund(means: Means, order: RefundOrder, asked: Asked): Promise<FoundOut> {
  const { reference } = order;
  const wasPaid = asked.data["paid"] !== undefined;
  if (asked.theirId !== null) {
    const answer = await means.client.get(`/refund/${asked.theirId}`);
    if (answer.kind === "refused" && answer.code === "not_found") return { kind: "unknown" };
    return answer.kind === "done" ? outcomeOf(means, objectOf(answer.data), { reference, wasPaid }) : unread(answer);
  }
  const transaction = await nameOfReceipt(means, order.payment);
  const found = await findRefund(means, { transaction, reference });
  if (isUnreachable(found)) return found;
  if (found !== null) return outcomeOf(means, found, { reference, wasPaid });
  return asked.now - asked.lastAt < QUIET_SECONDS
    ? { kind: "unreachable", reason: "it was asked for less than a minute ago" }
    : { kind: "unknown" };
}

/** Null when there is none under the reference. */
async function findRefund(
  means: Means,
  { transaction, reference }: { readonly transaction: string; readonly reference: string },
): Promise<Json | null | Unreachable> {
  const all = await refundsOf(means, transaction);
  return isUnreachable(all) ? all : (all.find((one) => one["merchant_note"] === reference) ?? null);
}

/** That it knows nothing of the transaction tells nothing of its refunds. */
async function refundsOf({ client }: Means, transaction: string): Promise<readonly Json[] | Unreachable> {
  const found = await client.get(`/transaction/verify/${encodeURIComponent(transaction)}`);
  if (found.kind !== "done") return unread(found);
  const id = idIn(objectOf(found.data));
  const all = await client.list("/refund", { transaction: id });
  // Whatever the list was narrowed by.
  return isUnreachable(all) ? all : all.filter((one) => transactionIn(one) === id);
}

/** Of a refund: the id of what it is of, which is written alone or whole. */
const transactionIn = ({ transaction }: Json): string | null => idOr(transaction) ?? idOr(objectOf(transaction)["id"]);

type Seen = { readonly reference: string; readonly wasPaid?: boolean };

async function outcomeOf(
  { objects }: Means,
  made: Json,
  { reference, wasPaid = false }: Seen,
): Promise<Extract<PaidOut, { keep?: unknown }>> {
  const theirId = idIn(made);
  switch (textIn(made, "status")) {
    // What the payer's bank has to be told is written on Paystack's dashboard: it waits until somebody does.
    case "needs-attention":
    case "pending":
    case "processing":
    case "retriable":
      return { kind: "pending", keep: { theirId } };
    case "processed": {
      const money = { amount: paidIn(made, "amount"), currency: currencyIn(made) };
      return { kind: "paid", money, keep: { theirId, data: PAID } };
    }
    case "failed": {
      const kept = await objects.find("refund", reference);
      const isBack = wasPaid || kept?.data["paid"] !== undefined;
      return {
        kind: isBack ? "returned" : "refused",
        reason: "Paystack could not pay it back: the payer's bank did not take it.",
        keep: { theirId },
      };
    }
    default:
      throw new Unreadable("its refund has a status that it never has");
  }
}

/** Of all refunds of ours of a transaction, as they are now: a notice names no more. */
export async function reportRefunds(
  means: Means,
  transaction: string,
): Promise<readonly OutgoingReport[] | Unreachable> {
  const all = await refundsOf(means, transaction);
  if (isUnreachable(all)) return all;
  const reports: OutgoingReport[] = [];
  for (const made of all) {
    const reference = textOr(made["merchant_note"], null);
    if (reference === null || (await means.objects.find("refund", reference)) === null) continue;
    const found = await outcomeOf(means, made, { reference });
    if (found.kind === "paid") await means.objects.keep({ kind: "refund", reference, data: PAID });
    reports.push(reportOf("refund", reference, found));
  }
  return reports;
}

export function reportOf(
  about: OutgoingReport["about"],
  reference: string,
  found: Extract<PaidOut, { keep?: unknown }>,
): OutgoingReport {
  switch (found.kind) {
    case "paid":
      return { about, reference, outcome: "paid", ...(found.money === undefined ? {} : { money: found.money }) };
    case "pending":
      return { about, reference, outcome: "pending" };
    case "refused":
    case "returned":
      return { about, reference, outcome: found.kind, reason: found.reason };
    default:
      return found satisfies never;
  }
}
