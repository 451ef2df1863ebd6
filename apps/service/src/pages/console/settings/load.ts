import { loadSettings, type Settings } from "../../../store/read/console/settings.js";
import { readSetup, type Setup } from "../../../store/read/console/setup.js";
import type { ConsoleContext } from "../context.js";
import type { ConsoleServices } from "../services.js";

export type SettingsServices = Pick<ConsoleServices, "db">;

/** Profile, terms and brand of an account, as they are saved. */
export const loadAccountSettings = ({ member }: ConsoleContext, { db }: SettingsServices): Promise<Settings> =>
  loadSettings(db, member.account);

/** With the account's first steps, which the page of the profile can bring back. */
export async function loadProfile(
  context: ConsoleContext,
  services: SettingsServices,
): Promise<{ readonly settings: Settings; readonly setup: Setup }> {
  const [settings, setup] = await Promise.all([
    loadAccountSettings(context, services),
    readSetup(services.db, context.member.account),
  ]);
  return { settings, setup };
}
