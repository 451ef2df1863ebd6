/** Who waits for whom when passwords are hashed. */
import { expect, test } from "vitest";
import { openHashQueues, PasswordsBusy } from "../../src/identity/hash-queue.js";

/** A queue of one place, and work that is done when it is told so; `order` is who was served. */
function counter() {
  const limits = { waitingMax: 6, waitingOfNetwork: 4 };
  const { first, second } = openHashQueues(1, { first: limits, second: limits });
  const order: string[] = [];
  const turns: (() => void)[] = [];
  const come = (network: string, queue = first) =>
    queue(network, async () => {
      order.push(network);
      await new Promise<void>((resolve) => turns.push(resolve));
    });
  const serve = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      turns.shift()?.();
    }
  };
  return { come, order, serve, second };
}

test("a network that was served before waits for one that was not, however long its line is", async () => {
  const { come, order, serve } = counter();
  const all = [come("flood"), come("flood"), come("flood"), come("honest"), come("flood"), come("other")];
  await serve(6);
  await Promise.all(all);
  expect(order).toEqual(["flood", "honest", "other", "flood", "flood", "flood"]);
});

test("a network's line has an end, and in a full queue the longest line gives way", async () => {
  const { come, order, serve } = counter();
  const flood = Promise.allSettled([1, 2, 3, 4, 5].map(() => come("flood")));
  await expect(come("flood")).rejects.toThrow(PasswordsBusy);
  const others = [come("one"), come("two"), come("three"), come("four")];
  await serve(8);
  expect((await flood).map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "rejected",
    "rejected",
  ]);
  await Promise.all(others);
  expect(order.slice(0, 5)).toEqual(["flood", "one", "two", "three", "four"]);
});

test("a later queue waits for an earlier one, but for every fourth turn", async () => {
  const { come, order, serve, second } = counter();
  const signUps = [1, 2, 3].map(() => come("new", second));
  const signIns = ["a", "b", "c", "d"].map((network) => come(network));
  await serve(7);
  await Promise.all([...signUps, ...signIns]);
  expect(order).toEqual(["new", "a", "b", "c", "new", "d", "new"]);
});
