/** The status values that the contract names ("States and transitions"), in its order. */

export const SESSION_STATUSES = ["OPEN", "COMPLETED", "EXPIRED"] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

export const ESCROW_STATUSES = [
  "PENDING_ACCEPTANCE",
  "PENDING_FUNDING",
  "AWAITING_PAYMENT",
  "WAITING_PAYMENT_CONFIRMATION",
  "PARTIALLY_FUNDED",
  "IN_ESCROW",
  "WORK_IN_PROGRESS",
  "COMPLETED",
  "DISPUTED",
  "DECLINED",
  "CANCELLED",
  "CLOSED",
  "DEADLINE_EXPIRED",
] as const;
export type EscrowStatus = (typeof ESCROW_STATUSES)[number];

export const MILESTONE_STATUSES = [
  "PENDING",
  "AWAITING_REVIEW",
  "REVISION_REQUESTED",
  "COMPLETED",
  "DISPUTED",
] as const;
export type MilestoneStatus = (typeof MILESTONE_STATUSES)[number];

/** Of a refund. SUCCEEDED: the provider has paid it out. FAILED: it waits for an operator. */
export const REFUND_STATUSES = ["PENDING", "SUCCEEDED", "FAILED", "PARTIALLY_RETURNED"] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** Why a seller refunds. */
export const REFUND_REASONS = ["requested_by_customer", "out_of_stock", "damaged", "duplicate", "other"] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

/** Where a refund takes the money: what the escrow holds, what the wallet has, or both. */
export const REFUND_SOURCES = ["held", "wallet", "both"] as const;
export type RefundSource = (typeof REFUND_SOURCES)[number];

/** Why a refund did not reach the buyer. */
export const REFUND_FAILURES = ["refused", "returned", "unknown"] as const;
export type RefundFailure = (typeof REFUND_FAILURES)[number];

/** How a seller stands with the provider that holds their money. */
export const CONNECTED_STATUSES = [
  "NOT_STARTED",
  "STARTED",
  "DETAILS_WANTED",
  "IN_REVIEW",
  "READY",
  "STOPPED",
  "REFUSED",
] as const;
export type ConnectedStatus = (typeof CONNECTED_STATUSES)[number];

export const VERIFICATION_STATUSES = ["UNVERIFIED", "PENDING", "VERIFIED", "REJECTED"] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

export const PAYMENT_METHODS = ["card", "mobile_money", "bank"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** What a payment provider says of a payment. */
export const PAYMENT_OUTCOMES = ["succeeded", "failed", "pending"] as const;
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number];

/** How a dispute can be resolved. */
export const DISPUTE_OUTCOMES = ["release", "resume", "settle"] as const;
