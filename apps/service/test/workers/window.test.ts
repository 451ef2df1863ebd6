/** Provider calls, payouts and mails are worked off in a window: a piece that hangs holds its own place. */
import { expect, test } from "vitest";
import { startWindow } from "../../src/workers/window.js";

test("behind a call that hangs all others are made, as many at a time as there are places", async () => {
  const due = Array.from({ length: 50 }, (_, at) => at);
  const hanging = Promise.withResolvers<void>();
  const made: number[] = [];
  let underWay = 0;
  let peak = 0;
  const worker = startWindow(10, {
    job: "call",
    width: 4,
    claim: async (limit) => due.splice(0, limit),
    work: async (call: number) => {
      underWay += 1;
      peak = Math.max(peak, underWay);
      await (call === 0 ? hanging.promise : undefined);
      made.push(call);
      underWay -= 1;
    },
    failed: () => expect.unreachable(),
  });
  await expect.poll(() => made.length).toBe(49);
  expect({ peak, hangs: made.includes(0) }).toEqual({ peak: 4, hangs: false });
  hanging.resolve();
  await worker.stop();
  expect(made).toHaveLength(50);
});

test("a claim that fails is made again, and a stop waits for what is under way", async () => {
  let claims = 0;
  let failures = 0;
  let isDone = false;
  const slow = Promise.withResolvers<void>();
  const worker = startWindow(5, {
    job: "call",
    width: 2,
    claim: async () => {
      claims += 1;
      if (claims === 1) throw new Error("away");
      return claims === 2 ? ["one"] : [];
    },
    work: async () => {
      await slow.promise;
      isDone = true;
    },
    failed: () => {
      failures += 1;
    },
  });
  await expect.poll(() => claims).toBeGreaterThan(2);
  setImmediate(() => slow.resolve());
  await worker.stop();
  expect({ failures, isDone }).toEqual({ failures: 1, isDone: true });
});
