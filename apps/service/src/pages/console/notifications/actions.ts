import { readNotifications } from "../../../commands/read-notifications.js";
import { listNotifications } from "../../../store/read/console/notifications.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { Handler, Posted } from "../../kit/route.js";
import type { ConsoleContext } from "../context.js";
import { escrowUrl, notificationsUrl } from "../links.js";
import type { NotificationsServices } from "./route.js";

/** Opens a notification, which is read by that, or takes all that the page showed as read. What one reads is one's own to say. */
export const takeAsRead: Handler<ConsoleContext, NotificationsServices, Posted> = async (context, { form }, { db }) => {
  const reader = { account: context.member.account, seller: context.seller.id };
  const { number, through } = form;
  if (isNumber(through)) {
    await readNotifications(db, reader, { through });
    return notificationsUrl(context);
  }
  const opened = (await listNotifications(db, reader)).find((one) => one.number === number);
  if (opened === undefined) throw new PageRefusal("not_found");
  if (!opened.isRead) await readNotifications(db, reader, { one: opened.number });
  return escrowUrl(context, opened.escrow);
};

/** Of an event: it fits into the database's. */
const isNumber = (text: string | undefined): text is string => /^[1-9]\d{0,17}$/.test(text ?? "");
