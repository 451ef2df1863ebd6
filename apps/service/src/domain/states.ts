/**
 * The state machines as data. Decisions, the database's move checks, the tests and docs/api/states.md follow these
 * tables (contract, "States and transitions"; decisions, "Escrow moves").
 */
import type { EscrowStatus, EventType, MilestoneStatus, SessionStatus, VerificationStatus } from "@holdfast/contract";

type Move<Status> = { readonly from: readonly Status[]; readonly to: readonly Status[]; readonly event: EventType };

export const SESSION_MOVES = {
  confirm: { from: ["OPEN"], to: ["COMPLETED"], event: "checkout.session.completed" },
  expire: { from: ["OPEN"], to: ["EXPIRED"], event: "checkout.session.expired" },
} as const satisfies Record<string, Move<SessionStatus>>;

/** Nothing but money can make these escrows go on; the funding deadline runs. */
export const UNFUNDED = [
  "PENDING_ACCEPTANCE",
  "PENDING_FUNDING",
  "AWAITING_PAYMENT",
  "WAITING_PAYMENT_CONFIRMATION",
  "PARTIALLY_FUNDED",
] as const satisfies readonly EscrowStatus[];

/** Paid for in full and not finished. */
export const ACTIVE = ["IN_ESCROW", "WORK_IN_PROGRESS", "DISPUTED"] as const satisfies readonly EscrowStatus[];

/** Nothing leads out of these, and nothing is held in them. */
export const TERMINAL = [
  "COMPLETED",
  "DECLINED",
  "CANCELLED",
  "CLOSED",
  "DEADLINE_EXPIRED",
] as const satisfies readonly EscrowStatus[];

export const ESCROW_MOVES = {
  requestPayment: { from: ["PENDING_FUNDING", "PARTIALLY_FUNDED"], to: ["AWAITING_PAYMENT"], event: "escrow.updated" },
  awaitConfirmation: {
    from: ["PENDING_FUNDING", "PARTIALLY_FUNDED", "AWAITING_PAYMENT"],
    to: ["WAITING_PAYMENT_CONFIRMATION"],
    event: "escrow.updated",
  },
  losePayment: {
    from: ["AWAITING_PAYMENT", "WAITING_PAYMENT_CONFIRMATION"],
    to: ["PENDING_FUNDING", "PARTIALLY_FUNDED"],
    event: "escrow.updated",
  },
  partFund: { from: UNFUNDED, to: ["PARTIALLY_FUNDED"], event: "escrow.partially_funded" },
  fund: { from: UNFUNDED, to: ["IN_ESCROW"], event: "escrow.funded" },
  startWork: { from: ["IN_ESCROW"], to: ["WORK_IN_PROGRESS"], event: "escrow.work_started" },
  dispute: { from: ["IN_ESCROW", "WORK_IN_PROGRESS"], to: ["DISPUTED"], event: "escrow.disputed" },
  complete: { from: ACTIVE, to: ["COMPLETED"], event: "escrow.completed" },
  decline: { from: UNFUNDED, to: ["DECLINED"], event: "escrow.cancelled" },
  cancel: { from: [...UNFUNDED, "IN_ESCROW", "WORK_IN_PROGRESS"], to: ["CANCELLED"], event: "escrow.cancelled" },
  missDeadline: { from: [...UNFUNDED, "IN_ESCROW"], to: ["DEADLINE_EXPIRED"], event: "escrow.expired" },
  resume: { from: ["DISPUTED"], to: ["WORK_IN_PROGRESS"], event: "escrow.updated" },
  close: { from: ["DISPUTED"], to: ["CLOSED"], event: "escrow.updated" },
} as const satisfies Record<string, Move<EscrowStatus>>;

export const MILESTONE_MOVES = {
  submit: { from: ["PENDING", "REVISION_REQUESTED"], to: ["AWAITING_REVIEW"], event: "escrow.milestone.submitted" },
  requestRevision: {
    from: ["AWAITING_REVIEW"],
    to: ["REVISION_REQUESTED"],
    event: "escrow.milestone.revision_requested",
  },
  approve: { from: ["AWAITING_REVIEW", "REVISION_REQUESTED"], to: ["COMPLETED"], event: "escrow.milestone.approved" },
  dispute: {
    from: ["PENDING", "AWAITING_REVIEW", "REVISION_REQUESTED"],
    to: ["DISPUTED"],
    event: "escrow.milestone.disputed",
  },
  resume: {
    from: ["DISPUTED"],
    to: ["PENDING", "AWAITING_REVIEW", "REVISION_REQUESTED"],
    event: "escrow.milestone.updated",
  },
  release: { from: ["DISPUTED"], to: ["COMPLETED"], event: "escrow.milestone.updated" },
  /** All of its amount went back before it was released. */
  refund: {
    from: ["PENDING", "AWAITING_REVIEW", "REVISION_REQUESTED"],
    to: ["COMPLETED"],
    event: "escrow.milestone.updated",
  },
  /** A settlement ends every milestone that is still open. */
  settle: {
    from: ["PENDING", "AWAITING_REVIEW", "REVISION_REQUESTED", "DISPUTED"],
    to: ["COMPLETED"],
    event: "escrow.milestone.updated",
  },
} as const satisfies Record<string, Move<MilestoneStatus>>;

/** Why a payment brought no money: what its buyer is told in words. */
export const PAYMENT_FAILURES = [
  "declined",
  "insufficient_funds",
  "wrong_pin",
  "challenge_failed",
  /** The payer did not answer the prompt in time. */
  "timed_out",
  /** The buyer gave it up, chose another way, or the order takes no money any more. */
  "cancelled",
  /** Nothing was heard of it until its own deadline. */
  "expired",
  /** The provider could not be reached, or did not take the order. */
  "unavailable",
] as const;
export type PaymentFailure = (typeof PAYMENT_FAILURES)[number];

/** CREATED: instructions or a prompt went out. PENDING: the provider says the money is on its way. */
const PAYMENT_STATUSES = ["CREATED", "PENDING", "SUCCEEDED", "FAILED"] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Money that arrives after the provider said "failed" has arrived all the same: a success settles a failure. */
export const PAYMENT_MOVES = {
  pend: { from: ["CREATED"], to: ["PENDING"] },
  succeed: { from: ["CREATED", "PENDING", "FAILED"], to: ["SUCCEEDED"] },
  fail: { from: ["CREATED", "PENDING"], to: ["FAILED"] },
} as const satisfies Record<string, { from: readonly PaymentStatus[]; to: readonly PaymentStatus[] }>;

/**
 * Of a refund, and of each of its parts. PENDING: owed, nobody was asked to pay it out yet. SENT: a provider was asked.
 * FAILED: parked for an operator, who looks into it and has it tried again. HELD: the payer's bank disputes the payment, and
 * nothing is paid out until that is decided. A part is CHARGED_BACK when the bank took all of it instead.
 */
const REFUND_STATUSES = ["PENDING", "SENT", "SUCCEEDED", "FAILED", "HELD"] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];
const PART_STATUSES = [...REFUND_STATUSES, "CHARGED_BACK"] as const;
export type PartStatus = (typeof PART_STATUSES)[number];

/** One part may fail before another was sent, and an operator may have it tried again while others are on their way. */
export const PART_MOVES = {
  send: { from: ["PENDING"], to: ["SENT"] },
  succeed: { from: ["SENT"], to: ["SUCCEEDED"] },
  fail: { from: ["SENT"], to: ["FAILED"] },
  /** What was paid came back. */
  giveBack: { from: ["SUCCEEDED"], to: ["FAILED"] },
  retry: { from: ["FAILED"], to: ["SENT"] },
  /** The payment is disputed: a payer who gets a refund and a chargeback is paid twice. */
  hold: { from: ["PENDING", "FAILED"], to: ["HELD"] },
  /** The dispute is decided, perhaps in the moment in which it was heard of: what is left is owed as before. */
  letGo: { from: ["HELD", "FAILED"], to: ["PENDING"] },
  chargeBack: { from: ["HELD", "PENDING", "FAILED"], to: ["CHARGED_BACK"] },
} as const satisfies Record<string, { from: readonly PartStatus[]; to: readonly PartStatus[] }>;

/** A refund is as far as its parts are. */
export const REFUND_MOVES = {
  send: { from: ["PENDING"], to: ["SENT"] },
  succeed: { from: ["PENDING", "SENT", "FAILED"], to: ["SUCCEEDED"] },
  fail: { from: ["SENT", "SUCCEEDED"], to: ["FAILED"] },
  retry: { from: ["FAILED"], to: ["SENT"] },
  hold: { from: ["PENDING", "SENT", "FAILED"], to: ["HELD"] },
  letGo: { from: ["HELD"], to: ["PENDING", "SENT", "FAILED", "SUCCEEDED"] },
  begin: { from: ["FAILED"], to: ["PENDING"] },
} as const satisfies Record<string, { from: readonly RefundStatus[]; to: readonly RefundStatus[] }>;

/**
 * Of a chargeback. INQUIRY: the payer's bank asks, and takes no money. OPEN: it waits for our answer; ANSWERED: it has one.
 * What is heard late, of an earlier status, changes nothing.
 */
export const CHARGEBACK_STATUSES = ["INQUIRY", "OPEN", "ANSWERED", "WON", "LOST"] as const;
export type ChargebackStatus = (typeof CHARGEBACK_STATUSES)[number];

export const CHARGEBACK_MOVES = {
  open: { from: ["INQUIRY"], to: ["OPEN"] },
  answer: { from: ["INQUIRY", "OPEN"], to: ["ANSWERED"] },
  win: { from: ["INQUIRY", "OPEN", "ANSWERED"], to: ["WON"] },
  lose: { from: ["INQUIRY", "OPEN", "ANSWERED"], to: ["LOST"] },
} as const satisfies Record<string, { from: readonly ChargebackStatus[]; to: readonly ChargebackStatus[] }>;

/**
 * REQUESTED: set aside, and nobody was asked yet. SENT: the provider was asked. PARKED: it has not said for too long what
 * became of it; an operator looks. FAILED and CANCELLED: the money is back in the wallet. RETURNED: it was paid, came back, and
 * is in the wallet again.
 */
export const PAYOUT_STATUSES = ["REQUESTED", "SENT", "PARKED", "PAID", "FAILED", "CANCELLED", "RETURNED"] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

export const PAYOUT_MOVES = {
  cancel: { from: ["REQUESTED"], to: ["CANCELLED"] },
  send: { from: ["REQUESTED"], to: ["SENT"] },
  pay: { from: ["SENT"], to: ["PAID"] },
  fail: { from: ["SENT"], to: ["FAILED"] },
  park: { from: ["SENT"], to: ["PARKED"] },
  retry: { from: ["PARKED"], to: ["SENT"] },
  giveBack: { from: ["PAID"], to: ["RETURNED"] },
} as const satisfies Record<string, { from: readonly PayoutStatus[]; to: readonly PayoutStatus[] }>;

/** Of an account. An operator may decide whether something was handed in or not, and think again. */
export const VERIFICATION_MOVES = {
  submit: { from: ["UNVERIFIED", "REJECTED"], to: ["PENDING"] },
  verify: { from: ["UNVERIFIED", "PENDING", "REJECTED"], to: ["VERIFIED"] },
  reject: { from: ["UNVERIFIED", "PENDING", "VERIFIED"], to: ["REJECTED"] },
} as const satisfies Record<string, { from: readonly VerificationStatus[]; to: readonly VerificationStatus[] }>;

/** An offer of one side to split what is left. LAPSED: what it would have split is not there any more. */
const OFFER_STATUSES = ["OPEN", "ACCEPTED", "WITHDRAWN", "DECLINED", "LAPSED"] as const;
export type OfferStatus = (typeof OFFER_STATUSES)[number];

export const OFFER_MOVES = {
  accept: { from: ["OPEN"], to: ["ACCEPTED"] },
  withdraw: { from: ["OPEN"], to: ["WITHDRAWN"] },
  decline: { from: ["OPEN"], to: ["DECLINED"] },
  lapse: { from: ["OPEN"], to: ["LAPSED"] },
} as const satisfies Record<string, { from: readonly OfferStatus[]; to: readonly OfferStatus[] }>;

/** Whether `status` is one of `group`; narrows nothing, so it serves every list of statuses alike. */
export const isIn = <Status extends string>(group: readonly Status[], status: Status): boolean =>
  group.includes(status);

/** Whether the table lets `verb` start from `status`. */
export function allows<Status extends string>(move: { readonly from: readonly Status[] }, status: Status): boolean {
  return move.from.includes(status);
}
