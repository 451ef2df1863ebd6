/** The event catalogue ("Event catalogue"): what `data.object` is, and when the event is fired. */

type EventSpec = { readonly object: "session" | "escrow" | "milestone" | "refund" | "ping"; readonly when: string };

export const EVENTS = {
  "checkout.session.completed": { object: "session", when: "The buyer confirmed and the escrow was created." },
  "checkout.session.expired": { object: "session", when: "The link expired, or the session was expired by the API." },
  "escrow.created": { object: "escrow", when: "An escrow was created from a session." },
  "escrow.partially_funded": { object: "escrow", when: "A part-payment was received." },
  "escrow.funded": { object: "escrow", when: "The total was received; the escrow is IN_ESCROW." },
  "escrow.work_started": { object: "escrow", when: "Delivery of the first milestone was submitted." },
  "escrow.milestone.submitted": { object: "milestone", when: "The merchant submitted delivery." },
  "escrow.milestone.revision_requested": { object: "milestone", when: "The buyer asked for changes." },
  "escrow.milestone.approved": { object: "milestone", when: "The buyer approved; the milestone's money was released." },
  "escrow.milestone.disputed": { object: "milestone", when: "The buyer disputed the milestone." },
  "escrow.completed": { object: "escrow", when: "All milestones were approved." },
  "escrow.disputed": { object: "escrow", when: "The escrow is in dispute." },
  "escrow.cancelled": { object: "escrow", when: "The escrow was cancelled or declined." },
  "escrow.expired": { object: "escrow", when: "A deadline passed." },
  "escrow.updated": { object: "escrow", when: "Any other change of an escrow's status." },
  "escrow.milestone.updated": { object: "milestone", when: "Any other change of a milestone's status." },
  "refund.created": { object: "refund", when: "Money of an order was refunded, by the API or by a person." },
  "refund.updated": { object: "refund", when: "The refund reached the buyer, failed, or came back." },
  ping: { object: "ping", when: "The test button in the console was pressed." },
} as const satisfies Record<string, EventSpec>;

export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as readonly EventType[];
