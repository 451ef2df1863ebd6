import { decideSendRefund } from "../domain/decisions/pay-refund.js";
import type { RefundPart, Refusal } from "../domain/model.js";
import type { Executor } from "./execute.js";
import type { RefundPartOf } from "./record-refund.js";
import type { Outcome } from "./unit.js";

/**
 * The provider of a part is about to be asked to pay it out.
 * @returns the part as it is owed now: the payer's bank may have taken some of it since anybody looked.
 */
export const sendRefund = (
  executor: Executor,
  { account, escrow, refund: id, payment }: RefundPartOf,
): Promise<Outcome<"refund", Refusal, RefundPart | undefined>> =>
  executor.change<"refund", Refusal, RefundPart | undefined>({
    account,
    subject: { kind: "refund", escrow, id },
    decide: ({ refund }) => {
      const decided = decideSendRefund(refund, payment);
      return decided.ok ? { ...decided, value: refund.parts.find((part) => part.payment === payment) } : decided;
    },
  });
