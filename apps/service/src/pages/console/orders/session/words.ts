import type { Asked } from "../../../kit/answer.js";

/** What is said after an action; the code stands in the address. */
export const SESSION_SAID = {
  created: ["good", "The payment link is ready: copy it and send it to your customer."],
  expired: ["good", "The session has expired and can no longer be confirmed."],
  sent: ["good", "We emailed the link."],
  not_sent: ["bad", "Not sent: enter an email address, such as ada@example.com."],
  completed: ["bad", "A buyer has confirmed this session already, so it can't expire. Its escrow is below."],
} as const;
export type SessionSaid = keyof typeof SESSION_SAID;

/** Null for a code that is not ours. */
export const saidIn = ({ query: { said = "" } }: Pick<Asked, "query">): SessionSaid | null =>
  Object.hasOwn(SESSION_SAID, said) ? (said as SessionSaid) : null;
