import { decideSendRefund } from "../domain/decisions/pay-refund.js";
import type { Executor } from "./execute.js";
import type { RefundPartOf } from "./record-refund.js";
import type { Outcome } from "./unit.js";

/** The provider of a part is about to be asked to pay it out. */
export const sendRefund = (
  executor: Executor,
  { account, escrow, refund: id, payment }: RefundPartOf,
): Promise<Outcome<"refund">> =>
  executor.change({
    account,
    subject: { kind: "refund", escrow, id },
    decide: ({ refund }) => decideSendRefund(refund, payment),
  });
