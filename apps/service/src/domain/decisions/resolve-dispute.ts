import {
  dueOf,
  entry,
  escrowEvent,
  heldOf,
  isOpen,
  isShort,
  isStopped,
  milestoneEvent,
  milestoneOf,
  pay,
  refundHeld,
  SHORT,
  STOPPED,
  unreleasedOf,
  withMilestone,
} from "../escrow.js";
import { feesEarnedWith } from "../fees.js";
import type { MilestoneId } from "../ids.js";
import type { Actor, Changes, Context, Decision, Escrow, EventDraft, Milestone } from "../model.js";
import { refuse, refuseNow, refuseStatus } from "../model.js";
import { add, type Cents, formatMoney, smaller, subtract, ZERO } from "../money.js";
import { ESCROW_MOVES, MILESTONE_MOVES } from "../states.js";

/** How an operator ends a dispute; `milestone` null takes the one disputed longest (decisions, "Escrow moves"). */
export type Resolution = {
  readonly milestone: MilestoneId | null;
  /** Why, in the operator's words: both sides read it in the history. */
  readonly reason?: string;
} & (
  | { readonly outcome: "release" | "resume" }
  | { readonly outcome: "settle"; readonly release: Cents; readonly refund: Cents }
);

export function decideResolveDispute(escrow: Escrow, resolution: Resolution, context: Context): Decision {
  const named = resolution.milestone === null ? longestDisputed(escrow) : milestoneOf(escrow, resolution.milestone);
  if (resolution.milestone !== null && named === undefined) return refuse("not_found");
  if (escrow.status !== "DISPUTED") return refuseStatus({ object: "escrow", status: escrow.status }, ["DISPUTED"]);
  if (isStopped(escrow)) return refuseNow(STOPPED);
  if (isShort(escrow)) {
    if (resolution.outcome !== "settle") return refuseNow(SHORT);
    return decideSettle(escrow, resolution, { actor: "operator", text: resolution.reason ?? "", context });
  }
  if (named?.disputed == null)
    return refuseStatus({ object: "milestone", status: named?.status ?? "not disputed" }, ["DISPUTED"]);
  const { reason = "" } = resolution;
  switch (resolution.outcome) {
    case "release":
      return release(escrow, named, { reason, context });
    case "resume":
      return resume(escrow, named, { to: named.disputed.from, reason, context });
    case "settle":
      return decideSettle(escrow, resolution, { actor: "operator", text: reason, context });
    default:
      return resolution satisfies never;
  }
}

/** The part that is disputed longest; undefined when none is. */
export function longestDisputed(escrow: Escrow): Milestone | undefined {
  return escrow.milestones
    .filter((milestone) => milestone.disputed !== null)
    .reduce<Milestone | undefined>(
      (first, next) =>
        (first?.disputed?.order ?? Number.POSITIVE_INFINITY) < (next.disputed?.order ?? 0) ? first : next,
      undefined,
    );
}

/** The milestone's money goes to the merchant, as if the buyer had approved it. */
function release(
  escrow: Escrow,
  milestone: Milestone,
  { reason, context }: { readonly reason: string; readonly context: Context },
): Decision {
  const released: Milestone = { ...milestone, status: "COMPLETED", disputed: null, reviewSince: null };
  const paid = pay(withMilestone(escrow, released), dueOf(milestone), { kind: "release", milestone: milestone.id });
  return {
    ok: true,
    transfers: paid.transfers,
    entries: [entry("release", milestone, { to: released.status, actor: "operator", text: reason })],
    ...leaveDispute(paid.escrow, milestone, context),
  };
}

/** The milestone goes back to what it was before the dispute. */
function resume(
  escrow: Escrow,
  milestone: Milestone,
  given: { readonly to: Milestone["status"]; readonly reason: string; readonly context: Context },
): Decision {
  const { to, reason, context } = given;
  const resumed: Milestone = { ...milestone, status: to, disputed: null };
  return {
    ok: true,
    entries: [entry("resume", milestone, { to, actor: "operator", text: reason })],
    ...leaveDispute(withMilestone(escrow, resumed), milestone, context),
  };
}

/**
 * The escrow leaves DISPUTED when no milestone is disputed any more; the review of what was submitted starts afresh.
 * @param escrow with the milestone as it is after the dispute.
 * @param resolved the milestone as it was in the dispute.
 */
function leaveDispute(escrow: Escrow, resolved: Milestone, context: Context): Pick<Changes, "escrow" | "events"> {
  const still = escrow.milestones.some((milestone) => milestone.disputed !== null);
  const ends = !escrow.milestones.some(isOpen);
  const next: Escrow = still ? escrow : ends ? { ...escrow, status: "COMPLETED" } : workResumed(escrow, context);
  const { event } = ends ? ESCROW_MOVES.complete : ESCROW_MOVES.resume;
  return {
    escrow: next,
    events: [
      milestoneEvent(MILESTONE_MOVES.release.event, next, resolved),
      ...(still ? [] : [escrowEvent(event, next, escrow.status)]),
    ],
  };
}

/** Work goes on; the review of what was submitted starts afresh. */
export const workResumed = (escrow: Escrow, { now }: Pick<Context, "now">): Escrow => ({
  ...escrow,
  status: "WORK_IN_PROGRESS",
  milestones: escrow.milestones.map((milestone) =>
    milestone.status === "AWAITING_REVIEW" ? { ...milestone, reviewSince: now } : milestone,
  ),
});

/** How all that is left of an escrow is split, fees apart. */
export type Split = { readonly release: Cents; readonly refund: Cents };

/**
 * What each gets when an escrow ends by a split: together all that it holds. When something is refunded, fees go back too:
 * all of them if nothing was ever submitted, else those that the released part has not earned (decisions, "Money"). What the
 * payer's bank took comes out of the fees first.
 */
export function sharesOf(escrow: Escrow, { release, refund }: Split): { merchant: Cents; fees: Cents; buyer: Cents } {
  const refunds = refund > ZERO;
  const keepsFees = !refunds || escrow.firstSubmittedAt !== null;
  const earned = !refunds ? feesEarnedWith(release, escrow) : keepsFees ? feesEarnedWith(release, escrow) : ZERO;
  const fees = smaller(earned, subtract(heldOf(escrow), release));
  return { merchant: release, fees, buyer: subtract(heldOf(escrow), add(release, fees)) };
}

/** What is wrong with a split of this escrow: a sentence that names the sum; null when it fits. */
export function splitProblem(escrow: Escrow, { release, refund }: Split): string | null {
  const left = unreleasedOf(escrow);
  return add(release, refund) === left
    ? null
    : `release and refund must add up to ${formatMoney(left)}, ${isShort(escrow) ? "which is left of the order" : "the amounts of all milestones not completed yet"}.`;
}

/** Splits all that is not released yet and ends the escrow. */
export function decideSettle(
  escrow: Escrow,
  split: Split,
  { actor, text = "", context }: { readonly actor: Actor; readonly text?: string; readonly context: Context },
): Decision {
  const sentence = splitProblem(escrow, split);
  if (sentence !== null) return refuse("validation_failed", { release: [sentence], refund: [sentence] });
  const { fees } = sharesOf(escrow, split);
  const paid = pay(escrow, split.release, { kind: "settlement", fees });
  const given = refundHeld(paid.escrow, "settled", context);
  const isCut = split.refund > ZERO || isShort(escrow);
  return {
    ok: true,
    transfers: [...paid.transfers, ...given.transfers],
    refunds: given.refunds,
    ...ended(given.escrow, { status: isCut ? "CLOSED" : "COMPLETED", actor, text }),
  };
}

/** Ends an escrow in dispute of which nothing is held any more, with every milestone that is still open. */
export function ended(
  escrow: Escrow,
  { status, actor, text }: { readonly status: "COMPLETED" | "CLOSED"; readonly actor: Actor; readonly text: string },
): Pick<Changes, "escrow" | "entries" | "events"> {
  const open = escrow.milestones.filter(isOpen);
  const next: Escrow = {
    ...escrow,
    status,
    milestones: escrow.milestones.map((milestone) => ({
      ...milestone,
      status: "COMPLETED",
      disputed: null,
      reviewSince: null,
    })),
  };
  const { event } = status === "CLOSED" ? ESCROW_MOVES.close : ESCROW_MOVES.complete;
  return {
    escrow: next,
    entries: open.map((milestone) => entry("settle", milestone, { to: "COMPLETED", actor, text })),
    events: [
      ...open.map((milestone): EventDraft => milestoneEvent(MILESTONE_MOVES.settle.event, next, milestone)),
      escrowEvent(event, next, escrow.status),
    ],
  };
}
