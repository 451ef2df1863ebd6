/**
 * Asks providers what became of disputes that are open, for notices get lost and decisions take months; and has merchants pay
 * what they owe out of money that came in at the very moment in which the debt came into being.
 */
import { type Booking, bookReport } from "../commands/book-report.js";
import { collectDebt } from "../commands/collect-debt.js";
import type { Log } from "../platform/log.js";
import type { Metrics } from "../platform/metrics.js";
import type { Provider, Providers } from "../providers/port.js";
import { claimChargebacks, listDebtorsWithMoney } from "../store/queue/chargebacks.js";
import { countChargebacks } from "../store/read/money/chargebacks.js";
import { startTicker, TICK_MS, type Ticker } from "./ticker.js";

/** Disputes that one provider is asked about at a tick. */
const WIDTH = 8;

export type ChargebackMeans = Booking & { readonly providers: Pick<Providers, "all">; readonly log: Log };

export const startChargebacks = ({
  tickMs = TICK_MS,
  metrics,
  ...means
}: ChargebackMeans & {
  readonly metrics?: Pick<Metrics, "watchChargebacks">;
  readonly tickMs?: number | undefined;
}): Ticker => {
  metrics?.watchChargebacks(() => countChargebacks(means.db));
  return startTicker(tickMs, async () => {
    try {
      return await watchChargebacks(means);
    } catch (error) {
      means.log.warn({ err: error }, "chargebacks failed, and will be looked at again");
      return false;
    }
  });
};

/** True when there may be more to do at once. */
export async function watchChargebacks(means: ChargebackMeans): Promise<boolean> {
  for (const account of await listDebtorsWithMoney(means.db)) await collectDebt(means.door, account);
  const full = await Promise.all(means.providers.all.map((provider) => lookUpDue(provider, means)));
  return full.some(Boolean);
}

async function lookUpDue(provider: Provider, means: ChargebackMeans): Promise<boolean> {
  const { disputes } = provider;
  if (disputes === null) return false;
  const due = await claimChargebacks(means.db, provider.name, WIDTH);
  for (const { theirId } of due) {
    const found = await disputes.lookUp(theirId);
    const about = { provider: provider.name, dispute: theirId };
    if (found.kind === "known") {
      const booked = await bookReport(means, provider.name, found.report);
      if (booked.kind === "parked")
        means.log.warn({ ...about, error: booked.reason }, "dispute looked up, and not booked");
    } else {
      const error = found.kind === "unknown" ? "the provider knows nothing of it" : found.reason;
      means.log.warn({ ...about, error }, "dispute not looked up, and will be asked about again");
    }
  }
  return due.length === WIDTH;
}
