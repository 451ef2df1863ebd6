/** Every process knows, a moment later, which providers are left alone: what they alone serve is not offered. */
import type { Log } from "../platform/log.js";
import type { HealthWatch } from "../providers/health.js";
import { startTicker, TICK_MS, type Ticker } from "./ticker.js";

export const startHealth = ({
  health,
  log,
  tickMs = TICK_MS,
}: {
  readonly health: Pick<HealthWatch, "refresh">;
  readonly log: Log;
  readonly tickMs?: number | undefined;
}): Ticker =>
  startTicker(tickMs, async () => {
    try {
      await health.refresh();
    } catch (error) {
      log.warn({ err: error }, "the health of providers could not be read");
    }
    return false;
  });
