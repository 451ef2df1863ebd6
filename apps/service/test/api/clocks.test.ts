/** Expiry, deadlines and automatic approval: true from their second on, told once, by whichever process notices first. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Merchant, startWorld, type World } from "../harness.js";
import {
  allEvents,
  asBuyer,
  confirmed,
  eventTypes,
  expectRefusal,
  funded,
  ORDER,
  openSession,
  pay,
  resolve,
  submit,
  submitPath,
  TWO_PARTS,
} from "../stories.js";

let world: World;
let shop: Merchant;
beforeAll(async () => {
  // Without a worker: what a read shows must not depend on one.
  world = await startWorld({ role: "web" });
});
beforeEach(async () => {
  shop = await world.merchant();
});
afterEach(() => world.checkLedger());
afterAll(() => world.close());

/** Moves the clock as another process would, without running what has come due. */
async function passTime(seconds: number): Promise<void> {
  await world.db.query({
    name: "pass time",
    text: "update test_clock set offset_seconds = offset_seconds + $1",
    values: [seconds],
  });
}
const switchOn = (column: "review_window_seconds" | "delivery_deadline_seconds", seconds: number) =>
  world.db.query({
    name: `set ${column}`,
    text: `update accounts set ${column} = $2 where id = $1`,
    values: [shop.account, seconds],
  });

test("the clock advances for all, and the answer tells by how much", async () => {
  const before = (await shop.get("/test_helpers/clock")).body;
  const after = (await shop.post("/test_helpers/clock/advance", { seconds: 3600 })).body;
  expect(after["offset"] - before["offset"]).toBe(3600);
  expect(after["now"] - before["now"]).toBeGreaterThanOrEqual(3600);
  const session = await openSession(shop);
  expect(session["created"]).toBeGreaterThanOrEqual(after["now"]);
  for (const seconds of [0, -1, 1.5, "10", 315_360_001])
    expectRefusal(await shop.post("/test_helpers/clock/advance", { seconds }), 400, "validation_failed");
});

test("a session is EXPIRED from its second on, in every answer, and told once", async () => {
  const session = await openSession(shop, { ...ORDER, expires_in: 900 });
  expect(session["expires_at"]).toBe(session["created"] + 900);
  await passTime(898);
  expect((await shop.get(`/checkout/sessions/${session["id"]}`)).body["status"]).toBe("OPEN");
  await passTime(3);
  const reads = await Promise.all(Array.from({ length: 10 }, () => shop.get(`/checkout/sessions/${session["id"]}`)));
  for (const read of reads) expect(read.body).toMatchObject({ status: "EXPIRED", url: null });
  expect(await eventTypes(shop)).toEqual(["checkout.session.expired"]);
});

test("lists, filters and the feed show it too, before anything else has looked", async () => {
  await openSession(shop, { ...ORDER, expires_in: 900 });
  const escrow = await confirmed(shop);
  await passTime(259_201);
  expect((await shop.get("/escrows?status=DEADLINE_EXPIRED")).body["data"]).toMatchObject([{ id: escrow["id"] }]);
  expect((await shop.get("/escrows?status=PENDING_FUNDING")).body["data"]).toEqual([]);
  expect(
    (await shop.get("/checkout/sessions")).body["data"].map((one: { status: string }) => one.status).sort(),
  ).toEqual(["COMPLETED", "EXPIRED"]);
  expect((await eventTypes(shop)).slice(2).sort()).toEqual(["checkout.session.expired", "escrow.expired"]);
});

test("a late confirm meets an expired session; the expiry is told although the confirm is refused", async () => {
  const session = await openSession(shop, { ...ORDER, expires_in: 900 });
  await passTime(900);
  expectRefusal(await shop.post(`/test_helpers/checkout/sessions/${session["id"]}/confirm`, {}), 409, "invalid_state");
  expect(await eventTypes(shop)).toEqual(["checkout.session.expired"]);
});

test("the funding deadline ends an escrow and gives a part payment back; a payment after it is owed back too", async () => {
  const escrow = await confirmed(shop);
  await pay(shop, escrow, { amount: "100.00" });
  await passTime(259_200);
  expect(await pay(shop, escrow, { amount: "156.45" })).toMatchObject({
    status: "DEADLINE_EXPIRED",
    funded_amount: "100.00",
  });
  expect((await allEvents(shop)).at(-1)).toMatchObject({
    type: "escrow.expired",
    data: { object: { previous_status: "PARTIALLY_FUNDED" } },
  });
  const owed = await world.db.query({
    name: "owed by reason",
    text: "select reason, amount from refunds where account_id = $1 order by id",
    values: [shop.account],
  });
  expect(owed).toEqual([
    { reason: "deadline", amount: "10000" },
    { reason: "overpaid", amount: "15645" },
  ]);
});

test("a funded escrow has no funding deadline, and by default nothing else runs", async () => {
  const escrow = await funded(shop);
  await submit(shop, escrow);
  await passTime(365 * 86_400);
  expect((await shop.get(`/escrows/${escrow["id"]}`)).body["status"]).toBe("WORK_IN_PROGRESS");
});

test("with a review window on, silence approves; a dispute stops it and a resumed review starts afresh", async () => {
  await switchOn("review_window_seconds", 3 * 86_400);
  const escrow = await funded(shop, TWO_PARTS);
  await submit(shop, escrow, 0);
  await submit(shop, escrow, 1);
  await asBuyer(shop, escrow, "dispute", 1, { reason: "odd" });
  await passTime(3 * 86_400 + 1);
  expect((await shop.get(`/escrows/${escrow["id"]}`)).body).toMatchObject({
    status: "DISPUTED",
    milestones: [{ status: "AWAITING_REVIEW" }, {}],
  });
  await resolve(shop, escrow, { outcome: "resume" });
  await passTime(3 * 86_400 - 100);
  expect((await shop.get(`/escrows/${escrow["id"]}`)).body["status"]).toBe("WORK_IN_PROGRESS");
  await passTime(200);
  expect((await shop.get(`/escrows/${escrow["id"]}`)).body["status"]).toBe("COMPLETED");
  const actors = await world.db.query({
    name: "actors",
    text: "select distinct actor from milestone_entries where account_id = $1 and verb = 'approve'",
    values: [shop.account],
  });
  expect(actors).toEqual([{ actor: "timer" }]);
});

test("with a delivery deadline on, a funded escrow without any submission is refunded whole", async () => {
  await switchOn("delivery_deadline_seconds", 86_400);
  const [silent, started] = [await funded(shop), await funded(shop)];
  await submit(shop, started);
  await passTime(86_401);
  expect((await shop.get(`/escrows/${silent["id"]}`)).body["status"]).toBe("DEADLINE_EXPIRED");
  expect((await shop.get(`/escrows/${started["id"]}`)).body["status"]).toBe("WORK_IN_PROGRESS");
  expectRefusal(await shop.post(submitPath(silent), { submission_details: "late" }), 409, "escrow_not_funded");
});

test("what a merchant switches on later does not change an order that was already offered", async () => {
  const escrow = await funded(shop);
  await switchOn("delivery_deadline_seconds", 60);
  await passTime(3600);
  expect((await shop.get(`/escrows/${escrow["id"]}`)).body["status"]).toBe("IN_ESCROW");
});

test("advancing runs everything that has come due before it answers", async () => {
  await Promise.all(Array.from({ length: 30 }, () => openSession(shop, { ...ORDER, expires_in: 900 })));
  await shop.post("/test_helpers/clock/advance", { seconds: 1000 });
  const left = await world.db.query({
    name: "left open",
    text: "select count(*) as count from checkout_sessions where status = 'OPEN' and expires_at <= service_now()",
  });
  expect(left).toEqual([{ count: "0" }]);
  expect((await allEvents(shop)).length).toBe(30);
});

test("the clock stops short of the year 10000", async () => {
  const years = 315_360_000;
  await passTime(253_402_300_799 - Math.floor(Date.now() / 1000) - 40 * years);
  const advance = () => shop.post("/test_helpers/clock/advance", { seconds: years });
  let last = await advance();
  for (let step = 0; step < 44 && last.status === 200; step += 1) last = await advance();
  expectRefusal(last, 400, "validation_failed");
  const escrow = await confirmed(shop);
  expect(escrow["reference_code"]).toMatch(/^TR-\d{8}\./);
});
