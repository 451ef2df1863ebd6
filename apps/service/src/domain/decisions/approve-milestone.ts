import {
  dueOf,
  entry,
  escrowEvent,
  isOpen,
  isShort,
  isStopped,
  milestoneEvent,
  milestoneOf,
  pay,
  SHORT,
  STOPPED,
  withMilestone,
} from "../escrow.js";
import type { MilestoneId } from "../ids.js";
import type { Actor, Decision, Escrow } from "../model.js";
import { refuse, refuseNow, refuseStatus } from "../model.js";
import { ACTIVE, allows, ESCROW_MOVES, isIn, MILESTONE_MOVES } from "../states.js";

/** Approval releases the milestone's money; the last one completes the escrow. Goes on beside a dispute about another. */
export function decideApproveMilestone(escrow: Escrow, id: MilestoneId, actor: Actor): Decision {
  const milestone = milestoneOf(escrow, id);
  if (milestone === undefined) return refuse("not_found");
  if (!isIn(ACTIVE, escrow.status)) return refuseStatus({ object: "escrow", status: escrow.status }, ACTIVE);
  if (!allows(MILESTONE_MOVES.approve, milestone.status))
    return refuseStatus({ object: "milestone", status: milestone.status }, MILESTONE_MOVES.approve.from);
  if (isShort(escrow)) return refuseNow(isStopped(escrow) ? STOPPED : SHORT);

  const approved = { ...milestone, status: "COMPLETED" as const, reviewSince: null };
  const paid = pay(withMilestone(escrow, approved), dueOf(milestone), { kind: "release", milestone: id });
  const completes = !paid.escrow.milestones.some(isOpen);
  const next: Escrow = completes ? { ...paid.escrow, status: "COMPLETED" } : paid.escrow;
  return {
    ok: true,
    escrow: next,
    transfers: paid.transfers,
    entries: [entry("approve", milestone, { to: approved.status, actor })],
    events: [
      milestoneEvent(MILESTONE_MOVES.approve.event, next, milestone),
      ...(completes ? [escrowEvent(ESCROW_MOVES.complete.event, next, escrow.status)] : []),
    ],
  };
}
