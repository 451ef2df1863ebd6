/** What members of an account can be told by mail: each kind can be switched on and off by each of them. */

export const NOTIFICATION_KINDS = [
  "order_paid",
  "revision_asked",
  "message",
  "dispute",
  "order_ended",
  "payout",
  "verification",
  "endpoint_failing",
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
