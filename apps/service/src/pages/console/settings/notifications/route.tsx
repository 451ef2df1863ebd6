import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import type { SettingsServices } from "../load.js";
import { loadWanted } from "./load.js";
import { NotificationsPage } from "./view.js";

/** Which mails a member gets about the account. */
export const showNotifications: Handler<ConsoleContext, SettingsServices> = async (context, { query }, services) => (
  <NotificationsPage context={context} wanted={await loadWanted(context, services)} said={query["said"]} />
);
