import type { AccountId } from "../domain/ids.js";
import type { Door } from "./execute.js";

/**
 * Pays what a merchant owes out of what is in the wallet. What comes in pays it at once; this is for money that came in while
 * the debt came into being.
 */
export async function collectDebt(door: Door, account: AccountId): Promise<void> {
  // The door pays debts behind every decision that holds a wallet: here there is nothing else to decide.
  await door.change({ account, subject: { kind: "debt" }, decide: () => ({ ok: true }) });
}
