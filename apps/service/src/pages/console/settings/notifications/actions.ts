import { saveNotifications } from "../../../../commands/save-notifications.js";
import { NOTIFICATION_KINDS } from "../../../../domain/notifications.js";
import type { Handler, Posted } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { settingsPath } from "../frame.js";
import type { SettingsServices } from "../load.js";

/** What somebody wants to be told is their own to say, whatever they may do, and however the account stands. */
export const keepNotifications: Handler<ConsoleContext, SettingsServices, Posted> = async (
  context,
  { form },
  { db },
) => {
  const wanted = new Set(NOTIFICATION_KINDS.filter((kind) => form[kind] === "on"));
  await saveNotifications(db, { account: context.member.account, seller: context.seller.id }, wanted);
  return settingsPath(context, "/notifications", "mails");
};
