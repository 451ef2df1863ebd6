/** Money goes back, begun in the shop or at Holdfast: made once, and told once, whatever happens in between. */

import { SCOPES } from "@holdfast/contract";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AccountId } from "../../../../apps/service/src/domain/ids.js";
import { openKey } from "../../../../apps/service/src/identity/merchants.js";
import { newDatabase, startWorld, type World } from "../../../../apps/service/test/harness.js";
import { type Pool, postgres } from "../../src/index.js";
import { sqlite } from "../../src/sqlite.js";
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

async function sold(options: Parameters<typeof openTrade>[1] = {}) {
  const trade = await openTrade(world, options);
  const order = trade.shop.place(ORDER);
  const escrow = await sell(trade, SET);
  return { trade, order, escrow };
}

async function released() {
  const all = await sold();
  const { trade, escrow } = all;
  trade.shop.ship(SET);
  await trade.bridge.round();
  await trade.buyer.approve(escrow.id, escrow.milestones[0]?.id ?? "");
  await trade.bridge.round();
  return all;
}

const refundsOf = async (trade: Trade, escrow: string) => (await trade.holdfast.refunds.list(escrow)).data;
const settle = async (trade: Trade): Promise<void> => {
  for (let round = 0; round < 3; round += 1) await trade.bridge.round();
};
/** Until the provider has paid it out. */
const paidOut = (trade: Trade, escrow: string) =>
  expect
    .poll(async () => (await refundsOf(trade, escrow)).map(({ status }) => status))
    .toSatisfy((all: readonly string[]) => all.every((status) => status === "SUCCEEDED"));

describe.each(["SQLite", "PostgreSQL"])("on %s", (kind) => {
  test("a part goes back, begun in the shop: asked for twice and made once, under the shop's own id, and its way is told", async () => {
    const pool = new pg.Pool({ connectionString: kind === "SQLite" ? "" : await newDatabase() });
    const database = kind === "SQLite" ? sqlite(":memory:") : postgres(pool as Pool);
    const { trade, order, escrow } = await sold({ database, prefix: "north-" });
    const asked = { id: "R-1", order: SET, amount: "24.00", reason: "damaged" } as const;
    const first = await trade.bridge.refund(asked);
    expect(first).toEqual({ status: expect.any(String), refund: expect.stringMatching(/^RF-/), reason: null });
    expect(await trade.bridge.refund(asked)).toMatchObject({ refund: first.refund });
    expect(await refundsOf(trade, escrow.id)).toMatchObject([
      { id: first.refund, amount: "24.00", reason: "damaged", external_reference: "north-R-1" },
    ]);
    await paidOut(trade, escrow.id);
    await settle(trade);
    // What the answer said is not told again; what came later is.
    expect(order.marks).toEqual(["paid (IN_ESCROW)", ...(first.status === "PENDING" ? ["refund SUCCEEDED"] : [])]);
    expect(order.state).toBe("paid");
    await pool.end();
  });

  test("one that is begun at Holdfast is told to the shop once, and its later ways as well", async () => {
    const pool = new pg.Pool({ connectionString: kind === "SQLite" ? "" : await newDatabase() });
    const database = kind === "SQLite" ? sqlite(":memory:") : postgres(pool as Pool);
    const { trade, order, escrow } = await sold({ database });
    const refund = await trade.holdfast.refunds.create({ escrow: escrow.id, amount: "24.00" });
    await paidOut(trade, escrow.id);
    await settle(trade);
    expect(order.marks).toEqual(["paid (IN_ESCROW)", "refunded 24.00"]);
    expect([...order.refunds]).toEqual([[refund.id, { amount: "24.00", status: "SUCCEEDED" }]]);
    await trade.holdfast.request({ method: "POST", path: `/test_helpers/refunds/${refund.id}/return`, body: {} });
    await settle(trade);
    expect(order.marks.slice(2)).toEqual(["refund FAILED"]);
    await pool.end();
  });
});

test("a shop that books a refund behind the answer is told by a mark as well, once, and of a refusal by the answer alone", async () => {
  const { trade, order, escrow } = await sold();
  await trade.bridge.refund({ id: "R-1", order: SET, amount: "24.00" }, { marksMade: true });
  await trade.bridge.refund({ id: "R-1", order: SET, amount: "24.00" }, { marksMade: true });
  await trade.bridge.refund({ id: "R-2", order: SET, amount: "9999.00" }, { marksMade: true });
  await paidOut(trade, escrow.id);
  await settle(trade);
  expect(order.marks.filter((mark) => mark.startsWith("refunded"))).toEqual(["refunded 24.00"]);
  expect(order.marks.join()).not.toContain("refused");
});

test("after release, a refund of a shop that is asked in every round comes out of the wallet, once", async () => {
  const { trade, order, escrow } = await released();
  trade.shop.refunding.push({ id: "R-1", order: SET, amount: "100.00" }, { id: "R-2", order: SET });
  await settle(trade);
  await paidOut(trade, escrow.id);
  await settle(trade);
  const refunds = await refundsOf(trade, escrow.id);
  expect(refunds.map(({ amount, source }) => [amount, source])).toEqual([
    ["149.90", "wallet"],
    ["100.00", "wallet"],
  ]);
  expect([...order.refunds]).toEqual([
    ["R-1", { amount: "100.00", status: "SUCCEEDED" }],
    ["R-2", { amount: "149.90", status: "SUCCEEDED" }],
  ]);
  expect(order.state).toBe("completed");
});

test("all of it goes back before delivery, begun at Holdfast: the refund is told, then the order is cancelled", async () => {
  const { trade, order, escrow } = await sold();
  await trade.holdfast.refunds.create({ escrow: escrow.id });
  await settle(trade);
  expect(order.marks.filter((mark) => mark !== "refund SUCCEEDED")).toEqual([
    "paid (IN_ESCROW)",
    "refunded 249.90",
    "cancelled (CANCELLED)",
  ]);
});

test("a cancellation gives the rest back by itself: it is no refund", async () => {
  const { trade, order, escrow } = await sold();
  await trade.bridge.refund({ id: "R-1", order: SET, amount: "24.00" });
  await trade.buyer.cancel(escrow.id);
  await paidOut(trade, escrow.id);
  await settle(trade);
  expect(order.marks.filter((mark) => !mark.startsWith("refund "))).toEqual([
    "paid (IN_ESCROW)",
    "cancelled (CANCELLED)",
  ]);
  expect(await refundsOf(trade, escrow.id)).toHaveLength(1);
});

test("shop and Holdfast give back at once, and three bridges ask for it: two refunds, each told once", async () => {
  const { trade, order, escrow } = await sold();
  const asked = { id: "R-1", order: SET, amount: "24.00" };
  const [, , , begun] = await Promise.all([
    trade.bridge.refund(asked),
    trade.bridge.refund(asked),
    trade.bridge.round(),
    trade.holdfast.refunds.create({ escrow: escrow.id, amount: "10.00" }),
  ]);
  await paidOut(trade, escrow.id);
  await settle(trade);
  expect(await refundsOf(trade, escrow.id)).toHaveLength(2);
  expect(order.marks.filter((mark) => mark.startsWith("refunded"))).toEqual(["refunded 10.00"]);
  expect(order.refunds.get(begun.id)).toEqual({ amount: "10.00", status: "SUCCEEDED" });
});

test("Holdfast is away: the refund is kept, made when it is back, and then told", async () => {
  let isAway = false;
  const { trade, order, escrow } = await sold({
    fetch: (...request) => (isAway ? Promise.reject(new TypeError("no network")) : fetch(...request)),
  });
  isAway = true;
  const asked = { id: "R-1", order: SET, amount: "24.00" };
  expect(await trade.bridge.refund(asked)).toEqual({ status: "WAITING", refund: null, reason: null });
  await expect(trade.bridge.round()).rejects.toThrow();
  expect(await trade.reason(SET)).toBe("a refund is not made yet");
  isAway = false;
  await settle(trade);
  expect(await refundsOf(trade, escrow.id)).toHaveLength(1);
  expect(order.refunds.get("R-1")).toMatchObject({ amount: "24.00" });
  expect(await trade.reason(SET)).not.toBe("a refund is not made yet");
});

test("its answer is lost: the next try finds what was made", async () => {
  let isLost = true;
  const { trade, order, escrow } = await sold({
    fetch: async (url, options) => {
      const answer = await fetch(url, options);
      if (!isLost || options?.method !== "POST" || !String(url).endsWith("/refunds")) return answer;
      isLost = false;
      throw new TypeError("the line is cut");
    },
  });
  expect(await trade.bridge.refund({ id: "R-1", order: SET, amount: "24.00" })).toMatchObject({ status: "WAITING" });
  await settle(trade);
  expect(await refundsOf(trade, escrow.id)).toHaveLength(1);
  expect([...order.refunds.keys()]).toEqual(["R-1"]);
});

test("another bridge of the shop begins anew: nothing is made or told twice, and what was never told is told", async () => {
  const { apiKey } = await world.merchant();
  const { trade, order, escrow } = await sold({ apiKey, leaseMs: 0 });
  await trade.bridge.refund({ id: "R-1", order: SET, amount: "24.00" });
  await trade.holdfast.refunds.create({ escrow: escrow.id, amount: "10.00" });
  await settle(trade);
  const next = await openTrade(world, { apiKey, database: trade.database, leaseMs: 0 });
  next.shop.book.set(SET, order);
  const told = order.marks.filter((mark) => mark.startsWith("refunded"));
  // The feed is read from its beginning once more.
  await trade.database.transaction((query) => query("update bridge_feed set position = null", []));
  await expect.poll(() => next.bridge.round(), { interval: 1 }).toBe(true);
  await settle(next);
  expect(await refundsOf(trade, escrow.id)).toHaveLength(2);
  expect(order.marks.filter((mark) => mark.startsWith("refunded"))).toEqual(told);
  expect(told).toEqual(["refunded 10.00"]);
});

test("the bridge's tables are lost: refunds are found again, the shop's own under their ids", async () => {
  const { apiKey } = await world.merchant();
  const { trade, escrow } = await sold({ apiKey });
  await trade.bridge.refund({ id: "R-1", order: SET, amount: "24.00" });
  const begun = await trade.holdfast.refunds.create({ escrow: escrow.id, amount: "10.00" });
  const afresh = await openTrade(world, { apiKey });
  const order = afresh.shop.place(ORDER);
  await settle(afresh);
  expect(new Set(order.refunds.keys())).toEqual(new Set(["R-1", begun.id]));
  expect(await afresh.bridge.refund({ id: "R-1", order: SET, amount: "24.00" })).toMatchObject({ reason: null });
  expect(await refundsOf(trade, escrow.id)).toHaveLength(2);
});

test("each refusal is told once, with what to do, and is not tried again", async () => {
  const { trade, order, escrow } = await sold();
  expect(await trade.bridge.refund({ id: "much", order: SET, amount: "249.91" })).toEqual({
    status: "REFUSED",
    refund: null,
    reason: "That is more than can go back. At most 249.90 can go back now.",
  });
  expect(await trade.bridge.refund({ id: "odd", order: SET, amount: "5" })).toMatchObject({
    status: "REFUSED",
    reason: expect.stringMatching(/^amount: /),
  });
  expect(await trade.bridge.refund({ id: "third", order: SET, milestone: 2 })).toMatchObject({
    reason: "The order has no milestone 2. Count from 0, or name none.",
  });
  await trade.buyer.dispute(escrow.id, escrow.milestones[0]?.id ?? "", { reason: "It is chipped." });
  trade.shop.refunding.push({ id: "disputed", order: SET, amount: "5.00", milestone: 0 });
  await settle(trade);
  expect(order.refusals).toEqual([expect.stringMatching(/^disputed: The buyer and you are in a dispute about this\./)]);
  await trade.buyer.resolve(escrow.id, { outcome: "resume" });
  await settle(trade);
  expect(order.refusals).toHaveLength(1);
  expect(await refundsOf(trade, escrow.id)).toEqual([]);
});

test("a key that may not refund is told of at the start, and each refund says which scope it lacks", async () => {
  const { account, apiKey } = await world.merchant();
  const { trade } = await sold({ apiKey });
  const scopes = SCOPES.filter((scope) => scope !== "refunds:write");
  const key = await openKey({ db: world.db, registry: world.registry }, { account: account as AccountId, scopes });
  const next = await openTrade(world, { apiKey: key?.apiKey ?? "", database: trade.database, leaseMs: 0 });
  const stop = new AbortController();
  const running = next.bridge.run({ signal: stop.signal });
  await expect
    .poll(() => next.log)
    .toContainEqual(
      expect.objectContaining({ step: "key may not refund", reason: expect.stringContaining("refunds:write") }),
    );
  stop.abort();
  await running;
  expect(await next.bridge.refund({ id: "R-1", order: SET })).toMatchObject({
    status: "REFUSED",
    reason: expect.stringMatching(/lacks the scope refunds:write\. .* Refund again with it\.$/),
  });
});

test("an order that nobody has paid for, and an id that was another refund's, are refused", async () => {
  const trade = await openTrade(world);
  trade.shop.place(ORDER);
  await trade.bridge.round();
  expect(await trade.bridge.refund({ id: "R-1", order: SET })).toMatchObject({
    reason: "The buyer has not paid for this order yet, so nothing can go back. Cancel it instead.",
  });
  await expect(trade.bridge.refund({ id: "R-1", order: SET, amount: "1.00" })).rejects.toThrow(
    /^refund R-1 was told before/,
  );
  await expect(trade.bridge.refund({ id: "R-2", order: "9" })).rejects.toThrow("the bridge knows no order 9");
});

test("two shops of one account count their refunds alike: the second is told to take a prefix, and no money goes back", async () => {
  const { apiKey } = await world.merchant();
  const north = await sold({ apiKey, name: "north" });
  const south = await openTrade(world, { apiKey, name: "south", prefix: "south-" });
  await north.trade.bridge.refund({ id: "south-1", order: SET, amount: "5.00" });
  south.shop.place(ORDER);
  await sell(south, SET);
  expect(await south.bridge.refund({ id: "1", order: SET, amount: "5.00" })).toMatchObject({
    status: "REFUSED",
    reason: expect.stringMatching(/^Another refund of the account has the id south-1\./),
  });
});

test("an order that the shop has taken back is told what goes back of it all the same", async () => {
  const { trade, order, escrow } = await sold();
  order.isCancelled = true;
  await trade.bridge.round();
  await trade.holdfast.refunds.create({ escrow: escrow.id, amount: "10.00" });
  await settle(trade);
  expect(order.marks).toContain("refunded 10.00");
});
