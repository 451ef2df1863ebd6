import type { EscrowId } from "../../../../domain/ids.js";
import type { Asked } from "../../../kit/answer.js";
import type { ConsoleContext } from "../../context.js";
import { escrowUrl } from "../../links.js";

/** What is said after an action, by the code in the address, and whether the action came to something. */
export const ESCROW_SAID = {
  submitted: "good",
  cancelled: "good",
  settled: "good",
  refunded: "good",
  refund_asked: "good",
  refund_declined: "good",
  refund_waits: "bad",
  refund_not_confirmed: "bad",
  not_submitted: "bad",
  not_cancelled: "bad",
  second_needed: "bad",
} as const;
export type EscrowSaid = keyof typeof ESCROW_SAID;

/** Null for a code that is not ours. */
export const saidIn = ({ query: { said = "" } }: Pick<Asked, "query">): EscrowSaid | null =>
  Object.hasOwn(ESCROW_SAID, said) ? (said as EscrowSaid) : null;

/** Where an action leads on to. */
export const escrowSaid = (context: ConsoleContext, escrow: EscrowId, code: EscrowSaid): string =>
  `${escrowUrl(context, escrow)}?said=${code}`;
