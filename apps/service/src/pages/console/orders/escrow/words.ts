import type { EscrowId } from "../../../../domain/ids.js";
import type { Asked } from "../../../kit/answer.js";
import type { ConsoleContext } from "../../context.js";
import { escrowUrl } from "../../links.js";

/** What is said after an action; the code stands in the address. */
export const ESCROW_SAID = {
  submitted: ["good", "Submitted. We emailed the buyer, who can now review it."],
  cancelled: ["good", "The order is cancelled. What was held goes back to the buyer."],
  settled: ["good", "The dispute is settled and the order closed. We emailed the buyer, who gets the rest back."],
  not_submitted: ["bad", "Not submitted: the milestone can't be submitted in its current state. Check it below."],
  not_cancelled: ["bad", "Not cancelled: the order has changed. Check its state below."],
} as const;
export type EscrowSaid = keyof typeof ESCROW_SAID;

/** Null for a code that is not ours. */
export const saidIn = ({ query: { said = "" } }: Pick<Asked, "query">): EscrowSaid | null =>
  Object.hasOwn(ESCROW_SAID, said) ? (said as EscrowSaid) : null;

/** Where an action leads on to. */
export const escrowSaid = (context: ConsoleContext, escrow: EscrowId, code: EscrowSaid): string =>
  `${escrowUrl(context, escrow)}?said=${code}`;
