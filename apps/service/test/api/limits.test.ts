/** Keys and their limits, the same in every process. */
import { crc32 } from "node:zlib";
import { API_PATH, READ_SCOPES } from "@holdfast/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AccountId } from "../../src/domain/ids.js";
import { sessionsPerDay } from "../../src/identity/authenticate.js";
import { openKey } from "../../src/identity/merchants.js";
import { wide } from "../bounds.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { expectRefusal, ORDER } from "../stories.js";

let world: World;
beforeAll(async () => {
  world = await startWorld({ requestsPerMinute: 20 });
});
afterAll(() => world.close());

/** What the last six characters of a key must be: its CRC-32 in base 62. */
function withChecksum(body: string): string {
  const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  let value = crc32(body);
  let text = "";
  for (let place = 0; place < 6; place += 1, value = Math.floor(value / 62)) text = letters.charAt(value % 62) + text;
  return body + text;
}

test("the limit passes and the next is 429, counted over two processes at once", async () => {
  const shop = await world.merchant();
  const other = await world.another();
  const elsewhere = world.speakAs(shop.apiKey, `http://127.0.0.1:${other.port}`);
  const replies = await Promise.all(
    Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? shop : elsewhere).get("/account")),
  );
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(20);
  const refused = replies.filter((reply) => reply.status === 429);
  expect(refused).toHaveLength(40);
  for (const reply of refused) {
    expectRefusal(reply, 429, "rate_limited");
    expect(reply.body["error"].message).toMatch(/^More than \d+ requests a minute for one key\. /);
    const seconds = Number(reply.headers.get("retry-after"));
    expect(seconds).toBeGreaterThanOrEqual(50);
    expect(seconds).toBeLessThanOrEqual(60);
  }
});

test("a window ends 60 s after its first request, whatever came since; another key has its own", async () => {
  const shop = await world.merchant();
  for (let index = 0; index < 21; index += 1) await shop.get("/account");
  expectRefusal(await shop.post("/checkout/sessions", ORDER), 429, "rate_limited");
  const key = await openKey({ db: world.db, registry: world.registry }, { account: shop.account as AccountId });
  expect((await world.speakAs(key?.apiKey ?? "").get("/account")).status).toBe(200);
  await world.db.query({
    name: "age windows",
    text: "update rate_windows set opened_at = opened_at - interval '40 s'",
  });
  expectRefusal(await shop.get("/account"), 429, "rate_limited");
  await world.db.query({
    name: "age windows further",
    text: "update rate_windows set opened_at = opened_at - interval '20 s'",
  });
  expect((await shop.get("/account")).status).toBe(200);
});

test("the test clock does not move windows; replays count", async () => {
  const shop = await world.merchant();
  await world.advance(3600);
  for (let index = 0; index < 20; index += 1)
    await shop.post("/checkout/sessions", ORDER, { headers: { "Idempotency-Key": "one" } });
  await world.advance(3600);
  expectRefusal(await shop.get("/account"), 429, "rate_limited");
});

test("a wrong key never uses up a right one's allowance; strangers are limited by address", wide(), async () => {
  const shop = await world.merchant();
  await world.db.query({ name: "forget addresses", text: "delete from rate_windows where kind = 'address'" });
  // The right lookup part, another secret, and the checksum that fits: what an attacker who saw the lookup would send.
  const forged = withChecksum(`hf_${shop.apiKey.split("_")[1]}_${"0".repeat(32)}`);
  const guess = (key: string) =>
    fetch(`${world.url}${API_PATH}/account`, { headers: { Authorization: `Bearer ${key}` } });
  const answers = await Promise.all(Array.from({ length: 700 }, () => guess(forged)));
  const count = (status: number): number => answers.filter((answer) => answer.status === status).length;
  expect([count(401), count(429)]).toEqual([600, 100]);
  const next = await guess("nonsense");
  expect(next.status).toBe(429);
  expect(Number(next.headers.get("retry-after"))).toBeGreaterThan(0);
  for (let index = 0; index < 20; index += 1) expect((await shop.get("/account")).status).toBe(200);
});

test("behind a trusted load balancer every caller has its own allowance; anyone else's word for it counts nothing", async () => {
  const trusting = await world.another({ trustedProxies: ["127.0.0.0/8"] });
  await world.db.query({ name: "forget addresses", text: "delete from rate_windows where kind = 'address'" });
  const from = (port: number, caller: string) =>
    fetch(`http://127.0.0.1:${port}${API_PATH}/account`, { headers: { "X-Forwarded-For": caller } });
  await from(trusting.port, "198.51.100.7");
  await from(trusting.port, "2001:db8:1:2:3:4:5:6");
  await from(world.service.port, "198.51.100.8");
  const counted = await world.db.query<{ subject: string }>({
    name: "counted addresses",
    text: "select subject from rate_windows where kind = 'address' order by subject",
  });
  expect(counted.map((row) => row.subject)).toEqual(["127.0.0.1", "198.51.100.7", "2001:db8:1:2::/64"]);
});

test("a read-only key, a rejected and a suspended account may read and not write; the check comes before the body", async () => {
  const shop = await world.merchant();
  const key = await openKey(
    { db: world.db, registry: world.registry },
    { account: shop.account as AccountId, scopes: READ_SCOPES },
  );
  const readOnly = world.speakAs(key?.apiKey ?? "");
  expect((await readOnly.get("/checkout/sessions")).status).toBe(200);
  expectRefusal(await readOnly.post("/checkout/sessions", undefined, { raw: "{broken" }), 403, "forbidden");
  const set = (assignment: string) =>
    world.db.query({
      name: `set ${assignment}`,
      text: `update accounts set ${assignment} where id = $1`,
      values: [shop.account],
    });
  for (const [harm, repair] of [
    ["verification_status = 'REJECTED'", "verification_status = 'VERIFIED'"],
    ["suspended = true", "suspended = false"],
  ] as const) {
    await set(harm);
    expectRefusal(await shop.post("/checkout/sessions", ORDER), 403, "forbidden");
    expect((await shop.get("/account")).status).toBe(200);
    await set(repair);
    expect((await shop.post("/checkout/sessions", ORDER)).status).toBe(201);
  }
});

/** Ten keys of one account, the most that it can have. */
async function tenKeys(of: World, shop: Merchant): Promise<readonly string[]> {
  const voices = [shop.apiKey];
  for (let key = 1; key < 10; key += 1)
    voices.push(
      (await openKey({ db: of.db, registry: of.registry }, { account: shop.account as AccountId }))?.apiKey ?? "",
    );
  return voices;
}

test("each of the ten keys of an account may all that a key may, over two processes", async () => {
  const shop = await world.merchant();
  const other = await world.another();
  const replies = await Promise.all(
    (await tenKeys(world, shop)).flatMap((apiKey, at) => {
      const base = at % 2 === 0 ? world.url : `http://127.0.0.1:${other.port}`;
      return Array.from({ length: 21 }, () => world.speakAs(apiKey, base).get("/account"));
    }),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(200);
  const refused = replies.filter(({ status }) => status !== 200);
  for (const reply of refused) expectRefusal(reply, 429, "rate_limited");
  expect(new Set(refused.map(({ body }) => (body["error"] as Json)["message"]))).toEqual(
    new Set(["More than 20 requests a minute for one key. Wait for the number of seconds in `Retry-After`."]),
  );
});

test("an account that may less than its keys together has that, whatever its keys; what a key has no place for uses up nothing of it", async () => {
  const shop = await world.merchant();
  const limits = { requestsPerMinute: 20, accountRequestsPerMinute: 100 };
  const [one, other] = [await world.another(limits), await world.another(limits)];
  const voices = await tenKeys(world, shop);
  const at = ({ port }: { readonly port: number }): string => `http://127.0.0.1:${port}`;
  const wildOne = world.speakAs(shop.apiKey, at(one));
  // One key runs wild: its account loses no more than that key's own window.
  const wild = await Promise.all(Array.from({ length: 90 }, () => wildOne.get("/account")));
  expect(wild.filter(({ status }) => status === 200)).toHaveLength(20);
  const rest = await Promise.all(
    voices.slice(1).flatMap((apiKey, turn) => {
      const base = at(turn % 2 === 0 ? one : other);
      return Array.from({ length: 20 }, () => world.speakAs(apiKey, base).get("/account"));
    }),
  );
  expect(rest.filter(({ status }) => status === 200)).toHaveLength(80);
  for (const reply of rest.filter(({ status }) => status !== 200)) expectRefusal(reply, 429, "rate_limited");
});

describe("sessions of a day", () => {
  let bounded: World;
  beforeAll(async () => {
    bounded = await startWorld({ sessionsPerDay: 7 });
  });
  afterAll(() => bounded.close());

  test("as many as the account may have, whichever of its keys asks, and reads go on", async () => {
    const shop = await bounded.merchant();
    const second = await openKey(
      { db: bounded.db, registry: bounded.registry },
      { account: shop.account as AccountId },
    );
    const speakers = [shop, bounded.speakAs(second?.apiKey ?? "")];
    const asked = await Promise.all(
      Array.from({ length: 16 }, (_, at) => (speakers[at % 2] as typeof shop).post("/checkout/sessions", ORDER)),
    );
    expect(asked.filter(({ status }) => status === 201)).toHaveLength(7);
    const [refused] = asked.filter(({ status }) => status !== 201);
    expectRefusal(refused!, 429, "rate_limited");
    expect(Number(refused!.headers.get("retry-after"))).toBeGreaterThan(86_000);
    expect((await shop.get("/checkout/sessions")).body["data"]).toHaveLength(7);
    await bounded.db.query({
      name: "age days",
      text: "update rate_windows set opened_at = opened_at - interval '1 day' where kind = 'sessions'",
    });
    expect((await shop.post("/checkout/sessions", ORDER)).status).toBe(201);
  });

  test("in live mode an account that is not verified has fewer", () => {
    const limits = { mode: "live", sessionsPerDay: null, unverifiedSessionsPerDay: 3 } as const;
    expect(sessionsPerDay(limits, "UNVERIFIED")).toBe(3);
    expect(sessionsPerDay(limits, "PENDING")).toBe(3);
    expect(sessionsPerDay(limits, "VERIFIED")).toBe(Number.POSITIVE_INFINITY);
    expect(sessionsPerDay({ ...limits, mode: "sandbox", sessionsPerDay: 9 }, "UNVERIFIED")).toBe(9);
  });
});
