import { listNotifications } from "../../../store/read/console/notifications.js";
import type { Handler } from "../../kit/route.js";
import type { ConsoleContext } from "../context.js";
import type { ConsoleServices } from "../services.js";
import { NotificationsPage } from "./view.js";

export type NotificationsServices = Pick<ConsoleServices, "db">;

/** What has happened to the account's orders, read and unread by this member. */
export const showNotificationList: Handler<ConsoleContext, NotificationsServices> = async (context, _asked, { db }) => {
  const { member, seller } = context;
  const notifications = await listNotifications(db, { account: member.account, seller: seller.id });
  return <NotificationsPage context={context} notifications={notifications} />;
};
