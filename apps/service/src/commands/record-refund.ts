import { decideRefundFailed, decideRefundPaid, decideRefundReturned } from "../domain/decisions/pay-refund.js";
import type { PaymentId, RefundId } from "../domain/ids.js";
import type { Door } from "./execute.js";
import type { OfEscrow } from "./parties.js";
import type { Outcome } from "./unit.js";

/** What one payment gives back of a refund. */
export type RefundPartOf = OfEscrow & { readonly refund: RefundId; readonly payment: PaymentId };

/**
 * Books what became of a part: paid out; refused for good; paid, and come back; or, for too long, nobody has said. All but
 * the first wait for an operator.
 */
export const recordRefund = (
  door: Door,
  { account, escrow: of, refund: id, payment }: RefundPartOf,
  outcome: "paid" | "refused" | "returned" | "unknown",
): Promise<Outcome<"refund">> =>
  door.change({
    account,
    subject: { kind: "refund", escrow: of, id },
    decide: ({ escrow, refund }, { now }) => {
      switch (outcome) {
        case "paid":
          return decideRefundPaid(escrow, refund, payment);
        case "returned":
          return decideRefundReturned({ escrow, owed: refund }, payment, now);
        case "refused":
        case "unknown":
          return decideRefundFailed(refund, payment, outcome === "refused");
        default:
          return outcome satisfies never;
      }
    },
  });
