import { keysOf, type ShownKey } from "../../../../identity/keys.js";
import { findRefundAlone } from "../../../../store/read/console/team.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";
import { givableBy, type MoneyScope } from "./form.js";

export type KeysServices = Pick<ConsoleServices, "db" | "registry" | "publicUrl">;

export type ShownKeys = {
  /** Active and revoked ones. */
  readonly keys: readonly ShownKey[];
  readonly givable: readonly MoneyScope[];
};

export async function loadKeys({ member }: ConsoleContext, { db }: KeysServices): Promise<ShownKeys> {
  const [keys, most] = await Promise.all([keysOf(db, member.account), findRefundAlone(db, member.account)]);
  return { keys, givable: givableBy(member.role, most !== null) };
}

/** What the member may give to a key now. */
export const loadGivable = async ({ member }: ConsoleContext, { db }: KeysServices): Promise<readonly MoneyScope[]> =>
  givableBy(member.role, (await findRefundAlone(db, member.account)) !== null);
