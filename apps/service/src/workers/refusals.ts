/**
 * Of several cells, where buyers are apart: brings here from when until when codes for an address were refused, for reviews of that
 * buyer's orders last as much longer (domain/review.ts), and forgets what has run out. One cell has all of it in its own database.
 */
import type { Queryable } from "../platform/database.js";
import type { Log } from "../platform/log.js";
import { listRefusals, sweepApart, takeRefusals } from "../store/identity/buyers-apart.js";
import { startTicker, TICK_MS, type Ticker } from "./ticker.js";

/** All that are kept, once; then what is new, with the last minute again, for statements end in another order than they began. */
const KEPT_SECONDS = 31 * 86_400;
const AGAIN_SECONDS = 60;
const SWEEP_EVERY_TICKS = 60;

type Means = {
  readonly db: Queryable;
  readonly people: Queryable;
  readonly log: Log;
  readonly tickMs?: number | undefined;
};

export function startRefusals({ db, people, log, tickMs = TICK_MS }: Means): Ticker {
  let reach = KEPT_SECONDS;
  let ticks = 0;
  return startTicker(tickMs, async () => {
    try {
      const refusals = await listRefusals(people, reach);
      if (refusals.length > 0) await takeRefusals(db, refusals);
      reach = AGAIN_SECONDS;
      if (ticks % SWEEP_EVERY_TICKS === 0) await sweepApart(people);
      ticks += 1;
    } catch (error) {
      // What was written down meanwhile is older than a minute when it is back.
      reach = KEPT_SECONDS;
      log.warn({ err: error }, "refusals of sign-ins could not be read, and will be");
    }
    return false;
  });
}
