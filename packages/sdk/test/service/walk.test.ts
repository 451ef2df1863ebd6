/** An order from its session to the seller's money, by the SDK, against a real service. */
import { API_VERSION, LIMITS } from "@holdfast/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../../../../apps/service/test/harness.js";
import { ApiError, Holdfast, requestIdOf } from "../../src/index.js";
import { DELIVERY, ORDER, openShop } from "../shop.js";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

const refused = async (call: Promise<unknown>): Promise<ApiError> => {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error(`not refused by the API: ${error}`);
  return error;
};

test("a shop sells, ships and is paid", async () => {
  const { holdfast, buyer, merchant } = await openShop(world);
  expect(await holdfast.account.get()).toMatchObject({ id: merchant.account, api_version: API_VERSION });

  const session = await holdfast.sessions.create(ORDER);
  expect(await holdfast.sessions.get(session.id)).toEqual(session);
  const { id } = await buyer.confirm(session.id, { buyer_email: "ada@example.com" });
  const escrow = await buyer.pay(id);
  expect(escrow).toMatchObject({ status: "IN_ESCROW", funded_amount: escrow.total });

  const [milestone] = escrow.milestones;
  const submitted = await holdfast.milestones.submit({
    escrow: escrow.reference_code,
    milestone: milestone!.id,
    ...DELIVERY,
  });
  expect(submitted.milestones[0]).toMatchObject({ status: "AWAITING_REVIEW", ...DELIVERY });
  expect((await buyer.approve(id, milestone!.id)).status).toBe("COMPLETED");
  expect(await holdfast.escrows.get(id)).toMatchObject({ status: "COMPLETED", buyer: { email: "ada@example.com" } });

  const types = (await holdfast.events.list()).data.map(({ type }) => type);
  expect(types[0]).toBe("escrow.completed");
  expect(types).toHaveLength(7);
});

test("await of a list is a page, for await its items, over all pages", async () => {
  const { holdfast } = await openShop(world);
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1) made.unshift((await holdfast.sessions.create(ORDER)).id);
  const page = await holdfast.sessions.list({ limit: 2, external_reference: "NW-10482" });
  expect(page.data.map(({ id }) => id)).toEqual(made.slice(0, 2));
  expect(page.next).toMatch(/limit=2/);

  const all: string[] = [];
  for await (const { id } of holdfast.sessions.list({ limit: 2 })) all.push(id);
  expect(all).toEqual(made);
  for await (const escrow of holdfast.escrows.list({ status: "IN_ESCROW" })) expect(escrow).toBe("none is there");

  await Promise.all(made.map((id) => holdfast.sessions.expire(id)));
  const [, ...later] = (await holdfast.events.list()).data.map((event) => event.id).reverse();
  const after = (await holdfast.events.list()).data.at(-1)?.id;
  const followed: string[] = [];
  for await (const { id } of holdfast.events.list({ after: after!, limit: 3 })) followed.push(id);
  expect(followed).toEqual(later);
});

test("the answer around an object: request id, headers, and whether it was given before", async () => {
  const { holdfast } = await openShop(world);
  const create = () => holdfast.sessions.create(ORDER, { idempotencyKey: "NW-10482" }).withResponse();
  const first = await create();
  expect(first).toMatchObject({ isReplayed: false, response: { status: 201 } });
  expect(first.requestId).toMatch(/^req_/);
  expect(first.response.headers.get("escrow-version")).toBe(API_VERSION);
  expect(requestIdOf(first.data)).toBe(first.requestId);
  expect(await create()).toMatchObject({ isReplayed: true, data: first.data });

  const page = await holdfast.sessions.list();
  expect(requestIdOf(page)).toMatch(/^req_/);
});

test("an order id that is not ASCII is a key as well", async () => {
  const { holdfast } = await openShop(world);
  const create = (idempotencyKey: string) => holdfast.sessions.create(ORDER, { idempotencyKey });
  const [one, again, other] = [await create("заказ-1"), await create("заказ-1"), await create("заказ-2")];
  expect(again.id).toBe(one.id);
  expect(other.id).not.toBe(one.id);
});

test("two creates without a key are two sessions", async () => {
  const { holdfast } = await openShop(world);
  const [one, other] = await Promise.all([holdfast.sessions.create(ORDER), holdfast.sessions.create(ORDER)]);
  expect(one.id).not.toBe(other.id);
});

test("a refusal is an error with its code, details and request id", async () => {
  const { holdfast, buyer } = await openShop(world);
  const invalid = await refused(holdfast.sessions.create({ title: "", amount: "1" }));
  expect(invalid).toMatchObject({ status: 400, type: "invalid_request_error", code: "validation_failed", attempts: 1 });
  expect(Object.keys(invalid.details).sort()).toEqual(["amount", "title"]);
  expect(invalid.requestId).toMatch(/^req_/);
  expect(invalid.is("validation_failed", "not_found")).toBe(true);
  expect(invalid.is("not_found")).toBe(false);

  const session = await holdfast.sessions.create(ORDER, { idempotencyKey: "k" });
  const other = { ...ORDER, amount: "1.00" };
  expect(await refused(holdfast.sessions.create(other, { idempotencyKey: "k" }))).toMatchObject({
    code: "idempotency_conflict",
    attempts: 1,
  });
  const escrow = await buyer.confirm(session.id, { buyer_email: "ada@example.com" });
  expect(await refused(holdfast.sessions.expire(session.id))).toMatchObject({ code: "session_completed" });
  const submission = holdfast.milestones.submit({
    escrow: escrow.id,
    milestone: escrow.milestones[0]!.id,
    ...DELIVERY,
  });
  expect(await refused(submission)).toMatchObject({ code: "escrow_not_funded", status: 409 });
  expect(await refused(holdfast.escrows.get("../account"))).toMatchObject({ code: "not_found" });

  const stranger = new Holdfast({ apiKey: "hf_nobody_nothing", baseUrl: `${world.url}/api/v1/` });
  expect(await refused(stranger.account.get())).toMatchObject({ code: "unauthenticated", status: 401 });
});

test("a delivery that was submitted with these details is submitted; with others it is refused", async () => {
  const { holdfast, buyer } = await openShop(world);
  const session = await holdfast.sessions.create(ORDER);
  const { id } = await buyer.confirm(session.id, { buyer_email: "ada@example.com" });
  const escrow = await buyer.pay(id);
  const milestone = escrow.milestones[0]!.id;
  const submit = (details: string) =>
    holdfast.milestones.submit({ escrow: id, milestone, submission_details: details });

  const first = await submit("DHL 1");
  expect(await submit("DHL 1")).toEqual(first);
  expect(await refused(submit("DHL 2"))).toMatchObject({ code: "invalid_state" });

  await buyer.requestRevision(id, milestone, { reason: "The blue one, please." });
  expect((await submit("DHL 1")).milestones[0]?.status).toBe("AWAITING_REVIEW");
  await buyer.dispute(id, milestone, { reason: "It came in pieces." });
  expect(await refused(submit("DHL 1"))).toMatchObject({ code: "escrow_not_funded" });
  expect((await buyer.resolve(id, { outcome: "release" })).status).toBe("COMPLETED");
});

test("the sandbox's clock, mails and network are in reach", async () => {
  const { buyer, holdfast } = await openShop(world);
  const { now } = await buyer.clock();
  expect((await buyer.advanceClock(60)).now).toBeGreaterThanOrEqual(now + 60);
  const { id } = await holdfast.sessions.create({ ...ORDER, expires_in: LIMITS.expiresInSecondsMin });
  const escrow = await buyer.confirm(id, { buyer_email: "mails@example.com" });
  expect((await buyer.cancel(escrow.id)).status).toBe("CANCELLED");
  const [mail] = (await buyer.mails({ to: "mails@example.com" })).data;
  expect(mail?.to).toBe("mails@example.com");
  expect(await refused(buyer.chaos("we_none", { duplicate: true }))).toMatchObject({ code: "not_found" });
});
