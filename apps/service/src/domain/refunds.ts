/** Refunds that a seller or an operator asks for: what is kept of one, what answers show, and what a decision looks at. */
import type { RefundFailure, RefundReason, RefundSource, RefundStatus as ShownStatus } from "@holdfast/contract";
import type { Money } from "./currencies.js";
import type { EscrowId, MilestoneId, PaymentId, RefundId } from "./ids.js";
import type { Cents } from "./money.js";
import type { PresentedRoom } from "./presented.js";
import type { PartStatus, RefundStatus } from "./states.js";

export type { RefundReason } from "@holdfast/contract";

/** Which of the buyer's fees go back with a refund: of what was held alone, or also those that were earned. */
export const REFUND_FEES = ["held", "always"] as const;
export type RefundFees = (typeof REFUND_FEES)[number];

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
  /** Of what was released: what the wallet did not have, and the merchant owes until something comes in. */
  readonly owed: Cents;
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

/** A member of the seller's team who refunds, and the request that a colleague confirmed; null for alone. */
export type RefundBy = {
  readonly member: string;
  readonly confirmed: { readonly request: string; readonly second: string } | null;
};

/** What a merchant owes for a refund, as far as it is not paid. */
export type RefundDebt = {
  readonly refund: RefundId;
  readonly escrow: EscrowId;
  readonly left: Cents;
  /** How often something was paid of it. */
  readonly steps: number;
  readonly created: number;
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

/** What one member may refund without a colleague within {@link ALONE_SECONDS}, null for any sum; and what this one did. */
export type RefundAlone = { readonly max: Cents | null; readonly lately: Cents };
export const ALONE_SECONDS = 86_400;

export const needsSecond = ({ max, lately }: RefundAlone, amount: Cents): boolean =>
  max !== null && lately + amount > max;

export type RefundRequestStatus = "OPEN" | "REFUNDED" | "DECLINED";

/** A refund that bears the key, or the reference, of the one that is asked for. */
export type EarlierRefund = { readonly requestHash: string; readonly shown: ShownRefund };

/** What there is to know before money of an order goes back. */
export type RefundFacts = {
  /** Latest first. */
  readonly sources: readonly (Source & { readonly method: string; readonly paidAt: number })[];
  readonly wallet: Cents;
  /** What the account may owe besides. */
  readonly credit: Cents;
  readonly alone: RefundAlone;
  /** Of the request that a colleague confirms; null where there is none. */
  readonly request: RefundRequestStatus | null;
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
  /** Amount and fees as the payer gets them, a sum for each currency; null for USD alone. */
  readonly back: readonly Money[] | null;
  readonly source: RefundSource;
  readonly status: ShownStatus;
  readonly failure: RefundFailure | null;
  readonly reason: RefundReason;
  readonly externalReference: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly created: number;
  readonly updated: number;
};

export type Refund = {
  readonly id: RefundId;
  /** The payment that brought the money; null for what an escrow held, from any payment. */
  readonly payment: PaymentId | null;
  readonly amount: Cents;
  readonly reason: "overpaid" | "cancelled" | "declined" | "deadline" | "settled" | RefundReason;
  readonly status: RefundStatus;
  /** Null for what went back by itself. */
  readonly asked: AskedRefund | null;
  /** Of one that a member of the team makes. */
  readonly by?: RefundBy | null;
};

/** What one payment gives back of a refund, in the payer's currency: as the amounts in USD beside it. */
export type PresentedPart = {
  readonly currency: string;
  readonly amount: Cents;
  readonly chargedBack: Cents;
  readonly kept: Cents;
};

/** What one payment gives back of a refund. The parts of a refund add up to it. */
export type RefundPart = {
  readonly refund: RefundId;
  readonly payment: PaymentId;
  readonly amount: Cents;
  /** Of the amount, what the payer's bank took instead. */
  readonly chargedBack: Cents;
  /** And what the payer has under references of before, of which the rest came back and is owed again. */
  readonly kept: Cents;
  /** The same three in the payer's currency; null where that is the books'. */
  readonly presented: PresentedPart | null;
  readonly status: PartStatus;
  /** Ours: a provider pays out once for one reference, however often it is asked. */
  readonly reference: string;
  /** While FAILED: whether the provider has said no for good, or nobody knows what became of it. */
  readonly isRefused: boolean;
  /** How often it was paid and came back. */
  readonly returns: number;
};

/** A payment that brought money, and how much of what it brought to the escrow is not set aside for a refund. */
export type Source = {
  readonly payment: { readonly id: PaymentId; readonly provider: string };
  readonly room: Cents;
  /** Where it was made in another currency, what of it is left in that. */
  readonly presented: (PresentedRoom & { readonly currency: string }) | null;
};

/** A refund with all of its parts. */
export type Owed = { readonly refund: Refund; readonly parts: readonly PaidPart[] };

/** A part, who pays it out, and whether the payer's bank disputes the payment. */
export type PaidPart = RefundPart & { readonly provider: string; readonly isDisputed: boolean };
