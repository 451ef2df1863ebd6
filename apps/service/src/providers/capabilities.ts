/** What a provider can do: whom it takes payments from, whom it pays, and within which bounds. */
import type { PaymentMethod } from "@holdfast/contract";
import type { Cents } from "../domain/money.js";
import type { PayeeForm } from "../domain/payees.js";
import type { DestinationKind } from "../domain/payouts.js";

/** An ISO 4217 code in capitals. */
export type Currency = string;

type Range = {
  readonly currency: Currency;
  /** Where it holds: two letters (ISO 3166) of the payer's phone or the payee's account; null for everywhere. */
  readonly countries: readonly string[] | null;
  /** Of one payment or payout, both included, in hundredths of the currency. */
  readonly least: Cents;
  readonly most: Cents;
  /** Of an amount at the provider: 0 takes whole units alone. */
  readonly decimals: 0 | 2;
  /** For how long a refund, or a payout, may stay `pending` before a person has to look. */
  readonly pendingDays: number;
  /** For how long after `paid` it may still come back; it is looked up daily until then. */
  readonly returnDays: number;
};

export type TakesPayments = Range & {
  readonly direction: "in";
  readonly method: PaymentMethod;
  /** For how many days a payment can be refunded; 0 for not at all, null for ever. */
  readonly refundDays: number | null;
  /** For how many days money may stay there before it has to go on; null for as long as it likes. */
  readonly holdDays: number | null;
  /** Parts of a payment can be refunded. */
  readonly isPartial: boolean;
  /** Of one payment a single refund is asked for at a time; another waits. */
  readonly refundsInTurn: boolean;
  /** A payment that waits for its payer can be called off: no money is taken afterwards. */
  readonly isCancellable: boolean;
  /** For how many days after its deadline money may arrive that was given up; it is looked for until then. */
  readonly lateDays: number;
};

export type PaysOut = Range & {
  readonly direction: "out";
  readonly method: DestinationKind;
  /** How an account at a bank has to be named; left out for any number of one. */
  readonly payee?: PayeeForm;
};

export type Capability = TakesPayments | PaysOut;

/** For how long what a provider takes by a method can be paid back, and may stay: in days, null without end. */
export type Stay = Pick<TakesPayments, "method" | "refundDays" | "holdDays"> & { readonly provider: string };
