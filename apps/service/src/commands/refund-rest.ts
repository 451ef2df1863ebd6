import { decideByMember } from "../domain/decisions/refund-by-member.js";
import { decideRefundRest, refundOfRest } from "../domain/decisions/refund-rest.js";
import { type Refusal, refuse } from "../domain/model.js";
import type { Cents } from "../domain/money.js";
import type { Executor } from "./execute.js";
import type { OfEscrow } from "./parties.js";
import { subjectOf } from "./refund-order.js";
import type { Outcome } from "./unit.js";

/**
 * The merchant gives back the rest of an order, also in a dispute, and ends it.
 * @param given.refund what the seller was told goes back, and `settles` whether it ends a dispute: `invalid_state` when that is
 * no longer true. `second_needed` where it is more than the member gives back alone.
 */
export function refundRest(
  executor: Executor,
  { account, escrow: id, refund, settles, member }: RestRefund,
): Promise<Outcome<"refundable", Refusal | "second_needed">> {
  const by = { member, confirmed: null };
  return executor.change({
    account,
    subject: subjectOf({ escrow: id, key: null, externalReference: "" }, by),
    decide: ({ escrow, refundable }, context) => {
      const isAgreed = refundOfRest(escrow) === refund && settles === (escrow.status === "DISPUTED");
      if (!isAgreed) return refuse("invalid_state");
      return decideByMember(decideRefundRest(escrow, context), by, refundable);
    },
  });
}

type RestRefund = OfEscrow & { readonly refund: Cents; readonly settles: boolean; readonly member: string };
