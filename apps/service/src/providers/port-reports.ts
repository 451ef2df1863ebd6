/** What a provider says of payments, refunds, payouts, disputes and payees; part of the port (port.ts). */
import type { Cents } from "../domain/money.js";
import type { PaymentFailure } from "../domain/states.js";
import type { Money } from "./port-books.js";

/**
 * Our reference; or, where a notice bears none, the provider's own id of an object that the adapter kept under this kind.
 */
export type Named = string | { readonly kind: string; readonly theirId: string };

/** The provider's own ids of something, by the kinds under which an adapter keeps them. */
export type ProviderIds = Readonly<Record<string, string>>;

/** What a provider says of one payment. Money that came is more than nothing: the wrapper lets no other report through. */
export type PaymentReport = {
  readonly about: "payment";
  readonly reference: string;
  /**
   * Of which object at the provider it is said, where notices name one: `payment` has to be what was made when it was ordered, for
   * anybody may write our reference on another; the others belong to that, and are kept once it is.
   */
  readonly theirs?: ProviderIds;
  /**
   * Which money under the reference it is about, from 1. Only a bank knows a second: somebody transferred twice. Each is a
   * payment of its own; see {@link referenceOf}.
   */
  readonly receipt: number;
} & (
  | { readonly outcome: "pending" }
  | ({
      readonly outcome: "succeeded";
      /** What the provider keeps of it, where it says so. */
      readonly fee?: Cents;
      /** Unix seconds at which it arrived, where the provider says so. */
      readonly at?: number;
    } & Money)
  | { readonly outcome: "failed"; readonly failure: PaymentFailure }
);

/** What became of a refund or a payout. `money`: how much, where the provider says so: it has to be what was asked for. */
export type OutgoingReport = {
  readonly about: "refund" | "payout";
  readonly reference: string;
  readonly money?: Money;
} & ({ readonly outcome: "paid" | "pending" } | { readonly outcome: "refused" | "returned"; readonly reason: string });

/** The payer's bank disputes a payment. */
export type DisputeReport = {
  readonly about: "dispute";
  /** The payment that is disputed. */
  readonly payment: Named;
  readonly theirId: string;
  /** An `inquiry` takes no money; `opened` and `answered` wait for the bank. */
  readonly stage: "inquiry" | "opened" | "answered" | "won" | "lost";
  /** Whether the money has left our balance there. */
  readonly isTaken: boolean;
  readonly fee: Cents;
  readonly reason: string;
  /** Unix seconds until which evidence is taken; null for none wanted. */
  readonly answerBy: number | null;
} & Money;

/** There is news of somebody who is paid, by the provider's id of them: they are asked about. */
export type PayeeReport = { readonly about: "payee"; readonly theirId: string };

export type Report = PaymentReport | OutgoingReport | DisputeReport | PayeeReport;
