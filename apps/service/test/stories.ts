/** The steps that most stories are made of, each checked on the way. */
import { expect } from "vitest";
import type { Json, Merchant } from "./harness.js";

export const ORDER = { title: "Hand-thrown dinner set", amount: "249.90" };

export const TWO_PARTS = {
  ...ORDER,
  milestones: [
    { title: "Dispatched with tracking", amount: "99.90" },
    { title: "Delivered and checked", amount: "150.00" },
  ],
};

export async function ok(promise: ReturnType<Merchant["post"]>, status = 200): Promise<Json> {
  const reply = await promise;
  expect(reply.status, reply.text).toBe(status);
  return reply.body;
}

export const openSession = (shop: Merchant, order: Json = ORDER): Promise<Json> =>
  ok(shop.post("/checkout/sessions", order), 201);

export async function confirmed(shop: Merchant, order: Json = ORDER): Promise<Json> {
  const session = await openSession(shop, order);
  return ok(shop.post(`/test_helpers/checkout/sessions/${session["id"]}/confirm`, {}));
}

export async function funded(shop: Merchant, order: Json = ORDER): Promise<Json> {
  const escrow = await confirmed(shop, order);
  return pay(shop, escrow);
}

export const pay = (shop: Merchant, escrow: Json, payment: Json = {}): Promise<Json> =>
  ok(shop.post(`/test_helpers/escrows/${escrow["id"]}/payments`, payment));

export const submitPath = (escrow: Json, index = 0): string =>
  `/escrows/${escrow["id"]}/milestones/${escrow["milestones"][index].id}/submit`;

export const submit = (shop: Merchant, escrow: Json, index = 0, details = "DHL 4410 8823 7712"): Promise<Json> =>
  ok(shop.post(submitPath(escrow, index), { submission_details: details }));

/** approve, request_revision or dispute, as the buyer. */
export const asBuyer = (shop: Merchant, escrow: Json, verb: string, index = 0, body: Json = {}): Promise<Json> =>
  ok(shop.post(buyerPath(escrow, verb, index), body));

export const buyerPath = (escrow: Json, verb: string, index = 0): string =>
  `/test_helpers/escrows/${escrow["id"]}/milestones/${escrow["milestones"][index].id}/${verb}`;

export const resolve = (shop: Merchant, escrow: Json, body: Json): Promise<Json> =>
  ok(shop.post(`/test_helpers/escrows/${escrow["id"]}/resolve`, body));

/** Types of the account's events, oldest first. */
export async function eventTypes(shop: Merchant): Promise<string[]> {
  return (await allEvents(shop)).map((event) => event["type"]);
}

/** All events of the account, oldest first. */
export async function allEvents(shop: Merchant): Promise<Json[]> {
  const events: Json[] = [];
  for (let next: string | null = "/events?limit=100"; next !== null; ) {
    const page = await shop.get(next);
    expect(page.status).toBe(200);
    events.push(...page.body["data"]);
    next = page.body["next"];
  }
  return events.reverse();
}

export function expectRefusal(reply: { status: number; body: Json }, status: number, code: string): void {
  expect({ status: reply.status, code: reply.body["error"]?.code }).toEqual({ status, code });
}
