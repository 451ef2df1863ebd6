/** The life of a delivery, seen from the shop: what arrives, when, how often, and what the shop can check. */
import { LIMITS } from "@holdfast/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { disableEndpoint } from "../../src/commands/disable-endpoint.js";
import { enableEndpoint } from "../../src/commands/enable-endpoint.js";
import { attemptsOf } from "../../src/commands/list-attempts.js";
import { pingEndpoint } from "../../src/commands/ping-endpoint.js";
import { resendDelivery } from "../../src/commands/resend-delivery.js";
import { rotateSecret } from "../../src/commands/rotate-secret.js";
import { wide } from "../bounds.js";
import { newPerson } from "../console/seller.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { allEvents, confirmed, funded, openSession, submit } from "../stories.js";
import {
  type Arrival,
  allHaveLooked,
  answerWith,
  failFirst,
  type Listening,
  listen,
  openStreet,
  type Street,
  testSeal,
  until,
  verify,
} from "./shop.js";

let world: World;
let street: Street;
let shop: Merchant;
let paths = 0;

beforeAll(async () => {
  street = await openStreet();
  world = await startWorld({ webhookAllowedOrigins: [street.origin] });
});
afterAll(async () => {
  await world.close();
  await street.close();
});
beforeEach(async () => {
  shop = await world.merchant();
});

function newPath(): string {
  paths += 1;
  return `/hooks/${paths}`;
}

const listens = (path = newPath(), events: readonly string[] | null = null): Promise<Listening> =>
  listen({ world, street }, shop, path, events);

async function attempts(endpoint: Listening) {
  const told = await attemptsOf(world.db, endpoint);
  if (!told.ok) throw new Error(told.reason);
  return told.value;
}

const recorded = (endpoint: Listening, count: number) =>
  until(
    () => attempts(endpoint),
    (rows) => rows.length >= count,
  );

describe("what arrives", () => {
  test("every event of an order, with the bytes of the feed, signed so that another library accepts it", async () => {
    const endpoint = await listens();
    const escrow = await funded(shop);
    await submit(shop, escrow);
    const events = await allEvents(shop);
    expect(events).toHaveLength(5);
    const arrived = await street.wait(endpoint.path, 5);
    const stored = await world.db.query<{ body: string }>({
      name: "test: bodies",
      text: "select body from events where account_id = $1",
      values: [shop.account],
    });
    expect(arrived.map(({ body }) => body).sort()).toEqual(stored.map(({ body }) => body).sort());
    for (const arrival of arrived) {
      expect(verify(arrival, endpoint.secret)).toEqual(arrival.event);
      expect(() => verify(arrival, `${endpoint.secret}x`)).toThrow();
      expect(() => verify({ ...arrival, body: `${arrival.body} ` }, endpoint.secret)).toThrow();
      expect(arrival.headers).toMatchObject({
        "content-type": "application/json",
        "user-agent": "Holdfast-Webhooks/1.0",
        "x-escrow-event": arrival.event["type"],
        "x-escrow-event-id": arrival.event["id"],
        "x-escrow-delivery": expect.stringMatching(/^[1-9]\d*$/),
        "x-escrow-signature": expect.stringMatching(/^t=\d{10},v1=[0-9a-f]{64}$/),
      });
    }
    expect(new Set(arrived.map(({ headers }) => headers["x-escrow-delivery"])).size).toBe(5);
    await world.checkLedger();
  });

  test("at each endpoint the types that it takes, and nothing of another account", async () => {
    const all = await listens();
    const few = await listens(newPath(), ["escrow.created", "escrow.funded"]);
    const stranger = await listen({ world, street }, await world.merchant("Stranger"), newPath());
    await funded(shop);
    await street.wait(all.path, 3);
    const arrived = await street.wait(few.path, 2);
    expect(arrived.map(({ event }) => event["type"]).sort()).toEqual(["escrow.created", "escrow.funded"]);
    await pingEndpoint(world.db, stranger);
    expect((await street.wait(stranger.path, 1)).map(({ event }) => event["type"])).toEqual(["ping"]);
  });

  test("a ping at its one endpoint, whatever it takes, and in the feed", async () => {
    const pinged = await listens(newPath(), ["escrow.funded"]);
    const other = await listens();
    const told = await pingEndpoint(world.db, pinged);
    expect(told.ok).toBe(true);
    const [arrival] = await street.wait(pinged.path, 1);
    expect(arrival?.event).toMatchObject({
      type: "ping",
      data: { object: { object: "ping", message: expect.any(String) } },
    });
    expect((await allEvents(shop)).map((event) => event["type"])).toEqual(["ping"]);
    await confirmed(shop);
    await street.wait(other.path, 2);
    expect(street.at(other.path).map(({ event }) => event["type"])).not.toContain("ping");
  });

  test("within moments of the commit, without anybody polling", async () => {
    const endpoint = await listens();
    const session = await openSession(shop);
    await shop.post(`/checkout/sessions/${session["id"]}/expire`);
    await street.wait(endpoint.path, 1, 2_000);
  });
});

describe("retries", () => {
  test("come 1 min, 5 min, 30 min, 2 h, 6 h, 12 h, 24 h and 24 h after the failure before, none early; then FAILED", async () => {
    const endpoint = await listens();
    street.behave(endpoint.path, answerWith(500, {}, "no"));
    const session = await openSession(shop);
    await shop.post(`/checkout/sessions/${session["id"]}/expire`);
    const first = (await street.wait(endpoint.path, 1))[0];
    await recorded(endpoint, 1);
    for (const [index, gap] of LIMITS.webhookRetrySeconds.entries()) {
      // Less than the gap: nothing may come. Thirty seconds are what this check itself may take on a busy machine.
      await world.advance(gap - 30);
      await allHaveLooked({ world, street });
      expect(street.at(endpoint.path)).toHaveLength(index + 1);
      await world.advance(30);
      await street.wait(endpoint.path, index + 2);
      await recorded(endpoint, index + 2);
    }
    const arrived = street.at(endpoint.path);
    expect(arrived).toHaveLength(9);
    expect(new Set(arrived.map(({ body }) => body)).size).toBe(1);
    expect(new Set(arrived.map(({ headers }) => headers["x-escrow-delivery"]))).toEqual(
      new Set([first?.headers["x-escrow-delivery"]]),
    );
    for (const arrival of arrived) {
      const t = Number(/^t=(\d+)/.exec(arrival.headers["x-escrow-signature"] as string)?.[1]);
      expect(Math.abs(t - arrival.at / 1000)).toBeLessThan(2);
      verify(arrival, endpoint.secret);
    }
    const log = await attempts(endpoint);
    expect(log.map((one) => [one.attempt, one.state, one.status_code])).toEqual(
      [9, 8, 7, 6, 5, 4, 3, 2, 1].map((attempt) => [attempt, attempt === 9 ? "FAILED" : "PENDING", 500]),
    );
    const gaps = log.slice(0, -1).map((one, index) => Number(one.created) - Number(log[index + 1]?.created));
    expect(gaps.toReversed().every((gap, index) => gap >= (LIMITS.webhookRetrySeconds[index] as number))).toBe(true);
    await world.advance(7 * 86_400);
    await allHaveLooked({ world, street });
    expect(street.at(endpoint.path)).toHaveLength(9);
    await world.checkLedger();
  });

  test("stop with the first 2xx", async () => {
    const endpoint = await listens();
    street.behave(endpoint.path, failFirst(2));
    const session = await openSession(shop);
    await shop.post(`/checkout/sessions/${session["id"]}/expire`);
    await recorded(endpoint, 1);
    await world.advance(61);
    await recorded(endpoint, 2);
    await world.advance(301);
    const log = await recorded(endpoint, 3);
    expect(log.map((one) => [one.attempt, one.state])).toEqual([
      [3, "SUCCEEDED"],
      [2, "PENDING"],
      [1, "PENDING"],
    ]);
  });

  test.each([
    ["in seconds, may lengthen a gap", { "retry-after": "600" }, 570, 602],
    ["as a date, may lengthen a gap", { "retry-after": new Date(Date.now() + 900_000).toUTCString() }, 700, 902],
    ["never shortens it", { "retry-after": "1" }, 30, 61],
    ["is nothing when it makes no sense", { "retry-after": "soon" }, 30, 61],
  ])("Retry-After %s", async (_what, headers, notYet, then) => {
    const endpoint = await listens();
    street.behave(endpoint.path, answerWith(503, headers));
    const session = await openSession(shop);
    await shop.post(`/checkout/sessions/${session["id"]}/expire`);
    await recorded(endpoint, 1);
    await world.advance(notYet);
    await allHaveLooked({ world, street });
    expect(street.at(endpoint.path)).toHaveLength(1);
    await world.advance(then - notYet);
    await street.wait(endpoint.path, 2);
  });
});

describe("an endpoint that fails for good", () => {
  test("is disabled after 50 failures in a row; who wants to know hears at 25, 40 and 50; what came is held, then sent", async () => {
    const endpoint = await listens();
    const developer = await newPerson(world, shop, { role: "developer" });
    await newPerson(world, shop, { role: "support" });
    street.behave(endpoint.path, answerWith(500));
    for (let order = 0; order < 25; order += 1) await confirmed(shop);
    await until(
      () =>
        world.db.query<{ status: string }>({
          name: "test: status",
          text: "select status from webhook_endpoints where id = $1",
          values: [endpoint.id],
        }),
      ([row]) => row?.status === "DISABLED",
    );
    const mails = await world.db.query<{ recipient: string; template: string; failures: number }>({
      name: "test: mails",
      text: `
        select recipient, template, (params ->> 'failures')::int as failures from mails
        where params ->> 'seller_code' = $1 and template like 'webhook%' order by id`,
      values: [shop.sellerCode],
    });
    expect(new Set(mails.map(({ recipient }) => recipient))).toEqual(new Set([developer.email]));
    expect(mails.map(({ template, failures }) => ({ template, failures }))).toEqual([
      { template: "webhook_failing", failures: 25 },
      { template: "webhook_failing", failures: 40 },
      { template: "webhook_disabled", failures: 50 },
    ]);
    const soFar = street.at(endpoint.path).length;
    expect(soFar).toBe(50);
    await confirmed(shop);
    await world.advance(7 * 86_400);
    await allHaveLooked({ world, street });
    expect(street.at(endpoint.path)).toHaveLength(soFar);
    await world.checkLedger();

    street.behave(endpoint.path, null);
    await enableEndpoint(world.db, endpoint, { skipHeld: false });
    const events = (await allEvents(shop)).map((event) => event["id"]);
    const arrived = (await street.wait(endpoint.path, soFar + events.length)).slice(soFar);
    expect(new Set(arrived.map(({ event }) => event["id"]))).toEqual(new Set(events));
    await world.checkLedger();
  });

  test("is not disabled while one in fifty gets through; pings and resends do not count", wide(), async () => {
    const endpoint = await listens();
    let seen = 0;
    street.behave(endpoint.path, (request, response, arrival) => {
      seen += 1;
      answerWith(seen % 45 === 0 ? 200 : 500)(request, response, arrival);
    });
    for (let order = 0; order < 50; order += 1) await confirmed(shop);
    await until(
      () =>
        world.db.query<{ made: string }>({
          name: "test: made",
          text: "select attempts_made as made from webhook_endpoints where id = $1",
          values: [endpoint.id],
        }),
      ([row]) => Number(row?.made) >= 100,
    );
    const before = await world.db.query<{ status: string; failures: number }>({
      name: "test: failures",
      text: "select status, consecutive_failures as failures from webhook_endpoints where id = $1",
      values: [endpoint.id],
    });
    expect(before[0]?.status).toBe("ENABLED");
    street.behave(endpoint.path, answerWith(500));
    const delivery = Number(street.at(endpoint.path)[0]?.headers["x-escrow-delivery"]);
    for (let again = 0; again < 30; again += 1) {
      await pingEndpoint(world.db, endpoint);
      await resendDelivery(world.db, endpoint.account_id, delivery);
    }
    await until(
      () =>
        world.db.query<{ made: string }>({
          name: "test: made",
          text: "select attempts_made as made from webhook_endpoints where id = $1",
          values: [endpoint.id],
        }),
      ([row]) => Number(row?.made) >= 160,
    );
    expect(
      await world.db.query({
        name: "test: failures",
        text: "select status, consecutive_failures as failures from webhook_endpoints where id = $1",
        values: [endpoint.id],
      }),
    ).toEqual(before);
  });
});

describe("by hand", () => {
  test("a rotated secret signs from the next attempt on; with overlap the old one's mark stands beside it for its hours", async () => {
    const endpoint = await listens();
    const at = async (count: number) => (await street.wait(endpoint.path, count))[count - 1] as Arrival;
    await pingEndpoint(world.db, endpoint);
    verify(await at(1), endpoint.secret);
    const next = await rotateSecret({ db: world.db, seal: testSeal() }, endpoint, null);
    if (!next.ok) throw new Error(next.reason);
    await pingEndpoint(world.db, endpoint);
    const second = await at(2);
    expect(() => verify(second, endpoint.secret)).toThrow("No signatures found");
    verify(second, next.value.secret);
    const last = await rotateSecret({ db: world.db, seal: testSeal() }, endpoint, 24);
    if (!last.ok) throw new Error(last.reason);
    await pingEndpoint(world.db, endpoint);
    const both = await at(3);
    expect(both.headers["x-escrow-signature"]).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    verify(both, next.value.secret);
    verify(both, last.value.secret);
    await world.advance(24 * 3600);
    await pingEndpoint(world.db, endpoint);
    const alone = await at(4);
    expect(alone.headers["x-escrow-signature"]).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    verify(alone, last.value.secret);
  });

  test("a resend is a new delivery of the same event", async () => {
    const endpoint = await listens();
    await pingEndpoint(world.db, endpoint);
    const [first] = await street.wait(endpoint.path, 1);
    const number = Number(first?.headers["x-escrow-delivery"]);
    await recorded(endpoint, 1);
    const told = await resendDelivery(world.db, endpoint.account_id, number);
    if (!told.ok) throw new Error(told.reason);
    const [, second] = await street.wait(endpoint.path, 2);
    expect(second?.body).toBe(first?.body);
    expect(Number(second?.headers["x-escrow-delivery"])).toBe(told.value.delivery);
    expect(told.value.delivery).toBeGreaterThan(number);
  });

  test("nothing goes out while it is disabled, and what was held may be skipped", async () => {
    const endpoint = await listens();
    await disableEndpoint(world.db, endpoint);
    await confirmed(shop);
    await allHaveLooked({ world, street });
    expect(street.at(endpoint.path)).toHaveLength(0);
    await enableEndpoint(world.db, endpoint, { skipHeld: true });
    await pingEndpoint(world.db, endpoint);
    expect((await street.wait(endpoint.path, 1)).map(({ event }) => event["type"])).toEqual(["ping"]);
    await world.checkLedger();
  });
});
