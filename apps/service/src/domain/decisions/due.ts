import { type Debt, debtKey } from "../chargebacks.js";
import { isStopped } from "../escrow.js";
import type { MilestoneId } from "../ids.js";
import type { Changes, Context, Decision, Escrow } from "../model.js";
import { reviewEndsAt } from "../review.js";
import { isIn, UNFUNDED } from "../states.js";
import { decideApproveMilestone } from "./approve-milestone.js";
import { decideEndEscrow } from "./end-escrow.js";

/**
 * What time alone will do next to an escrow, and from which second on (decisions, "Clocks"). A dispute stops both
 * timers; when it ends by resuming, the review starts afresh, and the delivery deadline stays off: the buyer who has
 * disputed once knows the way to dispute again. While the payer's bank disputes a payment, no clock runs at all.
 */
type Due = { readonly at: number } & (
  | { readonly verb: "missDeadline" }
  | { readonly verb: "approve"; readonly milestone: MilestoneId }
);

function nextDue(escrow: Escrow): Due | null {
  if (isStopped(escrow)) return null;
  if (isIn(UNFUNDED, escrow.status)) return { verb: "missDeadline", at: escrow.fundingDeadline };
  if (escrow.status === "IN_ESCROW" && escrow.deliveryDeadlineSeconds !== null && escrow.fundedAt !== null) {
    return { verb: "missDeadline", at: escrow.fundedAt + escrow.deliveryDeadlineSeconds };
  }
  const reviews = escrow.milestones.flatMap((milestone): readonly (Due & { readonly verb: "approve" })[] => {
    const at = reviewEndsAt(escrow, milestone);
    return at === null ? [] : [{ verb: "approve", milestone: milestone.id, at }];
  });
  return reviews.sort((a, b) => a.at - b.at)[0] ?? null;
}

/** Unix seconds from which {@link decideDueEscrow} has something to do; null while no clock runs. */
export const dueAt = (escrow: Escrow): number | null => nextDue(escrow)?.at ?? null;

/** Everything that time has done to an escrow by `context.now`, in the order in which it came due. */
export function decideDueEscrow(escrow: Escrow, context: Context): Decision {
  let current = escrow;
  let all: Changes = {};
  for (;;) {
    const due = nextDue(current);
    if (due === null || due.at > context.now) return { ok: true, ...postponed(current, due, context), ...all };
    const step =
      due.verb === "approve"
        ? decideApproveMilestone(current, due.milestone, "timer")
        : decideEndEscrow(current, due.verb, context);
    if (!step.ok || step.escrow === undefined) throw new Error(`a due ${due.verb} was refused in ${current.status}`);
    current = step.escrow;
    all = merge(all, step);
  }
}

/** What the database has as due, and is not: the moment moved on meanwhile, and is written down anew. */
const postponed = (escrow: Escrow, due: Due | null, { now }: Context): Changes =>
  due !== null && escrow.dueWritten !== null && escrow.dueWritten <= now
    ? { escrow: { ...escrow, dueWritten: due.at } }
    : {};

/** Two sets of changes, one after the other, as one. */
export function merge(first: Changes, second: Changes): Changes {
  const session = second.session ?? first.session;
  const escrow = second.escrow ?? first.escrow;
  const payout = second.payout ?? first.payout;
  const payoutCall = second.payoutCall ?? first.payoutCall;
  return {
    ...(session === undefined ? {} : { session }),
    ...(escrow === undefined ? {} : { escrow }),
    ...(payout === undefined ? {} : { payout }),
    ...(payoutCall === undefined ? {} : { payoutCall }),
    payments: [...(first.payments ?? []), ...(second.payments ?? [])],
    refunds: [...(first.refunds ?? []), ...(second.refunds ?? [])],
    refundParts: [...(first.refundParts ?? []), ...(second.refundParts ?? [])],
    calls: [...(first.calls ?? []), ...(second.calls ?? [])],
    entries: [...(first.entries ?? []), ...(second.entries ?? [])],
    offers: [...(first.offers ?? []), ...(second.offers ?? [])],
    transfers: [...(first.transfers ?? []), ...(second.transfers ?? [])],
    chargebacks: latest(first.chargebacks, second.chargebacks),
    refundDebts: latest(first.refundDebts, second.refundDebts),
    chargebackEntries: [...(first.chargebackEntries ?? []), ...(second.chargebackEntries ?? [])],
    events: [...(first.events ?? []), ...(second.events ?? [])],
  };
}

/** Each once, as it is in the end. */
const latest = <One extends Debt>(first: readonly One[] = [], second: readonly One[] = []): readonly One[] => [
  ...new Map([...first, ...second].map((one) => [debtKey(one), one])).values(),
];
