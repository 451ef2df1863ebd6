import type { ChargebackReport } from "../domain/decisions/chargeback.js";
import { type ChargebackProblem, decideCatchUp, decideReportChargeback } from "../domain/decisions/chargeback.js";
import type { PaymentId } from "../domain/ids.js";
import { ok, type Result } from "../domain/result.js";
import type { Executor } from "./execute.js";
import type { OfEscrow } from "./parties.js";

type OfPayment = OfEscrow & { readonly payment: PaymentId };

/** Books what a provider says of a dispute of one payment. Told twice, late or in another order it is booked once. */
export async function reportChargeback(
  executor: Executor,
  { account, escrow, payment }: OfPayment,
  report: ChargebackReport,
): Promise<Result<null, ChargebackProblem | "not_found">> {
  // Twice at most: one that was lost before it was heard of is opened first.
  for (;;) {
    const booked = await executor.change({
      account,
      subject: { kind: "chargeback", escrow, payment },
      decide: (facts, context) => decideReportChargeback(facts, report, context),
    });
    if (!booked.ok) return { ok: false, reason: typeof booked.reason === "string" ? booked.reason : "not_found" };
    if (booked.value === "done") return ok(null);
  }
}

/** A refund of a disputed payment failed or came back: what the bank took beyond what was there comes out of it. */
export async function catchUpChargebacks(executor: Executor, { account, escrow, payment }: OfPayment): Promise<void> {
  await executor.change({
    account,
    subject: { kind: "chargeback", escrow, payment },
    decide: (facts, context) => decideCatchUp(facts, context),
  });
}
