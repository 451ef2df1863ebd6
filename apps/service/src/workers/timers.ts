/**
 * Work that time alone calls for: expiries, deadlines, automatic approvals. Any number of processes may run it: the executor lets
 * one of them find something to do, the others find it done. A tick that fails is logged, and the next one tries again.
 */
import type { Settling } from "../commands/settle-due.js";
import type { Log } from "../platform/log.js";
import type { Metrics } from "../platform/metrics.js";
import { startTicker, TICK_MS, type Ticker } from "./ticker.js";

export function startTimers({
  sweepDue,
  log,
  metrics,
  tickMs = TICK_MS,
}: {
  sweepDue: Settling["sweep"];
  log: Log;
  metrics: Metrics;
  tickMs?: number | undefined;
}): Ticker {
  return startTicker(tickMs, async () => {
    try {
      const { settled, hasMore } = await sweepDue();
      metrics.countDue(settled);
      if (settled > 0) log.info({ settled }, "due");
      return hasMore;
    } catch (error) {
      log.warn({ err: error }, "timers failed, and will try again");
      return false;
    }
  });
}
