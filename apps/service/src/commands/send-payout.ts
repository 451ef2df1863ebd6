import { decideSendPayout } from "../domain/decisions/payout.js";
import type { PayoutOf } from "./cancel-payout.js";
import type { Executor } from "./execute.js";
import type { Outcome } from "./unit.js";

/** The provider of a payout is about to be asked. Refused for one that was called back, or may not leave at present. */
export const sendPayout = (executor: Executor, { account, payout: id }: PayoutOf): Promise<Outcome<"payout">> =>
  executor.change({
    account,
    subject: { kind: "payout", id },
    decide: ({ wallet }, { now }) => decideSendPayout(wallet, now),
  });
