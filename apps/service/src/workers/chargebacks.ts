/**
 * Asks providers what became of disputes that are open, for notices get lost and decisions take months; and has merchants pay
 * what they owe out of money that came in at the very moment in which the debt came into being.
 */
import { type Booking, bookReport } from "../commands/book-report.js";
import { collectDebt } from "../commands/collect-debt.js";
import { isRefusedForGood } from "../platform/database-errors.js";
import type { Log } from "../platform/log.js";
import type { Metrics } from "../platform/metrics.js";
import type { Disputes, Provider, Providers } from "../providers/port.js";
import { claimChargebacks, listDebtorsWithMoney } from "../store/queue/chargebacks.js";
import { countChargebacks } from "../store/read/money/chargebacks.js";
import { inJob } from "./job.js";
import { bookingRefused } from "./schedules.js";
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
  for (const account of await listDebtorsWithMoney(means.db)) await collectDebt(means.executor, account);
  const full = await Promise.all(means.providers.all.map((provider) => lookUpDue(provider, means)));
  return full.some(Boolean);
}

async function lookUpDue(provider: Provider, means: ChargebackMeans): Promise<boolean> {
  const { disputes } = provider;
  if (disputes === null) return false;
  const due = await claimChargebacks(means.db, provider.name, WIDTH);
  for (const { theirId } of due) {
    const about = { provider: provider.name, dispute: theirId };
    const looking = inJob("chargeback", () => lookUp(disputes, { provider: provider.name, theirId }, means));
    const error = await looking.catch((thrown: unknown) => {
      if (!isRefusedForGood(thrown)) throw thrown;
      return bookingRefused(thrown);
    });
    if (error !== null) means.log.warn({ ...about, error }, "dispute not looked up, and will be asked about again");
  }
  return due.length === WIDTH;
}

/** Why it was not booked; null when it was. */
async function lookUp(
  disputes: Disputes,
  { provider, theirId }: { readonly provider: string; readonly theirId: string },
  means: ChargebackMeans,
): Promise<string | null> {
  const found = await disputes.lookUp(theirId);
  if (found.kind === "unknown") return "the provider knows nothing of it";
  if (found.kind === "unreachable") return found.reason;
  const booked = await bookReport(means, provider, found.report);
  return booked.kind === "parked" ? booked.reason : null;
}
