/** Money goes back in a real Vendure and a real service, begun on either side: once each. */
import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { share } from "../../../apps/service/test/bounds.js";
import { REFUND_POINTS } from "../../../tools/shops/points.mjs";
import { buyer, escrowStatusOf, given, holdfast, notesOf, paidOrder, staff, stateOf } from "./people.js";

async function held(...slugs: readonly string[]) {
  const order = await paidOrder(...slugs);
  await expect.poll(() => stateOf(order.code)).toBe("PaymentSettled");
  return order;
}

async function released() {
  const order = await held("tall-vase");
  await staff.ship(order.code);
  await expect.poll(async () => (await holdfast.escrows.get(order.escrow)).status).toBe("WORK_IN_PROGRESS");
  await buyer.approve(order.escrow, (await holdfast.escrows.get(order.escrow)).milestones[0]!.id);
  await expect.poll(() => stateOf(order.code)).toBe("Delivered");
  return order;
}

/** In the shop: how each stands, how much it is, and its id at Holdfast. */
const inShop = async (code: string) =>
  (await staff.order(code)).payments[0]!.refunds.map(
    ({ state, total, transactionId }) => [state, total, transactionId] as const,
  ).sort(([, one], [, other]) => one - other);
/** At Holdfast: as the shop should show them. */
const atHoldfast = async (escrow: string) =>
  (await holdfast.refunds.list(escrow)).data
    .map(({ id, amount }) => ["Settled", Math.round(Number(amount) * 100), id] as const)
    .sort(([, one], [, other]) => one - other);

/** Both sides have the very same, so many. */
async function agree({ code, escrow }: { readonly code: string; readonly escrow: string }, amounts: readonly number[]) {
  await expect
    .poll(async () => (await inShop(code)).map(([state, total]) => [state, total]))
    .toEqual(amounts.map((amount) => ["Settled", amount]));
  expect(await inShop(code)).toEqual(await atHoldfast(escrow));
}

test("a part, and then the rest, begun in the shop before release: made once, settled once the buyer has it", async () => {
  const order = await held("salad-bowl");
  await staff.refund(order.code, 1_700);
  await agree(order, [1_700]);
  expect(await holdfast.escrows.get(order.escrow)).toMatchObject({ status: "IN_ESCROW", amount_refunded: "17.00" });
  expect(await stateOf(order.code)).toBe("PaymentSettled");
  await staff.refund(order.code, 5_000);
  await agree(order, [1_700, 5_000]);
  // With nothing left, the escrow is over, and so is the order.
  await expect.poll(() => escrowStatusOf(order.code)).toBe("CANCELLED");
  expect(await stateOf(order.code)).toBe("Cancelled");
  expect(await inShop(order.code)).toHaveLength(2);
});

test("begun at Holdfast, a part before release and one after it: each appears in the shop once", async () => {
  const order = await held("teapot", "bud-vase");
  await holdfast.refunds.create({ escrow: order.escrow, amount: "3.00" });
  await agree(order, [300]);
  const done = await released();
  await holdfast.refunds.create({ escrow: done.escrow, amount: "5.00" });
  await agree(done, [500]);
  await staff.refund(done.code, 10_000);
  await agree(done, [500, 10_000]);
  expect(await stateOf(done.code)).toBe("Delivered");
});

test("both sides at once: two refunds, on both", async () => {
  const order = await held("teapot");
  await Promise.all([
    staff.refund(order.code, 1_000),
    holdfast.refunds.create({ escrow: order.escrow, amount: "2.00" }),
  ]);
  await agree(order, [200, 1_000]);
});

test("all of it on both sides at once: it goes back once", async () => {
  const order = await held("stoneware-mug");
  const { amount } = await holdfast.escrows.get(order.escrow);
  const total = Math.round(Number(amount) * 100);
  await Promise.all([
    staff.refund(order.code, total),
    holdfast.refunds.create({ escrow: order.escrow }).catch(() => "too late"),
  ]);
  await expect.poll(() => escrowStatusOf(order.code)).toBe("CANCELLED");
  await expect
    .poll(async () => (await inShop(order.code)).filter(([state]) => state === "Settled").map(([, cents]) => cents))
    .toEqual([total]);
  expect(await holdfast.escrows.get(order.escrow)).toMatchObject({ amount_refunded: amount });
});

test("a refund of one line is taken from its milestone", async () => {
  const { code, escrow } = await held("teapot", "bud-vase");
  const { lines, payments } = await staff.order(code);
  const input = {
    paymentId: payments[0]!.id,
    amount: 1_500,
    lines: [{ orderLineId: lines[0]!.id, quantity: 1 }],
    shipping: 0,
    adjustment: 0,
  };
  await staff.call(
    "mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { __typename ... on ErrorResult { errorCode message } } }",
    { input },
  );
  await expect.poll(async () => (await holdfast.refunds.list(escrow)).data).toHaveLength(1);
  const { milestones } = await holdfast.escrows.get(escrow);
  expect(milestones.map(({ amount_refunded: refunded }) => refunded)).toEqual(["15.00", undefined]);
});

test("refused in a dispute: the refund fails in the shop, and a note says why and what to do", async () => {
  const { code, escrow } = await held("candle-holder");
  await staff.ship(code);
  await expect.poll(async () => (await holdfast.escrows.get(escrow)).status).toBe("WORK_IN_PROGRESS");
  await buyer.dispute(escrow, (await holdfast.escrows.get(escrow)).milestones[0]!.id, { reason: "Cracked" });
  await expect.poll(() => escrowStatusOf(code)).toBe("DISPUTED");
  await staff.refund(code);
  await expect.poll(() => inShop(code)).toEqual([["Failed", 3_500, ""]]);
  await expect
    .poll(() => notesOf(code))
    .toContainEqual(expect.stringContaining("Holdfast refused the refund of 35.00"));
  expect((await holdfast.refunds.list(escrow)).data).toEqual([]);
});

test("the same amount on each side is two refunds", async () => {
  const { code, escrow } = await held("oil-bottle");
  await holdfast.refunds.create({ escrow, amount: "1.00" });
  await staff.refund(code, 100);
  await agree({ code, escrow }, [100, 100]);
  const { payments } = await staff.order(code);
  expect(payments[0]!.refunds).toHaveLength(2);
});

const POLL_MS = 100;
const TRIES = 900;

/** Until it comes about, from a store that may be away. */
async function persist<Result>(step: () => Promise<Result>, tries = TRIES): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (tries === 0) throw error;
    await sleep(POLL_MS);
    return persist(step, tries - 1);
  }
}

const KILLS = share(REFUND_POINTS, { nth: 0, of: 2 }).map(({ name }) => name);

test.each(KILLS)("Vendure is killed, at: %s. Each refund is one", async (point) => {
  const order = await held("salt-cellar");
  fs.writeFileSync(given.fallAt, point);
  await holdfast.refunds.create({ escrow: order.escrow, amount: "2.00" });
  // Its answer may be lost with the store, and what was kept is made all the same.
  const before = async () => (await inShop(order.code)).some(([, total]) => total === 300);
  await staff.refund(order.code, 300).catch(() => undefined);
  await persist(async () => (await before()) || (await staff.refund(order.code, 300)));
  await expect.poll(() => fs.existsSync(given.fallAt), "it never came there").toBe(false);
  await persist(() => agree(order, [200, 300]), 3);
});
