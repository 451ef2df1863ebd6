/**
 * Work that time alone calls for: expiries, deadlines, automatic approvals, and forgetting old rate windows. Any number
 * of processes may run it: the door lets one of them find something to do, the others find it done.
 *
 * Modes: waiting for the next tick, running one, stopped. A tick that fails is logged and the next one tries again.
 */
import type { SettleDue } from "../commands/settle-due.js";
import type { Database } from "../platform/database.js";
import type { Log } from "../platform/log.js";
import type { Metrics } from "../platform/metrics.js";
import { sweepWindows } from "../store/identity/keys.js";

const TICK_MS = 1_000;
const SWEEP_EVERY_TICKS = 60;

export type Timers = {
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>;
};

export function startTimers({
  db,
  settleDue,
  log,
  metrics,
}: {
  db: Database;
  settleDue: SettleDue;
  log: Log;
  metrics: Metrics;
}): Timers {
  let stopped = false;
  let ticks = 0;
  let wake: () => void = () => undefined;

  async function tick(): Promise<void> {
    try {
      const settled = await settleDue(null);
      metrics.countDue(settled);
      if (settled > 0) log.info({ settled }, "due");
      if (ticks++ % SWEEP_EVERY_TICKS === 0) await sweepWindows(db);
    } catch (error) {
      log.warn({ err: error }, "timers failed, and will try again");
    }
  }

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      // Jitter keeps processes that started together from asking together.
      const timer = setTimeout(resolve, TICK_MS * (0.75 + Math.random() / 2));
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const running = (async () => {
    while (!stopped) {
      await tick();
      if (!stopped) await pause();
    }
  })();

  return {
    stop: () => {
      stopped = true;
      wake();
      return running;
    },
  };
}
