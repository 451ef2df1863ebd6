import { decideRefundFailed, decideRefundPaid, decideRefundReturned } from "../domain/decisions/pay-refund.js";
import type { PaymentId, RefundId } from "../domain/ids.js";
import type { Cents } from "../domain/money.js";
import type { Executor } from "./execute.js";
import type { OfEscrow } from "./parties.js";
import { catchUpChargebacks } from "./report-chargeback.js";
import type { Outcome } from "./unit.js";

/** What one payment gives back of a refund. */
export type RefundPartOf = OfEscrow & { readonly refund: RefundId; readonly payment: PaymentId };

/** The same under the reference by which its provider was asked. */
export type AskedRefundPart = RefundPartOf & { readonly reference: string };

type RefundOutcome =
  | { readonly kind: "paid" | "refused" | "unknown" }
  /** `amount`: how much of it; left out for all. */
  | { readonly kind: "returned"; readonly amount?: Cents };

/**
 * Books what became of a part: paid out; refused for good; paid, and come back, all of it or some; or, for too long, nobody has said. All but
 * the first wait for an operator, unless the payer's bank has disputed the payment: what can't be paid out is perhaps what it
 * took already. What is heard late of an order that another has taken the place of says nothing of that one.
 */
export async function recordRefund(
  executor: Executor,
  part: AskedRefundPart,
  outcome: RefundOutcome,
): Promise<Outcome<"refund">> {
  const recorded = await record(executor, part, outcome);
  if (outcome.kind === "refused" || outcome.kind === "returned") await catchUpChargebacks(executor, part);
  return recorded;
}

const record = (
  executor: Executor,
  { account, escrow: of, refund: id, payment, reference }: AskedRefundPart,
  outcome: RefundOutcome,
): Promise<Outcome<"refund">> =>
  executor.change({
    account,
    subject: { kind: "refund", escrow: of, id },
    decide: ({ escrow, refund }, { now }) => {
      const isAnother = refund.parts.some((part) => part.payment === payment && part.reference !== reference);
      if (isAnother) return { ok: true };
      switch (outcome.kind) {
        case "paid":
          return decideRefundPaid(escrow, refund, payment);
        case "returned":
          return decideRefundReturned({ escrow, owed: refund }, payment, { amount: outcome.amount ?? null, now });
        case "refused":
        case "unknown":
          return decideRefundFailed(refund, payment, outcome.kind === "refused");
        default:
          return outcome satisfies never;
      }
    },
  });
