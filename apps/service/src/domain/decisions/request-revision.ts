import { entry, milestoneEvent, milestoneOf, withMilestone } from "../escrow.js";
import type { MilestoneId } from "../ids.js";
import type { Decision, Escrow } from "../model.js";
import { refuse, refuseStatus } from "../model.js";
import { allows, MILESTONE_MOVES } from "../states.js";

/** The buyer asks the merchant to deliver again. Waits while any milestone is in dispute. */
export function decideRequestRevision(escrow: Escrow, id: MilestoneId, reason: string): Decision {
  const milestone = milestoneOf(escrow, id);
  if (milestone === undefined) return refuse("not_found");
  if (escrow.status !== "WORK_IN_PROGRESS")
    return refuseStatus({ object: "escrow", status: escrow.status }, ["WORK_IN_PROGRESS"]);
  if (!allows(MILESTONE_MOVES.requestRevision, milestone.status))
    return refuseStatus({ object: "milestone", status: milestone.status }, MILESTONE_MOVES.requestRevision.from);

  const returned = { ...milestone, status: "REVISION_REQUESTED" as const, reviewSince: null };
  const next = withMilestone(escrow, returned);
  return {
    ok: true,
    escrow: next,
    entries: [entry("requestRevision", milestone, { to: returned.status, actor: "buyer", text: reason })],
    events: [milestoneEvent(MILESTONE_MOVES.requestRevision.event, next, milestone)],
  };
}
