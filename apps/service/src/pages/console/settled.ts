import type { ConsoleContext } from "./context.js";
import type { ConsoleServices } from "./services.js";

/** Writes down what time has done to the account's sessions and escrows, ahead of showing them. */
export async function settle(
  { member: { account, hasDue } }: Pick<ConsoleContext, "member">,
  { settleDue }: Pick<ConsoleServices, "settleDue">,
): Promise<void> {
  if (hasDue) await settleDue(account);
}
