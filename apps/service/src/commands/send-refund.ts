import { decideSendRefund } from "../domain/decisions/pay-refund.js";
import type { Door } from "./execute.js";
import type { RefundPartOf } from "./record-refund.js";
import type { Outcome } from "./unit.js";

/** The provider of a part is about to be asked to pay it out. */
export const sendRefund = (
  door: Door,
  { account, escrow, refund: id, payment }: RefundPartOf,
): Promise<Outcome<"refund">> =>
  door.change({
    account,
    subject: { kind: "refund", escrow, id },
    decide: ({ refund }) => decideSendRefund(refund, payment),
  });
