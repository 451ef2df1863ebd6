/** A seller, or an operator for them, gives back a part of an order or all that can go back. */
import type { RefundFees } from "../config/providers.js";
import { decideRefund, type RefundAsk, type Refunded, type RefundTerms } from "../domain/decisions/refund.js";
import type { Refusal } from "../domain/model.js";
import type { Stay } from "../providers/port.js";
import type { Executor } from "./execute.js";
import type { OfEscrow } from "./parties.js";
import type { Outcome } from "./unit.js";

/** What is refunded, and by whom. */
export type RefundOrder = OfEscrow & RefundAsk;

/** @returns the refund; of a request that was sent before, the one that it made. */
export const refundOrder = (
  executor: Executor,
  { account, escrow, ...ask }: RefundOrder,
  terms: RefundTerms,
): Promise<Outcome<"refundable", Refusal, Refunded>> =>
  executor.change({
    account,
    subject: { kind: "refundable", escrow, key: ask.key, externalReference: ask.externalReference },
    decide: (facts, context) => decideRefund(facts, ask, { terms, context }),
  });

/** @param stays of the deployment's providers. */
export const refundTerms = (
  { refundFees }: { readonly refundFees: RefundFees },
  stays: readonly Stay[],
): RefundTerms => ({
  refundsEarnedFees: refundFees === "always",
  refundDays: (provider, method) =>
    stays.find((stay) => stay.provider === provider && stay.method === method)?.refundDays ?? null,
});
