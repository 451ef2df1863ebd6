import type { AccountId } from "../domain/ids.js";
import type { Queryable } from "../platform/database.js";
import { readReturnable, returnOutgoing } from "../store/write/refund-returns.js";
import type { Executor } from "./execute.js";
import { recordRefund } from "./record-refund.js";
import { sendRefund } from "./send-refund.js";

/**
 * Sandbox: the buyer's bank sends a refund back; what was not paid out yet is paid out first. The simulated provider's books tell of it.
 * @returns false for a refund that does not exist, or of which all came back already.
 */
export async function playRefundReturn(
  { db, executor }: { readonly db: Queryable; readonly executor: Executor },
  account: AccountId,
  number: string,
): Promise<boolean> {
  const parts = await readReturnable(db, account, number);
  for (const { reference, provider, ...part } of parts) {
    const of = { account, reference, ...part };
    await sendRefund(executor, of);
    await recordRefund(executor, of, { kind: "paid" });
    await returnOutgoing(db, provider, reference);
    await recordRefund(executor, of, { kind: "returned" });
  }
  return parts.length > 0;
}
