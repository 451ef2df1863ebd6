import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { settingsPath } from "../frame.js";
import { loadProfile, type SettingsServices } from "../load.js";
import { ProfilePage } from "./view.js";

/** Who the seller is. Members who may not configure see their mails instead. */
export const showProfile: Handler<ConsoleContext, SettingsServices> = async (context, { query }, services) => {
  if (!context.may("configure")) return settingsPath(context, "/notifications");
  return <ProfilePage context={context} {...(await loadProfile(context, services))} said={query["said"]} />;
};
