/** The life of an order over HTTP, from session to its end, with the events that tell it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Merchant, startWorld, type World } from "../harness.js";
import {
  allEvents,
  asBuyer,
  buyerPath,
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
  world = await startWorld();
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});
const newShop = async (): Promise<Merchant> => {
  shop = await world.merchant();
  return shop;
};

test("an order goes from session to COMPLETED, and the merchant is paid the amount", async () => {
  await newShop();
  const session = await openSession(shop, { ...ORDER, external_reference: "NW-1", metadata: { cart: "7" } });
  expect(session).toMatchObject({ status: "OPEN", amount: "249.90", escrow: null, completed_at: null });
  const escrow = await confirmed(shop, { ...ORDER, external_reference: "NW-2", metadata: { cart: "8" } });
  expect(escrow).toMatchObject({
    status: "PENDING_FUNDING",
    fees: "6.55",
    total: "256.45",
    funded_amount: "0.00",
    external_reference: "NW-2",
    metadata: { cart: "8" },
    buyer: { email: "buyer@example.com" },
  });
  expect(escrow["reference_code"]).toMatch(/^TR-\d{8}\.\d{6}\.24990$/);
  expect(escrow["milestones"]).toMatchObject([
    { title: ORDER.title, amount: "249.90", status: "PENDING", submission_details: "" },
  ]);

  expect(await pay(shop, escrow)).toMatchObject({ status: "IN_ESCROW", funded_amount: "256.45" });
  expect(await submit(shop, escrow)).toMatchObject({
    status: "WORK_IN_PROGRESS",
    milestones: [{ status: "AWAITING_REVIEW" }],
  });
  expect(await asBuyer(shop, escrow, "approve")).toMatchObject({
    status: "COMPLETED",
    milestones: [{ status: "COMPLETED" }],
  });
  expect(await eventTypes(shop)).toEqual([
    "checkout.session.completed",
    "escrow.created",
    "escrow.funded",
    "escrow.milestone.submitted",
    "escrow.work_started",
    "escrow.milestone.approved",
    "escrow.completed",
  ]);
  const byCode = await shop.get(`/escrows/${escrow["reference_code"]}`);
  expect(byCode.body["id"]).toBe(escrow["id"]);
});

test("events tell the real earlier status and bear the fields of the contract", async () => {
  await newShop();
  const escrow = await funded(shop, { ...TWO_PARTS, external_reference: "NW-3" });
  await submit(shop, escrow, 1);
  const events = await allEvents(shop);
  const told = Object.fromEntries(events.map((event) => [event["type"], event["data"].object]));
  expect(told["checkout.session.completed"]).toMatchObject({
    previous_status: "OPEN",
    status: "COMPLETED",
    url: null,
    escrow: escrow["id"],
  });
  expect(told["escrow.created"]).not.toHaveProperty("previous_status");
  expect(told["escrow.funded"]).toMatchObject({ previous_status: "PENDING_FUNDING", status: "IN_ESCROW" });
  expect(told["escrow.milestone.submitted"]).toMatchObject({
    previous_status: "PENDING",
    status: "AWAITING_REVIEW",
    escrow: escrow["id"],
    checkout_session: escrow["checkout_session"],
    external_reference: "NW-3",
  });
  expect(told["escrow.work_started"]).toMatchObject({ previous_status: "IN_ESCROW", status: "WORK_IN_PROGRESS" });
});

test("a part payment, then the rest, then too much: the excess is owed back and nothing else moves", async () => {
  await newShop();
  const escrow = await confirmed(shop);
  expect(await pay(shop, escrow, { amount: "100.00" })).toMatchObject({
    status: "PARTIALLY_FUNDED",
    funded_amount: "100.00",
  });
  expect(await pay(shop, escrow, { amount: "56.45", method: "bank" })).toMatchObject({
    status: "PARTIALLY_FUNDED",
    funded_amount: "156.45",
  });
  expect(await pay(shop, escrow, { amount: "150.00" })).toMatchObject({ status: "IN_ESCROW", funded_amount: "256.45" });
  expect(await pay(shop, escrow)).toMatchObject({ status: "IN_ESCROW", funded_amount: "256.45" });
  expect(await eventTypes(shop)).toEqual([
    "checkout.session.completed",
    "escrow.created",
    "escrow.partially_funded",
    "escrow.partially_funded",
    "escrow.funded",
  ]);
  const owed = await world.db.query<{ amount: string; reason: string }>({
    name: "owed",
    text: "select amount, reason from refunds where account_id = $1 order by id",
    values: [shop.account],
  });
  expect(owed).toEqual([
    { amount: "5000", reason: "overpaid" },
    { amount: "25645", reason: "overpaid" },
  ]);
});

test("a pending payment waits for its outcome: it fails, another succeeds", async () => {
  await newShop();
  const escrow = await confirmed(shop);
  expect(await pay(shop, escrow, { outcome: "pending", method: "mobile_money" })).toMatchObject({
    status: "WAITING_PAYMENT_CONFIRMATION",
  });
  expect(await pay(shop, escrow, { outcome: "failed" })).toMatchObject({ status: "PENDING_FUNDING" });
  expect(await pay(shop, escrow, { outcome: "failed" })).toMatchObject({ status: "PENDING_FUNDING" });
  await pay(shop, escrow, { outcome: "pending", amount: "256.45" });
  expect(await pay(shop, escrow, { outcome: "succeeded" })).toMatchObject({
    status: "IN_ESCROW",
    funded_amount: "256.45",
  });
  const updates = (await allEvents(shop)).filter((event) => event["type"] === "escrow.updated");
  expect(updates.map((event) => [event["data"].object.previous_status, event["data"].object.status])).toEqual([
    ["PENDING_FUNDING", "WAITING_PAYMENT_CONFIRMATION"],
    ["WAITING_PAYMENT_CONFIRMATION", "PENDING_FUNDING"],
    ["PENDING_FUNDING", "WAITING_PAYMENT_CONFIRMATION"],
  ]);
});

test("a revision goes back and forth, and the whole history is kept", async () => {
  await newShop();
  const escrow = await funded(shop);
  await submit(shop, escrow, 0, "first try");
  expect(await asBuyer(shop, escrow, "request_revision", 0, { reason: "chipped" })).toMatchObject({
    status: "WORK_IN_PROGRESS",
    milestones: [{ status: "REVISION_REQUESTED", submission_details: "first try" }],
  });
  await submit(shop, escrow, 0, "second try");
  expect(await asBuyer(shop, escrow, "approve")).toMatchObject({
    status: "COMPLETED",
    milestones: [{ submission_details: "second try" }],
  });
  const history = await world.db.query<{ verb: string; text: string }>({
    name: "history",
    text: "select verb, text from milestone_entries where account_id = $1 order by escrow_id, number",
    values: [shop.account],
  });
  expect(history.map(({ verb, text }) => `${verb}: ${text}`)).toEqual([
    "submit: first try",
    "requestRevision: chipped",
    "submit: second try",
    "approve: ",
  ]);
});

test("a dispute stops submissions; the other milestone may still be approved; release completes", async () => {
  await newShop();
  const escrow = await funded(shop, TWO_PARTS);
  await submit(shop, escrow, 0);
  await submit(shop, escrow, 1);
  const disputed = await asBuyer(shop, escrow, "dispute", 0, { reason: "never came" });
  expect(disputed).toMatchObject({
    status: "DISPUTED",
    milestones: [{ status: "DISPUTED" }, { status: "AWAITING_REVIEW" }],
  });
  expect(disputed["dispute_reference"]).toMatch(/^DS-\d{8}$/);
  expectRefusal(await shop.post(submitPath(escrow, 1), { submission_details: "again" }), 409, "escrow_not_funded");
  expect(await asBuyer(shop, escrow, "approve", 1)).toMatchObject({ status: "DISPUTED" });
  expect(await resolve(shop, escrow, { outcome: "release" })).toMatchObject({
    status: "COMPLETED",
    dispute_reference: disputed["dispute_reference"],
  });
  expect((await eventTypes(shop)).slice(-5)).toEqual([
    "escrow.milestone.disputed",
    "escrow.disputed",
    "escrow.milestone.approved",
    "escrow.milestone.updated",
    "escrow.completed",
  ]);
});

test("resume puts a milestone back to what it was; the one disputed longest is resolved first", async () => {
  await newShop();
  const escrow = await funded(shop, TWO_PARTS);
  await submit(shop, escrow, 1);
  await asBuyer(shop, escrow, "dispute", 1, { reason: "wrong colour" });
  await asBuyer(shop, escrow, "dispute", 0, { reason: "late" });
  expect(await resolve(shop, escrow, { outcome: "resume" })).toMatchObject({
    status: "DISPUTED",
    milestones: [{ status: "DISPUTED" }, { status: "AWAITING_REVIEW" }],
  });
  expect(await resolve(shop, escrow, { outcome: "resume" })).toMatchObject({
    status: "WORK_IN_PROGRESS",
    milestones: [{ status: "PENDING" }, {}],
  });
  expectRefusal(
    await shop.post(`/test_helpers/escrows/${escrow["id"]}/resolve`, { outcome: "resume" }),
    409,
    "invalid_state",
  );
});

test("a settlement splits what is not released yet; a wrong sum is refused with the right one", async () => {
  await newShop();
  const escrow = await funded(shop, TWO_PARTS);
  await submit(shop, escrow, 0);
  await asBuyer(shop, escrow, "approve", 0);
  await asBuyer(shop, escrow, "dispute", 1, { reason: "broken" });
  const wrong = await shop.post(`/test_helpers/escrows/${escrow["id"]}/resolve`, {
    outcome: "settle",
    release: "100.00",
    refund: "51.00",
  });
  expectRefusal(wrong, 400, "validation_failed");
  expect(wrong.body["error"].details.release[0]).toContain("150.00");
  expect(await resolve(shop, escrow, { outcome: "settle", release: "60.00", refund: "90.00" })).toMatchObject({
    status: "CLOSED",
    milestones: [{ status: "COMPLETED" }, { status: "COMPLETED" }],
  });
  expect((await eventTypes(shop)).slice(-2)).toEqual(["escrow.milestone.updated", "escrow.updated"]);
  const sums = await world.db.query({
    name: "sums",
    text: "select released, fees_earned, refunded, held from escrows where account_id = $1",
    values: [shop.account],
  });
  // Fees of 6.55 are earned on 159.90 of 249.90; the rest goes back with the refund.
  expect(sums).toEqual([{ released: "15990", fees_earned: "419", refunded: "9236", held: "0" }]);
});

test("a settlement without a refund completes the escrow and earns all fees", async () => {
  await newShop();
  const escrow = await funded(shop);
  await asBuyer(shop, escrow, "dispute", 0, { reason: "where is it" });
  expect(await resolve(shop, escrow, { outcome: "settle", release: "249.90", refund: "0.00" })).toMatchObject({
    status: "COMPLETED",
  });
});

test("cancel and decline end an escrow, give back what is held, and can't be repeated", async () => {
  await newShop();
  const declined = await confirmed(shop);
  await pay(shop, declined, { amount: "10.00" });
  expect((await shop.post(`/test_helpers/escrows/${declined["id"]}/decline`, {})).body).toMatchObject({
    status: "DECLINED",
    funded_amount: "10.00",
  });
  const cancelled = await funded(shop);
  expectRefusal(await shop.post(`/test_helpers/escrows/${cancelled["id"]}/decline`, {}), 409, "invalid_state");
  expect((await shop.post(`/test_helpers/escrows/${cancelled["id"]}/cancel`, {})).body).toMatchObject({
    status: "CANCELLED",
  });
  expectRefusal(await shop.post(`/test_helpers/escrows/${cancelled["id"]}/cancel`, {}), 409, "invalid_state");
  expect(await pay(shop, cancelled)).toMatchObject({ status: "CANCELLED", funded_amount: "256.45" });
  expectRefusal(await shop.post(submitPath(cancelled), { submission_details: "late" }), 409, "escrow_not_funded");
  expectRefusal(await shop.post(buyerPath(cancelled, "approve"), {}), 409, "invalid_state");
});

test("a merchant may expire an unused session once; a completed one is refused", async () => {
  await newShop();
  const session = await openSession(shop);
  const expired = await shop.post(`/checkout/sessions/${session["id"]}/expire`);
  expect(expired.body).toMatchObject({ status: "EXPIRED", url: null });
  expect((await shop.post(`/checkout/sessions/${session["id"]}/expire`)).body).toEqual(expired.body);
  expectRefusal(await shop.post(`/test_helpers/checkout/sessions/${session["id"]}/confirm`, {}), 409, "invalid_state");
  const escrow = await confirmed(shop);
  expectRefusal(await shop.post(`/checkout/sessions/${escrow["checkout_session"]}/expire`), 409, "session_completed");
  expect(await eventTypes(shop)).toEqual(["checkout.session.expired", "checkout.session.completed", "escrow.created"]);
});
