/** Puts the sender of webhooks together, and shows operators how it does. */

import type { Policy } from "../outbound/guard.js";
import { openResolver, type Resolver } from "../outbound/resolve.js";
import { openSender, type SendLimits } from "../outbound/send.js";
import type { Database } from "../platform/database.js";
import type { Log } from "../platform/log.js";
import type { Metrics } from "../platform/metrics.js";
import type { Seal } from "../platform/seal.js";
import { DELIVERY_PACE, type DeliveryPace, startDeliveries } from "../webhooks/deliver.js";

export type Webhooks = {
  /** Events were committed in this process: no need to wait for the next look. */
  poke(): void;
  /** Ends attempts under way, within 11 s unless told otherwise, and frees what this worker had taken. */
  stop(): Promise<void>;
};

/** How fast a worker of webhooks lives; what is not given is as in a deployment. */
export type WebhookPace = Partial<DeliveryPace & Pick<SendLimits, "headMs" | "bodyMs">>;

/** @param means.resolver in place of the machine's name servers; closed with the rest. */
export function startWebhooks(means: {
  readonly db: Database;
  readonly seal: Seal;
  readonly policy: Policy;
  readonly extraCa: string | null;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly resolver?: Resolver;
  readonly pace?: WebhookPace;
}): Webhooks {
  const { db, seal, policy, extraCa, log, metrics, resolver = openResolver(), pace = {} } = means;
  const sender = openSender({ policy, resolver, limits: pace, ...(extraCa === null ? {} : { extraCa }) });
  const deliveries = startDeliveries({
    db,
    sender,
    seal,
    log,
    events: { attempted: metrics.observeAttempt },
    pace: { ...DELIVERY_PACE, ...pace },
  });
  metrics.watchWebhooks({ inFlight: () => deliveries.inFlight, lanes: () => deliveries.lanes });
  return {
    poke: deliveries.poke,
    async stop() {
      await deliveries.stop();
      await sender.close();
      resolver.close();
    },
  };
}
