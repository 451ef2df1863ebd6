/** What happens to an order in a shop, and what becomes of it in the escrow; and the other way round. */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forgetOldSessions } from "../../../../apps/service/src/commands/forget-sessions.js";
import { newDatabase, startWorld, type World } from "../../../../apps/service/test/harness.js";
import { type Pool, postgres } from "../../src/index.js";
import { sqlite } from "../../src/sqlite.js";
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

const DAY = 86_400;
const SET = "1001";

/** Time passes until Holdfast has forgotten what expired. */
async function forgetExpired(): Promise<void> {
  await world.advance(91 * DAY);
  await world.db.pool.query("update test_clock set moved_at = clock_timestamp() - interval '2 h'");
  while ((await forgetOldSessions(world.db, 100)) > 0);
}
/** What the bridge asks for. */
const bodyOf = (reference: string) => ({
  title: ORDER.title,
  amount: ORDER.amount,
  metadata: { bridge_shop: "north" },
  external_reference: reference,
  platform: "custom",
});

describe.each(["SQLite", "PostgreSQL"])("on %s", (kind) => {
  test("an order is offered, paid, shipped, approved: one session, one submission, a mark each", async () => {
    const pool = new pg.Pool({ connectionString: kind === "SQLite" ? "" : await newDatabase() });
    const database = kind === "SQLite" ? sqlite(":memory:") : postgres(pool as Pool);
    const trade = await openTrade(world, { database });
    const { shop, bridge, buyer } = trade;
    const order = shop.place({ ...ORDER, metadata: { customer: "c_81" } });
    await bridge.round();
    expect(order.url).toContain("/pay/");
    expect(await trade.reason(SET)).toBe("the buyer has not confirmed yet");

    const escrow = await trade.buy(SET, false);
    expect(escrow).toMatchObject({ external_reference: "1001", metadata: { customer: "c_81" } });
    await bridge.round();
    expect(await trade.reason(SET)).toBe("confirmed, and not paid in full yet");
    await buyer.pay(escrow.id);
    await bridge.round();
    expect(order.state).toBe("paid");
    expect(await trade.reason(SET)).toBe("paid: the shop has not shipped yet");

    shop.ship(SET);
    await bridge.round();
    expect(await trade.escrowOf(SET)).toMatchObject({ milestones: [{ submission_details: "DHL 4410" }] });
    expect(await trade.reason(SET)).toBe("delivered: the buyer has not approved yet");
    await buyer.approve(escrow.id, escrow.milestones[0]?.id ?? "");
    for (let round = 0; round < 3; round += 1) await bridge.round();
    expect(order.marks).toEqual(["paid (IN_ESCROW)", "completed (COMPLETED)"]);
    expect(await trade.reason(SET)).toBeNull();
    expect(await trade.sessionsOf(SET)).toHaveLength(1);
    expect(await trade.count(SET, "escrow.milestone.submitted")).toBe(1);
    await pool.end();
  });
});

test("an order whose link Holdfast has forgotten gets another one, also when the bridge's table was lost", async () => {
  const { apiKey } = await world.merchant();
  const trade = await openTrade(world, { apiKey });
  trade.shop.place(ORDER);
  const { url: first } = await trade.bridge.checkout(ORDER);
  await world.advance(DAY + 1);
  await trade.bridge.round();
  const { url: second } = await trade.bridge.checkout(ORDER);
  trade.shop.book.clear();
  await world.advance(DAY + 1);
  await trade.bridge.round();
  await forgetExpired();
  expect(await trade.sessionsOf(SET)).toEqual([]);

  const { url: third } = await trade.bridge.checkout(ORDER);
  expect(third).not.toBeNull();
  const afresh = await openTrade(world, { apiKey });
  const { url: found } = await afresh.bridge.checkout(ORDER);
  expect(new Set([first, second, third]).size).toBe(3);
  expect(found).toBe(third);
  expect(await trade.sessionsOf(SET)).toHaveLength(1);
});

test("an expired link is replaced under a second key with the same reference, and the buyer pays by the new one", async () => {
  const trade = await openTrade(world);
  const order = trade.shop.place(ORDER);
  const { url: first } = await trade.bridge.checkout(ORDER);
  expect(first).not.toBeNull();
  expect((await trade.bridge.checkout(ORDER)).url).toBe(first);
  await world.advance(DAY + 1);
  // The shop's page asks before any round has read of it.
  const { url: second } = await trade.bridge.checkout(ORDER);
  expect(second).not.toBe(first);
  expect((await trade.sessionsOf(SET)).map(({ status }) => status)).toEqual(["EXPIRED", "OPEN"]);

  await trade.bridge.round();
  await world.advance(DAY + 1);
  await trade.bridge.round();
  const sessions = await trade.sessionsOf(SET);
  expect(sessions.map(({ status }) => status)).toEqual(["EXPIRED", "EXPIRED", "OPEN"]);
  expect(order.url).toBe(sessions[2]?.url);
  // The keys: creating by them again replays.
  for (const [index, key] of ["1001", "1001#2", "1001#3"].entries()) {
    const { data, isReplayed } = await trade.holdfast.sessions
      .create(bodyOf("1001"), { idempotencyKey: key })
      .withResponse();
    expect([isReplayed, data.id]).toEqual([true, sessions[index]?.id]);
  }
  await trade.buy(SET);
  await trade.bridge.round();
  expect(order.marks).toEqual(["paid (IN_ESCROW)"]);
  expect(await trade.bridge.checkout(ORDER)).toMatchObject({ url: null, stage: "FUNDED" });
  expect(await trade.sessionsOf(SET)).toHaveLength(3);
});

test("a link that nobody asks for any more is not replaced, and the shop knows that it is dead", async () => {
  const trade = await openTrade(world);
  const order = trade.shop.place(ORDER);
  await trade.bridge.round();
  order.state = "abandoned";
  await world.advance(DAY + 1);
  await trade.bridge.round();
  expect(order.url).toBeNull();
  expect(await trade.sessionsOf(SET)).toHaveLength(1);
  expect(await trade.reason(SET)).toBe("its link has expired, and the shop has not asked for another");
});

test("an edited total ends the old link before there is a new one; once the buyer confirmed, it waits for people", async () => {
  const trade = await openTrade(world);
  const order = trade.shop.place(ORDER);
  await trade.bridge.round();
  order.order = { ...ORDER, amount: "199.90" };
  await trade.bridge.round();
  const sessions = await trade.sessionsOf(SET);
  expect(sessions.map(({ status, amount }) => [status, amount])).toEqual([
    ["EXPIRED", "249.90"],
    ["OPEN", "199.90"],
  ]);
  expect(order.url).toBe(sessions[1]?.url);
  // Another way back to the shop is no other offer.
  order.order = { ...order.order, success_url: "https://shop.example/thanks?visit=2" };
  await trade.bridge.round();

  await trade.buy(SET);
  order.order = { ...ORDER, amount: "299.90" };
  expect(await trade.bridge.checkout(order.order)).toMatchObject({ url: null, stage: "FUNDED" });
  await trade.bridge.round();
  expect(await trade.sessionsOf(SET)).toHaveLength(2);
  expect(await trade.reason(SET)).toMatch(/^edited in the shop after the buyer confirmed/);
  expect((await trade.escrowOf(SET)).amount).toBe("199.90");
});

test("the total is edited while the buyer confirms: the bridge meets the buyer's escrow, and makes no second session", async () => {
  const trade = await openTrade(world);
  const order = trade.shop.place(ORDER);
  await trade.bridge.round();
  await trade.buy(SET, false);
  order.order = { ...ORDER, amount: "1.00" };
  expect(await trade.bridge.checkout(order.order)).toMatchObject({ stage: "CONFIRMED", url: null });
  expect(await trade.sessionsOf(SET)).toHaveLength(1);
});

test("an order that Holdfast refuses waits with its reason, holds up no other, and goes on once it is mended", async () => {
  const trade = await openTrade(world);
  const order = trade.shop.place({ ...ORDER, amount: "249.9" });
  const other = trade.shop.place({ ...ORDER, id: "1002" });
  await trade.bridge.round();
  expect(other.url).not.toBeNull();
  expect(await trade.reason(SET)).toMatch(/^amount: Takes an amount of at least 0\.01 /);
  await expect(trade.bridge.checkout(order.order)).rejects.toMatchObject({ code: "validation_failed" });
  order.order = ORDER;
  await trade.bridge.round();
  await trade.bridge.round();
  expect(order.url).not.toBeNull();
  expect(await trade.reason(SET)).toBe("the buyer has not confirmed yet");
});

test("what was shipped before it was paid waits, and is submitted when the money is there", async () => {
  const trade = await openTrade(world);
  trade.shop.place(ORDER);
  await trade.bridge.round();
  const escrow = await trade.buy(SET, false);
  trade.shop.ship(SET);
  await trade.bridge.round();
  await trade.bridge.round();
  expect(await trade.reason(SET)).toBe("shipped before it was paid: submitted once the money is there");
  expect(await trade.count(SET, "escrow.milestone.submitted")).toBe(0);
  await trade.buyer.pay(escrow.id);
  await trade.bridge.round();
  expect(await trade.count(SET, "escrow.milestone.submitted")).toBe(1);
});

test("parcels of an order with milestones are submitted one by one, each for its own", async () => {
  const trade = await openTrade(world);
  const milestones = [
    { title: "Plates", amount: "149.90" },
    { title: "Bowls", amount: "100.00" },
  ];
  const order = trade.shop.place({ ...ORDER, milestones });
  const escrow = await sell(trade, SET);
  trade.shop.ship(SET, { milestone: 1 });
  await trade.bridge.round();
  const statuses = async () => (await trade.escrowOf(SET)).milestones.map(({ status }) => status);
  expect(await statuses()).toEqual(["PENDING", "AWAITING_REVIEW"]);
  await trade.buyer.approve(escrow.id, escrow.milestones[1]?.id ?? "");
  await trade.bridge.round();
  expect(order.state).toBe("paid");
  trade.shop.ship(SET, { milestone: 0 });
  trade.shop.ship(SET, { milestone: 7 });
  await trade.bridge.round();
  expect(await statuses()).toEqual(["AWAITING_REVIEW", "COMPLETED"]);
  await trade.buyer.approve(escrow.id, escrow.milestones[0]?.id ?? "");
  await trade.bridge.round();
  expect(order.marks).toEqual(["paid (IN_ESCROW)", "completed (COMPLETED)"]);
});

test("how a parcel travels goes along, as far as it is taken; parcels that go in several ways are told in words", async () => {
  const trade = await openTrade(world);
  trade.shop.place(ORDER);
  const escrow = await sell(trade, SET);
  const shipping = {
    carrier: ` ${"DHL ".repeat(30)}`,
    tracking_number: "4410\n8823",
    tracking_url: "http://track.example/4410",
  };
  trade.shop.ship(SET, { details: "", shipping });
  await trade.bridge.round();
  const kept = async () => {
    const [row] = await world.db.query<Record<string, string>>({
      name: "test: shipping",
      text: `select carrier, tracking_number, tracking_url, text from milestone_entries
        where escrow_id = $1 and verb = 'submit' order by number desc limit 1`,
      values: [escrow.id],
    });
    return row;
  };
  const carrier = "DHL ".repeat(15).trim();
  expect(await kept()).toEqual({
    carrier,
    tracking_number: "4410 8823",
    tracking_url: "",
    text: `${carrier} 4410 8823`,
  });
  await trade.buyer.requestRevision(escrow.id, escrow.milestones[0]?.id ?? "", { reason: "A plate is broken." });
  trade.shop.ship(SET, { isPartial: true, details: "", shipping: { carrier: "DHL", tracking_number: "1" } });
  trade.shop.ship(SET, { details: "", shipping: { carrier: "UPS", tracking_url: "https://track.example/2" } });
  await trade.bridge.round();
  expect(await kept()).toEqual({
    carrier: "",
    tracking_number: "",
    tracking_url: "",
    text: "DHL 1\nUPS\nhttps://track.example/2",
  });
});

test("parcels of an order without milestones are submitted together, when the last one has left", async () => {
  const trade = await openTrade(world);
  trade.shop.place(ORDER);
  await sell(trade, SET);
  trade.shop.ship(SET, { isPartial: true });
  await trade.bridge.round();
  await trade.bridge.round();
  expect(await trade.reason(SET)).toBe("shipped in part: more parcels have to follow");
  trade.shop.ship(SET);
  await trade.bridge.round();
  const { milestones } = await trade.escrowOf(SET);
  expect(milestones[0]).toMatchObject({ status: "AWAITING_REVIEW", submission_details: "DHL 4410\nDHL 4411" });
});

test("the buyer asks for changes: the next parcel is submitted, and one that nobody asked for is not", async () => {
  const trade = await openTrade(world);
  trade.shop.place(ORDER);
  const escrow = await sell(trade, SET);
  trade.shop.ship(SET);
  await trade.bridge.round();
  const milestone = escrow.milestones[0]?.id ?? "";
  await trade.buyer.requestRevision(escrow.id, milestone, { reason: "One plate is chipped." });
  await trade.bridge.round();
  expect(await trade.count(SET, "escrow.milestone.submitted")).toBe(1);
  trade.shop.ship(SET);
  await trade.bridge.round();
  expect((await trade.escrowOf(SET)).milestones[0]?.submission_details).toBe("DHL 4411");
  trade.shop.ship(SET);
  await trade.bridge.round();
  expect(await trade.count(SET, "escrow.milestone.submitted")).toBe(2);
  expect(trade.log).toContainEqual(expect.objectContaining({ step: "delivery dropped", level: "warn" }));
});

test("an order cancelled in the shop can't be paid any more, whether its link was kept or not", async () => {
  const trade = await openTrade(world);
  const order = trade.shop.place(ORDER);
  await trade.bridge.round();
  order.isCancelled = true;
  await trade.bridge.round();
  expect((await trade.sessionsOf(SET)).map(({ status }) => status)).toEqual(["EXPIRED"]);
  expect(order.marks).toEqual([]);
  expect(await trade.reason(SET)).toBeNull();
  expect(await trade.bridge.find(SET)).toMatchObject({ stage: "CANCELLED" });

  // A crash before the session was kept, and the cancellation after it.
  const lost = trade.shop.place({ ...ORDER, id: "1002" });
  await trade.bridge.take({ order: lost.order });
  await trade.holdfast.sessions.create(bodyOf("1002"), { idempotencyKey: "1002" });
  lost.isCancelled = true;
  await trade.bridge.round();
  expect((await trade.sessionsOf("1002")).map(({ status }) => status)).toEqual(["EXPIRED"]);
});

test("an order that the buyer declines is cancelled in the shop", async () => {
  const trade = await openTrade(world);
  const order = trade.shop.place(ORDER);
  await trade.bridge.round();
  const escrow = await trade.buy(SET, false);
  await trade.buyer.decline(escrow.id);
  await trade.bridge.round();
  expect(order.marks).toEqual(["cancelled (DECLINED)"]);
  expect(await trade.bridge.checkout(ORDER)).toMatchObject({ url: null, stage: "CANCELLED" });
});

test("a refund in the shop: nothing more is submitted, people are told to cancel the escrow, and the shop, which knows, hears no more of it", async () => {
  const trade = await openTrade(world);
  const order = trade.shop.place(ORDER);
  const escrow = await sell(trade, SET);
  order.isCancelled = true;
  await trade.bridge.round();
  trade.shop.ship(SET);
  await trade.bridge.round();
  expect(await trade.count(SET, "escrow.milestone.submitted")).toBe(0);
  expect(await trade.reason(SET)).toBe(
    "cancelled in the shop, but the buyer has paid: cancel the escrow in the console",
  );
  await trade.buyer.cancel(escrow.id);
  await trade.bridge.round();
  expect(order.marks).toEqual(["paid (IN_ESCROW)"]);
  expect(await trade.reason(SET)).toBeNull();
});

test("the shop cancels while the buyer pays: it is not told to ship, and the money waits for people", async () => {
  const trade = await openTrade(world);
  const order = trade.shop.place(ORDER);
  await trade.bridge.round();
  await trade.buy(SET);
  order.isCancelled = true;
  await trade.bridge.take({ cancelled: SET });
  await trade.bridge.round();
  expect(order.marks).toEqual([]);
  expect(await trade.reason(SET)).toMatch(/^cancelled in the shop, but the buyer has paid/);
});

test("a dispute stops deliveries and shows in the shop; it goes on when the dispute is over, and ends with a refund", async () => {
  const trade = await openTrade(world);
  const order = trade.shop.place(ORDER);
  const escrow = await sell(trade, SET);
  const milestone = escrow.milestones[0]?.id ?? "";
  const why = { reason: "It has not come." };
  await trade.buyer.dispute(escrow.id, milestone, why);
  trade.shop.ship(SET);
  await trade.bridge.round();
  await trade.bridge.round();
  expect(await trade.reason(SET)).toBe("in dispute: answer the buyer in the console");
  expect(await trade.count(SET, "escrow.milestone.submitted")).toBe(0);
  await trade.buyer.resolve(escrow.id, { outcome: "resume" });
  await trade.bridge.round();
  expect(await trade.count(SET, "escrow.milestone.submitted")).toBe(1);
  await trade.buyer.dispute(escrow.id, milestone, why);
  await trade.bridge.round();
  await trade.buyer.resolve(escrow.id, { outcome: "settle", release: "100.00", refund: "149.90" });
  await trade.bridge.round();
  const marks = order.marks.map((mark) => mark.replace(/ .*/, ""));
  expect(marks).toEqual(["paid", "disputed", "resumed", "disputed", "settled"]);
});

test("an order that was paid and disputed while nobody looked is not to be shipped", async () => {
  const trade = await openTrade(world);
  const order = trade.shop.place(ORDER);
  await trade.bridge.round();
  const escrow = await trade.buy(SET);
  await trade.buyer.dispute(escrow.id, escrow.milestones[0]?.id ?? "", { reason: "Wrong address." });
  await trade.bridge.round();
  expect(order.marks).toEqual(["disputed (DISPUTED)"]);
});
