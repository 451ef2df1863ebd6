import type { Asked } from "../../../kit/answer.js";

/** What is said after an action, by the code in the address, and whether the action came to something. */
export const LINK_SAID = { created: "good", off: "good", on: "good", not_sent: "bad", sent: "good" } as const;
export type LinkSaid = keyof typeof LINK_SAID;

/** Null for a code that is not ours. */
export const saidIn = ({ query: { said = "" } }: Pick<Asked, "query">): LinkSaid | null =>
  Object.hasOwn(LINK_SAID, said) ? (said as LinkSaid) : null;
