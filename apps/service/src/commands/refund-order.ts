/** A seller, or an operator for them, gives back a part of an order or all that can go back. */
import { decideRefund, type RefundAsk, type Refunded, type RefundTerms } from "../domain/decisions/refund.js";
import { decideByMember } from "../domain/decisions/refund-by-member.js";
import { type Decision, type FactsOf, type Refusal, refuse } from "../domain/model.js";
import type { Cents } from "../domain/money.js";
import type { RefundBy, RefundFees } from "../domain/refunds.js";
import type { Providers } from "../providers/port.js";
import type { Executor } from "./execute.js";
import type { OfEscrow } from "./parties.js";
import type { Outcome } from "./unit.js";

/** What is refunded. */
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
  order: RefundOrder,
  terms: RefundTerms,
): Promise<Outcome<"refundable", Refusal, Refunded>> =>
  executor.change({
    account: order.account,
    subject: subjectOf(order, null),
    decide: (facts, context) => decideAgreed(facts, order, { terms, context }),
  });

/** The same by a member of the seller's team: refused with `second_needed` besides above what that one refunds alone. */
export const refundByMember = (
  executor: Executor,
  { by, ...order }: RefundOrder & { readonly by: RefundBy },
  terms: RefundTerms,
): Promise<Outcome<"refundable", Refusal | "second_needed", Refunded>> =>
  executor.change({
    account: order.account,
    subject: subjectOf(order, by),
    decide: (facts, context) => decideByMember(decideAgreed(facts, order, { terms, context }), by, facts.refundable),
  });

/** @param by the member of the seller's team who refunds; null for a key of the API or an operator. */
export const subjectOf = (
  { escrow, key, externalReference }: Pick<RefundOrder, "escrow" | "key" | "externalReference">,
  by: RefundBy | null,
) => ({
  ...({ kind: "refundable", escrow, key, externalReference } as const),
  member: by?.member ?? null,
  request: by?.confirmed?.request ?? null,
});

/** What was agreed to, or nothing. */
export function decideAgreed(
  facts: FactsOf["refundable"],
  { agreed, ...ask }: RefundAsk & Pick<RefundOrder, "agreed">,
  by: Parameters<typeof decideRefund>[2],
): Decision<Refusal, Refunded> {
  const decision = decideRefund(facts, ask, by);
  const made = decision.ok ? decision.refunds?.[0] : undefined;
  return made === undefined || agreed === undefined || made.amount === agreed ? decision : refuse("invalid_state");
}

/** @param providers are asked each time, for some say later what they can do; null where nobody knows them. */
export const refundTerms = (
  { refundFees }: { readonly refundFees: RefundFees },
  providers: Pick<Providers, "stays"> | null,
): RefundTerms => ({
  refundsEarnedFees: refundFees === "always",
  refundDays: (provider, method) =>
    providers?.stays().find((stay) => stay.provider === provider && stay.method === method)?.refundDays ?? null,
});
