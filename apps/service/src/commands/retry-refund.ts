import { decideRetryRefund, payableOf } from "../domain/decisions/pay-refund.js";
import type { EscrowId, RefundId } from "../domain/ids.js";
import type { Refusal } from "../domain/model.js";
import { add, ZERO } from "../domain/money.js";
import { needsSecond, type OperatorRefusal, refusalOfOrder, type SecondFrom } from "../domain/operators.js";
import { refused } from "../domain/result.js";
import type { Executor } from "./execute.js";
import { type Acted, actedOf, notOwn, type OnAccount, sentAgain } from "./on-account.js";

type Refusing = Refusal | { readonly code: OperatorRefusal };

/** Has the parts of a refund that are parked tried again. Stale when none is. */
export const retryRefund = (
  executor: Executor,
  by: OnAccount,
  {
    escrow: of,
    refund: id,
    secondFrom,
  }: { readonly escrow: EscrowId; readonly refund: RefundId; readonly secondFrom: SecondFrom },
): Promise<Acted> =>
  notOwn(by, async () => {
    const { account, operator, reason } = by;
    let moved = ZERO;
    const outcome = await executor.change<"refund", Refusing>({
      account,
      subject: { kind: "refund", escrow: of, id },
      decide: ({ escrow, refund }, context) => {
        const own = refusalOfOrder(operator, escrow);
        if (own !== null) return refused({ code: own });
        const decided = decideRetryRefund(refund, context);
        if (!decided.ok) return decided;
        const sent = new Set(decided.refundParts?.map(({ payment }) => payment));
        moved = add(...refund.parts.filter(({ payment }) => sent.has(payment)).map(payableOf));
        return needsSecond(operator, moved, secondFrom) ? refused({ code: "second_needed" }) : decided;
      },
      audit: ({ escrow, refund: { refund } }) => ({
        operator,
        action: "retry_refund",
        account,
        escrow: of,
        subject: escrow.referenceCode,
        ...sentAgain(refund),
        reason,
        moved: { amount: moved, from: secondFrom },
      }),
    });
    return actedOf(outcome);
  });
