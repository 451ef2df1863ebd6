import type { Asked } from "../../../kit/answer.js";

/** What is said after an action; the code stands in the address. */
export const LINK_SAID = {
  created: ["good", "The link is ready: share it with your customers."],
  off: ["good", "The link is switched off. Orders that were opened before go on."],
  on: ["good", "The link is switched on again."],
  not_sent: ["bad", "Not sent: enter an email address, such as ada@example.com."],
  sent: ["good", "We emailed the link."],
} as const;
export type LinkSaid = keyof typeof LINK_SAID;

/** Null for a code that is not ours. */
export const saidIn = ({ query: { said = "" } }: Pick<Asked, "query">): LinkSaid | null =>
  Object.hasOwn(LINK_SAID, said) ? (said as LinkSaid) : null;
