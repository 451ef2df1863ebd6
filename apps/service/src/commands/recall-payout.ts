import { decideRecallPayout } from "../domain/decisions/payout.js";
import type { PayoutOf } from "./cancel-payout.js";
import type { Executor } from "./execute.js";
import type { Outcome } from "./unit.js";

/** Takes back what was sent to a seller's account at the provider that holds their money. Refused where nothing is owed any more. */
export const recallPayout = (executor: Executor, { account, payout: id }: PayoutOf): Promise<Outcome<"payout">> =>
  executor.change({
    account,
    subject: { kind: "payout", id },
    decide: ({ wallet }, { now }) => decideRecallPayout(wallet, now),
  });
