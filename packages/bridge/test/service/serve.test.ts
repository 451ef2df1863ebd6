/** The bridge as a process of its own: signed events in, signed calls out, and what an operator sees. */
import { get } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../../../../apps/service/test/harness.js";
import { OLD, openServed, type Served, secretOf } from "../served.js";

let world: World;
let served: Served;
beforeAll(async () => {
  world = await startWorld();
  served = await openServed(world);
});
afterAll(async () => {
  await served.close();
  await world.close();
});

const tell: Served["tell"] = (...event) => served.tell(...event);
const wake: Served["wake"] = (secret) => served.wake(secret);
const typesOf: Served["typesOf"] = (order) => served.typesOf(order);

const ORDER = { id: "1001", title: "Hand-thrown dinner set", amount: "249.90" };

test("an order comes in, its link goes back at once, and the shop is called as the escrow goes on", async () => {
  const { status: placed, body } = await tell("order.placed", ORDER);
  expect([placed, body]).toEqual([
    200,
    { order: "1001", url: expect.stringContaining("/pay/"), stage: "OPEN", session: expect.any(String), escrow: null },
  ]);
  // A link that was used before the shop heard of it is not told any more.
  await expect.poll(() => typesOf("1001")).toEqual(["order.offered"]);
  const { buyer, holdfast } = served;
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
  const last = served.calls.at(-1);
  expect(last).toMatchObject({
    id: "north:1001:markCompleted",
    created: expect.any(Number),
    data: { order: "1001", escrow: { id: escrow.id, status: "COMPLETED" } },
  });
});

test("a call that the shop does not take comes again under the same id; why it waits is told", async () => {
  served.status = 503;
  await tell("order.placed", { ...ORDER, id: "1002" });
  const refused = {
    level: "warn",
    step: "step failed",
    order: "1002",
    reason: "the shop answered order.offered with 503",
  };
  await expect.poll(() => served.log).toContainEqual(refused);
  await expect
    .poll(() => served.log)
    .toContainEqual(expect.objectContaining({ step: "order waits", order: "1002", waitsFor: "you" }));
  served.status = 204;
  await expect
    .poll(async () => {
      await wake();
      return typesOf("1002");
    })
    .toEqual(["order.offered"]);
});

test("a part goes back by an event of the shop, and by the console: each is told once, and how it goes on", async () => {
  const { buyer, holdfast } = served;
  const { body } = await tell("order.placed", { ...ORDER, id: "1020" });
  const escrow = await buyer.confirm(body["session"], { buyer_email: "ada@example.com" });
  await buyer.pay(escrow.id);
  await wake();
  await expect.poll(() => typesOf("1020")).toContain("order.funded");
  const asked = { id: "R-1", order: "1020", amount: "24.00", reason: "damaged", milestone: 0 };
  const made = await tell("order.refunded", asked);
  expect(made).toEqual({
    status: 200,
    body: { order: "1020", refund: expect.stringMatching(/^RF-/), status: "PENDING" },
  });
  expect((await tell("order.refunded", asked)).body["refund"]).toBe(made.body["refund"]);
  const much = await tell("order.refunded", { ...asked, id: "R-2", amount: "900.00" });
  expect([much.status, much.body["error"].message]).toEqual([
    409,
    "That is more than can go back. At most 225.90 can go back now.",
  ]);
  const begun = await holdfast.refunds.create({ escrow: escrow.id, amount: "10.00" });
  const told = () => served.calls.filter(({ type, data }) => data.order === "1020" && type.startsWith("order.refund"));
  const patience = { timeout: 20_000 }; // the provider pays it out in its own time
  await expect
    .poll(async () => {
      await wake();
      return told().map(({ type, data }) => [type, data.id, data.refund.id, data.refund.status]);
    }, patience)
    .toEqual(
      expect.arrayContaining([
        ["order.refund_updated", "R-1", made.body["refund"], "SUCCEEDED"],
        ["order.refunded", null, begun.id, expect.stringMatching(/^(PENDING|SUCCEEDED)$/)],
      ]),
    );
  expect(told().filter(({ type }) => type === "order.refunded")).toHaveLength(1);
  expect(await holdfast.escrows.get(escrow.id)).toMatchObject({ amount_refunded: "34.00" });
});

test("a cancelled order can't be paid any more", async () => {
  const { body } = await tell("order.placed", { ...ORDER, id: "1003" });
  expect(await tell("order.cancelled", { id: "1003" })).toEqual({ status: 202, body: { order: "1003" } });
  await expect.poll(async () => (await served.holdfast.sessions.get(body["session"])).status).toBe("EXPIRED");
});

test.each([
  ["signed with another secret", "order.placed", ORDER, { secret: secretOf("another") }, 400, /signature/],
  ["not JSON", "", {}, { body: "{" }, 400, /JSON/],
  ["of no type that is known", "order.eaten", {}, {}, 400, /type is/],
  ["without an id", "order.placed", { title: "Plates" }, {}, 400, /id is a text/],
  ["with an amount that is a number", "order.placed", { ...ORDER, amount: 249.9 }, {}, 400, /amount is a text/],
  ["with a list that is none", "order.placed", { ...ORDER, milestones: "two" }, {}, 400, /milestones is a list/],
  ["about an order that nobody knows", "order.fulfilled", { id: "p", order: "9" }, {}, 400, /knows no order 9/],
  [
    "with a refund of a strange amount",
    "order.refunded",
    { id: "R", order: "1001", amount: 5 },
    {},
    400,
    /amount is a/,
  ],
  ["with a refund of no order", "order.refunded", { id: "R", order: "9" }, {}, 400, /knows no order 9/],
  ["with a strange milestone", "order.fulfilled", { id: "p", order: "1001", milestone: -1 }, {}, 400, /milestone is/],
  [
    "that Holdfast refuses",
    "order.placed",
    { ...ORDER, id: "1009", amount: "1.5" },
    {},
    422,
    /^amount: Takes an amount/,
  ],
  ["too large", "order.placed", { ...ORDER, description: "x".repeat(2_097_152) }, {}, 413, /too large/],
] as const)("an event %s is refused, and says why", async (_, type, data, how, expected, message) => {
  const told = await tell(type, data, how);
  expect([told.status, told.body["error"].message]).toEqual([expected, expect.stringMatching(message)]);
});

test("a stranger wakes nobody", async () => {
  expect(await wake(secretOf("stranger"))).toBe(400);
  expect((await fetch(`${served.origin}/elsewhere`)).status).toBe(404);
});

test("an order that was refused is mended by the next event", async () => {
  const wrong = { ...ORDER, id: "1010", success_url: "thanks" };
  expect((await tell("order.placed", wrong)).status).toBe(422);
  const { status, body } = await tell("order.placed", { ...wrong, success_url: "https://shop.example/thanks" });
  expect([status, body["url"]]).toEqual([200, expect.stringContaining("/pay/")]);
  await tell("order.cancelled", { id: "1010" });
});

test("a connection outlives the idle times of balancers, unless it is told otherwise", async () => {
  const keepAliveOf = ({ origin }: Served): Promise<string | undefined> =>
    new Promise((resolve) => {
      get(`${origin}/healthz`, { headers: { Connection: "keep-alive" } }, (answer) => {
        answer.resume();
        resolve(answer.headers["keep-alive"] as string | undefined);
      });
    });
  expect(await keepAliveOf(served)).toBe("timeout=620");
  const short = await openServed(world, { keepAliveSeconds: 7 });
  expect(await keepAliveOf(short)).toBe("timeout=7");
  await short.close();
});

test("an operator sees that it lives, what it does, and who has to act", async () => {
  const health = await fetch(`${served.origin}/healthz`);
  expect([health.status, await health.json()]).toEqual([200, { status: "ok", round_age_seconds: expect.any(Number) }]);
  const metrics = async (): Promise<string> => (await fetch(`${served.origin}/metrics`)).text();
  // The bridge hears in its own time that the last order is paid.
  await expect.poll(metrics).toMatch(/^holdfast_bridge_orders_waiting\{for="you"\} 1$/m);
  await expect.poll(metrics).toMatch(/^holdfast_bridge_orders_waiting\{for="buyer"\} 1$/m);
  const text = await metrics();
  expect(text).toMatch(/^holdfast_bridge_steps_total\{step="order kept"\} 6$/m);
  expect(text).toMatch(/^holdfast_bridge_shop_calls_total\{type="order.funded",outcome="taken"\} 2$/m);
  expect(text).toMatch(/^holdfast_bridge_round_age_seconds \d/m);
});

test.each(["訂單-7", "90,5 %", "Ünal 🏺"])("an order called %s is told as any other", async (id) => {
  await tell("order.placed", { ...ORDER, id });
  await expect.poll(() => typesOf(id)).toEqual(["order.offered"]);
});

test("an order's id that is no text is refused, and nothing of it is kept", async () => {
  const { status, body } = await tell("order.placed", { ...ORDER, id: "half \ud83c" });
  expect([status, body["error"].message]).toEqual([400, "an order's id is 1 to 200 characters of text, on one line"]);
});

test("an order without a title is called by its id; a title that is no text is refused", async () => {
  for (const title of [undefined, null, "", " \n"]) {
    const { body } = await tell("order.placed", { ...ORDER, id: `untitled ${JSON.stringify(title)}`, title });
    expect(await served.holdfast.sessions.get(body["session"])).toMatchObject({
      title: `Order untitled ${JSON.stringify(title)}`,
    });
  }
  expect(await tell("order.placed", { ...ORDER, id: "1013", title: 7 })).toMatchObject({
    status: 422,
    body: { error: { message: expect.stringMatching(/^title: Takes text/) } },
  });
});

test("an order that was taken back and is sent again is wanted again: it gets another link, or goes on with the buyer's escrow", async () => {
  const [linked, confirmed] = [
    { ...ORDER, id: "1011" },
    { ...ORDER, id: "1012" },
  ];
  const first = (await tell("order.placed", linked)).body;
  const escrow = await served.buyer.confirm((await tell("order.placed", confirmed)).body["session"], {
    buyer_email: "ada@example.com",
  });
  for (const { id } of [linked, confirmed]) await tell("order.cancelled", { id });
  await expect.poll(async () => (await served.holdfast.sessions.get(first["session"])).status).toBe("EXPIRED");
  await expect
    .poll(async () => (await tell("order.placed", linked)).body)
    .toMatchObject({ stage: "OPEN", url: expect.not.stringContaining(first["session"]) });
  await tell("order.placed", confirmed);
  await served.buyer.pay(escrow.id);
  await wake();
  await expect.poll(() => typesOf("1012")).toContain("order.funded");
});

test("an order whose id is another's key is refused, and the answer says what to do", async () => {
  await served.holdfast.sessions.create({ title: "Elsewhere", amount: "1.00" }, { idempotencyKey: "1014" });
  const { status, body } = await tell("order.placed", { ...ORDER, id: "1014" });
  expect([status, body["error"].message]).toEqual([
    409,
    expect.stringMatching(/^the key 1014 was used for another order: .* Give each shop a prefix of its own$/),
  ]);
});
