/** Payments that the payer's bank disputes: what is known of one, and where the money comes from. */
import type { ChargebackId, EscrowId, PaymentId, RefundId } from "./ids.js";
import { add, type Cents } from "./money.js";
import type { RefundDebt } from "./refunds.js";
import type { ChargebackStatus } from "./states.js";

/** Between two questions to the provider about one that is open: notices get lost, and money may have come back. */
export const CHARGEBACK_LOOK_SECONDS = 21_600;

/** Where money is taken from, in this order. */
export const CHARGEBACK_SOURCES = ["held", "refund", "wallet", "owed"] as const;
type ChargebackSource = (typeof CHARGEBACK_SOURCES)[number];

export type Chargeback = {
  readonly id: ChargebackId;
  readonly escrow: EscrowId;
  readonly payment: PaymentId;
  readonly provider: string;
  /** The provider's own. */
  readonly theirId: string;
  /** In the provider's words. */
  readonly reason: string;
  readonly status: ChargebackStatus;
  readonly amount: Cents;
  /** Whether the provider says that the money has left our balance there. */
  readonly isTaken: boolean;
  /** In the books: all that left, never more than `amount`, and all that came back: nothing, or all of it. */
  readonly taken: Cents;
  readonly returned: Cents;
  /** The same in the payer's currency: `net` is what it took of the payment, but for what was about to go back; null for the books'. */
  readonly presented: { readonly amount: Cents; readonly taken: Cents; readonly net: Cents } | null;
  /** What each source has given and not got back. A debt that is paid is given by the wallet. */
  readonly from: Readonly<Record<ChargebackSource, Cents>>;
  /** What the provider asks for it, where the merchant bears that, and what of it is owed still. */
  readonly fee: Cents;
  readonly feeOwed: Cents;
  /** How often it moved money. */
  readonly steps: number;
  /** Unix seconds until which evidence is taken; null for none wanted. */
  readonly answerBy: number | null;
  readonly evidenceSentAt: number | null;
  readonly created: number;
  readonly closedAt: number | null;
};

/** One line of its history. */
export type ChargebackEntry = {
  readonly chargeback: ChargebackId;
  readonly status: ChargebackStatus;
  readonly actor: "provider" | "operator";
  readonly text: string;
};

/** What a merchant owes something for: oldest first they are paid. */
export type Debt = Chargeback | RefundDebt;

/** The one that it is, among all of an account. */
export const debtKey = (debt: Debt): ChargebackId | RefundId => ("refund" in debt ? debt.refund : debt.id);

export const isClosed = ({ status }: Pick<Chargeback, "status">): boolean => status === "WON" || status === "LOST";

/** What its merchant owes for it. */
export const owedFor = (debt: Debt): Cents => ("refund" in debt ? debt.left : add(debt.from.owed, debt.feeOwed));

/** What it took of the payment, but for what was about to go back to the payer anyway. */
export const netOf = ({ from }: Pick<Chargeback, "from">): Cents => add(from.held, from.wallet, from.owed);

/** Who bears what a provider asks for a chargeback. */
export const FEE_BEARERS = ["merchant", "house"] as const;
export type FeeBearer = (typeof FEE_BEARERS)[number];
