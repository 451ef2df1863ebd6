import type { AccountId } from "../domain/ids.js";
import type { Executor } from "./execute.js";

/**
 * Pays what a merchant owes out of what is in the wallet. What comes in pays it at once; this is for money that came in while
 * the debt came into being.
 */
export async function collectDebt(executor: Executor, account: AccountId): Promise<void> {
  // The executor pays debts behind every decision that holds a wallet: here there is nothing else to decide.
  await executor.change({ account, subject: { kind: "debt" }, decide: () => ({ ok: true }) });
}
