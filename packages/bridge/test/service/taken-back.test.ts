/** An order that the shop has taken back, cancelled or paid in another way, is the shop's alone: no escrow that ends moves it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type World } from "../../../../apps/service/test/harness.js";
import { ORDER } from "../shop.js";
import { openTrade, sell, type Trade } from "../trade.js";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

const SET = "1001";
const HOUR = 3_600;

/** How an escrow ends that was not paid. */
const ENDS: Readonly<
  Record<string, readonly [status: string, end: (trade: Trade, escrow: string) => Promise<unknown>]>
> = {
  deadline: ["DEADLINE_EXPIRED", () => world.advance(73 * HOUR)],
  decline: ["DECLINED", (trade, escrow) => trade.buyer.decline(escrow)],
  cancel: ["CANCELLED", (trade, escrow) => trade.buyer.cancel(escrow)],
};

describe.each(Object.entries(ENDS))("unpaid, and over by %s", (_, [status, end]) => {
  test("an order that nothing else pays is cancelled", async () => {
    const trade = await openTrade(world);
    const order = trade.shop.place(ORDER);
    await trade.bridge.round();
    await end(trade, (await trade.buy(SET, false)).id);
    await trade.bridge.round();
    expect(order).toMatchObject({ marks: [`cancelled (${status})`], notes: [] });
  });

  test("an order that was paid in another way meanwhile stays as it is, with a note", async () => {
    const trade = await openTrade(world);
    const order = trade.shop.place(ORDER);
    await trade.bridge.round();
    const escrow = await trade.buy(SET, false);
    await trade.bridge.round();
    order.isCancelled = true;
    await trade.bridge.round();
    await end(trade, escrow.id);
    for (let round = 0; round < 3; round += 1) await trade.bridge.round();
    expect(order).toMatchObject({ marks: [], notes: [status] });
    expect(await trade.reason(SET)).toBeNull();
  });

  test("paid in another way while the bridge is about to cancel it, it stays as it is", async () => {
    let meanwhile = (): void => undefined;
    const trade = await openTrade(world, {
      fetch: async (url, options) => {
        const answer = await fetch(url, options);
        if (String(url).includes("/escrows/")) meanwhile();
        return answer;
      },
    });
    const order = trade.shop.place(ORDER);
    await trade.bridge.round();
    const escrow = await trade.buy(SET, false);
    await trade.bridge.round();
    await end(trade, escrow.id);
    // The feed has said that it is over; the shop has not been told.
    meanwhile = () => {
      order.isCancelled = true;
    };
    await trade.bridge.round();
    expect(order).toMatchObject({ marks: [], notes: [status] });
  });
});

test("taken back after the escrow was over and before the shop could be told: it is not told to move the order", async () => {
  const trade = await openTrade(world);
  const order = trade.shop.place(ORDER);
  await trade.bridge.round();
  await trade.buyer.decline((await trade.buy(SET, false)).id);
  trade.shop.failure = new Error("it is being saved");
  await expect(trade.bridge.round()).rejects.toThrow();
  trade.shop.failure = null;
  await trade.bridge.take({ cancelled: SET });
  await trade.bridge.round();
  expect(order).toMatchObject({ marks: [], notes: ["DECLINED"] });
  expect(await trade.bridge.find(SET)).toMatchObject({ stage: "CANCELLED" });
});

test("taken back, then paid, disputed and settled: each is noted, and none moves the order", async () => {
  const trade = await openTrade(world);
  const order = trade.shop.place(ORDER);
  await trade.bridge.round();
  const escrow = await trade.buy(SET, false);
  await trade.bridge.round();
  order.isCancelled = true;
  await trade.bridge.round();
  await trade.buyer.pay(escrow.id);
  await trade.bridge.round();
  expect(await trade.reason(SET)).toMatch(/^cancelled in the shop, but the buyer has paid/);
  await trade.buyer.dispute(escrow.id, escrow.milestones[0]?.id ?? "", { reason: "I paid twice." });
  await trade.bridge.round();
  await trade.buyer.resolve(escrow.id, { outcome: "settle", release: "0.00", refund: ORDER.amount });
  await trade.bridge.round();
  expect(order).toMatchObject({ marks: [], notes: ["IN_ESCROW", "DISPUTED", "CLOSED"] });
});

test("taken back after it was paid, and approved all the same: noted, not completed", async () => {
  const trade = await openTrade(world);
  const order = trade.shop.place(ORDER);
  await trade.bridge.round();
  const escrow = await sell(trade, SET);
  trade.shop.ship(SET);
  await trade.bridge.round();
  order.isCancelled = true;
  await trade.bridge.round();
  await trade.buyer.approve(escrow.id, escrow.milestones[0]?.id ?? "");
  await trade.bridge.round();
  expect(order).toMatchObject({ marks: ["paid (IN_ESCROW)"], notes: ["COMPLETED"] });
});

test("what else was to pay the order comes to nothing: it gets another link, or goes on with the buyer's escrow", async () => {
  const trade = await openTrade(world);
  const [linked, confirmed] = ["linked", "confirmed"].map((id) => trade.shop.place({ ...ORDER, id }));
  await trade.bridge.round();
  const escrow = await trade.buy("confirmed", false);
  await trade.bridge.round();
  for (const order of [linked, confirmed]) Object.assign(order ?? {}, { isCancelled: true });
  await trade.bridge.round();
  expect((await trade.sessionsOf("linked")).map(({ status }) => status)).toEqual(["EXPIRED"]);
  for (const order of [linked, confirmed]) Object.assign(order ?? {}, { isCancelled: false });
  await trade.bridge.round();
  const sessions = await trade.sessionsOf("linked");
  expect(sessions.map(({ status }) => status)).toEqual(["EXPIRED", "OPEN"]);
  expect(linked?.url).toBe(sessions[1]?.url);
  await trade.buyer.pay(escrow.id);
  await trade.bridge.round();
  expect(confirmed?.marks).toEqual(["paid (IN_ESCROW)"]);
});

test("paid while something else was to pay the order, which came to nothing: it goes on as paid", async () => {
  const trade = await openTrade(world);
  const order = trade.shop.place(ORDER);
  await trade.bridge.round();
  const escrow = await trade.buy(SET, false);
  order.isCancelled = true;
  await trade.bridge.round();
  await trade.buyer.pay(escrow.id);
  await trade.bridge.round();
  expect(order).toMatchObject({ marks: [], notes: ["IN_ESCROW"] });
  order.isCancelled = false;
  await trade.bridge.round();
  expect(order.marks).toEqual(["paid (IN_ESCROW)"]);
});

test("a shop whose adapter takes no notes is told nothing of an order that it took back", async () => {
  const trade = await openTrade(world);
  Object.assign(trade.shop, { noteEscrow: undefined });
  const order = trade.shop.place(ORDER);
  await sell(trade, SET);
  order.isCancelled = true;
  await trade.bridge.round();
  await trade.buyer.cancel((await trade.escrowOf(SET)).id);
  await trade.bridge.round();
  expect(order).toMatchObject({ marks: ["paid (IN_ESCROW)"], notes: [] });
  expect(trade.log).toContainEqual(expect.objectContaining({ step: "mark left out", order: SET }));
});
