/** What the feed may not do to an order: take it back, pay for it with other money, or hold up the others. */
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDatabase, startWorld, type World } from "../../../../apps/service/test/harness.js";
import { type Database, openBridge, type Pool, postgres } from "../../src/index.js";
import { ORDER } from "../shop.js";
import { openTrade, sell } from "../trade.js";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

const SET = "1001";

test("money that came by another link with the order's reference pays for nothing", async () => {
  const trade = await openTrade(world);
  const order = trade.shop.place(ORDER);
  await trade.bridge.round();
  const cheap = { title: "Deposit", amount: "1.00", external_reference: SET };
  const other = await trade.holdfast.sessions.create(cheap, { idempotencyKey: "made in the console" });
  await trade.buyer.pay((await trade.buyer.confirm(other.id)).id);
  await trade.bridge.round();
  expect(order.marks).toEqual([]);
  expect(await trade.bridge.find(SET)).toMatchObject({ stage: "OPEN", url: order.url, escrow: null });
  await trade.buy(SET);
  await trade.bridge.round();
  expect(order.marks).toEqual(["paid (IN_ESCROW)"]);
});

test("the end of a link that an edit has replaced is no news of the new one", async () => {
  const trade = await openTrade(world);
  const order = trade.shop.place(ORDER);
  await trade.bridge.round();
  const { url } = await trade.bridge.checkout({ ...ORDER, amount: "199.90" });
  order.state = "not asked for any more";
  await trade.bridge.round();
  expect(order.url).toBe(url);
  expect(await trade.reason(SET)).toBe("the buyer has not confirmed yet");
});

test("a backlog of several pages is read to its end in one round, from the account's first event on", async () => {
  const trade = await openTrade(world);
  const { shop, bridge, buyer, holdfast } = trade;
  const [first, last] = ["first", "last"].map((id) => shop.place({ ...ORDER, id }));
  await bridge.round(); // there is no event to begin behind
  const escrow = await trade.buy("first");
  const milestone = escrow.milestones[0]?.id ?? "";
  for (let time = 1; time <= 51; time += 1) {
    await holdfast.milestones.submit({ escrow: escrow.id, milestone, submission_details: `Try ${time}` });
    await buyer.requestRevision(escrow.id, milestone, { reason: "Not yet." });
  }
  await buyer.decline((await trade.buy("last", false)).id);
  await bridge.round();
  expect([first?.state, last?.state]).toEqual(["paid", "cancelled"]);
});

test.each(["more", "less"])(
  "a page asks for the link while the feed is read, and has seen %s: the order is neither taken back nor forgotten",
  async (seen) => {
    const pool = new pg.Pool({ connectionString: await newDatabase() });
    const database = postgres(pool as Pool);
    /** Once, after the feed has looked at an order and before it writes what it made of it. */
    let meanwhile: (() => Promise<unknown>) | null = null;
    const transaction: Database["transaction"] = (work) =>
      database.transaction((query) => {
        let isFeed = false;
        return work(async (sql, values) => {
          const rows = await query(sql, values);
          isFeed ||= sql.startsWith("update bridge_feed set holder");
          if (!isFeed || meanwhile === null || !/^select .* from bridge_orders/s.test(sql)) return rows;
          const step = meanwhile;
          meanwhile = null;
          await step();
          return rows;
        });
      });
    const trade = await openTrade(world, { database: { transaction } });
    const { shop, bridge, buyer, holdfast } = trade;
    shop.place({ ...ORDER, id: "before" });
    await sell(trade, "before");
    const order = shop.place(ORDER);
    await bridge.round();
    const escrow = await trade.buy(SET, seen === "less");
    const page = await openBridge({ shop: "north", holdfast, adapter: shop, database });
    meanwhile =
      seen === "more"
        ? async () => {
            await buyer.pay(escrow.id);
            await page.checkout(ORDER);
          }
        : () =>
            database.transaction((query) =>
              query(`update bridge_orders set stage = 'CONFIRMED' where "order" = $1`, [SET]),
            );
    await bridge.round();
    expect(meanwhile).toBeNull();
    expect(await bridge.find(SET)).toMatchObject({ stage: "FUNDED", escrow: escrow.id });
    expect(order.marks).toEqual(["paid (IN_ESCROW)"]);
    await pool.end();
  },
);

test("a process that has lost the shop while it asked writes nothing of what it heard", async () => {
  let meanwhile = (): Promise<unknown> => Promise.resolve();
  const trade = await openTrade(world, {
    leaseMs: 0,
    fetch: async (...request) => {
      const answer = await fetch(...request);
      await meanwhile();
      return answer;
    },
  });
  const order = trade.shop.place(ORDER);
  await trade.bridge.round();
  await trade.buy(SET);
  const { holdfast, shop, database } = trade;
  const next = await openBridge({ shop: "north", holdfast, adapter: shop, database, leaseMs: 60_000 });
  trade.log.length = 0;
  meanwhile = async () => {
    meanwhile = () => Promise.resolve();
    await expect.poll(() => next.round(), { interval: 1 }).toBe(true);
  };
  expect(await trade.bridge.round()).toBe(false);
  expect(trade.log.map(({ step }) => step)).toEqual(["events read", "round left out"]);
  expect(order.marks).toEqual(["paid (IN_ESCROW)"]);
});

test("an escrow that Holdfast does not show holds up no other order", async () => {
  let hidden = "none";
  const trade = await openTrade(world, {
    fetch: async (url, options) => fetch(String(url).endsWith(hidden) ? `${url}0` : url, options),
  });
  for (const id of ["hidden", "other"]) trade.shop.place({ ...ORDER, id });
  await trade.bridge.round();
  hidden = (await trade.buy("hidden")).id;
  await sell(trade, "other");
  expect(trade.log).toContainEqual(expect.objectContaining({ step: "escrow not found", order: "hidden" }));
});
