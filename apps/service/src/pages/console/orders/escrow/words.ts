import type { EscrowId } from "../../../../domain/ids.js";
import type { Asked } from "../../../kit/answer.js";
import type { ConsoleContext } from "../../context.js";
import { escrowUrl } from "../../links.js";

/** What is said after an action; the code stands in the address. */
export const ESCROW_SAID = {
  submitted: ["good", "Submitted: the buyer was told by mail, and reviews it now."],
  cancelled: ["good", "The order is cancelled. What was held goes back to the buyer."],
  not_submitted: ["bad", "Not submitted: the milestone takes no submission as it stands now. This is where it stands."],
  not_cancelled: ["bad", "Not cancelled: something else happened first. This is where the order stands now."],
} as const;
export type EscrowSaid = keyof typeof ESCROW_SAID;

/** Null for a code that is not ours. */
export const saidIn = ({ query: { said = "" } }: Pick<Asked, "query">): EscrowSaid | null =>
  Object.hasOwn(ESCROW_SAID, said) ? (said as EscrowSaid) : null;

/** Where an action leads on to. */
export const escrowSaid = (context: ConsoleContext, escrow: EscrowId, code: EscrowSaid): string =>
  `${escrowUrl(context, escrow)}?said=${code}`;
