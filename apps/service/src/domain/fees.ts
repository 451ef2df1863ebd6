/** What the buyer pays on top of the order, and when the platform has earned it (decisions, "Fees"). */
import { type Cents, cents, subtract, ZERO } from "./money.js";

/** `basisPoints` of the amount plus `fixed`, never below `min` nor, when there is one, above `max`. */
export type FeeSchedule = {
  readonly basisPoints: number;
  readonly fixed: Cents;
  readonly min: Cents;
  readonly max: Cents | null;
};

/** Whether fees may be charged by it: a share from nothing to all, amounts that are not negative, in their order. */
export const isCharged = ({ basisPoints, fixed, min, max }: FeeSchedule): boolean =>
  Number.isInteger(basisPoints) &&
  basisPoints >= 0 &&
  basisPoints <= 10_000 &&
  fixed >= ZERO &&
  min >= ZERO &&
  (max === null || max >= min);

/** Fees for an order of `amount`, in whole cents; a half cent is rounded up. */
export function feesFor(amount: Cents, schedule: FeeSchedule): Cents {
  const share = (amount * BigInt(schedule.basisPoints) + 5_000n) / 10_000n;
  const fees = share + schedule.fixed;
  if (fees < schedule.min) return schedule.min;
  return schedule.max !== null && fees > schedule.max ? schedule.max : cents(fees);
}

/**
 * Fees earned by the time `released` of `amount` has been released: pro rata, rounded down, and all of them with the
 * last release. Being cumulative, no sequence of releases can earn a cent too many or too few.
 */
export function feesEarnedBy(released: Cents, { amount, fees }: { amount: Cents; fees: Cents }): Cents {
  if (released === ZERO) return ZERO;
  return released === amount ? fees : cents((fees * released) / amount);
}

type Shared = { amount: Cents; fees: Cents; released: Cents; feesEarned: Cents; refundedHeld: Cents };

/** Fees that releasing `release` earns on top of what `escrow` has earned so far; the last step of an order takes the rest. */
export function feesEarnedWith(release: Cents, escrow: Shared): Cents {
  const { amount, fees, released, feesEarned, refundedHeld } = escrow;
  const isLast = released + release + refundedHeld === amount;
  if (refundedHeld > ZERO && isLast) return subtract(subtract(fees, feesEarned), feesOf(refundedHeld, escrow));
  return subtract(feesEarnedBy(cents(released + release), escrow), feesEarned);
}

/** Fees that go back with `refund` out of what is held, beside those that went back with refunds before. */
export function feesBackWith(refund: Cents, escrow: Shared): Cents {
  const { amount, fees, released, feesEarned, refundedHeld } = escrow;
  if (refund === ZERO) return ZERO;
  const before = feesOf(refundedHeld, escrow);
  if (released + refundedHeld + refund === amount) return subtract(subtract(fees, feesEarned), before);
  return subtract(feesOf(cents(refundedHeld + refund), escrow), before);
}

/** The share of the fees that belongs to `part` of the order, rounded down: cumulative, as what is earned. */
export const feesOf = (part: Cents, { amount, fees }: { amount: Cents; fees: Cents }): Cents =>
  cents((fees * part) / amount);
