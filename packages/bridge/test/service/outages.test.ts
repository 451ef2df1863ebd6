/** What must not matter: outages, repeats, lost answers, other shops, and other processes of the same. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../../../../apps/service/test/harness.js";
import { everyPost, openLine } from "../../../sdk/test/proxy.js";
import { openBridge, ShopAway } from "../../src/index.js";
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

const HOUR = 3_600;

const rewind = ({ database }: Trade, position: string | null = null): Promise<unknown> =>
  database.transaction((query) => query("update bridge_feed set position = $1", [position]));

const tables = ({ database }: Trade): Promise<unknown> =>
  database.transaction(async (query) => [
    await query(`select * from bridge_orders order by "order"`, []),
    await query(`select * from bridge_fulfilments order by "order", fulfilment`, []),
    await query("select shop, position from bridge_feed", []),
  ]);

test("the feed replayed from its beginning changes nothing, whatever the orders went through", async () => {
  const trade = await openTrade(world);
  const { shop, bridge, buyer } = trade;
  for (const id of ["paid", "disputed", "resumed", "completed", "cancelled", "settled", "link only"])
    shop.place({ ...ORDER, id });
  await bridge.round();
  const milestone = new Map<string, [string, string]>();
  for (const id of ["paid", "disputed", "resumed", "completed", "cancelled", "settled"]) {
    const escrow = await trade.buy(id);
    milestone.set(id, [escrow.id, escrow.milestones[0]?.id ?? ""]);
  }
  await bridge.round();
  const of = (id: string): [string, string] => milestone.get(id) ?? ["", ""];
  for (const id of ["disputed", "resumed", "settled"]) await buyer.dispute(...of(id), { reason: "It has not come." });
  for (const id of ["completed", "paid"]) shop.ship(id);
  await bridge.round();
  await buyer.resolve(of("resumed")[0], { outcome: "resume" });
  await buyer.resolve(of("settled")[0], { outcome: "settle", release: "0.00", refund: ORDER.amount });
  await buyer.approve(...of("completed"));
  await buyer.cancel(of("cancelled")[0]);
  await bridge.round();
  const before = { tables: await tables(trade), book: structuredClone([...shop.book]) };
  const events = (await trade.holdfast.events.list({ limit: 1 })).data[0]?.id;
  expect(before.book.map(([id, { state }]) => [id, state])).toEqual([
    ...["paid", "disputed", "resumed", "completed", "cancelled", "settled"].map((id) => [id, id]),
    ["link only", "offered"],
  ]);

  await rewind(trade);
  trade.log.length = 0;
  await bridge.round();
  await bridge.round();
  // Nothing is asked about what is over.
  const read = new Set(trade.log.filter(({ step }) => step === "escrow read").map(({ order }) => order));
  expect(read).toEqual(new Set(["paid", "disputed", "resumed"]));
  expect({ tables: await tables(trade), book: structuredClone([...shop.book]) }).toEqual(before);
  expect((await trade.holdfast.events.list({ limit: 1 })).data[0]?.id).toBe(events);
});

test("an hour without the service delays orders and loses none", async () => {
  const line = await openLine(world.url, () => false);
  const trade = await openTrade(world, { url: line.baseUrl });
  const { shop, bridge } = trade;
  const paid = shop.place({ ...ORDER, id: "paid meanwhile" });
  await bridge.round();
  const escrow = await trade.buy(paid.order.id, false);
  await bridge.round();

  line.target = null;
  await trade.buyer.pay(escrow.id);
  const placed = shop.place({ ...ORDER, id: "placed meanwhile" });
  shop.ship(paid.order.id);
  const edited = shop.place({ ...ORDER, id: "edited meanwhile" });
  for (let minute = 0; minute < 60; minute += 20) {
    await expect(bridge.round()).rejects.toThrow();
    await expect(bridge.checkout(placed.order)).rejects.toThrow();
    await world.advance(HOUR / 3);
  }
  edited.order = { ...edited.order, amount: "99.00" };
  await expect(bridge.round()).rejects.toThrow();
  expect(await trade.reason(placed.order.id)).toBe("it has no link yet");

  line.target = world.url;
  await bridge.round();
  expect(paid.marks).toEqual(["paid (IN_ESCROW)"]);
  expect(await trade.count(paid.order.id, "escrow.milestone.submitted")).toBe(1);
  expect(placed.url).not.toBeNull();
  expect((await trade.sessionsOf(edited.order.id)).at(-1)).toMatchObject({ status: "OPEN", amount: "99.00" });
  for (const id of shop.book.keys()) expect(await trade.sessionsOf(id), id).toHaveLength(1);
  await line.close();
});

test("a shop that is away delays what it is told, and loses none of it", async () => {
  const trade = await openTrade(world);
  const order = trade.shop.place(ORDER);
  await trade.bridge.round();
  await trade.buy(order.order.id);
  trade.shop.failure = new ShopAway("ECONNREFUSED");
  await expect(trade.bridge.round()).rejects.toThrow(ShopAway);
  trade.shop.failure = new Error("its state is Draft");
  await expect(trade.bridge.round()).rejects.toThrow();
  trade.shop.failure = null;
  await trade.bridge.round();
  expect(order.marks).toEqual(["paid (IN_ESCROW)"]);
});

test("lost answers to every request that writes: one session and one submission", async () => {
  const line = await openLine(world.url, everyPost);
  const trade = await openTrade(world, { url: line.baseUrl });
  const order = trade.shop.place(ORDER);
  await expect(trade.bridge.round()).rejects.toThrow();
  await sell(trade, order.order.id);
  trade.shop.ship(order.order.id);
  await expect(trade.bridge.round()).rejects.toThrow();
  await trade.bridge.round();
  expect(await trade.sessionsOf(order.order.id)).toHaveLength(1);
  expect(await trade.count(order.order.id, "escrow.milestone.submitted")).toBe(1);
  expect(line.cuts).toBe(2);
  await line.close();
});

test("the answer to a submission is lost, and the buyer asks for changes at once: the same parcel is not submitted again", async () => {
  const line = await openLine(world.url, (_, path) => path.endsWith("/submit"));
  const trade = await openTrade(world, { url: line.baseUrl });
  const order = trade.shop.place(ORDER);
  const escrow = await sell(trade, order.order.id);
  trade.shop.ship(order.order.id);
  line.onCut = async () =>
    trade.buyer.requestRevision(escrow.id, escrow.milestones[0]?.id ?? "", { reason: "One is chipped." });
  await expect(trade.bridge.round()).rejects.toThrow();
  await trade.bridge.round();
  expect(await trade.count(order.order.id, "escrow.milestone.submitted")).toBe(1);
  await line.close();
});

test("two shops of one account, in one database, both have an order 1001", async () => {
  const database = sqlite(":memory:");
  const { apiKey } = await world.merchant();
  const north = await openTrade(world, { name: "north", apiKey, database });
  const south = await openTrade(world, { name: "south", prefix: "south-", apiKey, database });
  const plates = north.shop.place(ORDER);
  const bowls = south.shop.place({ ...ORDER, title: "Bowls", amount: "80.00" });
  await Promise.all([north.bridge.round(), south.bridge.round()]);
  const escrow = await south.buy("1001");
  await Promise.all([north.bridge.round(), south.bridge.round()]);
  expect([plates.marks, bowls.marks]).toEqual([[], ["paid (IN_ESCROW)"]]);
  south.shop.ship("1001");
  bowls.isCancelled = false;
  plates.isCancelled = true;
  await Promise.all([north.bridge.round(), south.bridge.round()]);
  expect((await north.sessionsOf("1001")).map(({ status, title }) => [status, title])).toEqual([
    ["EXPIRED", ORDER.title],
  ]);
  await south.buyer.approve(escrow.id, escrow.milestones[0]?.id ?? "");
  await Promise.all([north.bridge.round(), south.bridge.round()]);
  expect([plates.state, bowls.state]).toEqual(["offered", "completed"]);
});

test("two shops of one account that were given the same name are told apart, and neither takes the other's session", async () => {
  const { apiKey } = await world.merchant();
  const one = await openTrade(world, { apiKey });
  const other = await openTrade(world, { apiKey });
  one.shop.place(ORDER);
  other.shop.place({ ...ORDER, amount: "80.00" });
  await one.bridge.round();
  await other.bridge.round();
  expect(await other.reason("1001")).toMatch(/^the key 1001 was used for another order/);
  expect((await one.sessionsOf("1001")).map(({ status, amount }) => [status, amount])).toEqual([["OPEN", "249.90"]]);
});

test("a second process leaves the shop to the first, until that one is gone", async () => {
  const trade = await openTrade(world, { leaseMs: 400 });
  const { shop, database, holdfast } = trade;
  const order = shop.place(ORDER);
  expect(await trade.bridge.round()).toBe(true);
  const second = await openBridge({ shop: "north", holdfast, adapter: shop, database, leaseMs: 400 });
  expect(await second.round()).toBe(false);
  // Its pages may still send buyers to their links.
  expect((await second.checkout(ORDER)).url).toBe(order.url);
  await expect.poll(() => second.round()).toBe(true);
  expect(await trade.bridge.round()).toBe(false);
});

test("a bridge that runs is woken, waits out an outage, and ends when it is told to", async () => {
  const line = await openLine(world.url, () => false);
  const trade = await openTrade(world, { url: line.baseUrl });
  const order = trade.shop.place(ORDER);
  const ending = new AbortController();
  line.target = null;
  const running = trade.bridge.run({ signal: ending.signal, everyMs: 1_000_000 });
  await expect.poll(() => trade.log.some(({ step }) => step === "round failed")).toBe(true);
  line.target = world.url;
  trade.bridge.wake();
  await expect.poll(() => order.url).not.toBeNull();
  ending.abort();
  await running;
  const next = await openBridge({ ...trade, shop: "north", adapter: trade.shop, log: undefined });
  expect(await next.round()).toBe(true);
  await line.close();
});

test("the bridge's tables are lost: every order finds its session, its escrow and its submission again", async () => {
  const trade = await openTrade(world);
  const { shop, holdfast } = trade;
  for (const id of ["offered", "paid", "shipped"]) shop.place({ ...ORDER, id });
  await trade.bridge.round();
  for (const id of ["paid", "shipped"]) await trade.buy(id);
  await trade.bridge.round();
  shop.ship("shipped");
  await trade.bridge.round();
  // What the shop did not hear of is all that it asks for.
  for (const order of shop.book.values()) order.state = "new";
  const again = await openBridge({ shop: "north", holdfast, adapter: shop, database: sqlite(":memory:") });
  await again.round();
  await again.round();
  expect([...shop.book.values()].map(({ state }) => state)).toEqual(["offered", "paid", "paid"]);
  for (const id of shop.book.keys()) expect(await trade.sessionsOf(id)).toHaveLength(1);
  expect(await trade.count("shipped", "escrow.milestone.submitted")).toBe(1);
});
