/** The bridge as a process of its own: signed events in, signed calls out, and what an operator sees. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { API_PATH } from "@holdfast/contract";
import { Holdfast } from "@holdfast/sdk";
import { sandbox, sign } from "@holdfast/sdk/testing";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Json, newDatabase, startWorld, type World } from "../../../../apps/service/test/harness.js";
import { PING } from "../../../sdk/test/events.js";
import type { LogLine } from "../../src/index.js";
import { type Serving, serve } from "../../src/serve.js";

const secretOf = (text: string): string => `whsec_${Buffer.alloc(30, text).toString("base64")}`;
const [SECRET, OLD, HOLDFASTS] = [secretOf("new"), secretOf("old"), secretOf("holdfast")];

let world: World;
let serving: Serving;
let holdfast: Holdfast;
let origin: string;
const log: LogLine[] = [];
/** What the shop was called with. */
const calls: Json[] = [];
let status = 204;
const shop = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = request.headers as Record<string, string>;
  if (status === 204) calls.push(new Webhook(SECRET).verify(Buffer.concat(chunks).toString(), headers) as Json);
  response.writeHead(status).end();
});

beforeAll(async () => {
  world = await startWorld();
  await new Promise<void>((resolve) => void shop.listen(0, "127.0.0.1", resolve));
  holdfast = new Holdfast({ apiKey: (await world.merchant()).apiKey, baseUrl: `${world.url}${API_PATH}` });
  serving = await serve({
    shop: "north",
    holdfast,
    database: await newDatabase(),
    shopUrl: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/holdfast`,
    secrets: [SECRET, OLD],
    webhookSecrets: [HOLDFASTS],
    host: "127.0.0.1",
    port: 0,
    everyMs: 1_000_000, // what happens, happens because the bridge was woken
    log: (line) => log.push(line),
  });
  origin = `http://127.0.0.1:${serving.port}`;
});
afterAll(async () => {
  await serving.close();
  shop.close();
  await world.close();
});

type Told = { readonly status: number; readonly body: Json };

/** An event of the shop. */
async function tell(
  type: string,
  data: object,
  { secret = SECRET, body = JSON.stringify({ type, data }) } = {},
): Promise<Told> {
  const now = new Date();
  const headers = {
    "webhook-id": crypto.randomUUID(),
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": "",
  };
  headers["webhook-signature"] = new Webhook(secret).sign(headers["webhook-id"], now, body);
  const answer = await fetch(`${origin}/events`, { method: "POST", headers, body });
  return { status: answer.status, body: (await answer.json()) as Json };
}

/** A delivery of Holdfast's. */
async function wake(secret = HOLDFASTS): Promise<number> {
  const { headers, body } = await sign(PING, { secret });
  return (await fetch(`${origin}/webhooks`, { method: "POST", headers, body })).status;
}

const typesOf = (order: string): readonly string[] =>
  calls.filter(({ data }) => data.order === order).map(({ type }) => type);

const ORDER = { id: "1001", title: "Hand-thrown dinner set", amount: "249.90" };

test("an order comes in, its link goes back at once, and the shop is called as the escrow goes on", async () => {
  const { status: placed, body } = await tell("order.placed", ORDER);
  expect([placed, body]).toEqual([
    200,
    { order: "1001", url: expect.stringContaining("/pay/"), stage: "OPEN", session: expect.any(String), escrow: null },
  ]);
  // A link that was used before the shop heard of it is not told any more.
  await expect.poll(() => typesOf("1001")).toEqual(["order.offered"]);
  const buyer = sandbox(holdfast);
  const escrow = await buyer.confirm(body["session"], { buyer_email: "ada@example.com" });
  await buyer.pay(escrow.id);
  expect(await wake()).toBe(200);
  await expect.poll(() => typesOf("1001")).toContain("order.funded");

  const parcel = { id: "parcel 1", order: "1001", details: "DHL 4410" };
  expect(await tell("order.fulfilled", parcel, { secret: OLD })).toEqual({ status: 202, body: { order: "1001" } });
  expect((await tell("order.fulfilled", parcel)).status).toBe(202);
  const milestone = async () => (await holdfast.escrows.get(escrow.id)).milestones[0];
  await expect.poll(milestone).toMatchObject({ status: "AWAITING_REVIEW", submission_details: "DHL 4410" });
  await buyer.approve(escrow.id, escrow.milestones[0]?.id ?? "");
  await wake();
  await expect.poll(() => typesOf("1001")).toEqual(["order.offered", "order.funded", "order.completed"]);
  const last = calls.at(-1);
  expect(last).toMatchObject({
    id: "north:1001:markCompleted",
    created: expect.any(Number),
    data: { order: "1001", escrow: { id: escrow.id, status: "COMPLETED" } },
  });
});

test("a call that the shop does not take comes again under the same id; why it waits is told", async () => {
  status = 503;
  await tell("order.placed", { ...ORDER, id: "1002" });
  const refused = {
    level: "warn",
    step: "step failed",
    order: "1002",
    reason: "the shop answered order.offered with 503",
  };
  await expect.poll(() => log).toContainEqual(refused);
  await expect
    .poll(() => log)
    .toContainEqual(expect.objectContaining({ step: "order waits", order: "1002", waitsFor: "you" }));
  status = 204;
  await expect
    .poll(async () => {
      await wake();
      return typesOf("1002");
    })
    .toEqual(["order.offered"]);
});

test("a cancelled order can't be paid any more", async () => {
  const { body } = await tell("order.placed", { ...ORDER, id: "1003" });
  expect(await tell("order.cancelled", { id: "1003" })).toEqual({ status: 202, body: { order: "1003" } });
  await expect.poll(async () => (await holdfast.sessions.get(body["session"])).status).toBe("EXPIRED");
});

test.each([
  ["signed with another secret", "order.placed", ORDER, { secret: secretOf("another") }, 400, /signature/],
  ["not JSON", "", {}, { body: "{" }, 400, /JSON/],
  ["of no type that is known", "order.eaten", {}, {}, 400, /type is/],
  ["without an id", "order.placed", { title: "Plates" }, {}, 400, /id is a text/],
  ["with an amount that is a number", "order.placed", { ...ORDER, amount: 249.9 }, {}, 400, /amount is a text/],
  ["with a list that is none", "order.placed", { ...ORDER, milestones: "two" }, {}, 400, /milestones is a list/],
  ["about an order that nobody knows", "order.fulfilled", { id: "p", order: "9" }, {}, 400, /knows no order 9/],
  ["with a strange milestone", "order.fulfilled", { id: "p", order: "1001", milestone: -1 }, {}, 400, /milestone is/],
  ["that Holdfast refuses", "order.placed", { ...ORDER, id: "1009", amount: "1.5" }, {}, 422, /./],
  ["too large", "order.placed", { ...ORDER, description: "x".repeat(2_097_152) }, {}, 413, /too large/],
] as const)("an event %s is refused, and says why", async (_, type, data, how, expected, message) => {
  const told = await tell(type, data, how);
  expect([told.status, told.body["error"].message]).toEqual([expected, expect.stringMatching(message)]);
});

test("a stranger wakes nobody", async () => {
  expect(await wake(secretOf("stranger"))).toBe(400);
  expect((await fetch(`${origin}/elsewhere`)).status).toBe(404);
});

test("an operator sees that it lives, what it does, and who has to act", async () => {
  const health = await fetch(`${origin}/healthz`);
  expect([health.status, await health.json()]).toEqual([200, { status: "ok", round_age_seconds: expect.any(Number) }]);
  const metrics = async (): Promise<string> => (await fetch(`${origin}/metrics`)).text();
  // The bridge hears in its own time that the last order is paid.
  await expect.poll(metrics).toMatch(/^holdfast_bridge_orders_waiting\{for="you"\} 1$/m);
  const text = await metrics();
  expect(text).toMatch(/^holdfast_bridge_orders_waiting\{for="buyer"\} 1$/m);
  expect(text).toMatch(/^holdfast_bridge_steps_total\{step="order kept"\} 4$/m);
  expect(text).toMatch(/^holdfast_bridge_shop_calls_total\{type="order.funded",outcome="taken"\} 1$/m);
  expect(text).toMatch(/^holdfast_bridge_round_age_seconds \d/m);
});
