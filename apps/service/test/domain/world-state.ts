/** What the database in memory keeps, and what can be read off it. */
import { type Chargeback, isClosed, netOf } from "../../src/domain/chargebacks.js";
import type { LedgerAccount } from "../../src/domain/ledger.js";
import type { Escrow, Offer, PaidPart, Payment, Refund, Session } from "../../src/domain/model.js";
import type { Payout } from "../../src/domain/payouts.js";
import type { Terms } from "../../src/domain/rates.js";
import type { RefundDebt } from "../../src/domain/refunds.js";

export type State = {
  readonly session: Session;
  readonly escrow: Escrow | null;
  readonly payments: readonly Payment[];
  readonly refunds: readonly Refund[];
  readonly parts: readonly PaidPart[];
  readonly chargebacks: readonly Chargeback[];
  readonly refundDebts: readonly RefundDebt[];
  /** What the seller may owe for refunds; it does not change. */
  readonly credit: bigint;
  /** At what a payment that the buyer asks for is asked for in another currency; null for USD. It does not change. */
  readonly abroad: (Terms & { readonly step: bigint }) | null;
  /** What moved outside about each payment: in USD, and in the payer's currency. */
  readonly outside: Readonly<Record<string, { readonly usd: bigint; readonly presented: bigint }>>;
  readonly payouts: readonly Payout[];
  readonly offers: readonly Offer[];
  /** How often each side wrote. */
  readonly statements: { readonly buyer: number; readonly merchant: number };
  readonly balances: Readonly<Record<LedgerAccount, bigint>>;
  /** Causes that may occur once: a payment's credit, a milestone's release, a refund. */
  readonly once: ReadonlySet<string>;
  /** The status that the last event of each object told. */
  readonly told: Readonly<Record<string, string>>;
  readonly now: number;
};

export const START = 1_790_000_000;
export const FUNDING_DEADLINE = 1000;

export const chargedBackOf = ({ chargebacks }: State, { id }: Payment): bigint =>
  chargebacks.reduce((sum, one) => (one.payment === id ? sum + netOf(one) : sum), 0n);

/** In the payer's currency: what banks took beside what was to go back. */
export const presentedNetOf = ({ chargebacks }: State, { id }: Payment): bigint =>
  chargebacks.reduce((sum, one) => (one.payment === id ? sum + (one.presented?.net ?? 0n) : sum), 0n);

export const isDisputed = (chargebacks: readonly Chargeback[], payment: string): boolean =>
  chargebacks.some((one) => one.payment === payment && !isClosed(one));

export const sumOf = (rows: readonly { readonly amount: bigint }[]): bigint =>
  rows.reduce((sum, { amount }) => sum + amount, 0n);
