/** One Idempotency-Key, one session: whatever is repeated, raced, changed or corrected. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { expectRefusal, ORDER } from "../stories.js";

let world: World;
let shop: Merchant;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
});
afterAll(() => world.close());

const create = (key: string, body: unknown = ORDER, as: Pick<Merchant, "post"> = shop) =>
  as.post("/checkout/sessions", body, { headers: { "Idempotency-Key": key } });
const sessionCount = async (of: Merchant = shop): Promise<number> =>
  (await of.get("/checkout/sessions?limit=100")).body["data"].length;

test("50 parallel creates with one key, over two processes: one session, 49 replays", async () => {
  const other = await world.another();
  const shops = [shop, world.speakAs(shop.apiKey, `http://127.0.0.1:${other.port}`)];
  const before = await sessionCount();
  const replies = await Promise.all(Array.from({ length: 50 }, (_, index) => create("NW-1", ORDER, shops[index % 2])));
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([201]));
  expect(replies.filter((reply) => reply.headers.get("idempotent-replayed") === "true")).toHaveLength(49);
  const urls = replies.map((reply) => (reply.body["url"] as string).replace(/:\d+/, ""));
  expect(new Set(urls).size).toBe(1);
  expect(await sessionCount()).toBe(before + 1);
});

test("a replay is the first answer, byte for byte, also after the session has moved on", async () => {
  const first = await create("NW-2");
  await shop.post(`/checkout/sessions/${first.body["id"]}/expire`);
  const replay = await create("NW-2");
  expect(replay.status).toBe(201);
  expect(replay.text).toBe(first.text);
  expect(first.headers.has("idempotent-replayed")).toBe(false);
  expect(replay.headers.get("idempotent-replayed")).toBe("true");
});

test("spacing and the order of keys make no other request; a default written out does", async () => {
  const first = await create("NW-3", { title: "a", amount: "1.00", metadata: { x: "1", y: "2" } });
  const raw = '{ "metadata" : {"y":"2","x":"1"},\n "amount":"1.00", "title":"a" }';
  const again = await shop.post("/checkout/sessions", undefined, {
    raw,
    headers: { "Content-Type": "application/json", "Idempotency-Key": "NW-3" },
  });
  expect(again.text).toBe(first.text);
  expectRefusal(
    await create("NW-3", { title: "a", amount: "1.00", metadata: { x: "1", y: "2" }, currency: "USD" }),
    409,
    "idempotency_conflict",
  );
});

test("another body under a used key is a conflict, even an invalid one", async () => {
  await create("NW-4");
  expectRefusal(await create("NW-4", { ...ORDER, amount: "1.00" }), 409, "idempotency_conflict");
  expectRefusal(await create("NW-4", { amount: "nonsense" }), 409, "idempotency_conflict");
});

test.each(["[]", '"x"', "7", "true", "null", "", "{", '[{"title":"a","amount":"1.00"}]'])(
  "%j is no body of any request, so the key under which it comes is not looked up",
  async (raw) => {
    await create("NW-7");
    for (const key of ["NW-7", "NW-unused"]) {
      const headers = { "Content-Type": "application/json", "Idempotency-Key": key };
      const reply = await shop.post("/checkout/sessions", undefined, { raw, headers });
      expectRefusal(reply, 400, "validation_failed");
      expect(Object.keys(reply.body["error"].details as Json)).toEqual(["body"]);
    }
    expect((await create("NW-7")).headers.get("idempotent-replayed")).toBe("true");
  },
);

test("a refused request leaves its key free for the corrected one", async () => {
  expectRefusal(await create("NW-5", { title: "a" }), 400, "validation_failed");
  expect((await create("NW-5")).status).toBe(201);
});

test("keys are the account's: a rotated key replays, another merchant's request does not", async () => {
  const first = await create("NW-6");
  const other = await world.merchant("Southwind");
  const theirs = await create("NW-6", ORDER, other);
  expect(theirs.body["id"]).not.toBe(first.body["id"]);
  expect(theirs.headers.has("idempotent-replayed")).toBe(false);
});

test.each(["", "   ", "x".repeat(256)])("the key %j is refused", async (key) => {
  const reply = await create(key);
  expectRefusal(reply, 400, "validation_failed");
  expect(Object.keys(reply.body["error"].details as Json)).toEqual(["Idempotency-Key"]);
});

test("255 characters are a key, and without a key every request is its own", async () => {
  expect((await create("x".repeat(255))).status).toBe(201);
  const ids = await Promise.all([1, 2, 3].map(async () => (await shop.post("/checkout/sessions", ORDER)).body["id"]));
  expect(new Set(ids).size).toBe(3);
});
