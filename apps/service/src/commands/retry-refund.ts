import { decideRetryRefund } from "../domain/decisions/pay-refund.js";
import type { EscrowId, RefundId } from "../domain/ids.js";
import type { Door } from "./execute.js";
import { type Acted, actedOf, notOwn, type OnAccount, sentAgain } from "./on-account.js";

/** Has the parts of a refund that are parked tried again. Stale when none is. */
export const retryRefund = (
  door: Door,
  by: OnAccount,
  { escrow: of, refund: id }: { readonly escrow: EscrowId; readonly refund: RefundId },
): Promise<Acted> =>
  notOwn(by, async () => {
    const { account, operator, reason } = by;
    const outcome = await door.change({
      account,
      subject: { kind: "refund", escrow: of, id },
      decide: ({ refund }, context) => decideRetryRefund(refund, context),
      audit: ({ escrow, refund: { refund } }) => ({
        operator,
        action: "retry_refund",
        account,
        subject: escrow.referenceCode,
        ...sentAgain(refund),
        reason,
      }),
    });
    return actedOf(outcome);
  });
