/** Every process knows, a moment later, which providers are left alone, and what the others do: nothing else is offered. */
import type { Queryable } from "../platform/database.js";
import type { Log } from "../platform/log.js";
import type { Metrics } from "../platform/metrics.js";
import type { HealthWatch } from "../providers/health.js";
import type { Provider } from "../providers/port.js";
import { readHealth } from "../store/providers/health.js";
import { startTicker, TICK_MS, type Ticker } from "./ticker.js";

export const startHealth = ({
  health,
  providers,
  db,
  log,
  metrics,
  tickMs = TICK_MS,
}: {
  readonly health: Pick<HealthWatch, "refresh">;
  readonly providers: { readonly all: readonly Pick<Provider, "name" | "refresh">[] };
  readonly db: Queryable;
  readonly log: Log;
  readonly metrics: Pick<Metrics, "watchProviderHealth">;
  readonly tickMs?: number | undefined;
}): Ticker => {
  metrics.watchProviderHealth(
    providers.all.map(({ name }) => name),
    () => readHealth(db),
  );
  return startTicker(tickMs, async () => {
    // Nobody waits for a provider that does not answer; these never reject.
    for (const provider of providers.all) void provider.refresh();
    try {
      await health.refresh();
    } catch (error) {
      log.warn({ err: error }, "the health of providers could not be read");
    }
    return false;
  });
};
