/** What a key may do, until when, and from where: every operation asked with every scope. */
import { API_PATH, OPERATION_IDS, operation, SCOPES, type Scope } from "@holdfast/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AccountId } from "../../src/domain/ids.js";
import { type KeyBounds, openKey } from "../../src/identity/merchants.js";
import { isWithin, readNetwork } from "../../src/identity/networks.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { expectRefusal, ORDER } from "../stories.js";

let world: World;
let shop: Merchant;
beforeAll(async () => {
  world = await startWorld({ role: "web", trustedProxies: ["127.0.0.0/8"] });
  shop = await world.merchant();
});
afterAll(() => world?.close());

async function keyWith(bounds: KeyBounds) {
  const { account } = await world.merchant();
  const key = await openKey({ db: world.db, registry: world.registry }, { account: account as AccountId, ...bounds });
  return { ...world.speakAs(key!.apiKey), key: key!.apiKey, account };
}
const detailsOf = (body: Json): Json => body["error"]["details"];

test("each operation is refused with the scope that is missing, and with its own scope is not", async () => {
  for (const id of OPERATION_IDS) {
    const { method, path, scope } = operation(id);
    const url = path.replaceAll(/\{\w+\}/g, "0199c1f2-0000-7d1c-9b2a-4f0d5c6e7a81");
    const ask = ({ get, post }: Pick<Merchant, "get" | "post">) => (method === "GET" ? get(url) : post(url, {}));
    if (scope === null) {
      expect((await ask(await keyWith({ scopes: ["events:read"] }))).status, id).not.toBe(403);
      continue;
    }
    const refused = await ask(await keyWith({ scopes: SCOPES.filter((one) => one !== scope) }));
    expectRefusal(refused, 403, "forbidden");
    expect(detailsOf(refused.body), id).toEqual({ scope: [`This API key lacks the scope ${scope}.`] });
    expect((await ask(await keyWith({ scopes: [scope] }))).status, id).not.toBe(403);
  }
});

test("a key that was made before has all scopes", async () => {
  expect((await shop.post("/checkout/sessions", ORDER)).status).toBe(201);
  expect((await shop.get("/events")).status).toBe(200);
});

test("the published document says which scope an operation takes", async () => {
  const document = (await (await fetch(`${world.url}${API_PATH}/openapi.json`)).json()) as Json;
  const taken = (path: string, method: string): Scope[] => document["paths"][path][method].security[0].apiKey;
  expect(taken("/checkout/sessions", "post")).toEqual(["sessions:write"]);
  expect(taken("/escrows/{escrow_id}", "get")).toEqual(["escrows:read"]);
  expect(taken("/account", "get")).toEqual([]);
});

test("a key ends at its second, is then as one that was revoked, and leaves its place to the next", async () => {
  const { get, account } = await keyWith({ days: 30 });
  expect((await get("/account")).status).toBe(200);
  for (let made = 0; made < 8; made += 1)
    await openKey({ db: world.db, registry: world.registry }, { account: account as AccountId, days: 30 });
  expect(await openKey({ db: world.db, registry: world.registry }, { account: account as AccountId })).toBe(null);
  const pass = (seconds: number) =>
    world.db.query({
      name: "test: pass time",
      text: "update test_clock set offset_seconds = offset_seconds + $1",
      values: [seconds],
    });
  await pass(30 * 86_400 - 60);
  expect((await get("/account")).status).toBe(200);
  await pass(60);
  expectRefusal(await get("/account"), 401, "unauthenticated");
  expect(await openKey({ db: world.db, registry: world.registry }, { account: account as AccountId })).not.toBe(null);
});

test("a key that is bound to networks is of no use elsewhere, whatever it asks for", async () => {
  const { key } = await keyWith({ networks: ["203.0.113.0/24", "2001:db8:7::/48"] });
  const from = async (address: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${key}`, "X-Forwarded-For": address };
    const answer = await fetch(`${world.url}${API_PATH}/account`, { headers });
    if (answer.status === 403) expect(detailsOf((await answer.json()) as Json)["network"]).toHaveLength(1);
    return answer.status;
  };
  for (const home of [
    "203.0.113.9",
    "203.0.113.9:51234",
    "2001:db8:7:1::5",
    "[2001:db8:7:1::5]:443",
    "::ffff:203.0.113.1",
    "[::ffff:cb00:7101]:80",
    "198.51.100.1, 203.0.113.9:1",
  ])
    expect(await from(home), home).toBe(200);
  for (const away of [
    "203.0.114.1",
    "203.0.114.1:51234",
    "2001:db8:8::1",
    "[2001:db8:8::1]:443",
    "127.0.0.2",
    "203.0.113.9, unknown",
    "203.0.113.9, 203.0.114.1:1",
  ])
    expect(await from(away), away).toBe(403);
});

test("networks are read as the database takes them, and nothing else is", () => {
  const read = {
    "10.1.2.3": "10.1.2.3/32",
    "10.1.2.3/8": "10.0.0.0/8",
    "0.0.0.0/0": "0.0.0.0/0",
    "255.255.255.255/25": "255.255.255.128/25",
    "2001:db8::1": "2001:db8:0:0:0:0:0:1/128",
    "2001:db8:ffff:ffff::/33": "2001:db8:8000:0:0:0:0:0/33",
    "::ffff:10.0.0.1": "0:0:0:0:0:ffff:a00:1/128",
  };
  for (const [typed, stored] of Object.entries(read)) expect(readNetwork(typed), typed).toBe(stored);
  for (const typed of [
    "",
    "ten",
    "10.1.2",
    "10.1.2.3/33",
    "10.1.2.3/",
    "10.1.2.3/8/8",
    "::1/129",
    "fe80::1%eth0",
    "1e3",
  ])
    expect(readNetwork(typed), typed).toBe(null);
  expect(isWithin([], "anything")).toBe(true);
  expect(isWithin(["10.0.0.0/8"], "no address")).toBe(false);
});
