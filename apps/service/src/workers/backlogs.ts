/** What waits for a worker is shown by every process: by those too that serve while nobody has started a worker. */
import type { Queryable } from "../platform/database.js";
import type { Metrics } from "../platform/metrics.js";
import { readBacklog } from "../store/queue/backlog.js";
import { readCallBacklog } from "../store/queue/provider-calls.js";
import { countStuckAtHolder } from "../store/read/desk/holder.js";

type Means = {
  readonly db: Queryable;
  readonly metrics: Pick<Metrics, "watchDeliveries" | "watchProviderCalls" | "watchHolder">;
};

export function watchBacklogs({ db, metrics }: Means): void {
  metrics.watchDeliveries(() => readBacklog(db));
  metrics.watchProviderCalls(() => readCallBacklog(db));
  metrics.watchHolder(() => countStuckAtHolder(db));
}
