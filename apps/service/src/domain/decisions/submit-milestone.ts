import { entry, escrowEvent, milestoneEvent, milestoneOf, withMilestone } from "../escrow.js";
import type { MilestoneId } from "../ids.js";
import type { Context, Decision, Escrow } from "../model.js";
import { refuse, refuseStatus } from "../model.js";
import type { Shipping } from "../shipping.js";
import { allows, ESCROW_MOVES, MILESTONE_MOVES } from "../states.js";

/** The merchant says what was delivered. Refusals in the contract's order: unknown, not funded, wrong status. */
export function decideSubmitMilestone(
  escrow: Escrow,
  {
    milestone: id,
    details,
    shipping = null,
  }: { readonly milestone: MilestoneId; readonly details: string; readonly shipping?: Shipping | null },
  context: Context,
): Decision {
  const milestone = milestoneOf(escrow, id);
  if (milestone === undefined) return refuse("not_found");
  const starts = allows(ESCROW_MOVES.startWork, escrow.status);
  if (!starts && escrow.status !== "WORK_IN_PROGRESS") return refuse("escrow_not_funded");
  if (!allows(MILESTONE_MOVES.submit, milestone.status))
    return refuseStatus({ object: "milestone", status: milestone.status }, MILESTONE_MOVES.submit.from);

  const submitted = {
    ...milestone,
    status: "AWAITING_REVIEW" as const,
    submissionDetails: details,
    reviewSince: context.now,
  };
  const next: Escrow = {
    ...withMilestone(escrow, submitted),
    status: "WORK_IN_PROGRESS",
    firstSubmittedAt: escrow.firstSubmittedAt ?? context.now,
  };
  return {
    ok: true,
    escrow: next,
    entries: [entry("submit", milestone, { to: submitted.status, actor: "merchant", text: details, shipping })],
    events: [
      milestoneEvent(MILESTONE_MOVES.submit.event, next, milestone),
      ...(starts ? [escrowEvent(ESCROW_MOVES.startWork.event, next, escrow.status)] : []),
    ],
  };
}
