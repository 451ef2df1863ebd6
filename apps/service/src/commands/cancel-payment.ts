import { decideCancelPayment } from "../domain/decisions/cancel-payment.js";
import type { PaymentId } from "../domain/ids.js";
import { codeOf } from "../domain/model.js";
import { ok, type Result, refused } from "../domain/result.js";
import type { PaymentFailure } from "../domain/states.js";
import type { Executor } from "./execute.js";
import type { OfEscrow } from "./parties.js";
import type { PaymentRefusal } from "./start-payment.js";

/**
 * Gives up a payment that waits: its buyer does, or nobody waits for it any longer. One that was given up, or failed,
 * already: nothing changes. The provider is told, and money that arrives all the same is booked.
 */
export async function cancelPayment(
  executor: Executor,
  given: OfEscrow & { readonly payment: PaymentId; readonly failure: PaymentFailure },
): Promise<Result<null, PaymentRefusal>> {
  const { account, escrow: id, payment, failure } = given;
  const outcome = await executor.change({
    account,
    subject: { kind: "escrow", id, payment: { id: payment } },
    decide: ({ escrow, payments }, { now }) => decideCancelPayment(escrow, payments, { payment, failure, now }),
  });
  return outcome.ok ? ok(null) : refused(codeOf(outcome.reason));
}
