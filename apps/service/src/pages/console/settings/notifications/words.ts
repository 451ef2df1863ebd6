import type { NotificationKind } from "../../../../domain/notifications.js";

/** What each kind of mail is about. */
export const TEXTS: Readonly<Record<NotificationKind, readonly [title: string, text: string]>> = {
  order_paid: ["An order is paid", "You can deliver."],
  revision_asked: ["Changes requested", "A buyer requests changes and says why."],
  dispute: ["Disputes", "One is opened or decided, or there is a new message or offer in it."],
  order_ended: ["An order ends", "It is completed or cancelled, or its money is split."],
  payout: ["Payouts", "One was paid or failed."],
  verification: ["Verification", "We reviewed your documents."],
  endpoint_failing: ["A webhook endpoint fails", "25, 40 and 50 failed attempts in a row; at 50 it is disabled."],
};
