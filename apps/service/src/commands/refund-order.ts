/** A seller, or an operator for them, gives back a part of an order or all that can go back. */
import { decideRefund, type RefundAsk, type Refunded, type RefundTerms } from "../domain/decisions/refund.js";
import { type Refusal, refuse } from "../domain/model.js";
import type { Cents } from "../domain/money.js";
import type { RefundFees } from "../domain/refunds.js";
import type { Stay } from "../providers/port.js";
import type { Executor } from "./execute.js";
import type { OfEscrow } from "./parties.js";
import type { Outcome } from "./unit.js";

/** What is refunded, and by whom. */
export type RefundOrder = OfEscrow &
  RefundAsk & {
    /** What the buyer gets, as somebody was told before they agreed; left out where nobody was. */
    readonly agreed?: Cents;
  };

/**
 * @returns the refund; of a request that was sent before, the one that it made. Refused with `invalid_state` besides when the buyer
 * would get another amount than was agreed to.
 */
export const refundOrder = (
  executor: Executor,
  { account, escrow, agreed, ...ask }: RefundOrder,
  terms: RefundTerms,
): Promise<Outcome<"refundable", Refusal, Refunded>> =>
  executor.change({
    account,
    subject: { kind: "refundable", escrow, key: ask.key, externalReference: ask.externalReference },
    decide: (facts, context) => {
      const decision = decideRefund(facts, ask, { terms, context });
      const made = decision.ok ? decision.refunds?.[0] : undefined;
      return made === undefined || agreed === undefined || made.amount === agreed ? decision : refuse("invalid_state");
    },
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
