import { type ChargebackReport, decideReportChargeback } from "../domain/decisions/chargeback.js";
import { heldOf } from "../domain/escrow.js";
import type { EscrowId, PaymentId } from "../domain/ids.js";
import type { Refusal } from "../domain/model.js";
import { formatMoney, ZERO } from "../domain/money.js";
import { type OperatorRefusal, refusalOfOrder } from "../domain/operators.js";
import { isRail, MISTAKEN, receiptOf, reversalId } from "../domain/rails.js";
import { refused } from "../domain/result.js";
import { orderReferenceOf } from "../providers/port.js";
import type { Executor } from "./execute.js";
import { type Acted, actedOf, notOwn, type OnAccount } from "./on-account.js";
import { reportChargeback } from "./report-chargeback.js";

type Refusing = Refusal | { readonly code: OperatorRefusal | "stale" };

/**
 * Takes back a receipt that was booked by mistake, as a movement of its own: as a bank that takes a payment back for good does. Two
 * operators always decide it, and only while all of the money is still held and nothing of it goes back. It is begun in one transaction
 * with its line of the audit log; should the process end behind it, the watch over disputes ends it.
 */
export const reverseReceipt = (
  executor: Executor,
  by: OnAccount,
  { escrow: of, payment: id }: { readonly escrow: EscrowId; readonly payment: PaymentId },
): Promise<Acted> =>
  notOwn(by, async () => {
    const { account, operator, reason } = by;
    let report: ChargebackReport | null = null;
    const outcome = await executor.change<"chargeback", Refusing>({
      account,
      subject: { kind: "chargeback", escrow: of, payment: id },
      decide: (facts, context) => {
        const { escrow, chargeback } = facts;
        const own = refusalOfOrder(operator, escrow);
        if (own !== null) return refused({ code: own });
        const { payment, givenBack, chargedBack, all } = chargeback;
        const isWhole = givenBack === ZERO && chargedBack === ZERO && heldOf(escrow) >= payment.received;
        const isOpen = all.some((one) => one.payment === id);
        if (!isRail(payment.provider) || payment.status !== "SUCCEEDED" || !isWhole || isOpen)
          return refused({ code: "stale" });
        if (operator.second === null) return refused({ code: "second_needed" });
        report = reversalOf(payment);
        const decided = decideReportChargeback(facts, report, context);
        if (!decided.ok) return refused({ code: "stale" });
        const { value: _, ...changes } = decided;
        return changes;
      },
      audit: ({ escrow: { referenceCode }, chargeback: { payment } }) => ({
        operator,
        action: "reverse_receipt",
        account,
        escrow: of,
        subject: referenceCode,
        before: { provider: payment.provider, reference: payment.reference, amount: formatMoney(payment.received) },
        after: { amount: formatMoney(ZERO) },
        reason,
      }),
    });
    if (outcome.ok && report !== null) await reportChargeback(executor, { account, escrow: of, payment: id }, report);
    return actedOf(outcome);
  });

function reversalOf({
  provider,
  reference,
  received,
}: {
  readonly provider: string;
  readonly reference: string;
  readonly received: ChargebackReport["amount"];
}): ChargebackReport {
  return {
    provider,
    theirId: reversalId(orderReferenceOf(reference), receiptOf(reference)),
    reason: MISTAKEN,
    status: "LOST",
    amount: received,
    isTaken: true,
    fee: ZERO,
    answerBy: null,
  };
}
