/**
 * What goes wrong between a WooCommerce shop and the service: each order has one session that is paid, and one submission. In a stub of
 * the shop, where a request can be killed at each of its writes.
 */
import { API_PATH } from "@holdfast/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { bound, wide } from "../bounds.js";
import { openCuttingLine } from "../clients/unreliable.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { has, needs } from "../programs.js";
import { allEvents, asBuyer, pay } from "../stories.js";
import { listen, openStreet, type Street } from "../webhooks/shop.js";
import { type Host, newPort, openHost, PLATES, type Shop } from "./woocommerce.js";

let world: World;
let host: Host;
let street: Street;
beforeAll(async () => {
  street = await openStreet();
  world = await startWorld({ webhookAllowedOrigins: [street.origin] });
  if (has("php")) host = await openHost(await newPort(), world.url);
});
afterAll(async () => {
  await host?.close();
  await street.close();
  await world.checkLedger();
  await world.close();
});
beforeEach((context) => needs(context, "php"));

const sessionsOf = async (seller: Merchant): Promise<Json[]> => (await seller.get("/checkout/sessions")).body["data"];
const confirm = async (seller: Merchant, session: string): Promise<Json> =>
  (await seller.post(`/test_helpers/checkout/sessions/${session}/confirm`, {})).body;

/** From checkout to released, with the cron run where `shop` is told to. */
async function walk(seller: Merchant, shop: Shop): Promise<number> {
  const id = (await shop.ask("order", PLATES)) as number;
  await shop.ask("pay", id);
  const escrow = await confirm(seller, (await shop.order(id)).holdfast["session"]);
  await pay(seller, escrow);
  await shop.ask("cron", true);
  await shop.ask("status", id, "completed");
  await asBuyer(seller, escrow, "approve");
  await shop.ask("cron", true);
  expect(await shop.order(id)).toMatchObject({ status: "completed", holdfast: { stage: "released" } });
  return id;
}

async function expectOnce(seller: Merchant): Promise<void> {
  expect(await sessionsOf(seller)).toHaveLength(1);
  const types = (await allEvents(seller)).map(({ type }) => type);
  for (const once of ["escrow.funded", "escrow.milestone.submitted", "escrow.completed"])
    expect(types.filter((type) => type === once)).toHaveLength(1);
}

test("every answer to a first POST is lost: one session, one submission", async () => {
  const seller = await world.merchant();
  const line = await openCuttingLine(world.url);
  const shop = await host.openShop(seller.apiKey, { baseUrl: line.origin + API_PATH });
  await walk(seller, shop);
  await expectOnce(seller);
  await line.close();
});

/**
 * Does it on a fresh order until it comes through without meeting its end: killed at its first step, at a later one, and so on. After
 * each kill the same is asked again, as a visitor or WP-Cron would.
 */
async function killEverywhere(
  prepare: () => Promise<{ seller: Merchant; shop: Shop; id: number }>,
  act: { what: string; given: (id: number) => readonly unknown[] },
  check: (given: { seller: Merchant; shop: Shop; id: number }) => Promise<void>,
): Promise<void> {
  for (let step = 1; ; step += bound("shopKillStride")) {
    const story = await prepare();
    const { killed } = await story.shop.run(act.what, act.given(story.id), step);
    if (killed !== true) {
      expect(step, "it was killed at all").toBeGreaterThan(4);
      return;
    }
    await story.shop.ask("cron", true);
    await check(story);
  }
}

async function newOrder(): Promise<{ seller: Merchant; shop: Shop; id: number }> {
  const seller = await world.merchant();
  const shop = await host.openShop(seller.apiKey);
  return { seller, shop, id: (await shop.ask("order", PLATES)) as number };
}

async function newPaidOrder(hasHeard: boolean): Promise<{ seller: Merchant; shop: Shop; id: number; escrow: Json }> {
  const order = await newOrder();
  await order.shop.ask("pay", order.id);
  const escrow = await confirm(order.seller, (await order.shop.order(order.id)).holdfast["session"]);
  await pay(order.seller, escrow);
  if (hasHeard) await order.shop.ask("cron", true);
  return { ...order, escrow };
}

test("killed at each step of a checkout, and asked again: one session", async () => {
  await killEverywhere(newOrder, { what: "pay", given: (id) => [id] }, async ({ seller, shop, id }) => {
    expect(await shop.ask("pay", id)).toMatchObject({ result: "success" });
    const sessions = await sessionsOf(seller);
    expect(sessions).toHaveLength(1);
    expect((await shop.order(id)).holdfast).toMatchObject({ session: sessions[0]!["id"], stage: "open" });
  });
});

test("killed at each step of reading the feed: the payment is recorded once", wide(), async () => {
  await killEverywhere(
    () => newPaidOrder(false),
    { what: "cron", given: () => [true] },
    async ({ seller, shop, id }) => {
      const order = await shop.order(id);
      expect(order["history"]).toEqual(["processing"]);
      expect(order.holdfast).toMatchObject({ stage: "funded" });
      const newest = (await allEvents(seller)).at(-1)!["id"];
      expect((await shop.ask("data")).options.holdfast_position).toBe(newest);
    },
  );
});

test("killed at each step of completing an order, its hook lost: one submission", wide(), async () => {
  await killEverywhere(
    () => newPaidOrder(true),
    { what: "status", given: (id) => [id, "completed"] },
    async ({ seller, shop, id }) => {
      // Killed before the change of status was stored: the seller clicks again.
      if ((await shop.order(id))["status"] !== "completed") await shop.ask("status", id, "completed");
      await shop.ask("cron", true);
      expect((await shop.order(id)).holdfast).toMatchObject({ stage: "submitted", done: [0] });
      await expectOnceSubmitted(seller);
    },
  );
});

async function expectOnceSubmitted(seller: Merchant): Promise<void> {
  const submitted = (await allEvents(seller)).filter(({ type }) => type === "escrow.milestone.submitted");
  expect(submitted).toHaveLength(1);
}

test("killed at each step of ending a link: it is dead after the next run", async () => {
  await killEverywhere(
    async () => {
      const order = await newOrder();
      await order.shop.ask("pay", order.id);
      return order;
    },
    { what: "edit", given: (id) => [id, { total: "80.00" }] },
    async ({ seller, shop, id }) => {
      if ((await shop.order(id))["total"] !== "80.00") await shop.ask("edit", id, { total: "80.00" });
      expect(await sessionsOf(seller)).toMatchObject([{ status: "EXPIRED" }]);
      await shop.ask("pay", id);
      expect((await sessionsOf(seller)).map(({ amount, status }) => [amount, status])).toEqual([
        ["80.00", "OPEN"],
        ["100.00", "EXPIRED"],
      ]);
    },
  );
});

test("every webhook comes twice, the last first: the order goes forwards, once", async () => {
  const seller = await world.merchant();
  const endpoint = await listen({ world, street }, seller, "/twice");
  const shop = await host.openShop(seller.apiKey, { webhookSecret: endpoint.secret });
  const id = (await shop.ask("order", PLATES)) as number;
  await shop.ask("pay", id);
  const escrow = await confirm(seller, (await shop.order(id)).holdfast["session"]);
  await pay(seller, escrow);
  const deliverAll = async (count: number): Promise<void> => {
    const arrivals = [...(await street.wait("/twice", count))].reverse();
    for (const { headers, body } of [...arrivals, ...arrivals]) {
      const { host: _, connection: __, "content-length": ___, ...passed } = headers;
      const answer = await fetch(`${shop.address}/?wc-api=holdfast`, { method: "POST", headers: passed, body });
      expect([answer.status, await answer.text()]).toEqual([200, "ok"]);
      await shop.ask("cron", false);
    }
  };
  await deliverAll(3);
  expect((await shop.order(id))["history"]).toEqual(["processing"]);
  await shop.ask("status", id, "completed");
  await asBuyer(seller, escrow, "approve");
  await deliverAll(7);
  expect((await shop.order(id))["history"]).toEqual(["processing", "completed"]);
  expect((await shop.order(id)).holdfast).toMatchObject({ stage: "released" });
  await expectOnce(seller);
});

test("an outage of the service delays an order and loses nothing", async () => {
  const seller = await world.merchant();
  const shop = await host.openShop(seller.apiKey);
  const id = (await shop.ask("order", PLATES)) as number;
  const { options } = await shop.ask("data");
  const settings = options.woocommerce_holdfast_settings;
  const reach = async (base_url: string): Promise<void> => {
    const data = await shop.ask("data");
    await shop.ask("open", {
      ...data,
      options: { ...data.options, woocommerce_holdfast_settings: { ...settings, base_url } },
    });
  };
  const nowhere = `http://127.0.0.1:${await newPort()}${API_PATH}`;
  await reach(nowhere);
  expect(await shop.ask("pay", id)).toMatchObject({
    result: "failure",
    notices: [expect.stringContaining("try again")],
  });
  await reach(settings.base_url);
  await shop.ask("pay", id);
  const escrow = await confirm(seller, (await shop.order(id)).holdfast["session"]);
  await pay(seller, escrow);
  await shop.ask("cron", true);
  await reach(nowhere);
  await shop.ask("status", id, "completed");
  await shop.ask("cron", true);
  await world.advance(3_600);
  expect((await shop.order(id)).holdfast).toMatchObject({ stage: "funded" });
  await reach(settings.base_url);
  await shop.ask("cron", true);
  expect((await shop.order(id)).holdfast).toMatchObject({ stage: "submitted" });
  await expectOnceSubmitted(seller);
  expect(await shop.ask("log")).not.toContain(seller.apiKey);
});

test("an order that can't be written does not hold up the others, and is done later", async () => {
  const seller = await world.merchant();
  const shop = await host.openShop(seller.apiKey);
  const ids: number[] = [];
  for (let order = 0; order < 2; order += 1) {
    const id = (await shop.ask("order", PLATES)) as number;
    await shop.ask("pay", id);
    await pay(seller, await confirm(seller, (await shop.order(id)).holdfast["session"]));
    ids.push(id);
  }
  await shop.ask("breakNext", ids[0]);
  await shop.ask("cron", true);
  expect((await Promise.all(ids.map((id) => shop.order(id)))).map((order) => order["status"])).toEqual([
    "pending",
    "processing",
  ]);
  expect((await shop.order(ids[0]!)).holdfast).toMatchObject({ look: "again" });
  await shop.ask("mend");
  await shop.ask("cron", true);
  expect(await shop.order(ids[0]!)).toMatchObject({ status: "processing", holdfast: { stage: "funded" } });
});

test("two shops on one account both have an order 1001, and do not meet", async () => {
  const seller = await world.merchant();
  const shops = [await host.openShop(seller.apiKey), await host.openShop(seller.apiKey)];
  for (const shop of shops) expect(await walk(seller, shop)).toBe(1001);
  const sessions = await sessionsOf(seller);
  expect(sessions.map((session) => session["external_reference"])).toEqual(["1001", "1001"]);
  expect((await shops[1]!.order(1001))["notes"].join()).toContain(
    "Another shop on this Holdfast account has an order 1001 too",
  );
  expect((await shops[0]!.order(1001))["notes"].join()).not.toContain("Another shop");
  for (const shop of shops) {
    await shop.ask("cron", true);
    expect((await shop.order(1001))["history"]).toEqual(["processing", "completed"]);
  }
});

test("two shops that were given the same prefix neither end each other's links nor take each other's payments", async () => {
  const seller = await world.merchant();
  const settings = { prefix: "north-" };
  const shops = [await host.openShop(seller.apiKey, { settings }), await host.openShop(seller.apiKey, { settings })];
  for (const shop of shops) {
    expect(await shop.ask("order", PLATES)).toBe(1001);
    expect(await shop.ask("pay", 1001)).toMatchObject({ result: "success" });
  }
  const [first, second] = shops as [Shop, Shop];
  await pay(seller, await confirm(seller, (await first.order(1001)).holdfast["session"]));
  for (const shop of shops) await shop.ask("cron", true);
  expect([(await first.order(1001))["status"], (await second.order(1001))["status"]]).toEqual([
    "processing",
    "pending",
  ]);
  await second.ask("status", 1001, "cancelled");
  expect((await sessionsOf(seller)).map(({ status }) => status)).toEqual(["EXPIRED", "COMPLETED"]);
});

test("a prefix may end in digits", async () => {
  const seller = await world.merchant();
  const shop = await host.openShop(seller.apiKey, { settings: { prefix: "north2" } });
  const id = await walk(seller, shop);
  expect((await sessionsOf(seller)).map((session) => session["external_reference"])).toEqual([`north2${id}`]);
});

test("a key of another account, whose feed does not know the position, leads to a new one", async () => {
  const seller = await world.merchant();
  const shop = await host.openShop(seller.apiKey);
  await walk(seller, shop);
  const other = await world.merchant();
  const data = await shop.ask("data");
  await shop.ask("open", { ...data, options: { ...data.options, holdfast_secrets: { api_key: other.apiKey } } });
  await walk(other, shop);
  expect((await shop.ask("data")).options.holdfast_position).toBe((await allEvents(other)).at(-1)!["id"]);
});
