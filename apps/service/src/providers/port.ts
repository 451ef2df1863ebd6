/**
 * What a payment provider is to us. Each provider implements this, and passes the conformance suite
 * (test/providers/conformance.ts).
 *
 *   * Everything is asked under a reference of ours. Asked twice under one, a provider does it once and answers the same:
 *     a question whose answer was lost is simply asked again.
 *   * No call rejects, and none takes longer than {@link CALL_WITHIN_MS}: what could not be said is `unreachable`, which
 *     means that nobody knows whether it was done.
 *   * No call is made while a transaction is open.
 */

import type { IncomingHttpHeaders } from "node:http";
import type { PaymentMethod } from "@holdfast/contract";
import type { PaymentInstructions } from "../domain/model.js";
import type { Cents } from "../domain/money.js";
import type { Payee } from "../domain/payouts.js";
import type { PaymentFailure } from "../domain/states.js";

/** From a call to its answer, whatever the provider does. */
export const CALL_WITHIN_MS = 8_000;

/** Nobody knows whether it was done; ask again. */
export type Unreachable = { readonly kind: "unreachable"; readonly reason: string };

export type PaymentOrder = {
  /** Ours: 14 letters and digits, short enough for a person to type. */
  readonly reference: string;
  readonly amount: Cents;
  /** A plus sign and digits (E.164), for a prompt on a phone. */
  readonly phone: string | null;
  /** Where a provider's page sends the payer when it is done. */
  readonly returnUrl: string;
  /** Unix seconds from which on the money is not wanted any more. */
  readonly expiresAt: number;
};

export type Created =
  | { readonly kind: "created"; readonly instructions: PaymentInstructions }
  /** For good: the reference stays refused. */
  | { readonly kind: "refused"; readonly failure: PaymentFailure }
  | Unreachable;

/**
 * `cancelled`: no money will be asked for under the reference any more, not even when an order for it is still on its
 * way. A bank can't keep anybody from sending money; what comes in all the same is reported.
 * `too_late`: money is on its way or has arrived; look it up.
 */
export type Cancelled = { readonly kind: "cancelled" } | { readonly kind: "too_late" } | Unreachable;

/** What a provider says of one payment. */
export type Report = {
  /** The reference of the order, exactly as we gave it. */
  readonly reference: string;
  /**
   * Which money under the reference it is about, from 1. Only a bank knows a second: somebody transferred twice. Each is a
   * payment of its own; see {@link referenceOf}.
   */
  readonly receipt: number;
} & (
  | { readonly outcome: "pending" }
  | { readonly outcome: "succeeded"; readonly amount: Cents }
  | { readonly outcome: "failed"; readonly failure: PaymentFailure }
);

/** `reports` are all that there is to say: none while the payer has done nothing. */
export type LookedUp =
  | { readonly kind: "known"; readonly reports: readonly Report[] }
  | { readonly kind: "unknown" }
  | Unreachable;

export type RefundOrder = {
  readonly reference: string;
  /** Which money goes back, by {@link referenceOf}. Never more in total than it brought. */
  readonly payment: string;
  readonly amount: Cents;
};

export type PayoutOrder = {
  readonly reference: string;
  readonly amount: Cents;
  readonly payee: Payee;
};

/**
 * `pending`: it was taken, and is on its way; ask again, under the same reference. `refused`: for good, under this
 * reference, with the reason as one sentence that a person can read.
 */
export type PaidOut =
  | { readonly kind: "paid" }
  | { readonly kind: "pending" }
  | { readonly kind: "refused"; readonly reason: string }
  | Unreachable;

/** `forged` is anything that the provider did not sign, or did not sign lately. */
export type Verified =
  | { readonly kind: "genuine"; readonly reports: readonly Report[] }
  | { readonly kind: "forged"; readonly reason: string };

export type Provider = {
  /** In `payments.provider`, and in the path of its callbacks. Never changes. */
  readonly name: string;
  readonly method: PaymentMethod;
  createPayment(order: PaymentOrder): Promise<Created>;
  cancelPayment(reference: string): Promise<Cancelled>;
  refund(order: RefundOrder): Promise<PaidOut>;
  payout(order: PayoutOrder): Promise<PaidOut>;
  lookUp(reference: string): Promise<LookedUp>;
  /** Pure: says what a notification holds, or that it is not the provider's. */
  verifyCallback(headers: IncomingHttpHeaders, body: Buffer): Verified;
};

/** The reference under which we keep the money of a report: the order's, or its own behind the first receipt. */
export const referenceOf = ({ reference, receipt }: Pick<Report, "reference" | "receipt">): string =>
  receipt === 1 ? reference : `${reference}.${receipt}`;

/** The providers of a deployment. */
export type Providers = {
  /** What a buyer may choose, in this order. None in live mode, until there is a provider of real money. */
  readonly methods: readonly PaymentMethod[];
  /** Who takes payments by the method; null when it is not offered. */
  forMethod(method: PaymentMethod): Provider | null;
  /** Also those that are offered no more: what they hold is still paid back by them. */
  byName(name: string): Provider | null;
  readonly all: readonly Provider[];
};
