/**
 * Work that time alone calls for: expiries, deadlines, automatic approvals, and forgetting what has run out: rate windows,
 * codes, sessions of buyers, old lines of the sellers' request log. Any number of processes may run it: the door lets one of them find something to do, the others
 * find it done. A tick that fails is logged, and the next one tries again.
 */
import { sweepRequestLog } from "../commands/request-log.js";
import type { Settling } from "../commands/settle-due.js";
import type { Database } from "../platform/database.js";
import type { Log } from "../platform/log.js";
import type { Metrics } from "../platform/metrics.js";
import { sweepSignIns } from "../store/identity/buyers.js";
import { sweepWindows } from "../store/identity/keys.js";
import { sweepSellers } from "../store/identity/seller-challenges.js";
import { startTicker, TICK_MS, type Ticker } from "./ticker.js";

const SWEEP_EVERY_TICKS = 60;

export function startTimers({
  db,
  sweepDue,
  log,
  metrics,
  tickMs = TICK_MS,
}: {
  db: Database;
  sweepDue: Settling["sweep"];
  log: Log;
  metrics: Metrics;
  tickMs?: number | undefined;
}): Ticker {
  let ticks = 0;
  return startTicker(tickMs, async () => {
    try {
      const { settled, hasMore } = await sweepDue();
      metrics.countDue(settled);
      if (settled > 0) log.info({ settled }, "due");
      if (ticks++ % SWEEP_EVERY_TICKS === 0) {
        await Promise.all([sweepWindows(db), sweepSignIns(db), sweepSellers(db), sweepRequestLog(db)]);
      }
      return hasMore;
    } catch (error) {
      log.warn({ err: error }, "timers failed, and will try again");
      return false;
    }
  });
}
