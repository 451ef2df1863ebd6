/** What an order is called at Holdfast: its own id, or the shop's prefix and its id; and what it was called by earlier versions. */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AccountId } from "../../../../apps/service/src/domain/ids.js";
import { listContestedKeys } from "../../../../apps/service/src/store/read/webhooks/checks.js";
import { newDatabase, startWorld, type World } from "../../../../apps/service/test/harness.js";
import { type Database, type Pool, postgres } from "../../src/index.js";
import { sqlite } from "../../src/sqlite.js";
import { ORDER } from "../shop.js";
import { openTrade, sell, type Trade } from "../trade.js";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const keyed = (trade: Trade, key: string) =>
  trade.holdfast.sessions.create({ title: "Something else", amount: "1.00" }, { idempotencyKey: key });

test.each(["1001", "#1001", "A/7 50% €", "1001#2"])("order %s is called by its id alone", async (id) => {
  const trade = await openTrade(world);
  trade.shop.place({ ...ORDER, id });
  await trade.bridge.round();
  const [session] = await trade.sessionsOf(id);
  expect(session).toMatchObject({ external_reference: id, status: "OPEN" });
  await expect(keyed(trade, id === "1001#2" ? "1001#2#1" : id)).rejects.toMatchObject({ code: "idempotency_conflict" });
  const escrow = await sell(trade, id);
  expect(escrow.external_reference).toBe(id);
});

test("a prefix stands before the ids of orders that are begun with it; the others keep what they were begun with", async () => {
  const { apiKey } = await world.merchant();
  const database = sqlite(":memory:");
  const plain = await openTrade(world, { apiKey, database, leaseMs: 0 });
  const before = plain.shop.place(ORDER);
  await plain.bridge.round();
  const prefixed = await openTrade(world, { apiKey, database, prefix: "north-" });
  prefixed.shop.book.set(SET, before);
  prefixed.shop.place({ ...ORDER, id: "1002" });
  await expect.poll(() => prefixed.bridge.round(), { interval: 1 }).toBe(true);
  expect(await prefixed.sessionsOf("1002")).toHaveLength(1);
  before.order = { ...ORDER, amount: "199.90" };
  await prefixed.bridge.round();
  expect((await plain.sessionsOf(SET)).map(({ status }) => status)).toEqual(["EXPIRED", "OPEN"]);
  await expect(keyed(plain, "1001#2")).rejects.toMatchObject({ code: "idempotency_conflict" });
  await prefixed.buy(SET);
  await prefixed.bridge.round();
  expect(before.marks).toEqual(["paid (IN_ESCROW)"]);
});

const SET = "1001";

/** The table as it was before orders were called by their ids. */
const OLD_TABLE = `create table bridge_orders (
  shop text not null, "order" text not null, attempt integer not null default 1, session text, escrow text,
  stage text not null default 'OPEN', turns integer not null default 0, url text, wanted text not null, offered text not null,
  withdrawn integer not null default 0, told_stage text not null default 'OPEN', told_turns integer not null default 0,
  told_url text, problem text not null default '', primary key (shop, "order"))`;

describe.each(["SQLite", "PostgreSQL"])("on %s", (kind) => {
  test("orders that an earlier version began keep the shop's name before their id, and go on", async () => {
    const pool = new pg.Pool({ connectionString: kind === "SQLite" ? "" : await newDatabase() });
    const database: Database = kind === "SQLite" ? sqlite(":memory:") : postgres(pool as Pool);
    const { apiKey } = await world.merchant();
    const before = await openTrade(world, { apiKey });
    const body = { title: ORDER.title, amount: ORDER.amount, external_reference: "north:1001", platform: "custom" };
    const { id, url } = await before.holdfast.sessions.create(body, { idempotencyKey: "north:1001" });
    await database.transaction(async (query) => {
      await query(OLD_TABLE, []);
      const text = JSON.stringify(body);
      for (const [order, session, link] of [
        [SET, id, url],
        ["1002", null, null],
      ] as const)
        await query(
          `insert into bridge_orders (shop, "order", session, url, told_url, wanted, offered)
           values ('north', $1, $2, $3, $3, $4, $4)`,
          [order, session, link, text.replace("1001", order)],
        );
    });
    const trade = await openTrade(world, { apiKey, database });
    const orders = [SET, "1002"].map((order) => trade.shop.place({ ...ORDER, id: order }));
    await trade.bridge.round();
    await openTrade(world, { apiKey, database }); // a second start changes nothing
    for (const order of [SET, "1002"]) await trade.buy(order);
    await trade.bridge.round();
    expect(orders.map(({ marks }) => marks)).toEqual([["paid (IN_ESCROW)"], ["paid (IN_ESCROW)"]]);
    expect((await trade.escrowOf(SET)).checkout_session).toBe(id);
    expect((await trade.escrowOf("1002")).external_reference).toBe("north:1002");
    await pool.end();
  });
});

test("two shops of one account count alike: the second is told, though its order is the very same", async () => {
  const { account, apiKey } = await world.merchant();
  const north = await openTrade(world, { apiKey, name: "north" });
  const south = await openTrade(world, { apiKey, name: "south" });
  const sold = north.shop.place(ORDER);
  const other = south.shop.place(ORDER);
  for (const { bridge } of [north, south]) await bridge.round();
  expect(await south.reason(SET)).toMatch(/^the key 1001 was used for another order: .* prefix/);
  expect(other.url).toBeNull();
  // The doctor tells of it, too.
  await expect.poll(() => listContestedKeys(world.db, account as AccountId, 5)).toEqual([SET]);
  // What ends there does not end here, and what is paid here is not paid there.
  other.isCancelled = true;
  await south.bridge.round();
  await sell(north, SET);
  await south.bridge.round();
  expect([sold.marks, other.marks, other.notes]).toEqual([["paid (IN_ESCROW)"], [], []]);
});

test("two shops with an order each under one reference, in one page of the feed: each reads its own", async () => {
  const { apiKey } = await world.merchant();
  const north = await openTrade(world, { apiKey });
  const order = north.shop.place(ORDER);
  await north.bridge.round();
  await north.buy(SET);
  const other = await north.holdfast.sessions.create(
    { title: "Elsewhere", amount: "5.00", external_reference: SET },
    { idempotencyKey: "of a shop without a bridge" },
  );
  await north.buyer.pay((await north.buyer.confirm(other.id, { buyer_email: "eve@example.com" })).id);
  await north.bridge.round();
  expect(order.marks).toEqual(["paid (IN_ESCROW)"]);
});

test("a prefix that no key could hold is refused", async () => {
  for (const prefix of ["x".repeat(41), "a\nb"])
    await expect(openTrade(world, { prefix })).rejects.toThrow("prefix takes at most 40 characters");
});
