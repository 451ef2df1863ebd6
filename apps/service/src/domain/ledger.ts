/**
 * The chart of accounts. One transfer moves one amount from one ledger account (debited) to another (credited), so the
 * books balance by construction. Every ledger account belongs to one merchant; those marked `perEscrow` to one escrow.
 */
import type { ChargebackId, EscrowId, MilestoneId, PaymentId, PayoutId, RefundId } from "./ids.js";
import type { Cents } from "./money.js";

export const LEDGER_ACCOUNTS = {
  /** Money outside: buyers and payment providers; what was paid out to them, or taken by a payer's bank, is credited. */
  external: { perEscrow: false },
  /** What an escrow holds: the order and its fees, neither released nor refunded. */
  escrow_held: { perEscrow: true },
  /** What the merchant has earned and not withdrawn. */
  merchant_wallet: { perEscrow: false },
  /** What the platform has earned from this merchant's escrows, and what it has asked for their chargebacks. */
  fees_earned: { perEscrow: false },
  /** What is owed to a payer: overpayments, late payments, and what a cancellation or settlement gives back. */
  refunds_payable: { perEscrow: true },
  /** What the merchant has asked to be paid out, and is neither there nor back yet. */
  payouts_pending: { perEscrow: false },
  /** On its way between where the money of a chargeback comes from and the payer's bank: nothing stays here. */
  chargebacks: { perEscrow: true },
  /** What chargebacks and refunds took and the merchant did not have. Besides `external` the only account whose debits may exceed its credits. */
  merchant_owes: { perEscrow: false },
} as const;
export type LedgerAccount = keyof typeof LEDGER_ACCOUNTS;

export const TRANSFERS = {
  payment: { debit: "external", credit: "escrow_held" },
  excess: { debit: "external", credit: "refunds_payable" },
  release: { debit: "escrow_held", credit: "merchant_wallet" },
  settlement: { debit: "escrow_held", credit: "merchant_wallet" },
  fee: { debit: "escrow_held", credit: "fees_earned" },
  refund: { debit: "escrow_held", credit: "refunds_payable" },
  /** A refund of what was released: out of the wallet, what the wallet did not have, and the fees that were earned with it. */
  refund_released: { debit: "merchant_wallet", credit: "refunds_payable" },
  refund_owed: { debit: "merchant_owes", credit: "refunds_payable" },
  refund_fees: { debit: "fees_earned", credit: "refunds_payable" },
  /** A provider has paid a part of a refund out. */
  refund_paid: { debit: "refunds_payable", credit: "external" },
  /** What was paid out came back to the provider, and is owed again. */
  refund_returned: { debit: "external", credit: "refunds_payable" },
  /** A payout takes two steps: it is set aside, and then it left or came back. */
  payout_reserved: { debit: "merchant_wallet", credit: "payouts_pending" },
  payout_paid: { debit: "payouts_pending", credit: "external" },
  payout_void: { debit: "payouts_pending", credit: "merchant_wallet" },
  /** What had left came back. */
  payout_returned: { debit: "external", credit: "merchant_wallet" },
  /** The payer's bank took money back; where that comes from, in this order, in the same unit of work. */
  chargeback_taken: { debit: "chargebacks", credit: "external" },
  chargeback_held: { debit: "escrow_held", credit: "chargebacks" },
  chargeback_refund: { debit: "refunds_payable", credit: "chargebacks" },
  chargeback_wallet: { debit: "merchant_wallet", credit: "chargebacks" },
  chargeback_owed: { debit: "merchant_owes", credit: "chargebacks" },
  /** The bank gave it back; each source gets what it gave, the newest first. */
  chargeback_returned: { debit: "external", credit: "chargebacks" },
  owed_restored: { debit: "chargebacks", credit: "merchant_owes" },
  wallet_restored: { debit: "chargebacks", credit: "merchant_wallet" },
  refund_restored: { debit: "chargebacks", credit: "refunds_payable" },
  held_restored: { debit: "chargebacks", credit: "escrow_held" },
  /** What the provider asks for a chargeback, where the merchant bears it. */
  chargeback_fee: { debit: "merchant_owes", credit: "fees_earned" },
  /** What comes into the wallet pays what is owed first. */
  debt_paid: { debit: "merchant_wallet", credit: "merchant_owes" },
} as const satisfies Record<string, { debit: LedgerAccount; credit: LedgerAccount }>;
export type TransferKind = keyof typeof TRANSFERS;
/** Those that belong to a payout, and to no escrow. */
export type PayoutTransferKind = "payout_reserved" | "payout_paid" | "payout_void" | "payout_returned";
export type EscrowTransferKind = Exclude<TransferKind, PayoutTransferKind>;

/** A movement of `amount` > 0; what caused it is named, so that the database can refuse a second one. */
export type Transfer = EscrowTransfer | PayoutTransfer;
export type EscrowTransfer = {
  readonly kind: EscrowTransferKind;
  readonly escrow: EscrowId;
  readonly amount: Cents;
  /** Of what moves outside in the payer's currency: how much in that. */
  readonly presented?: Cents;
  readonly payment?: PaymentId;
  readonly milestone?: MilestoneId;
  readonly refund?: RefundId;
  readonly chargeback?: ChargebackId;
  /** Of what a part of a refund moves: which time it is paid out, or comes back, from 1. Of a chargeback, or a debt: in which of its steps. */
  readonly round?: number;
};
type PayoutTransfer = {
  readonly kind: PayoutTransferKind;
  readonly payout: PayoutId;
  readonly amount: Cents;
  /** Of what came back: which time, from 1. */
  readonly round?: number;
};
