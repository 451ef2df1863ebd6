/** What an operator sets for one account: its fees, and how much may leave its wallet in a day. */
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

/** Null takes the bound that holds for everybody; zero lets nothing out. */
export function decideChangeLimits(now: Cents | null, dailyMax: Cents | null): Changed {
  if (dailyMax !== null && dailyMax < ZERO) return refused("out_of_bounds");
  return now === dailyMax ? refused("unchanged") : ok(null);
}
