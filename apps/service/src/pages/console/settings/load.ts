import { loadSettings, type Settings } from "../../../store/read/console/settings.js";
import type { ConsoleContext } from "../context.js";
import type { ConsoleServices } from "../services.js";

export type SettingsServices = Pick<ConsoleServices, "db">;

/** Profile, terms and brand of an account, as they are saved. */
export const loadAccountSettings = ({ member }: ConsoleContext, { db }: SettingsServices): Promise<Settings> =>
  loadSettings(db, member.account);
