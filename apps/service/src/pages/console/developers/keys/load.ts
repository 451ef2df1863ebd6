import { keysOf, type ShownKey } from "../../../../identity/keys.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";

export type KeysServices = Pick<ConsoleServices, "db" | "registry" | "publicUrl">;

/** Active and revoked ones. */
export const loadKeys = ({ member }: ConsoleContext, { db }: KeysServices): Promise<readonly ShownKey[]> =>
  keysOf(db, member.account);
