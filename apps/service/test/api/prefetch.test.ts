/** Reads that leave with the check of their key: nobody reads what it refuses, and what is due is written before it is shown. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPrefetch } from "../../src/api/prefetch.js";
import type { AccountId } from "../../src/domain/ids.js";
import { newApiKey, type PresentedKey, readApiKey } from "../../src/identity/api-key.js";
import type { Verdict } from "../../src/identity/authenticate.js";
import { openKey } from "../../src/identity/merchants.js";
import type { InOrder } from "../../src/platform/database.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { expectRefusal, ORDER } from "../stories.js";

let world: World;
beforeAll(async () => {
  world = await startWorld({ role: "web", requestsPerMinute: 100 });
});
afterAll(() => world?.close());

const changeKey = ({ account }: Merchant, change: string) =>
  world.db.pool.query(`update api_keys set ${change} where account_id = $1`, [account]);

const readsOf = (id: string): readonly string[] => [
  `/checkout/sessions/${id}`,
  "/checkout/sessions",
  "/escrows",
  "/events",
];

/** Past the life of a session. No worker is here to write what that does. */
const passTime = () => world.db.pool.query("update test_clock set offset_seconds = offset_seconds + 90000");

/** A shop whose key has read everything a moment ago, and its session. */
async function openShop(): Promise<{ shop: Merchant; id: string }> {
  const shop = await world.merchant();
  const { id } = (await shop.post("/checkout/sessions", ORDER)).body as { id: string };
  for (const path of readsOf(id)) expect((await shop.get(path)).status, path).toBe(200);
  return { shop, id };
}

test("a key that has just read, and is revoked, ends, or gets another secret, reads nothing more", async () => {
  for (const ending of [
    "revoked_at = service_now()",
    "expires_at = service_now()",
    "secret_hash = sha256('another secret')",
  ]) {
    const { shop, id } = await openShop();
    await changeKey(shop, ending);
    for (const path of readsOf(id)) expectRefusal(await shop.get(path), 401, "unauthenticated");
  }
});

test("a key that has just read, and is bound to a network elsewhere or loses a scope, reads no more than it may", async () => {
  const { shop, id } = await openShop();
  await changeKey(shop, "scopes = '{events:read}'");
  for (const path of readsOf(id).slice(0, 3)) expectRefusal(await shop.get(path), 403, "forbidden");
  expect((await shop.get("/events")).status).toBe(200);
  await changeKey(shop, "networks = '{203.0.113.0/24}'");
  expectRefusal(await shop.get("/events"), 403, "forbidden");
});

test("a key that has used up its minute reads nothing until the next", async () => {
  const { shop, id } = await openShop();
  const replies = await Promise.all(Array.from({ length: 120 }, () => shop.get(`/checkout/sessions/${id}`)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(95);
  for (const reply of replies.filter(({ status }) => status !== 200)) expectRefusal(reply, 429, "rate_limited");
  for (const path of readsOf(id)) expectRefusal(await shop.get(path), 429, "rate_limited");
});

test("what became due since the last read is written before it is shown, in the object, its list and the feed", async () => {
  for (const first of [0, 1, 2]) {
    const { shop, id } = await openShop();
    await passTime();
    const shown: readonly (() => Promise<unknown>)[] = [
      async () => (await shop.get(`/checkout/sessions/${id}`)).body["status"],
      async () => (await shop.get("/checkout/sessions")).body["data"][0].status,
      async () => (await shop.get("/events")).body["data"][0]?.data.object.status,
    ];
    for (const at of [0, 1, 2]) expect(await shown[(first + at) % 3]?.(), `first ${first}`).toBe("EXPIRED");
  }
});

test("of many who read at the moment at which a session ends, in two processes, nobody is shown it open", async () => {
  const { port } = await world.another({ requestsPerMinute: 100 });
  for (let turn = 0; turn < 5; turn += 1) {
    const { shop, id } = await openShop();
    const path = `/checkout/sessions/${id}`;
    const voices = [shop, world.speakAs(shop.apiKey, `http://127.0.0.1:${port}`)];
    for (const voice of voices) expect((await voice.get(path)).body["status"]).toBe("OPEN");
    await passTime();
    const replies = await Promise.all(Array.from({ length: 40 }, (_, at) => voices[at % 2]?.get(path)));
    expect(replies.map((reply) => reply?.body["status"])).toEqual(Array.from({ length: 40 }, () => "EXPIRED"));
  }
});

test("each shop reads its own, however the two alternate, and sees what it has just changed", async () => {
  const [one, other] = [await openShop(), await openShop()];
  for (let turn = 0; turn < 3; turn += 1) {
    expectRefusal(await one.shop.get(`/checkout/sessions/${other.id}`), 404, "not_found");
    expectRefusal(await other.shop.get(`/checkout/sessions/${one.id}`), 404, "not_found");
    const { body } = await one.shop.post("/checkout/sessions", ORDER);
    expect((await one.shop.get("/checkout/sessions")).body["data"][0].id).toBe(body["id"]);
  }
});

test("a second key of the account, and an unknown version, are answered as they would be without a read under way", async () => {
  const { shop, id } = await openShop();
  const second = await openKey({ db: world.db, registry: world.registry }, { account: shop.account as AccountId });
  const voice = world.speakAs(second?.apiKey ?? "");
  for (const path of readsOf(id)) expect((await voice.get(path)).status).toBe(200);
  expectRefusal(await shop.get("/escrows?limit=0"), 400, "validation_failed");
  expectRefusal(await shop.get("/checkout/sessions/cs_unknown"), 404, "not_found");
});

test("a read begins only for a key that has just passed, and nothing else does; once refused, the key has to pass again", () => {
  const ahead = openPrefetch();
  const key = readApiKey(newApiKey()) as PresentedKey;
  const passed = { kind: "authenticated", principal: { account: "7", sellerCode: "SHOP" } } as unknown as Verdict;
  const asked: unknown[] = [];
  const begins = (id: Parameters<typeof ahead.begin>[0], presented: PresentedKey | null = key): boolean => {
    const begun = ahead.begin(id, presented, async (read, reader) => {
      asked.push([read, reader.account]);
      return { body: "{}" };
    });
    begun?.behind({} as InOrder);
    return begun !== null;
  };
  expect(begins("getEscrow")).toBe(false);
  ahead.learn(key, passed);
  expect(begins("getEscrow")).toBe(true);
  expect(begins("listEvents")).toBe(true);
  expect(begins("submitMilestone")).toBe(false);
  expect(begins("createSession")).toBe(false);
  expect(begins("getEscrow", null)).toBe(false);
  expect(begins("getEscrow", { ...key, hash: Buffer.alloc(32) })).toBe(false);
  for (const verdict of [
    { kind: "unauthenticated" },
    { kind: "rate_limited", principal: null, retryAfterSeconds: 1, limit: "" },
  ] as const) {
    ahead.learn(key, passed);
    expect(begins("listEscrows")).toBe(true);
    ahead.learn(key, verdict);
    expect(begins("listEscrows")).toBe(false);
  }
  expect(asked).toEqual([
    ["getEscrow", "7"],
    ["listEvents", "7"],
    ["listEscrows", "7"],
    ["listEscrows", "7"],
  ]);
});
