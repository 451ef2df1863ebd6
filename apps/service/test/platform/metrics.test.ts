/** What a process shows of itself when it is asked for the first time. */
import { expect, test } from "vitest";
import { openMetrics } from "../../src/platform/metrics.js";

test("what is read when somebody asks is shown to the first who asks, and read once for all of it", async () => {
  const metrics = openMetrics({ pool: { totalCount: 0, idleCount: 0, waitingCount: 0 } });
  let reads = 0;
  const counted = <Read>(read: Read) => {
    return async (): Promise<Read> => {
      reads += 1;
      return read;
    };
  };
  metrics.watchChargebacks(counted({ open: 2, answerWithinSeconds: 3_600, owed: 1_500 }));
  metrics.watchProviderCalls(counted({ open: 7, parked: 3, oldestDueSeconds: 90 }));
  const backlog = counted({ open: 5, held: 4, oldestUntriedSeconds: 60 });
  metrics.watchDeliveries(backlog);
  const { text } = await metrics.render();
  expect(text.split("\n")).toEqual(
    expect.arrayContaining([
      "holdfast_chargebacks_open 2",
      "holdfast_chargebacks_answer_within_seconds 3600",
      "holdfast_chargebacks_owed_cents 1500",
      "holdfast_provider_calls_open 7",
      "holdfast_provider_calls_parked 3",
      "holdfast_provider_calls_oldest_due_seconds 90",
      "holdfast_webhook_open_deliveries 5",
      "holdfast_webhook_held_deliveries 4",
      "holdfast_webhook_oldest_untried_seconds 60",
    ]),
  );
  expect(reads).toBe(3);
});

test("no chargeback that waits for an answer is no deadline, and not one that is over", async () => {
  const metrics = openMetrics({ pool: { totalCount: 0, idleCount: 0, waitingCount: 0 } });
  metrics.watchChargebacks(async () => ({ open: 0, answerWithinSeconds: null, owed: 0 }));
  expect((await metrics.render()).text).toMatch(/^holdfast_chargebacks_answer_within_seconds nan$/im);
});
