/** Memory for files on their way in: it is bounded in bytes, and the slowest sender makes room. */
import { expect, test } from "vitest";
import { type Arrival, openUploadBudget } from "../../src/pages/kit/upload-budget.js";

const settled = async (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setImmediate(() => resolve(false)))]);

/** Is there until it is told to leave. */
function visit(room: ReturnType<typeof openUploadBudget>): { arrival: Promise<Arrival>; leave: () => void } {
  const { promise: arrival, resolve } = Promise.withResolvers<Arrival>();
  const { promise: end, resolve: leave } = Promise.withResolvers<void>();
  void room.admit(async (one) => {
    resolve(one);
    await end;
  });
  return { arrival, leave };
}

test("when it is full, the form that has taken longest is called off, and no other", async () => {
  const room = openUploadBudget(100);
  const [old, young, last] = [await visit(room).arrival, await visit(room).arrival, await visit(room).arrival];
  old.hold(10);
  young.hold(60);
  expect(await settled(old.calledOff)).toBe(false);
  last.hold(40);
  expect(await Promise.all([old, young, last].map(({ calledOff }) => settled(calledOff)))).toEqual([
    true,
    false,
    false,
  ]);
});

test("what has come whole is written, whatever comes after it; its room is free when it was written", async () => {
  const room = openUploadBudget(100);
  const { arrival, leave } = visit(room);
  const whole = await arrival;
  whole.hold(90);
  whole.complete();
  const other = await visit(room).arrival;
  other.hold(50);
  expect(await settled(whole.calledOff)).toBe(false);
  expect(await settled(other.calledOff)).toBe(true);
  leave();
  await settled(Promise.resolve());
  const third = await visit(room).arrival;
  third.hold(100);
  expect(await settled(third.calledOff)).toBe(false);
});

test("a visitor's forms are read one after the other, and one that fails does not hold up the next", async () => {
  const room = openUploadBudget(100);
  const order: number[] = [];
  const first = room.inTurn("ada", async () => {
    await new Promise((resolve) => setImmediate(resolve));
    order.push(1);
    throw new Error("it broke");
  });
  const second = room.inTurn("ada", async () => void order.push(2));
  await room.inTurn("eve", async () => void order.push(0));
  await expect(first).rejects.toThrow("it broke");
  await second;
  expect(order).toEqual([0, 1, 2]);
});
