/** Several cells and one directory: who is written down where, who is asked instead, and what goes on without it. */
import { API_PATH } from "@holdfast/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cells, createKey, createMerchant } from "../../src/admin/index.js";
import { openDirectory } from "../../src/cells/directory.js";
import { fillDirectory } from "../../src/cells/fill.js";
import type { AccountId } from "../../src/domain/ids.js";
import { openKey, openMerchant } from "../../src/identity/merchants.js";
import { NO_REGISTRY } from "../../src/identity/registry.js";
import { uuidv7 } from "../../src/platform/random.js";
import { codeFor, newEmail, PASSWORD, post, resetSignInLimits } from "../console/people.js";
import { consoleOf, newPerson } from "../console/seller.js";
import { newVisitor } from "../visitor.js";
import { type Fixture, homeOf, startFixture } from "./fixture.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(["north", "south"]);
});
afterAll(() => fixture?.close());

const cell = (name: string) => fixture.cells[name]!;
const asks = (name: string, apiKey: string): Promise<Response> =>
  fetch(`${cell(name).url}${API_PATH}/account`, { headers: { Authorization: `Bearer ${apiKey}` } });
const where = (name: string, query: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${cell(name).service.opsPort}/cells/where?${query}`);

test("a key is answered by its cell, and sent on by every other", async () => {
  const shop = await cell("north").merchant();
  expect((await asks("north", shop.apiKey)).status).toBe(200);
  const elsewhere = await asks("south", shop.apiKey);
  expect([elsewhere.status, elsewhere.headers.get("holdfast-cell")]).toEqual([421, "north"]);
  // The right name with a wrong secret, and a key that never was: nobody else is to be asked.
  const { apiKey: another } = await cell("south").merchant();
  expect((await asks("south", another)).status).toBe(200);
  await fixture.directory.query({
    name: "test: forget",
    text: "delete from keys where account_id = $1",
    values: [shop.account],
  });
  expect((await asks("south", shop.apiKey)).status).toBe(401);
});

test("a page of a seller is sent on by every other cell", async () => {
  const shop = await cell("north").merchant();
  const made = await shop.post("/checkout/sessions", { title: "Bowl", amount: "20.00", currency: "USD" });
  expect(made.status).toBe(201);
  const path = new URL(made.body["url"]).pathname;
  expect((await newVisitor(cell("north")).get(path)).status).toBe(200);
  const elsewhere = await newVisitor(cell("south")).get(path);
  expect([elsewhere.status, elsewhere.headers.get("holdfast-cell")]).toEqual([421, "north"]);
  // What no seller's code can be is nowhere, whatever its bytes.
  for (const code of ["%00", "ZZZZ0000", "x".repeat(300)])
    expect((await newVisitor(cell("south")).get(path.replace(shop.sellerCode, code))).status).toBe(404);
  // Not there in its own cell either: that is an ordinary 404.
  expect((await newVisitor(cell("north")).get(`${path.slice(0, -4)}0000`)).status).toBe(404);
});

test("whatever makes an account or a key enters it first: signing up, a second account, the console's keys", async () => {
  const world = cell("south");
  await resetSignInLimits(world);
  const email = newEmail();
  const visitor = newVisitor(world);
  const form = { name: "Ada", trading_name: "Ada's Clocks", email, password: PASSWORD };
  expect((await post(visitor, "/console/sign-up", form)).status).toBe(303);
  const entered = await post(visitor, "/console/sign-up/code", { code: await codeFor(world, email) });
  const first = /\/console\/([0-9A-Z]{8})/.exec(entered.headers.get("location") ?? "")?.[1] ?? "";
  expect(await homeOf(fixture, first)).toBe("south");

  const opened = await post(visitor, "/console/new", { trading_name: "Ada's Bells" });
  const second = /\/console\/([0-9A-Z]{8})/.exec(opened.headers.get("location") ?? "")?.[1] ?? "";
  expect(await homeOf(fixture, second)).toBe("south");

  const shop = await world.merchant();
  const owner = await newPerson(world, shop);
  const { html } = await post(owner, `${consoleOf(shop)}/keys`, { name: "Shop", scopes: "sessions:write" });
  const made = /hf_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}/.exec(html)?.[0] ?? "";
  expect((await asks("north", made)).headers.get("holdfast-cell")).toBe("south");
  const { html: started } = await post(owner, `${consoleOf(shop)}/start`, { step: "key" });
  const more = /hf_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}/.exec(started)?.[0] ?? "";
  expect((await asks("north", more)).headers.get("holdfast-cell")).toBe("south");
});

test("without the directory those who are known go on, nobody new is let in, and no key is called wrong", async () => {
  const world = cell("north");
  const [shop, other] = [await world.merchant(), await cell("south").merchant()];
  const owner = await newPerson(world, shop);
  expect((await owner.get(consoleOf(shop))).status).toBe(200);
  await fixture.cutDirectory();
  try {
    expect((await shop.post("/checkout/sessions", { title: "Bowl", amount: "20.00", currency: "USD" })).status).toBe(
      201,
    );
    expect((await asks("north", other.apiKey)).status).toBe(503);
    const refused = await post(owner, `${consoleOf(shop)}/keys`, { name: "Shop", scopes: "sessions:write" });
    expect(refused.status).toBe(503);
    expect(refused.html).toContain("Nobody can sign in right now");
    expect((await post(owner, "/console/new", { trading_name: "More" })).status).toBe(503);
    const accounts = await world.db.query({
      name: "test: more",
      text: "select 1 from accounts where trading_name = 'More'",
    });
    expect(accounts).toEqual([]);
    expect((await where("north", `seller=${shop.sellerCode}`)).status).toBe(503);
    // A process that starts meanwhile serves all the same.
    const another = await world.another();
    expect((await world.speakAs(shop.apiKey, `http://127.0.0.1:${another.port}`).get("/account")).status).toBe(200);
  } finally {
    await fixture.healDirectory();
  }
  await expect.poll(async () => (await where("north", `seller=${shop.sellerCode}`)).text()).toBe("north\n");
});

test("deliveries are numbered where no other cell's are, whatever process comes later", async () => {
  const last = async (name: string): Promise<bigint> => {
    const [row] = await cell(name).db.query<{ last: string }>({
      name: "test: last number",
      text: "select last_value as last from webhook_delivery_numbers",
    });
    return BigInt(row?.last ?? 0);
  };
  const before = await Promise.all(["north", "south"].map(last));
  expect(before).toEqual([2n ** 40n, 2n ** 41n]);
  await cell("south").another();
  expect(await last("south")).toBe(2n ** 41n);
});

test("the command line enters what it makes", async () => {
  const { config } = cell("north");
  const given = { email: newEmail(), tradingName: "By Hand", verified: true };
  const made = await createMerchant(cell("north").db, config, given);
  expect((await asks("south", made.api_key)).headers.get("holdfast-cell")).toBe("north");
  const more = await createKey(cell("north").db, config, { account: made.account_id });
  expect((await asks("south", more.api_key)).headers.get("holdfast-cell")).toBe("north");
  await expect(createMerchant(cell("north").db, config, given)).rejects.toThrow("there is an account with the address");
  const [, { accounts: before } = { accounts: 0 }] = await cells(config);
  await cell("south").merchant();
  const [north, south] = await cells(config);
  expect([north?.cell, south?.cell, south?.accounts]).toEqual(["north", "south", before + 1]);
});

test("a deployment that becomes one of several brings its accounts and keys along, once", async () => {
  const world = cell("south");
  const alone = { db: world.db, registry: NO_REGISTRY };
  const email = `${uuidv7()}@example.com`;
  const { account, apiKey, sellerCode } = await openMerchant(alone, {
    email,
    tradingName: "Old Hands",
    verified: true,
  });
  expect((await asks("north", apiKey)).status).toBe(401);
  const directory = openDirectory({ cell: "south", directoryUrl: fixture.directoryUrl });
  // As long as nobody has brought it along, no key of it could be found.
  await expect(
    openKey({ db: world.db, registry: directory.registry }, { account: account as AccountId }),
  ).rejects.toThrow("`directory fill` was never run");
  expect(await fillDirectory(world.db, directory)).toEqual({ accounts: 1, keys: 1 });
  expect(await fillDirectory(world.db, directory)).toEqual({ accounts: 0, keys: 0 });
  expect((await asks("north", apiKey)).headers.get("holdfast-cell")).toBe("south");
  expect(await homeOf(fixture, sellerCode)).toBe("south");
  // A key that no place was left for is not looked for anywhere.
  const { registry } = directory;
  for (let made = 1; made < 10; made += 1) await openKey({ db: world.db, registry }, { account: account as AccountId });
  expect(await openKey({ db: world.db, registry }, { account: account as AccountId })).toBe(null);
  const kept = await fixture.directory.query({
    name: "test: keys",
    text: "select 1 from keys where account_id = $1",
    values: [account],
  });
  expect(kept.length).toBe(10);
  await directory.close();
});
