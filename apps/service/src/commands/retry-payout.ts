import { decideRetryPayout } from "../domain/decisions/payout.js";
import type { PayoutId } from "../domain/ids.js";
import { refused, told } from "../domain/told.js";
import { noted } from "../store/write/operators.js";
import type { Door } from "./execute.js";
import type { Acted, OnAccount } from "./on-account.js";

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
      before: noted({ amount: payout.amount, status: payout.status }),
      after: { status: "SENT" },
      reason,
    }),
  });
  if (outcome.ok) return told(null);
  return refused(outcome.reason.code === "not_found" ? "not_found" : "stale");
}
