import { decideRetryPayout } from "../domain/decisions/payout.js";
import type { PayoutId } from "../domain/ids.js";
import type { Door } from "./execute.js";
import { type Acted, actedOf, type OnAccount, sentAgain } from "./on-account.js";

/** Has a payout asked for again that nobody knows the end of. Stale when it is not parked. */
export async function retryPayout(door: Door, { account, operator, reason }: OnAccount, id: PayoutId): Promise<Acted> {
  const outcome = await door.change({
    account,
    subject: { kind: "payout", id },
    decide: ({ wallet }, { now }) => decideRetryPayout(wallet, now),
    audit: ({ wallet: { payout } }) => ({
      operator,
      action: "retry_payout",
      account,
      subject: `payout ${payout.number}`,
      ...sentAgain(payout),
      reason,
    }),
  });
  return actedOf(outcome);
}
