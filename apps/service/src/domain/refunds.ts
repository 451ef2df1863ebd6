/** Refunds that a seller or an operator asks for: what is kept of one, what answers show, and what a decision looks at. */
import type { RefundFailure, RefundReason, RefundSource, RefundStatus } from "@holdfast/contract";
import type { EscrowId, MilestoneId } from "./ids.js";
import type { Owed, Refund, RefundPart, Source } from "./model.js";
import { add, type Cents, subtract, ZERO } from "./money.js";

export type { RefundReason } from "@holdfast/contract";

/** What a refund that was asked for has besides: nothing of it changes but `updated`. Refund.amount = held + fees + released + feesEarned. */
export type AskedRefund = {
  /** As everybody knows it, RF- and eight digits; one refund of the account bears it. */
  readonly number: string;
  /** The milestone that was named. */
  readonly milestone: MilestoneId | null;
  readonly actor: "merchant" | "operator";
  /** Of the order's amount: out of what was held, and of what was released. */
  readonly held: Cents;
  readonly released: Cents;
  /** Of the buyer's fees: those that went with what was held, and what the operator gave up of those it had earned. */
  readonly fees: Cents;
  readonly feesEarned: Cents;
  readonly externalReference: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly created: number;
  /** When its status last changed. */
  readonly updated: number;
  /** How it is divided over the milestones: of one that is made. */
  readonly shares: readonly RefundShare[];
  /** What a repeat of the request is known by. */
  readonly key: string | null;
  readonly requestHash: string;
};

/** What of one milestone goes back. */
export type RefundShare = { readonly milestone: MilestoneId; readonly held: Cents; readonly released: Cents };

/** Why a refund that was asked for is refused, beside what any decision may say. */
export type RefundRefusal =
  | "refund_too_large"
  | "insufficient_balance"
  | "milestone_disputed"
  | "payment_disputed"
  | "payment_too_old"
  | "external_reference_taken"
  | "idempotency_conflict";

/** A refund that bears the key, or the reference, of the one that is asked for. */
export type EarlierRefund = { readonly requestHash: string; readonly shown: ShownRefund };

/** What there is to know before money of an order goes back. */
export type RefundFacts = {
  /** Latest first. */
  readonly sources: readonly (Source & { readonly method: string; readonly paidAt: number })[];
  readonly wallet: Cents;
  readonly byKey: EarlierRefund | null;
  readonly byReference: EarlierRefund | null;
};

/** A refund as answers show it. */
export type ShownRefund = {
  readonly number: string;
  readonly escrow: EscrowId;
  readonly milestone: MilestoneId | null;
  readonly amount: Cents;
  readonly fees: Cents;
  readonly source: RefundSource;
  readonly status: RefundStatus;
  readonly failure: RefundFailure | null;
  readonly reason: RefundReason;
  readonly externalReference: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly created: number;
  readonly updated: number;
};

type PartState = Pick<RefundPart, "payment" | "status" | "amount" | "kept" | "isRefused" | "returns">;

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

/** What payments have left to give back. */
export const roomOf = (sources: readonly Source[]): Cents => add(ZERO, ...sources.map(({ room }) => room));

/** Divides `amount` over payments, the latest first. @throws when they don't have it. */
export function overSources<S extends Source>(
  amount: Cents,
  sources: readonly S[],
): readonly { readonly payment: S["payment"]; readonly amount: Cents }[] {
  const parts: { payment: S["payment"]; amount: Cents }[] = [];
  let left = amount;
  for (const { payment, room } of sources) {
    const part = left < room ? left : room;
    if (part > ZERO) parts.push({ payment, amount: part });
    left = subtract(left, part);
  }
  if (left > ZERO) throw new Error(`${left} of a refund came from no payment`);
  return parts;
}
