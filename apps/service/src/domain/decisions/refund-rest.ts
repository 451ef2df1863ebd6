/** The seller gives back all that an order still holds, which needs nobody's consent: a cancellation, or in a dispute a settlement. */
import { heldOf, isStopped, STOPPED, unreleasedOf } from "../escrow.js";
import { type Context, type Decision, type Escrow, refuseNow } from "../model.js";
import { type Cents, ZERO } from "../money.js";
import { allows, ESCROW_MOVES } from "../states.js";
import { decideEndEscrow } from "./end-escrow.js";
import { decideSettle, sharesOf } from "./resolve-dispute.js";

/** All of what is left goes to the buyer. */
const restOf = (escrow: Escrow) => ({ release: ZERO, refund: unreleasedOf(escrow) });

/** Whether the seller can give the rest back now; while a payer's bank disputes a payment, nobody can. */
export const mayRefundRest = (escrow: Escrow): boolean =>
  !isStopped(escrow) && (escrow.status === "DISPUTED" || allows(ESCROW_MOVES.cancel, escrow.status));

/** What the buyer gets by it, fees that go back included. */
export const refundOfRest = (escrow: Escrow): Cents =>
  escrow.status === "DISPUTED" ? sharesOf(escrow, restOf(escrow)).buyer : heldOf(escrow);

export function decideRefundRest(escrow: Escrow, context: Context): Decision {
  if (escrow.status !== "DISPUTED") return decideEndEscrow(escrow, "cancel", context);
  if (isStopped(escrow)) return refuseNow(STOPPED);
  return decideSettle(escrow, restOf(escrow), { actor: "merchant", context });
}
