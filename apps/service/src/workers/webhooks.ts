/** Puts the sender of webhooks together, and shows operators how it does. */
import type { Database } from "../platform/database.js";
import type { Log } from "../platform/log.js";
import type { Metrics } from "../platform/metrics.js";
import type { Seal } from "../platform/seal.js";
import { readBacklog } from "../store/queue/backlog.js";
import { startDeliveries } from "../webhooks/deliver.js";
import type { Policy } from "../webhooks/guard.js";
import { openResolver, type Resolver } from "../webhooks/resolve.js";
import { openSender } from "../webhooks/send.js";

export type Webhooks = {
  /** Events were committed in this process: no need to wait for the next look. */
  poke(): void;
  /** Ends attempts under way, within 11 s, and frees what this worker had taken. */
  stop(): Promise<void>;
};

/** @param means.resolver in place of the machine's name servers; closed with the rest. */
export function startWebhooks(means: {
  readonly db: Database;
  readonly seal: Seal;
  readonly policy: Policy;
  readonly extraCa: string | null;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly resolver?: Resolver;
}): Webhooks {
  const { db, seal, policy, extraCa, log, metrics, resolver = openResolver() } = means;
  const sender = openSender({ policy, resolver, ...(extraCa === null ? {} : { extraCa }) });
  const deliveries = startDeliveries({ db, sender, seal, log, events: { attempted: metrics.observeAttempt } });
  metrics.watchWebhooks({
    inFlight: () => deliveries.inFlight,
    lanes: () => deliveries.lanes,
    backlog: () => readBacklog(db),
  });
  return {
    poke: deliveries.poke,
    async stop() {
      await deliveries.stop();
      await sender.close();
      resolver.close();
    },
  };
}
