/** What waits for a worker, and how old rates are, is shown by every process: by those too that serve while nobody has started a worker. */
import type { RateRules } from "../domain/rates.js";
import { NEAR_DAYS } from "../domain/staying.js";
import type { Queryable } from "../platform/database.js";
import type { Metrics } from "../platform/metrics.js";
import type { Providers } from "../providers/port.js";
import { readBacklog } from "../store/queue/backlog.js";
import { readCallBacklog } from "../store/queue/provider-calls.js";
import { countStuckAtHolder } from "../store/read/desk/holder.js";
import { readRailBacklog } from "../store/read/desk/rail-backlog.js";
import { listStaying } from "../store/read/desk/staying.js";
import { readRateFigures } from "../store/read/rates.js";

type Means = {
  readonly db: Queryable;
  readonly metrics: Pick<
    Metrics,
    "watchDeliveries" | "watchProviderCalls" | "watchRates" | "watchHolder" | "watchRails" | "watchStaying"
  >;
  readonly providers: Pick<Providers, "stays">;
  readonly config: { readonly rates: Pick<RateRules, "ageMaxSeconds"> };
};

export function watchBacklogs({ db, metrics, providers, config }: Means): void {
  metrics.watchDeliveries(() => readBacklog(db));
  metrics.watchProviderCalls(() => readCallBacklog(db));
  metrics.watchRates(() => readRateFigures(db, config.rates.ageMaxSeconds));
  metrics.watchStaying(async () => (await listStaying(db, providers.stays(), NEAR_DAYS)).length);
  metrics.watchHolder(() => countStuckAtHolder(db));
  metrics.watchRails(() => readRailBacklog(db));
}
