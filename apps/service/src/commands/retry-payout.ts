import { decideRetryPayout } from "../domain/decisions/payout.js";
import type { PayoutId } from "../domain/ids.js";
import type { Refusal } from "../domain/model.js";
import { needsSecond, type SecondFrom } from "../domain/operators.js";
import { refused } from "../domain/result.js";
import type { Executor } from "./execute.js";
import { type Acted, actedOf, notOwn, type OnAccount, sentAgain } from "./on-account.js";

/** Has a payout asked for again that nobody knows the end of. Stale when it is not parked. */
export const retryPayout = (
  executor: Executor,
  by: OnAccount,
  { payout: id, secondFrom }: { readonly payout: PayoutId; readonly secondFrom: SecondFrom },
): Promise<Acted> =>
  notOwn(by, async () => {
    const { account, operator, reason } = by;
    const outcome = await executor.change<"payout", Refusal | SecondNeeded>({
      account,
      subject: { kind: "payout", id },
      decide: ({ wallet }, { now }) => {
        const decided = decideRetryPayout(wallet, now);
        return decided.ok && needsSecond(operator, wallet.payout.amount, secondFrom)
          ? refused({ code: "second_needed" } as const)
          : decided;
      },
      audit: ({ wallet: { payout } }) => ({
        operator,
        action: "retry_payout",
        account,
        subject: `payout ${payout.number}`,
        ...sentAgain(payout),
        reason,
        moved: { amount: payout.amount, from: secondFrom },
      }),
    });
    return actedOf(outcome);
  });

type SecondNeeded = { readonly code: "second_needed" };
