import type { Asked } from "../../../kit/answer.js";

/** What is said after an action, by the code in the address, and whether the action came to something. */
export const SESSION_SAID = {
  created: "good",
  expired: "good",
  sent: "good",
  not_sent: "bad",
  completed: "bad",
} as const;
export type SessionSaid = keyof typeof SESSION_SAID;

/** Null for a code that is not ours. */
export const saidIn = ({ query: { said = "" } }: Pick<Asked, "query">): SessionSaid | null =>
  Object.hasOwn(SESSION_SAID, said) ? (said as SessionSaid) : null;
