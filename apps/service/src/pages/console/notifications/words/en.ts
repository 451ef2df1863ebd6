/** The words of notifications. */
export const en = {
  notifications: {
    title: "Notifications",
    lead: (days: number, most: number) =>
      `The last ${days} days, up to ${most}. What you read stays unread for your colleagues.`,
    markAll: "Mark all as read",
    emailSettings: "Email settings",
    none: "Nothing new",
    noneText: "You’ll see here when a buyer orders, pays, requests changes, approves a delivery or opens a dispute.",
    /** What happened, and to which order. */
    about: "{what}: {title}",
    unread: "unread",
    "escrow.created": "New order",
    "escrow.partially_funded": "Part payment received",
    "escrow.funded": "Order paid",
    "escrow.milestone.revision_requested": "Changes requested",
    "escrow.milestone.approved": "Delivery approved, money released",
    "escrow.disputed": "Dispute opened",
    "escrow.cancelled": "Order cancelled",
    "escrow.expired": "Order expired",
  },
};
