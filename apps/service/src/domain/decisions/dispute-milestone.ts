import { entry, escrowEvent, milestoneEvent, milestoneOf, withMilestone } from "../escrow.js";
import type { MilestoneId } from "../ids.js";
import type { Context, Decision, Escrow } from "../model.js";
import { refuse, refuseStatus } from "../model.js";
import { ACTIVE, allows, ESCROW_MOVES, isIn, MILESTONE_MOVES } from "../states.js";

/** The buyer disputes a milestone. The first dispute stops the escrow; a further one only joins it. */
export function decideDisputeMilestone(
  escrow: Escrow,
  { milestone: id, reason }: { readonly milestone: MilestoneId; readonly reason: string },
  context: Context,
): Decision {
  const milestone = milestoneOf(escrow, id);
  if (milestone === undefined) return refuse("not_found");
  if (!isIn(ACTIVE, escrow.status)) return refuseStatus({ object: "escrow", status: escrow.status }, ACTIVE);
  if (!allows(MILESTONE_MOVES.dispute, milestone.status))
    return refuseStatus({ object: "milestone", status: milestone.status }, MILESTONE_MOVES.dispute.from);

  const order = 1 + Math.max(0, ...escrow.milestones.map((other) => other.disputed?.order ?? 0));
  const disputed = { ...milestone, status: "DISPUTED" as const, disputed: { from: milestone.status, order } };
  const stops = allows(ESCROW_MOVES.dispute, escrow.status);
  const next: Escrow = {
    ...withMilestone(escrow, disputed),
    status: "DISPUTED",
    disputeReference: escrow.disputeReference ?? `DS-${context.digits(8)}`,
  };
  return {
    ok: true,
    escrow: next,
    entries: [entry("dispute", milestone, { to: disputed.status, actor: "buyer", text: reason })],
    events: [
      milestoneEvent(MILESTONE_MOVES.dispute.event, next, milestone),
      ...(stops ? [escrowEvent(ESCROW_MOVES.dispute.event, next, escrow.status)] : []),
    ],
  };
}
