/** What is believed of notices that Stripe has signed: money that came by what we ordered, once; all else waits for a person. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { matchProviderIds } from "../../src/commands/match-provider-ids.js";
import { startPayment } from "../../src/commands/start-payment.js";
import { type Config, readConfig } from "../../src/config/index.js";
import type { AccountId, EscrowId } from "../../src/domain/ids.js";
import { unixSeconds } from "../../src/platform/clock.js";
import { type HttpClient, openHttpClient } from "../../src/providers/http-client.js";
import { openProviders } from "../../src/providers/open.js";
import { listPendingNotices } from "../../src/store/read/desk/providers.js";
import { newOperator } from "../desk/operator.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { openStripeDouble, type StripeDouble } from "../providers/stripe/double.js";
import type { Shape } from "../providers/stripe/shapes.js";
import { confirmed } from "../stories.js";
import { type Desk, openDesk, SECRET, until } from "./desk.js";

let ahead = 0;
let stripe: StripeDouble;
let httpClient: HttpClient;
let chosen: Pick<Config, "providers">;
let world: World;
let shop: Merchant;
let desk: Desk;
beforeAll(async () => {
  stripe = await openStripeDouble({ now: () => unixSeconds() + ahead });
  const { providers } = readConfig({
    PROVIDERS: "stripe",
    STRIPE_SECRET_KEY: stripe.key,
    STRIPE_WEBHOOK_SECRETS: stripe.secret,
    STRIPE_API_BASE: stripe.origin,
  });
  chosen = { providers };
  world = await startWorld(chosen);
  httpClient = openHttpClient({ bases: [stripe.origin], isSandbox: true });
  shop = await world.merchant();
  desk = await openDesk(world, shop);
});
beforeEach(() => stripe.fault());
afterAll(async () => {
  await world.checkLedger();
  await desk.close();
  await httpClient.close();
  await world.close();
  await stripe.close();
});

/** Here and at Stripe. */
async function advance(seconds: number): Promise<void> {
  ahead += seconds;
  await world.advance(seconds);
}

/** An order for which the payer was to be led to Stripe's page; the reference of its payment. */
async function begun(): Promise<{ escrow: Json; reference: string }> {
  const escrow = await confirmed(shop);
  const origin = (): string => world.service.publicUrl;
  const providers = openProviders({ mode: "sandbox", ...chosen }, { db: world.db, secret: SECRET, origin, httpClient });
  const named = { account: shop.account as AccountId, escrow: escrow["id"] as EscrowId, method: "card" as const };
  expect(await startPayment({ executor: desk.executor, providers }, named)).toMatchObject({ ok: true });
  return { escrow, reference: (await desk.rows(escrow))[0]?.reference ?? "" };
}

async function ordered(): Promise<{ escrow: Json; reference: string }> {
  const order = await begun();
  await until(async () => (await desk.payments(order.escrow))[0]?.instructions);
  return order;
}

/** Paid on Stripe's page; the event that tells of it, which was not sent yet. */
function paid(reference: string): Shape {
  expect(stripe.pay(reference)).toBe(true);
  return stripe.events.filter(({ type }) => type === "checkout.session.completed").at(-1) as Shape;
}

const objectOf = (event: Shape): Shape => (event["data"] as { object: Shape }).object;

/** The same event with another id, and what its object says changed. */
function bent(event: Shape, changed: Shape): Shape {
  const object = { ...objectOf(event), ...changed };
  return { ...event, id: `evt_${crypto.randomUUID()}`, data: { object } };
}

const post = async (event: Shape | Buffer): Promise<Response> => {
  const { headers, body } = stripe.signed(event as Shape);
  return fetch(`${world.url}/callbacks/stripe`, { method: "POST", headers, body: body as never });
};

/** Posts it; what was kept of it once it was looked at. */
async function told(event: Shape): Promise<Json> {
  expect((await post(event)).status).toBe(200);
  return until(async () => {
    const [row] = await desk.sql(
      "select status, error from provider_notices where (notice_id = $1 or notice_id like $1 || ' sha256:%') and (status <> 'NEW' or error is not null) order by id desc",
      [event["id"]],
    );
    return row;
  });
}

const metrics = async (): Promise<string> => (await fetch(`${world.url}/metrics`)).text();

const bookedOf = async (escrow: Json): Promise<Json> => {
  const { body } = await shop.get(`/escrows/${escrow["id"]}`);
  return { status: body["status"], funded: body["funded_amount"] };
};

const UNFUNDED = { status: "AWAITING_PAYMENT", funded: "0.00" };
const FUNDED = { status: "IN_ESCROW", funded: "256.45" };

test.each([
  ["less than nothing", { amount_total: -5000 }, /amount_total is -5000/],
  ["nothing", { amount_total: 0 }, /amount_total is 0/],
  ["text", { amount_total: "25645" }, /no amount_total/],
  ["a part of a cent", { amount_total: 1.5 }, /no amount_total/],
  ["more than a number holds", { amount_total: 1e20 }, /no amount_total/],
  ["null", { amount_total: null }, /no amount_total/],
  ["left out", { amount_total: undefined }, /no amount_total/],
  ["of a currency with three decimals", { currency: "kwd" }, /arrived in KWD/],
  ["of a session with a status that none has", { status: "refunded" }, /status/],
  ["not asked for, at a price of nothing", { payment_status: "no_payment_required" }, /payment_status/],
  ["of a payment_status that none has", { payment_status: "PAID" }, /payment_status/],
] as const)("a payment whose amount is %s waits for a person, and funds nothing", async (_what, changed, why) => {
  const { escrow, reference } = await ordered();
  const event = paid(reference);
  expect(await told(bent(event, changed))).toEqual({ status: "PARKED", error: expect.stringMatching(why) });
  expect(await bookedOf(escrow)).toEqual(UNFUNDED);
  // Nothing is lost by it: the genuine one is booked as ever.
  expect(await told(event)).toEqual({ status: "BOOKED", error: null });
  expect(await bookedOf(escrow)).toEqual(FUNDED);
});

test("money of another page under our reference is kept for a person, and ours is booked in full", async () => {
  const { escrow, reference } = await ordered();
  const event = paid(reference);
  const stray = bent(event, { id: "cs_test_other", payment_intent: "pi_other", amount_total: 100, metadata: {} });
  expect(await told(stray)).toEqual({
    status: "PARKED",
    error: expect.stringMatching(/^1\.00 arrived by cs_test_other \(pi_other\)/),
  });
  expect(await bookedOf(escrow)).toEqual(UNFUNDED);
  expect(await told(event)).toEqual({ status: "BOOKED", error: null });
  expect(await bookedOf(escrow)).toEqual(FUNDED);
  // What is paid back goes to who paid us.
  const intents = await desk.sql("select their_id from provider_objects where kind = 'intent' and reference = $1", [
    reference,
  ]);
  expect(intents).toEqual([{ their_id: objectOf(event)["payment_intent"] }]);
});

test.each([
  [
    "by a second page of ours",
    { id: "cs_test_second", payment_intent: "pi_second" },
    /256\.45 arrived by cs_test_second/,
  ],
  ["by another intent", { payment_intent: "pi_third" }, /pi_third/],
  ["of another amount", { amount_total: 9_900 }, /99\.00 arrived under .*256\.45 was booked before/],
])(
  "money that comes again %s is never dropped: a person is told of it, and metrics count it",
  async (_how, changed, why) => {
    const { escrow, reference } = await ordered();
    const event = paid(reference);
    await told(event);
    const before = await waiting();
    const again = bent(event, changed);
    expect(await told(again)).toEqual({ status: "PARKED", error: expect.stringMatching(why) });
    expect(await told({ ...event, id: `evt_${crypto.randomUUID()}` })).toEqual({ status: "BOOKED", error: null });
    expect(await bookedOf(escrow)).toEqual(FUNDED);
    expect((await listPendingNotices(world.db)).map(({ noticeId }) => noticeId)).toContain(again["id"]);
    expect(await waiting()).toBe(before + 1);
    const operator = await newOperator(world);
    expect((await operator.get("/desk/stuck")).html).toMatch(why);
  },
);

test("of intents that are told of one page at once, one is ours: the money of every other waits for a person", async () => {
  const { escrow, reference } = await ordered();
  const event = paid(reference);
  const named = String(objectOf(event)["id"]);
  const matches = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      matchProviderIds(world.db, "stripe", {
        reference,
        theirs: { payment: named, intent: `pi_${index}_${reference}` },
      }),
    ),
  );
  expect(matches.filter(({ kind }) => kind === "same")).toHaveLength(1);
  expect(matches.filter(({ kind }) => kind === "other")).toHaveLength(15);
  const [kept] = await desk.sql("select their_id from provider_objects where kind = 'intent' and reference = $1", [
    reference,
  ]);
  expect(await told(event)).toEqual({
    status: "PARKED",
    error: expect.stringContaining(`${named} (${kept?.["their_id"]})`),
  });
  expect(await told(bent(event, { payment_intent: kept?.["their_id"] }))).toEqual({ status: "BOOKED", error: null });
  expect(await bookedOf(escrow)).toEqual(FUNDED);
});

const waiting = async (): Promise<number> => {
  return Number(/holdfast_provider_notices_waiting\{status="parked"\} (\d+)/.exec(await metrics())?.[1]);
};

test("one that could not be read is booked when it is sent again and can be: its id alone does not make it known", async () => {
  const { escrow, reference } = await ordered();
  const event = paid(reference);
  const unread = { ...bent(event, { amount_total: null }), id: event["id"] };
  for (const _ of [1, 2]) expect(await told(unread)).toMatchObject({ status: "PARKED" });
  expect(
    (await listPendingNotices(world.db)).filter(({ noticeId }) => noticeId.startsWith(`${event["id"]} `)),
  ).toHaveLength(1);
  expect((await post(event)).status).toBe(200);
  await until(async () => (await bookedOf(escrow))["status"] === "IN_ESCROW");
  expect(await bookedOf(escrow)).toEqual(FUNDED);
});

test("that another page ran out says nothing of ours", async () => {
  const { escrow, reference } = await ordered();
  const event = paid(reference);
  const other = { id: "cs_test_left", status: "expired", payment_status: "unpaid", payment_intent: null };
  const expired = { ...bent(event, other), type: "checkout.session.expired" };
  expect(await told(expired)).toEqual({ status: "BOOKED", error: null });
  expect(await bookedOf(escrow)).toEqual(UNFUNDED);
  expect(await told(event)).toEqual({ status: "BOOKED", error: null });
  expect(await bookedOf(escrow)).toEqual(FUNDED);
});

test("money is told of before the answer to our order has come: it waits, and is booked once we know what was ordered", async () => {
  let answer: () => void = () => undefined;
  const heard = new Promise<void>((resolve) => {
    answer = resolve;
  });
  stripe.fault({ kind: "slow", times: 1, of: /^POST \/checkout/, until: heard, afterMs: 7_000 });
  const { escrow, reference } = await begun();
  await until(async () => stripe.all("sessions").some((one) => one["client_reference_id"] === reference));
  const event = paid(reference);
  const stray = bent(event, { id: "cs_test_early", payment_intent: "pi_early", amount_total: 100, metadata: {} });
  expect(await told(event)).toMatchObject({ status: "NEW", error: expect.stringMatching(/no id here yet/) });
  // It has brought a look-up forward, so what comes now may be read before or after that.
  expect((await post(stray)).status).toBe(200);
  answer();
  await until(async () => {
    await advance(5);
    return (await bookedOf(escrow))["status"] === "IN_ESCROW";
  });
  await until(async () => {
    await advance(5);
    const rows = await desk.sql("select status from provider_notices where notice_id = any($1) order by id", [
      [event["id"], stray["id"]],
    ]);
    return rows[0]?.["status"] === "BOOKED" && rows[1]?.["status"] === "PARKED";
  });
  expect(await bookedOf(escrow)).toEqual(FUNDED);
});

test("the answer to our order was lost: a notice brings the look-up forward, which finds our page and no other", async () => {
  stripe.fault({ kind: "lost", of: /^(POST|GET) \/checkout\/sessions(\?|$)/ });
  const { escrow, reference } = await begun();
  await until(async () => stripe.all("sessions").some((one) => one["client_reference_id"] === reference));
  const [session] = stripe.all("sessions").filter((one) => one["client_reference_id"] === reference);
  // Found before ours, were it looked for by the reference alone.
  stripe.all("sessions").push({ ...session, id: "cs_test_link", metadata: {}, payment_intent: "pi_link" });
  const event = paid(reference);
  expect(await told(event)).toMatchObject({ status: "NEW" });
  stripe.fault();
  await until(async () => {
    await advance(30);
    return (await bookedOf(escrow))["status"] === "IN_ESCROW";
  });
  const kept = await desk.sql("select kind, their_id from provider_objects where reference = $1 order by kind", [
    reference,
  ]);
  expect(kept).toEqual([
    { kind: "intent", their_id: objectOf(event)["payment_intent"] },
    { kind: "payment", their_id: session?.["id"] },
  ]);
});

const odd = (fields: Shape): Shape => ({
  id: `evt_${crypto.randomUUID()}`,
  object: "event",
  livemode: false,
  ...fields,
});

test.each(["constructor", "toString", "__proto__", "hasOwnProperty", "customer.created"])(
  "an event of type %s is none of ours: it is taken, and nothing is kept",
  async (type) => {
    const event = odd({ type, data: { object: {} } });
    const response = await post(event);
    expect([response.status, await response.text()]).toEqual([200, "nothing to do\n"]);
    expect(await desk.sql("select 1 from provider_notices where notice_id = $1", [event["id"]])).toEqual([]);
  },
);

test.each([
  ["without data", { type: "checkout.session.completed", data: null }],
  ["of no object", { type: "checkout.session.completed", data: { object: null } }],
  ["of a list", { type: "charge.dispute.created", data: { object: [] } }],
  [
    "of a dispute of nothing",
    {
      type: "charge.dispute.created",
      data: {
        object: {
          id: "dp_1",
          status: "needs_response",
          payment_intent: "pi_x",
          amount: 0,
          currency: "usd",
          balance_transactions: [],
        },
      },
    },
  ],
  [
    "of a dispute with a status that none has",
    {
      type: "charge.dispute.updated",
      data: {
        object: {
          id: "dp_2",
          status: "pondered",
          payment_intent: "pi_x",
          amount: 100,
          currency: "usd",
          balance_transactions: [],
        },
      },
    },
  ],
  [
    "of a transfer of nothing that was reversed",
    {
      type: "customer_cash_balance_transaction.created",
      data: {
        object: { id: "ccsbtxn_1", type: "funding_reversed", customer: "cus_x", net_amount: 0, currency: "usd" },
      },
    },
  ],
  [
    "with a sign that is no text",
    {
      type: "charge.dispute.created",
      data: {
        object: {
          id: "dp_\u0000",
          status: "needs_response",
          payment_intent: "pi_x",
          amount: 100,
          currency: "usd",
          balance_transactions: [],
        },
      },
    },
  ],
])("a signed notice %s is kept for a person, and not taken for a forgery", async (_what, fields) => {
  const before = await counted("forged");
  const event = odd(fields);
  expect(await told(event)).toEqual({ status: "PARKED", error: expect.stringMatching(/^It can't be read: /) });
  const [kept] = await desk.sql("select body, reports from provider_notices where notice_id like $1 || '%'", [
    event["id"],
  ]);
  expect(JSON.parse(String(kept?.["body"]))).toEqual(event);
  expect(await counted("forged")).toBe(before);
});

const counted = async (outcome: string): Promise<number> => {
  const found = new RegExp(`callbacks_total\\{provider="stripe",outcome="${outcome}"\\} (\\d+)`).exec(await metrics());
  return Number(found?.[1] ?? 0);
};

test.each([
  ["of three hundred signs", "e".repeat(300)],
  ["with a sign that is no text", "evt_\u0000"],
])("a notice whose own id is one %s is booked all the same, once", async (_what, id) => {
  const { escrow, reference } = await ordered();
  const event = { ...paid(reference), id };
  for (const _ of [1, 2]) expect((await post(event)).status).toBe(200);
  await until(async () => (await bookedOf(escrow))["status"] === "IN_ESCROW");
});

test("a notice that the books refuse is parked after a few tries, says by which rule, and is not tried for ever", async () => {
  const { escrow, reference } = await ordered();
  await desk.sql("alter table payments add constraint no_such_money check (received <> 25644) not valid");
  const event = bent(paid(reference), { amount_total: 25_644 });
  const [session = {}] = stripe.all("sessions").filter((one) => one["client_reference_id"] === reference);
  session["amount_total"] = 25_644;
  expect(await told(event)).toMatchObject({ status: "NEW" });
  await until(async () => {
    await advance(30);
    const [row] = await desk.sql("select status, error, due_at from provider_notices where notice_id = $1", [
      event["id"],
    ]);
    return row?.["status"] === "PARKED" && row;
  }).then((row) =>
    expect(row).toMatchObject({ error: "Not booked: the books refuse it (no_such_money).", due_at: null }),
  );
  await until(async () => {
    await advance(60);
    const [row] = await desk.sql("select status, error from provider_calls where escrow_id = $1 and kind = 'look_up'", [
      escrow["id"],
    ]);
    return row?.["status"] === "PARKED" && row;
  }).then((row) => expect(row).toMatchObject({ error: "the books refuse it (no_such_money)" }));
  expect(await bookedOf(escrow)).toMatchObject({ funded: "0.00" });
  await desk.sql("alter table payments drop constraint no_such_money");
});

test("a refund that is told of with another amount than was asked for is not booked as paid", async () => {
  const { escrow, reference } = await ordered();
  await told(paid(reference));
  stripe.setFate("pending");
  await shop.post(`/test_helpers/escrows/${escrow["id"]}/cancel`, {});
  const made = await until(async () =>
    stripe.all("refunds").find(({ payment_intent: of }) => of === intentOf(reference)),
  );
  for (const amount of [1, -25_645]) {
    const object = { ...made, status: "succeeded", amount };
    const event = odd({ type: "refund.updated", data: { object } });
    expect(await told(event)).toMatchObject({ status: "PARKED", error: expect.stringMatching(/0\.01 USD|-25645/) });
  }
  expect(await desk.refunds(escrow)).toMatchObject([{ status: "SENT" }]);
  await told(odd({ type: "refund.updated", data: { object: { ...made, status: "succeeded" } } }));
  expect(await desk.refunds(escrow)).toMatchObject([{ status: "SUCCEEDED" }]);
  stripe.setFate("succeeded");
});

const intentOf = (reference: string): unknown =>
  stripe.all("sessions").find((one) => one["client_reference_id"] === reference)?.["payment_intent"];

test("an answer that can't be read gives nothing up and books nothing: the look-up is parked after a few", async () => {
  const { escrow, reference } = await ordered();
  paid(reference);
  const [session = {}] = stripe.all("sessions").filter((one) => one["client_reference_id"] === reference);
  session["amount_total"] = -5_000;
  const call = await until(async () => {
    await advance(60);
    const [row] = await desk.sql("select status, error from provider_calls where escrow_id = $1 and kind = 'look_up'", [
      escrow["id"],
    ]);
    return row?.["status"] === "PARKED" && row;
  });
  expect(call).toMatchObject({ error: expect.stringMatching(/amount_total is -5000/) });
  expect(await bookedOf(escrow)).toMatchObject({ funded: "0.00" });
});
