import { escrowEvent } from "../escrow.js";
import type { Decision, Escrow, Payment } from "../model.js";
import { refuse } from "../model.js";
import { allows, ESCROW_MOVES, isIn, UNFUNDED } from "../states.js";

/** Payment instructions or a prompt went out to the buyer for `payment`, a new one in CREATED. */
export function decideRequestPayment(escrow: Escrow, payment: Payment): Decision {
  if (!isIn(UNFUNDED, escrow.status)) return refuse("invalid_state");
  if (!allows(ESCROW_MOVES.requestPayment, escrow.status)) return { ok: true, payments: [payment] };
  const next: Escrow = { ...escrow, status: "AWAITING_PAYMENT" };
  return {
    ok: true,
    escrow: next,
    payments: [payment],
    events: [escrowEvent(ESCROW_MOVES.requestPayment.event, next, escrow.status)],
  };
}
