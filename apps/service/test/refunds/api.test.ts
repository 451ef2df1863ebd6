/** A store gives money back over the API: a part or all, before and after release, once for each request. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { newPerson } from "../console/seller.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { until } from "../payments/desk.js";
import { allEvents, asBuyer, confirmed, expectRefusal, funded, ok, submit, TWO_PARTS } from "../stories.js";

let world: World;
let shop: Merchant;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

const path = (escrow: Json): string => `/escrows/${escrow["id"]}/refunds`;
const refund = (escrow: Json, body: Json = {}): Promise<Json> => ok(shop.post(path(escrow), body), 201);
const read = async (escrow: Json): Promise<Json> => (await shop.get(`/escrows/${escrow["id"]}`)).body;
const statuses = (escrow: Json): readonly string[] => escrow["milestones"].map(({ status }: Json) => status);

const approved = async (escrow: Json, index = 0): Promise<Json> => {
  await submit(shop, escrow, index);
  return asBuyer(shop, escrow, "approve", index);
};

test("one of two cups goes back before delivery: the buyer gets its price and its share of the fees, and the rest goes on", async () => {
  const escrow = await funded(shop);
  const made = await refund(escrow, { amount: "24.00", reason: "damaged", external_reference: "R-1" });
  expect(made).toMatchObject({
    object: "refund",
    escrow_id: escrow["id"],
    milestone_id: null,
    amount: "24.00",
    currency: "USD",
    fee_refunded: "0.62",
    source: "held",
    status: "PENDING",
    failure_reason: null,
    reason: "damaged",
    external_reference: "R-1",
    metadata: {},
  });
  expect(made["id"]).toMatch(/^RF-\d{8}$/);
  const now = await read(escrow);
  expect(now).toMatchObject({ status: "IN_ESCROW", amount: "249.90", amount_refunded: "24.00" });
  expect(now["milestones"]).toMatchObject([{ amount: "249.90", amount_refunded: "24.00", status: "PENDING" }]);
  await until(async () => (await shop.get(`/refunds/${made["id"]}`)).body["status"] === "SUCCEEDED");
  const done = await approved(escrow);
  expect(done).toMatchObject({ status: "COMPLETED", amount_refunded: "24.00" });
});

test("what was released goes back from the wallet, without fees, and the order stays completed", async () => {
  const escrow = await funded(shop);
  await approved(escrow);
  const made = await refund(escrow, { amount: "100.00" });
  expect(made).toMatchObject({ amount: "100.00", fee_refunded: "0.00", source: "wallet", reason: "other" });
  expect(await read(escrow)).toMatchObject({ status: "COMPLETED", amount_refunded: "100.00" });
  const rest = await refund(escrow);
  expect(rest).toMatchObject({ amount: "149.90", source: "wallet" });
  expectRefusal(await shop.post(path(escrow), { amount: "0.01" }), 409, "refund_too_large");
});

test("all that is held goes back: nothing was released, so the order is cancelled, with all of the fees", async () => {
  const escrow = await funded(shop, TWO_PARTS);
  const made = await refund(escrow);
  expect(made).toMatchObject({ amount: "249.90", fee_refunded: "6.55", source: "held" });
  expect(await read(escrow)).toMatchObject({ status: "CANCELLED" });
});

test("a milestone of which all went back is over, and the order completes with the others", async () => {
  const escrow = await funded(shop, TWO_PARTS);
  const [first, second] = escrow["milestones"];
  await refund(escrow, { milestone_id: second["id"] });
  expect(statuses(await read(escrow))).toEqual(["PENDING", "COMPLETED"]);
  const done = await approved(escrow);
  expect(done).toMatchObject({ status: "COMPLETED", amount_refunded: second["amount"] });
  expect(done["milestones"][0]).not.toHaveProperty("amount_refunded");
  expect(await refund(escrow, { milestone_id: first["id"], amount: "1.00" })).toMatchObject({ source: "wallet" });
});

test("a refund without a milestone takes the last one first, held before released", async () => {
  const escrow = await funded(shop, TWO_PARTS);
  await approved(escrow);
  const [first, second] = (await read(escrow))["milestones"];
  const more = `${(Number(second["amount"]) + 10).toFixed(2)}`;
  expect(await refund(escrow, { amount: more })).toMatchObject({ amount: more, source: "both" });
  const now = await read(escrow);
  expect(now["status"]).toBe("COMPLETED");
  expect(now["milestones"]).toMatchObject([
    { amount: first["amount"], amount_refunded: "10.00" },
    { amount: second["amount"], amount_refunded: second["amount"] },
  ]);
});

test("the same request twice is one refund: by its key byte for byte, by its reference as well", async () => {
  const escrow = await funded(shop);
  const body = { amount: "5.00", external_reference: "shop-refund-7", metadata: { line: "cup" } };
  const ask = (key: string | null, sent: Json = body) =>
    shop.post(path(escrow), sent, key === null ? {} : { headers: { "Idempotency-Key": key } });
  const first = await ask("refund-7");
  const again = await ask("refund-7");
  expect([again.status, again.text]).toEqual([201, first.text]);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect((await ask(null)).body["id"]).toBe(first.body["id"]);
  expectRefusal(await ask("refund-7", { ...body, amount: "6.00" }), 409, "idempotency_conflict");
  expectRefusal(await ask("refund-7", { amount: "much" }), 409, "idempotency_conflict");
  expectRefusal(await ask("refund-8", { ...body, amount: "6.00" }), 409, "external_reference_taken");
  const other = await funded(shop);
  expectRefusal(
    await shop.post(path(other), body, { headers: { "Idempotency-Key": "refund-7" } }),
    409,
    "idempotency_conflict",
  );
  expect(await read(escrow)).toMatchObject({ amount_refunded: "5.00" });
});

test("each refusal says how much could go back, and what to do", async () => {
  const unpaid = await confirmed(shop);
  expectRefusal(await shop.post(path(unpaid), {}), 409, "escrow_not_funded");
  const escrow = await funded(shop, TWO_PARTS);
  const over = await shop.post(path(escrow), { amount: "249.91" });
  expectRefusal(over, 409, "refund_too_large");
  expect(over.body["error"].message).toBe("That is more than can go back. At most 249.90 can go back now.");
  const unknown = "0199c1f0-8a6e-7d1c-9b2a-4f0d5c6e7a81";
  expectRefusal(await shop.post(path(escrow), { milestone_id: unknown }), 404, "not_found");
  await asBuyer(shop, escrow, "dispute", 0, { reason: "broken" });
  expectRefusal(
    await shop.post(path(escrow), { milestone_id: escrow["milestones"][0]["id"] }),
    409,
    "milestone_disputed",
  );
  expect(await refund(escrow, { amount: "1.00" })).toMatchObject({ source: "held" });
  const fields = [
    [{ amount: "0.00" }, "amount"],
    [{ amount: 5 }, "amount"],
    [{ amount: "5" }, "amount"],
    [{ reason: "because" }, "reason"],
    [{ milestone_id: "first" }, "milestone_id"],
    [{ metadata: { a: 1 } }, "metadata.a"],
    [{ external_reference: "x".repeat(256) }, "external_reference"],
  ] as const;
  for (const [body, field] of fields) {
    const refused = await shop.post(path(escrow), body);
    expectRefusal(refused, 400, "validation_failed");
    expect(Object.keys(refused.body["error"]["details"])).toEqual([field]);
  }
});

test("buyer and seller are told by mail that it is made, and the buyer that it is paid", async () => {
  const seller = await world.merchant();
  const escrow = await funded(seller);
  await newPerson(world, seller);
  const made = await ok(seller.post(path(escrow), { amount: "24.00", reason: "damaged" }), 201);
  await until(async () => (await seller.get(`/refunds/${made["id"]}`)).body["status"] === "SUCCEEDED");
  const told = await world.db.query<Json>({
    name: "test: refund mails",
    text: "select template, params ->> 'amount' as amount from mails where params ->> 'escrow' = $1 order by id",
    values: [escrow["id"]],
  });
  expect(told.slice(-3)).toEqual([
    { template: "refund_made", amount: "2462" },
    { template: "seller_refund_made", amount: "2462" },
    { template: "refund_paid", amount: "2462" },
  ]);
});

test("a refund is listed with its order, newest first, and is nobody else's", async () => {
  const escrow = await funded(shop);
  const made = [await refund(escrow, { amount: "1.00" }), await refund(escrow, { amount: "2.00" })];
  const page = (await shop.get(`${path(escrow)}?limit=1`)).body;
  expect(page["data"].map(({ id }: Json) => id)).toEqual([made[1]?.["id"]]);
  expect(page["next"]).toContain(path(escrow));
  const stranger = await world.merchant();
  expectRefusal(await stranger.get(`/refunds/${made[0]?.["id"]}`), 404, "not_found");
  expectRefusal(await stranger.get(path(escrow)), 404, "not_found");
  expectRefusal(await stranger.post(path(escrow), {}), 404, "not_found");
  expectRefusal(await shop.get("/refunds/RF-1"), 404, "not_found");
});

test("a refund that the buyer's bank sends back is FAILED, and says so once", async () => {
  const escrow = await funded(shop);
  const made = await refund(escrow, { amount: "8.00" });
  const back = await ok(shop.post(`/test_helpers/refunds/${made["id"]}/return`, {}));
  expect(back).toMatchObject({ id: made["id"], status: "FAILED", failure_reason: "returned" });
  expectRefusal(await shop.post(`/test_helpers/refunds/${made["id"]}/return`, {}), 409, "invalid_state");
  expect(await read(escrow)).toMatchObject({ amount_refunded: "8.00" });
});

test("a refund is told as it is made and as it arrives, beside the order that it changes", async () => {
  const seller = await world.merchant();
  const escrow = await funded(seller);
  const made = await ok(seller.post(path(escrow), { amount: "3.00" }), 201);
  await until(async () => (await seller.get(`/refunds/${made["id"]}`)).body["status"] === "SUCCEEDED");
  const told = (await allEvents(seller)).slice(-3).map(({ type, data }) => [type, data.object]);
  expect(told).toMatchObject([
    ["escrow.updated", { id: escrow["id"], status: "IN_ESCROW", amount_refunded: "3.00" }],
    ["refund.created", { id: made["id"], status: "PENDING", checkout_session: escrow["checkout_session"] }],
    ["refund.updated", { id: made["id"], status: "SUCCEEDED", previous_status: "PENDING" }],
  ]);
  expect(told[0]?.[1]).not.toHaveProperty("previous_status");
});
