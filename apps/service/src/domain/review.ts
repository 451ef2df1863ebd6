/** How long a buyer may look at a delivery before it counts as approved. */
import type { Escrow, Milestone } from "./model.js";

/**
 * From which second on a delivery counts as approved; null while no such clock runs (decisions, "Clocks"). Time in which the buyer
 * was kept from signing in does not count as time to review: the review lasts as much longer.
 */
export function reviewEndsAt(escrow: Escrow, { status, reviewSince }: Milestone): number | null {
  const { reviewWindowSeconds } = escrow;
  if (escrow.status !== "WORK_IN_PROGRESS" || status !== "AWAITING_REVIEW") return null;
  if (reviewSince === null || reviewWindowSeconds === null) return null;
  let end = reviewSince + reviewWindowSeconds;
  let counted = reviewSince;
  for (const { since, until } of escrow.keptOut) {
    const from = Math.max(since, counted);
    if (since >= end) break;
    if (until <= from) continue;
    end += until - from;
    counted = until;
  }
  return end;
}
