/** What an operator sets for one account: its fees, and its limits. */
import { type FeeSchedule, isCharged } from "../fees.js";
import { type Cents, ZERO } from "../money.js";
import { ok, type Result, refused } from "../result.js";

type Changed = Result<null, "unchanged" | "out_of_bounds">;

/** For sessions that are created from now on. Null takes the fees of the deployment. */
export function decideChangeFees(now: FeeSchedule | null, fees: FeeSchedule | null): Changed {
  if (fees !== null && !isCharged(fees)) return refused("out_of_bounds");
  const isSame =
    now === null || fees === null
      ? now === fees
      : (["basisPoints", "fixed", "min", "max"] as const).every((name) => now[name] === fees[name]);
  return isSame ? refused("unchanged") : ok(null);
}

/** How much may leave an account's wallet, and how much it may owe. */
export type Limits = {
  /** In a day. Null takes the bound that holds for everybody; zero lets nothing out. */
  readonly dailyMax: Cents | null;
  /** In all, for refunds that the wallet does not reach for. */
  readonly refundCredit: Cents;
};

export function decideChangeLimits(now: Limits, next: Limits): Changed {
  if ((next.dailyMax ?? ZERO) < ZERO || next.refundCredit < ZERO) return refused("out_of_bounds");
  return now.dailyMax === next.dailyMax && now.refundCredit === next.refundCredit ? refused("unchanged") : ok(null);
}

/** The amounts of limits that are set anew. */
export const newLimits = (now: Limits, { dailyMax, refundCredit }: Limits): readonly Cents[] => [
  ...(dailyMax === null || dailyMax === now.dailyMax ? [] : [dailyMax]),
  ...(refundCredit === now.refundCredit ? [] : [refundCredit]),
];
