/** API keys as a seller manages them: every rule of the contract's section "Authentication", through the console. */
import { API_PATH, LIMITS, SCOPES } from "@holdfast/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Merchant, startWorld, type World } from "../harness.js";
import { expectRefusal, ORDER } from "../stories.js";
import { newVisitor, type Page, type Visitor } from "../visitor.js";
import { until } from "../webhooks/shop.js";
import { consoleOf, newPerson, type Person } from "./seller.js";

let world: World;
/** Another process on the same database. */
let elsewhere: string;
beforeAll(async () => {
  world = await startWorld();
  elsewhere = `http://127.0.0.1:${(await world.another()).port}`;
});
afterAll(() => world.close());

let shop: Merchant;
let ada: Person;
let keys: string;
beforeEach(async () => {
  shop = await world.merchant();
  ada = await newPerson(world, shop);
  keys = `${consoleOf(shop)}/keys`;
});

const KEY = /hf_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}/g;

/** The key that the answer to the form shows, once in each place where it can be copied. */
function shownIn({ status, html }: Page): string {
  expect(status, html).toBe(200);
  const [key] = new Set(html.match(KEY));
  expect(key).toBeDefined();
  return key as string;
}

const create = async (fields: Record<string, string> = {}, by: Visitor = ada): Promise<string> =>
  shownIn(await by.post(keys, fields));

/** Ids of the keys that can be revoked. */
const active = async (): Promise<readonly string[]> =>
  [...(await ada.get(keys)).html.matchAll(/\/keys\/(key_\w{26})\/revoke/g)].map(([, id]) => id as string);

test("a key is shown in the answer to the form, works at once in every process, and is shown masked from then on", async () => {
  const made = await ada.post(keys, { name: "Web <b>shop</b>" });
  const key = shownIn(made);
  expect(made.headers.get("cache-control")).toBe("no-store");
  expect(made.html).toContain(`data-copy="${key}"`);
  expect(made.html).toContain(`Authorization: Bearer ${key}`);
  for (const base of [world.url, elsewhere]) {
    expect((await world.speakAs(key, base).get("/account")).status).toBe(200);
  }
  const { html } = await ada.get(keys);
  expect(html.match(KEY)).toBeNull();
  expect(html).toContain(`${key.slice(0, 16)}****${key.slice(-4)}`);
  expect(html).toContain("Web &lt;b>shop&lt;/b>");
  const stored = await world.db.pool.query("select * from api_keys where account_id = $1", [shop.account]);
  expect(JSON.stringify(stored.rows)).not.toContain(key.slice(-38, -4));
});

test("a read-only key reads and changes nothing", async () => {
  const reader = world.speakAs(await create({ access: "read" }));
  expect((await reader.get("/checkout/sessions")).status).toBe(200);
  expectRefusal(await reader.post("/checkout/sessions", ORDER), 403, "forbidden");
  expect((await ada.get(keys)).html).toContain("Read-only");
});

test("nobody gives a key what they may not do alone: payouts are the owners', and so are refunds where the team has a limit", async () => {
  const developer = await newPerson(world, shop, { role: "developer" });
  const scopes = async (fields: Record<string, string>, by: Person): Promise<readonly string[]> => {
    const key = await create(fields, by);
    const text = "select scopes from api_keys where account_id = $1 and lookup = $2";
    const { rows } = await world.db.pool.query(text, [shop.account, key.split("_")[1]]);
    return rows[0].scopes;
  };
  const money = { access: "own", events: "read", "refunds:write": "yes", "payouts:write": "yes" };
  expect(await scopes({}, ada)).toEqual([...SCOPES]);
  expect(await scopes(money, ada)).toEqual(["refunds:write", "payouts:write", "events:read"]);
  expect(await scopes({}, developer)).toEqual(SCOPES.filter((scope) => scope !== "payouts:write"));
  expect(await scopes(money, developer)).toEqual(["refunds:write", "events:read"]);
  expect((await developer.get(keys)).html).toContain("Owners can create keys that do more");

  await world.db.pool.query("update accounts set refund_alone_max = 10000 where id = $1", [shop.account]);
  expect(await scopes({}, developer)).not.toContain("refunds:write");
  expect(await scopes(money, developer)).toEqual(["events:read"]);
  expect((await developer.post(keys, { access: "own", "refunds:write": "yes" })).status).toBe(422);
  expect(await scopes(money, ada)).toContain("refunds:write");
});

test("a revoked key fails on its very next request in every process, and the others stay", async () => {
  const [key, other] = [await create(), await create()];
  const voices = [world.url, elsewhere].map((base) => world.speakAs(key, base));
  for (const voice of voices) expect((await voice.get("/account")).status).toBe(200);
  const [, revoked] = await active();
  const gone = await ada.post(`${keys}/${revoked}/revoke`);
  expect(gone.headers.get("location")).toBe(`${keys}?said=revoked`);
  for (const voice of voices) expectRefusal(await voice.get("/account"), 401, "unauthenticated");
  expect((await world.speakAs(other, elsewhere).get("/account")).status).toBe(200);
  const { html } = await ada.get(`${keys}?said=revoked`);
  expect(html).toContain("Requests with it are refused");
  expect(html).toContain("1 revoked key");
  expect(await active()).toHaveLength(2);
});

test("of twelve keys that are created at once in two processes nine are made, beside the first; a revoked one makes room", async () => {
  const others = [world.url, elsewhere].map((base) => {
    const visitor = newVisitor(world, base);
    for (const [name, value] of ada.cookies) visitor.cookies.set(name, value);
    return visitor;
  });
  // One cookie for the forms of each, before they press at once.
  for (const visitor of others) await visitor.get(keys);
  const pressed = await Promise.all(
    Array.from({ length: 12 }, (_, index) => (others[index % 2] as Visitor).post(keys)),
  );
  expect(pressed.filter(({ status }) => status === 200)).toHaveLength(LIMITS.activeApiKeys - 1);
  for (const { html } of pressed.filter(({ status }) => status === 422)) {
    expect(html).toContain("All 10 keys are in use. Revoke one you no longer need, then create another.");
    expect(html.match(KEY)).toBeNull();
  }
  const ids = await active();
  expect(ids).toHaveLength(LIMITS.activeApiKeys);
  expect((await ada.post(keys)).status).toBe(422);
  expect((await ada.get(keys)).html).not.toContain("Create key");
  await ada.post(`${keys}/${ids[0]}/revoke`);
  expect(await create()).toMatch(KEY);
});

test("support sees keys and manages none; another account's key is as unknown as one that never was", async () => {
  const support = await newPerson(world, shop, { role: "support" });
  const [id] = await active();
  const { status, html } = await support.get(keys);
  expect(status).toBe(200);
  expect(html).toContain("****");
  expect(html).not.toContain("Create key");
  expect((await support.post(keys)).status).toBe(403);
  expect((await support.post(`${keys}/${id}/revoke`)).status).toBe(403);
  const rival = await world.merchant("Rival");
  const bob = await newPerson(world, rival);
  const revoke = (key: string): Promise<Page> => bob.post(`${consoleOf(rival)}/keys/${key}/revoke`);
  const theirs = await revoke(id as string);
  expect(theirs.status).toBe(404);
  const bare = ({ html }: Page): string => html.replaceAll(/req_\w+/g, "");
  expect(bare(theirs)).toBe(bare(await revoke(`key_${"0".repeat(26)}`)));
  expect(await active()).toHaveLength(1);
});

test("a key tells when it was used last, and nobody signs in to the console with one", async () => {
  expect((await ada.get(keys)).html).toContain("never used");
  await shop.get("/account");
  await until(
    () => ada.get(keys),
    ({ html }) => html.includes("last used"),
  );
  const headers = { Authorization: `Bearer ${shop.apiKey}` };
  expect((await newVisitor(world).get(keys, headers)).headers.get("location")).toMatch(/^\/console\/sign-in/);
  const cookie = `hf_seller=${ada.token}`;
  const api = await fetch(`${world.url}${API_PATH}/account`, { headers: { Cookie: cookie } });
  expect(api.status).toBe(401);
});
