import type { ApprovalRequest } from "../../../domain/approvals.js";

/** How a dispute is decided. */
export const OUTCOME_LABELS: Readonly<Record<string, string>> = {
  release: "Approve the delivery",
  resume: "Resume the work",
  refund: "Refund the buyer",
  settle: "Split the money",
};

const numbers = new Intl.NumberFormat("en", { minimumFractionDigits: 2 });
/** @param value an amount as the contract writes it, or "". */
const dollars = (value: string): string =>
  value === "" ? "None" : `$${numbers.format(value as Intl.StringNumericLiteral)}`;

/** What is shown of a request by each name that it has, in this order: what it is called, and how its value is written, "" being none. */
export const SHOWN = {
  outcome: ["Decision", (value) => OUTCOME_LABELS[value] ?? value],
  "to the seller": ["To the seller", dollars],
  "to the buyer": ["To the buyer", dollars],
  "in the buyer's money": ["In the buyer’s money", (value) => value],
  milestone: ["Of the part", (value) => value],
  because: ["Reason for the buyer", (value) => value],
  fees: ["Fees", (value) => (value === "those of the deployment" ? "Default fees" : value)],
  percent: ["Share of the order", (value) => `${value} %`],
  fixed: ["Fixed amount", dollars],
  min: ["At least", dollars],
  max: ["At most", dollars],
  "payouts a day": ["Payouts within 24 hours", (value) => (value === "" ? "Default limit" : dollars(value))],
  "refunds on credit": ["Refunds on credit", dollars],
  amount: ["Amount", dollars],
  "at the provider": ["At the provider", (value) => value],
  reference: ["Order", (value) => value],
  day: ["Day", (value) => value],
  "bank reference": ["Bank’s reference", (value) => value],
} as const satisfies Readonly<Record<string, readonly [name: string, write: (value: string) => string]>>;

/** What was asked for. */
export const ACTION_LABELS = {
  resolve_dispute: "Resolve a dispute",
  set_fees: "Change fees",
  set_limits: "Change limits",
  retry_payout: "Retry a payout",
  retry_refund: "Retry a refund",
  refund_order: "Refund an order",
  book_receipt: "Book a receipt",
  reverse_receipt: "Take back a receipt",
  settle_outgoing: "Record a refund as sent",
} as const satisfies Record<ApprovalRequest["action"], string>;
