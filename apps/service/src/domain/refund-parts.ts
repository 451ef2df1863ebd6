/** What is read off a refund and its parts, and how one is divided over payments. */
import type { RefundFailure, RefundReason, RefundStatus } from "@holdfast/contract";
import type { Money } from "./currencies.js";
import type { EscrowId, RefundId } from "./ids.js";
import type { Context, ProviderCall } from "./model.js";
import { add, type Cents, CURRENCY, smaller, subtract, ZERO } from "./money.js";
import { shareOf } from "./presented.js";
import type { Owed, PresentedPart, Refund, RefundPart, ShownRefund, Source } from "./refunds.js";

type PartState = Pick<RefundPart, "payment" | "status" | "amount" | "kept" | "presented" | "isRefused" | "returns">;

/** How far a refund is, in the words of answers. What is held by a bank's dispute, or was asked for, is pending. */
function shownStatus(
  status: Refund["status"],
  parts: readonly PartState[],
): { readonly status: RefundStatus; readonly failure: RefundFailure | null } {
  if (status === "SUCCEEDED") return { status, failure: null };
  const failed = parts.filter((part) => part.status === "FAILED");
  if (status !== "FAILED" || failed.length === 0) return { status: "PENDING", failure: null };
  const failure = failed.some(({ isRefused }) => !isRefused)
    ? "unknown"
    : failed.some(({ returns }) => returns > 0)
      ? "returned"
      : "refused";
  const hasReached = parts.some((part) => part.status === "SUCCEEDED" || part.kept > ZERO);
  return { status: hasReached ? "PARTIALLY_RETURNED" : "FAILED", failure };
}

/** As answers show it; null for what went back by itself. */
export function shownRefund(
  escrow: EscrowId,
  { refund, parts }: Pick<Owed, "refund"> & { readonly parts: readonly PartState[] },
): ShownRefund | null {
  const { asked } = refund;
  if (asked === null) return null;
  return {
    number: asked.number,
    escrow,
    milestone: asked.milestone,
    amount: add(asked.held, asked.released),
    fees: add(asked.fees, asked.feesEarned),
    back: backOf(parts, refund.amount),
    source: asked.released === ZERO ? "held" : asked.held === ZERO ? "wallet" : "both",
    ...shownStatus(refund.status, parts),
    reason: refund.reason as RefundReason,
    externalReference: asked.externalReference,
    metadata: asked.metadata,
    created: asked.created,
    updated: asked.updated,
  };
}

export const isRefundNumber = (text: string): boolean => /^RF-\d{8}$/.test(text);

/** Of which nothing was charged back or kept yet. */
export const inFull = (currency: string, amount: Cents): PresentedPart => ({
  currency,
  amount,
  chargedBack: ZERO,
  kept: ZERO,
});

/**
 * What parts that add up to `amount` give back, a sum for each currency; null where that is USD alone, or they are not all of it.
 * By currency.
 */
export function backOf(
  parts: readonly Pick<RefundPart, "amount" | "presented">[],
  amount: Cents,
): readonly Money[] | null {
  if (parts.every(({ presented }) => presented === null) || add(...parts.map((part) => part.amount)) !== amount)
    return null;
  const sums = new Map<string, Cents>();
  for (const part of parts) {
    const { currency, amount: back } = part.presented ?? { currency: CURRENCY, amount: part.amount };
    sums.set(currency, add(sums.get(currency) ?? ZERO, back));
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([currency, sum]) => ({ amount: sum, currency }));
}

/** A part as it begins, and the call to its provider. */
export function newPart(
  refund: RefundId,
  { payment, amount, presented }: Share,
  { uuid, now }: Context,
): { readonly part: RefundPart; readonly call: ProviderCall } {
  return {
    part: {
      refund,
      payment: payment.id,
      amount,
      chargedBack: ZERO,
      kept: ZERO,
      presented,
      status: "PENDING",
      reference: uuid(),
      isRefused: false,
      returns: 0,
    },
    call: { kind: "refund", provider: payment.provider, refund, payment: payment.id, at: now },
  };
}

/** What payments have left to give back. */
export const roomOf = (sources: readonly Source[]): Cents => add(ZERO, ...sources.map(({ room }) => room));

/** What one payment gives back of a refund, before it is one of its parts. */
export type Share = {
  readonly payment: Source["payment"];
  readonly amount: Cents;
  readonly presented: PresentedPart | null;
};

/** Divides `amount` over payments, the latest first. @throws when they don't have it. */
export function overSources(amount: Cents, sources: readonly Source[]): readonly Share[] {
  const parts: Share[] = [];
  let left = amount;
  for (const { payment, room, presented } of sources) {
    const part = smaller(left, room);
    if (part > ZERO) {
      const back = presented === null ? null : shareOf(presented, { room, amount: part });
      parts.push({
        payment,
        amount: part,
        presented: back === null || presented === null ? null : inFull(presented.currency, back),
      });
    }
    left = subtract(left, part);
  }
  if (left > ZERO) throw new Error(`${left} of a refund came from no payment`);
  return parts;
}

/**
 * What payers would get of `amount`, in USD, if it went back now; as {@link backOf} has it. Null, too, for more than payments have.
 * @param sources latest first
 */
export const wouldGiveBack = (amount: Cents, sources: readonly Source[]): readonly Money[] | null =>
  amount > roomOf(sources) ? null : backOf(overSources(amount, sources), amount);
