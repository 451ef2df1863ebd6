/** Calls that share batches: who travels together, and what a batch that is held up means for the others. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { gather } from "../../src/platform/gather.js";

/** Batches that end when they are told to, in the order in which they began. */
function openBatches({ spare }: { spare?: { lanes: number; beyond: number } } = {}) {
  const begun: { readonly items: readonly number[]; end(): void }[] = [];
  const call = gather<number, number>({
    run: (items) => new Promise((resolve) => begun.push({ items, end: () => resolve(items) })),
    lanes: 2,
    batchMax: 4,
    ...(spare === undefined ? {} : { spare }),
  });
  const items = (): readonly (readonly number[])[] => begun.map((batch) => batch.items);
  return { begun, call, items };
}

test("calls of one turn share a batch, and those that come while all lanes are taken share the next", async () => {
  const { begun, call, items } = openBatches();
  const first = [call(1), call(2)];
  await nextTurn();
  const second = [call(3)];
  await nextTurn();
  const third = [call(4), call(5)];
  await nextTurn();
  expect(items()).toEqual([[1, 2], [3]]);
  begun[1]?.end();
  expect(await Promise.all(second)).toEqual([3]);
  expect(items()).toEqual([[1, 2], [3], [4, 5]]);
  begun[0]?.end();
  begun[2]?.end();
  expect(await Promise.all([...first, ...third])).toEqual([1, 2, 4, 5]);
});

test("where more calls wait than lanes that are held up explain, spare lanes open, and close behind them", async () => {
  const { begun, call, items } = openBatches({ spare: { lanes: 1, beyond: 2 } });
  const held = [call(1)];
  await nextTurn();
  held.push(call(2));
  await nextTurn();
  const waiting = [call(3), call(4)];
  await nextTurn();
  expect(items()).toEqual([[1], [2]]);
  waiting.push(call(5));
  await nextTurn();
  expect(items()).toEqual([[1], [2], [3, 4, 5]]);
  const late = call(6);
  begun[2]?.end();
  expect(await Promise.all(waiting)).toEqual([3, 4, 5]);
  await nextTurn();
  expect(items()).toHaveLength(3);
  begun[0]?.end();
  await nextTurn();
  expect(items().at(-1)).toEqual([6]);
  for (const batch of begun) batch.end();
  expect(await Promise.all([...held, late])).toEqual([1, 2, 6]);
});
