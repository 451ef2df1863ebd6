import type { EscrowStatus } from "@holdfast/contract";
import { escrowEvent, isStopped, refundHeld, STOPPED } from "../escrow.js";
import type { Context, Decision, Escrow, Refund } from "../model.js";
import { refuseNow, refuseStatus } from "../model.js";
import { allows, ESCROW_MOVES } from "../states.js";

const ENDS = {
  cancel: { reason: "cancelled", to: "CANCELLED" },
  decline: { reason: "declined", to: "DECLINED" },
  missDeadline: { reason: "deadline", to: "DEADLINE_EXPIRED" },
} as const satisfies Record<string, { reason: Refund["reason"]; to: EscrowStatus }>;

/**
 * Ends an escrow and gives back all that it holds: the merchant cancels, the buyer declines before it is funded, or a
 * deadline passes.
 */
export function decideEndEscrow(escrow: Escrow, verb: keyof typeof ENDS, context: Context): Decision {
  const move = ESCROW_MOVES[verb];
  if (!allows(move, escrow.status)) return refuseStatus({ object: "escrow", status: escrow.status }, move.from);
  if (isStopped(escrow)) return refuseNow(STOPPED);
  const { reason, to } = ENDS[verb];
  const given = refundHeld(escrow, reason, context);
  const next: Escrow = { ...given.escrow, status: to };
  return {
    ok: true,
    escrow: next,
    transfers: given.transfers,
    refunds: given.refunds,
    events: [escrowEvent(move.event, next, escrow.status)],
  };
}
