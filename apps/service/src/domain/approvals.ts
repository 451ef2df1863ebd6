/** What one operator asks another one to confirm. */
import type { Limits } from "./decisions/account-terms.js";
import type { RefundAsk } from "./decisions/refund.js";
import type { Resolution } from "./decisions/resolve-dispute.js";
import type { FeeSchedule } from "./fees.js";
import type { EscrowId, MilestoneId, PaymentId, PayoutId, RefundId } from "./ids.js";
import type { Cents } from "./money.js";
import type { RefundReason } from "./refunds.js";

export type ApprovalRequest =
  | { readonly action: "resolve_dispute"; readonly escrow: EscrowId; readonly resolution: Resolution }
  | { readonly action: "set_fees"; readonly fees: FeeSchedule | null }
  | { readonly action: "set_limits"; readonly limits: Limits }
  | { readonly action: "retry_payout"; readonly payout: PayoutId }
  | { readonly action: "retry_refund"; readonly escrow: EscrowId; readonly refund: RefundId }
  | {
      readonly action: "refund_order";
      readonly escrow: EscrowId;
      readonly ask: AskedAtDesk;
      /** What the buyer gets, as both operators read it. */
      readonly agreed: Cents;
    }
  | ({ readonly action: "book_receipt"; readonly escrow: EscrowId; readonly payment: PaymentId } & GivenReceipt)
  | { readonly action: "reverse_receipt"; readonly escrow: EscrowId; readonly payment: PaymentId }
  | {
      readonly action: "settle_outgoing";
      readonly escrow: EscrowId;
      readonly reference: string;
      readonly bankReference: string;
    };

/** What the first operator asked for, less what every refund of the desk has. */
export type AskedAtDesk = Pick<RefundAsk, "amount" | "milestone" | "reason" | "key" | "requestHash">;

/** Money that came in on a rail, as the bank has it. */
export type GivenReceipt = {
  readonly amount: Cents;
  /** Counted from 1970. */
  readonly day: number;
  /** The bank's own reference of the movement, 1 to {@link BANK_REFERENCE_MAX} code points: booked once for ever. */
  readonly bankReference: string;
};
export const BANK_REFERENCE_MAX = 140;

/** The order that it is about; null for one about the account. */
export const orderOf = (request: ApprovalRequest): EscrowId | null => ("escrow" in request ? request.escrow : null);

/** As it is kept: amounts are decimal text, in cents. */
export const requestJson = (request: ApprovalRequest): string =>
  JSON.stringify(request, (_name, value: unknown) => (typeof value === "bigint" ? value.toString() : value));

type Kept = Record<string, string> & {
  readonly resolution?: Record<string, string | null>;
  readonly fees?: Record<string, string> | null;
  readonly ask?: Readonly<Record<string, string | null>>;
  readonly limits?: { readonly dailyMax: string | null; readonly refundCredit: string };
  /** As it was kept before there was another limit. */
  readonly dailyMax?: string | null;
};

/** The opposite of {@link requestJson}. @param kept as the database parsed it. */
export function requestFrom(action: ApprovalRequest["action"], kept: unknown): ApprovalRequest {
  const {
    escrow,
    payment,
    payout,
    refund,
    resolution = {},
    fees,
    dailyMax = null,
    limits,
    ask = {},
    agreed,
  } = kept as Kept;
  const { amount, day, bankReference, reference } = kept as Kept;
  switch (action) {
    case "resolve_dispute":
      return { action, escrow: escrow as EscrowId, resolution: resolutionFrom(resolution) };
    case "set_fees":
      return { action, fees: fees == null ? null : feesFrom(fees) };
    case "set_limits":
      return { action, limits: limitsFrom(limits ?? { dailyMax, refundCredit: "0" }) };
    case "retry_payout":
      return { action, payout: payout as PayoutId };
    case "retry_refund":
      return { action, escrow: escrow as EscrowId, refund: refund as RefundId };
    case "refund_order":
      return { action, escrow: escrow as EscrowId, ask: askFrom(ask), agreed: centsIn(agreed) };
    case "book_receipt": {
      const receipt = { amount: centsIn(amount), day: Number(day), bankReference: bankReference ?? "" };
      return { action, escrow: escrow as EscrowId, payment: payment as PaymentId, ...receipt };
    }
    case "reverse_receipt":
      return { action, escrow: escrow as EscrowId, payment: payment as PaymentId };
    case "settle_outgoing":
      return { action, escrow: escrow as EscrowId, reference: reference ?? "", bankReference: bankReference ?? "" };
    default:
      return action satisfies never;
  }
}

const centsIn = (text: string | null | undefined): Cents => BigInt(text ?? "0") as Cents;

function resolutionFrom({ outcome, milestone, reason, release, refund }: NonNullable<Kept["resolution"]>): Resolution {
  const of = { milestone: milestone as MilestoneId | null, reason: reason ?? "" };
  return outcome === "settle"
    ? { ...of, outcome, release: centsIn(release), refund: centsIn(refund) }
    : { ...of, outcome: outcome === "release" ? "release" : "resume" };
}

const askFrom = ({ amount, milestone, reason, key, requestHash }: NonNullable<Kept["ask"]>): AskedAtDesk => ({
  amount: amount == null ? null : centsIn(amount),
  milestone: (milestone ?? null) as MilestoneId | null,
  reason: reason as RefundReason,
  key: key ?? null,
  requestHash: requestHash ?? "",
});

const limitsFrom = ({ dailyMax, refundCredit }: NonNullable<Kept["limits"]>): Limits => ({
  dailyMax: dailyMax === null ? null : centsIn(dailyMax),
  refundCredit: centsIn(refundCredit),
});

const feesFrom = ({ basisPoints, fixed, min, max }: NonNullable<NonNullable<Kept["fees"]>>): FeeSchedule => ({
  basisPoints: Number(basisPoints),
  fixed: centsIn(fixed),
  min: centsIn(min),
  max: max == null ? null : centsIn(max),
});
