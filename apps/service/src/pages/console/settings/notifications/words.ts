import type { NotificationKind } from "../../../../domain/notifications.js";

/** What each kind of mail is about. */
export const TEXTS: Readonly<Record<NotificationKind, readonly [title: string, text: string]>> = {
  order_paid: ["An order is paid", "You can deliver."],
  revision_asked: ["Changes asked for", "A buyer wants a delivery put right, and says why."],
  dispute: ["Disputes", "One is opened, decided, or somebody writes or makes an offer in it."],
  order_ended: ["An order ends", "It is completed, cancelled, or its money was split."],
  payout: ["Payouts", "One was paid, or could not be."],
  verification: ["Verification", "Your documents were looked at."],
  endpoint_failing: ["A webhook endpoint fails", "25, 40 and 50 failed attempts in a row; at 50 it is switched off."],
};
