/** What waits for a worker, and how old rates are, is shown by every process: by those too that serve while nobody has started a worker. */
import type { RateRules } from "../domain/rates.js";
import type { Queryable } from "../platform/database.js";
import type { Metrics } from "../platform/metrics.js";
import { readBacklog } from "../store/queue/backlog.js";
import { readCallBacklog } from "../store/queue/provider-calls.js";
import { readRateFigures } from "../store/read/rates.js";

type Means = {
  readonly db: Queryable;
  readonly metrics: Pick<Metrics, "watchDeliveries" | "watchProviderCalls" | "watchRates">;
  readonly config: { readonly rates: Pick<RateRules, "ageMaxSeconds"> };
};

export function watchBacklogs({ db, metrics, config }: Means): void {
  metrics.watchDeliveries(() => readBacklog(db));
  metrics.watchProviderCalls(() => readCallBacklog(db));
  metrics.watchRates(() => readRateFigures(db, config.rates.ageMaxSeconds));
}
