import type { LedgerAccount, TransferKind } from "../../../domain/ledger.js";

/** What moved, as people say it. */
export const TRANSFER_LABELS = {
  payment: "Payment",
  excess: "Paid too much",
  release: "Released to the seller",
  settlement: "Settled for the seller",
  fee: "Fee",
  refund: "Refund to the buyer",
  refund_released: "Refund of what was released",
  refund_owed: "Refund on credit",
  refund_fees: "Fees refunded",
  refund_paid: "Refund sent",
  refund_returned: "Refund that came back",
  payout_reserved: "Payout requested",
  payout_paid: "Payout sent",
  payout_void: "Payout cancelled",
  payout_returned: "Payout that came back",
  chargeback_taken: "Taken by the payer’s bank",
  chargeback_held: "Chargeback: from what was held",
  chargeback_refund: "Chargeback: from a refund that waited",
  chargeback_wallet: "Chargeback: from the wallet",
  chargeback_owed: "Chargeback: owed by the seller",
  chargeback_returned: "Given back by the payer’s bank",
  owed_restored: "Debt given back",
  wallet_restored: "Given back to the wallet",
  refund_restored: "Given back to the refund",
  held_restored: "Given back to the order",
  chargeback_fee: "Fee for a chargeback",
  debt_paid: "Debt paid",
} as const satisfies Record<TransferKind, string>;

export const LEDGER_LABELS = {
  external: "Outside",
  escrow_held: "Held by the order",
  merchant_wallet: "Seller’s wallet",
  fees_earned: "Fees earned",
  refunds_payable: "Refunds to pay",
  payouts_pending: "Payouts on their way",
  chargebacks: "Chargebacks",
  merchant_owes: "Owed by the seller",
} as const satisfies Record<LedgerAccount, string>;
