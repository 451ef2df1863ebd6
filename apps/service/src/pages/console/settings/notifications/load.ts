import type { NotificationKind } from "../../../../domain/notifications.js";
import { listWantedMails } from "../../../../store/read/console/settings.js";
import type { ConsoleContext } from "../../context.js";
import type { SettingsServices } from "../load.js";

export const loadWanted = (
  { member: { account }, seller }: ConsoleContext,
  { db }: SettingsServices,
): Promise<ReadonlySet<NotificationKind>> => listWantedMails(db, { account, seller: seller.id });
