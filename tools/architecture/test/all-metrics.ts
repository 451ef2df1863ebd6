/** What a process shows at /metrics once each thing that it counts has happened. */
import { openMetrics } from "../../../apps/service/src/platform/metrics.js";

export async function allMetrics(): Promise<string> {
  const metrics = openMetrics({ pool: { totalCount: 0, idleCount: 0, waitingCount: 0 } });
  metrics.watchProviderCalls(async () => ({ open: 0, parked: 0, oldestDueSeconds: 0 }));
  metrics.watchProviderHealth(["sandbox-card"], async () => []);
  metrics.watchAudits(async () => null);
  metrics.watchSecurity(async () => [{ kind: "sign_in_failed", count: 1 }]);
  metrics.watchBooks(async () => ({
    open: [{ provider: "sandbox-card", class: "amount", count: 1, ageSeconds: 1 }],
    balances: [{ provider: "sandbox-card", currency: "USD", amount: 1 }],
    isCovered: null,
  }));
  metrics.watchRates(async () => ({
    current: [{ currency: "KES", leftSeconds: 1 }],
    waiting: [{ currency: "UGX", seconds: 1 }],
    source: { name: "file", seconds: 0 },
  }));
  metrics.watchHolder(async () => ({ recall: 0, transfer: 0, stopped: 0, below: 0 }));
  metrics.watchRails(async () => ({ claim: 0, refund: 0, batch: 0, statement: 0 }));
  metrics.watchStaying(async () => 0);
  metrics.watchChargebacks(async () => ({ open: 0, answerWithinSeconds: null, owed: 0 }));
  metrics.watchWebhooks({ inFlight: () => 0, lanes: () => 0 });
  metrics.watchDeliveries(async () => ({ open: 0, held: 0, oldestUntriedSeconds: 0 }));
  metrics.observeRequest({ route: "createSession", method: "POST", status: 201, seconds: 0.001 });
  metrics.countAddressRefused("codes");
  metrics.countMail("sent");
  metrics.observeAttempt("succeeded", 0.001);
  metrics.countProviderCall("sandbox-card", "answered");
  metrics.countCallback("sandbox-card", "genuine");
  // Of Node: shown from the first collection of garbage on.
  return `${(await metrics.render()).text}\nnodejs_gc_duration_seconds_sum{kind="minor"} 0\n`;
}
