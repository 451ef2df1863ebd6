import { decideCancelPayout } from "../domain/decisions/payout.js";
import type { AccountId, PayoutId } from "../domain/ids.js";
import { ok, type Result, refused } from "../domain/result.js";
import type { Executor } from "./execute.js";

/** A payout of the account. */
export type PayoutOf = { readonly account: AccountId; readonly payout: PayoutId };

/** Calls a payout back before its provider was asked; afterwards it is `too_late`. Called back already: nothing changes. */
export async function cancelPayout(
  executor: Executor,
  { account, payout: id }: PayoutOf,
): Promise<Result<null, "not_found" | "too_late">> {
  const outcome = await executor.change({
    account,
    subject: { kind: "payout", id },
    decide: ({ wallet }, { now }) => decideCancelPayout(wallet, now),
  });
  if (outcome.ok) return ok(null);
  return refused(outcome.reason.code === "not_found" ? "not_found" : "too_late");
}
