import type { BookedTo, DifferenceClass, FloatMove, HouseAccount } from "../../../domain/reconciliation.js";

/** What each class of differences says, in a few words. */
export const CLASS_LABELS = {
  theirs_only: "Not in our books",
  ours_only: "Not in the statement",
  amount: "Another amount",
  currency: "Another currency",
  status: "Otherwise than in our books",
  twice: "A second time",
  fee: "A higher fee than agreed",
  unknown_type: "Of no known kind",
} as const satisfies Record<DifferenceClass, string>;

/** What a line of a statement is about. */
export const TYPE_LABELS: Readonly<Record<string, string>> = {
  payment: "Payment",
  refund: "Refund",
  refund_returned: "Refund that came back",
  payout: "Payout",
  payout_returned: "Payout that came back",
  chargeback: "Disputed payment",
  chargeback_returned: "Dispute that was won",
  fee: "Fee",
  settlement: "To or from the bank",
  other: "Something else",
};

export const BOOKED_TO_LABELS = {
  suspense: "Leave it in suspense: another line takes it away again",
  provider_costs: "Costs of the provider",
  in_transit: "In transit to or from the bank",
  fees_received: "The house’s own money",
  fx: "Exchange",
} as const satisfies Record<BookedTo, string>;

export const MOVE_LABELS = {
  to_bank: "A provider’s payout reached the bank",
  from_bank: "It left the bank for a provider",
  fees_out: "The house took fees that it earned",
  own_in: "The house put in its own money",
} as const satisfies Record<FloatMove, string>;

export const ACCOUNT_LABELS = {
  provider_balance: "At the provider",
  in_transit: "In transit",
  bank: "At the bank",
  client_money: "Client money",
  provider_costs: "Costs",
  fees_received: "Taken by the house",
  fx: "Exchange",
  suspense: "Suspense",
} as const satisfies Record<HouseAccount, string>;
