import { decideRefundFailed, decideRefundPaid } from "../domain/decisions/pay-refund.js";
import type { PaymentId, RefundId } from "../domain/ids.js";
import type { Door } from "./execute.js";
import type { OfEscrow } from "./parties.js";
import type { Outcome } from "./unit.js";

/** What one payment gives back of a refund. */
export type RefundPartOf = OfEscrow & { readonly refund: RefundId; readonly payment: PaymentId };

/**
 * Books what became of a part: paid out; refused for good; or, for too long, nobody has said. The last two wait for an
 * operator.
 */
export const recordRefund = (
  door: Door,
  { account, escrow: of, refund: id, payment }: RefundPartOf,
  outcome: "paid" | "refused" | "unknown",
): Promise<Outcome<"refund">> =>
  door.change({
    account,
    subject: { kind: "refund", escrow: of, id },
    decide: ({ escrow, refund }) =>
      outcome === "paid"
        ? decideRefundPaid(escrow, refund, payment)
        : decideRefundFailed(refund, payment, outcome === "refused"),
  });
