import { decideRefundRest, refundOfRest } from "../domain/decisions/refund-rest.js";
import { refuse } from "../domain/model.js";
import type { Cents } from "../domain/money.js";
import type { Executor } from "./execute.js";
import type { OfEscrow } from "./parties.js";
import type { Outcome } from "./unit.js";

/**
 * The merchant gives back the rest of an order, also in a dispute, and ends it.
 * @param given.refund what the seller was told goes back, and `settles` whether it ends a dispute: `invalid_state` when that is
 * no longer true.
 */
export const refundRest = (
  executor: Executor,
  { account, escrow: id, refund, settles }: OfEscrow & { readonly refund: Cents; readonly settles: boolean },
): Promise<Outcome<"escrow">> =>
  executor.change({
    account,
    subject: { kind: "escrow", id },
    decide: ({ escrow }, context) =>
      refundOfRest(escrow) === refund && settles === (escrow.status === "DISPUTED")
        ? decideRefundRest(escrow, context)
        : refuse("invalid_state"),
  });
