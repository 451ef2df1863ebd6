/** Sellers and operators of several cells: signed in once, members of accounts in both, and what goes on without the directory. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { grantOperator, revokeOperator } from "../../src/admin/people.js";
import { openDirectory } from "../../src/cells/directory.js";
import { SignInAway } from "../../src/identity/registry.js";
import { sellersApart } from "../../src/identity/seller-store.js";
import type { Queryable } from "../../src/platform/database.js";
import { uuidv7 } from "../../src/platform/random.js";
import { findKnownSellers } from "../../src/store/identity/filling.js";
import { takeSellers } from "../../src/store/identity/sellers-apart.js";
import { wide } from "../bounds.js";
import {
  codeFor,
  known,
  newEmail,
  openedSession,
  PASSWORD,
  post,
  problemOf,
  resetSignInLimits,
  signUpFields,
  switchOn,
} from "../console/people.js";
import { consoleOf, newPerson, type Person } from "../console/seller.js";
import type { Json, Merchant, World } from "../harness.js";
import type { Visitor } from "../visitor.js";
import { browserOf, type Fixture, openMovers, startFixture } from "./fixture.js";

type Name = "north" | "south";
const NAMES = ["north", "south"] as const;
type Browser = Readonly<Record<Name, Visitor>>;
let fixture: Fixture;
let shops: Readonly<Record<Name, Merchant>>;
beforeAll(async () => {
  fixture = await startFixture(NAMES);
  shops = { north: await cell("north").merchant("Kiln"), south: await cell("south").merchant("Loom") };
});
beforeEach(async () => {
  await fixture.healDirectory();
  await fixture.healLine("south");
  await resetSignInLimits(cell("north"));
});
afterAll(() => fixture?.close());

const cell = (name: Name): World => fixture.cells[name]!;
const configOf = (name: Name) => ({ cell: { cell: name, directoryUrl: fixture.directoryUrl } });
const newBrowser = (): Browser => browserOf(fixture) as Browser;
/** The browser that somebody is signed in with, in each cell. */
const browserWith = ({ cookies }: Pick<Person, "cookies">): Browser => browserOf(fixture, cookies) as Browser;

let statements = 0;
const inDirectory = (text: string, values: readonly unknown[] = []): Promise<readonly Json[]> =>
  fixture.directory.query<Json>({ name: `test: sellers ${statements++}`, text, values });
const inCell = (name: Name, text: string, values: readonly unknown[] = []): Promise<readonly Json[]> =>
  cell(name).db.query<Json>({ name: `test: cell ${statements++}`, text, values });

const join = (name: Name, shop: Merchant, sellerId: string, role: string): Promise<unknown> =>
  inCell(name, "insert into team_members (account_id, seller_id, role, created) values ($1, $2, $3, service_now())", [
    shop.account,
    sellerId,
    role,
  ]);

async function signUp(browser: Visitor, email: string): Promise<string> {
  await post(browser, "/console/sign-up", signUpFields(email));
  const entered = await post(browser, "/console/sign-up/code", { code: await codeFor(cell("north"), email) });
  return entered.headers.get("location") ?? `${entered.status}`;
}

const OPENED = /^\/console\/([0-9A-Z]{8})$/;

test("who signs up in one cell is signed in to all, opens an account in another, and switches between them", async () => {
  const [email, browser] = [newEmail(), newBrowser()];
  const [, first] = OPENED.exec(await signUp(browser.north, email)) ?? [];
  const another = await post(browser.south, "/console/new", { trading_name: "Weavers" });
  const [, second] = OPENED.exec(another.headers.get("location") ?? "") ?? [];
  for (const name of NAMES) {
    const { html } = await browser[name].get("/console?choose=1");
    for (const code of [first, second]) expect(html).toContain(`href="/console/${code}"`);
  }
  // The proxy leads each to its cell by what the path says.
  expect((await browser.north.get(`/console/${first}`)).status).toBe(200);
  expect((await browser.south.get(`/console/${second}`)).status).toBe(200);
  const wrong = await browser.north.get(`/console/${second}`);
  expect([wrong.status, wrong.headers.get("holdfast-cell")]).toEqual([421, "south"]);
  expect((await browser.south.get(`/console/${second}`)).html).toContain('href="/console?choose=1"');
  // Nobody else sees either, wherever they are signed in.
  const eve = browserWith(await newPerson(cell("south"), shops.south));
  expect((await eve.north.get(`/console/${first}`)).status).toBe(404);
  expect((await eve.south.get(`/console/${second}`)).status).toBe(404);
  expect((await eve.north.get("/console")).headers.get("location")).toBe(consoleOf(shops.south));
  // Passwords stand in no cell; what mails are written by, in each.
  browser.north.cookies.set("hf_tz", "Africa/Nairobi");
  await browser.north.get(`/console/${first}`);
  for (const [name, code] of [
    ["north", first],
    ["south", second],
  ] as const) {
    await browser[name].get(`/console/${code}`);
    expect(await inCell(name, "select password_hash, zone from sellers where email = $1", [email])).toEqual([
      { password_hash: null, zone: "Africa/Nairobi" },
    ]);
  }
});

test("two who sign up with one address in two cells at the same moment are one person", async () => {
  const email = newEmail();
  const browsers = [newBrowser().north, newBrowser().south] as const;
  const codes: string[] = [];
  for (const browser of browsers) {
    await post(browser, "/console/sign-up", signUpFields(email));
    codes.push(await codeFor(cell("north"), email));
  }
  const entered = await Promise.all(
    browsers.map((browser, at) => post(browser, "/console/sign-up/code", { code: codes[at]! })),
  );
  expect(entered.filter(openedSession)).toHaveLength(1);
  expect(entered.map(({ status }) => status).sort()).toEqual([303, 422]);
  expect(await inDirectory("select 1 as one from sellers where email = $1", [email])).toHaveLength(1);
  const accounts = await Promise.all(
    NAMES.map((name) => inCell(name, "select id from accounts where email = $1", [email])),
  );
  expect(accounts.flat()).toHaveLength(1);
});

test("who was signed up when the cell died has a sign-in, no account, and opens one", wide(), async () => {
  const [email, browser] = [newEmail(), newBrowser()];
  await inCell(
    "north",
    "create function die() returns trigger language plpgsql as 'begin raise exception ''died''; end'",
  );
  await inCell("north", "create trigger die before insert on event_counters for each row execute function die()");
  expect(await signUp(browser.north, email)).toBe("500");
  await inCell("north", "drop function die() cascade");
  expect((await post(browser.south, "/console/sign-in", { email, password: PASSWORD })).headers.get("location")).toBe(
    "/console",
  );
  expect((await browser.north.get("/console")).html).toContain("No account yet");
  const opened = await post(browser.north, "/console/new", { trading_name: "Potters" });
  expect(opened.headers.get("location")).toMatch(OPENED);
});

test("what ends a session in one cell ends it in all at once, and tries count over all", async () => {
  const { visitor, email } = await known(cell("north"));
  const [phone, laptop] = [browserWith(visitor), newBrowser()];
  await post(laptop.south, "/console/sign-in", { email, password: PASSWORD });
  expect((await laptop.north.get("/console/me")).status).toBe(200);
  await switchOn(phone.south);
  for (const name of NAMES) expect((await laptop[name].get("/console/me")).status).toBe(303);
  expect((await phone.north.get("/console/me")).status).toBe(200);
  // A second factor of one cell is asked for in the other.
  const stranger = newBrowser();
  await post(stranger.north, "/console/sign-in", { email, password: PASSWORD });
  expect((await stranger.south.get("/console/sign-in")).html).toContain("Enter your second factor");
  expect((await stranger.south.get("/console/me")).status).toBe(303);
  const tried: (string | null)[] = [];
  for (let at = 0; at < 11; at += 1)
    tried.push(
      problemOf(await post(newBrowser()[NAMES[at % 2]!], "/console/sign-in", { email, password: "wrong one" })),
    );
  expect(new Set(tried.slice(0, 10))).toEqual(new Set(["Incorrect email or password."]));
  expect(tried[10]).toMatch(/^Too many/);
});

test("a member of accounts in two cells is invited, has another role in each, and is one person on both lists", async () => {
  const ada = await newPerson(cell("north"), shops.north, { name: "Ada Byron", password: PASSWORD });
  const owner = await newPerson(cell("south"), shops.south, { name: "Ines" });
  const browser = browserWith(ada);
  const invited = await post(owner, `${consoleOf(shops.south)}/team/invite`, { email: ada.email, role: "support" });
  expect(invited.status).toBe(303);
  // She finds it wherever she looks, and joins where it is.
  const [, path] = /href="(\/console\/invitations\/[^"]+)"/.exec((await browser.north.get("/console")).html) ?? [];
  expect((await browser.south.get(path!)).status).toBe(200);
  expect((await post(browser.south, path!)).headers.get("location")).toBe(consoleOf(shops.south));
  expect((await browser.north.get("/console?choose=1")).html).toContain(consoleOf(shops.south));
  // Support sees no log of the team in the one, and the owner of the other does.
  expect((await browser.south.get(`${consoleOf(shops.south)}/security`)).status).toBe(403);
  expect((await browser.north.get(`${consoleOf(shops.north)}/security`)).status).toBe(200);
  await switchOn(browser.north);
  const team = async (): Promise<string> => (await owner.get(`${consoleOf(shops.south)}/team`)).html;
  expect(await team()).toContain("Ada Byron");
  await post(browser.north, "/console/me/name", { name: "Ada Lovelace" });
  // Cells hear of it by themselves, once.
  await expect.poll(team).toContain("Ada Lovelace");
  const logged = (name: Name) =>
    inCell(name, "select 1 as one from security_events where seller_id = $1 and kind = 'second_factor_on'", [
      ada.sellerId,
    ]);
  for (const name of NAMES) await expect.poll(() => logged(name)).toHaveLength(1);
  expect((await owner.get(`${consoleOf(shops.south)}/security`)).html).toContain(ada.email);
});

test("an operator who was granted the desk once has it in every cell, until it is taken back", async () => {
  const grace = await newPerson(cell("north"), null, { name: "Grace", isOperator: true });
  const browser = browserWith(grace);
  await revokeOperator(cell("north").db, configOf("north"), grace.email);
  for (const name of NAMES) expect((await browser[name].get("/desk")).status).toBe(404);
  await grantOperator(cell("south").db, configOf("south"), grace.email);
  for (const name of NAMES) {
    expect((await browser[name].get("/desk")).status).toBe(200);
    // Mails to operators are each cell's.
    await expect
      .poll(() => inCell(name, "select is_operator from sellers where id = $1", [grace.sellerId]))
      .toEqual([{ is_operator: true }]);
  }
  // What she decides in a cell is written down there, under her name; not about an account of her own.
  await join("south", shops.south, grace.sellerId, "support");
  const suspend = (name: Name) =>
    post(browser[name], `/desk/accounts/${shops[name].sellerCode}/suspend`, { reason: "It looks wrong." });
  for (const name of NAMES) await suspend(name);
  const decided = (name: Name) => inCell(name, "select operator_id from operator_actions where action = 'suspend'");
  expect(await decided("north")).toEqual([{ operator_id: grace.sellerId }]);
  expect(await decided("south")).toEqual([]);
  await inCell("north", "update accounts set suspended = false");
  await revokeOperator(cell("north").db, configOf("north"), grace.email);
  for (const name of NAMES) expect((await browser[name].get("/desk")).status).toBe(404);
});

const AWAY = "Nobody can sign in right now";

test("while the directory is away, who was there a moment ago looks on; all else is told so, and nobody signs in", async () => {
  const ada = await newPerson(cell("north"), shops.north);
  const grace = await newPerson(cell("north"), null, { isOperator: true });
  const [browser, desk] = [browserWith(ada), browserWith(grace)];
  const home = consoleOf(shops.north);
  expect((await browser.north.get(home)).status).toBe(200);
  const gone = [
    browserWith(await newPerson(cell("north"), shops.north)),
    browserWith(await newPerson(cell("north"), shops.north)),
  ];
  for (const [at, path] of ["/console/sign-out", "/console/me/sessions/end-all"].entries()) {
    const { north } = gone[at]!;
    const kept = new Map(north.cookies);
    expect((await north.get(home)).status).toBe(200);
    expect((await post(north, path)).status).toBe(303);
    for (const [name, value] of kept) north.cookies.set(name, value);
  }
  expect((await desk.north.get("/desk")).status).toBe(200);
  await fixture.cutDirectory();
  for (const path of [home, `${home}/escrows`, `${home}/wallet`])
    expect((await browser.north.get(path)).status).toBe(200);
  const refused = [
    await desk.north.get("/desk/disputes"),
    // They signed out, here and in every browser.
    ...(await Promise.all(gone.map((one) => one.north.get(home)))),
    await post(browser.north, `${home}/settings`, { trading_name: "Other" }),
    // This cell has not seen her.
    await browser.south.get("/console/me"),
    await post(desk.north, `/desk/accounts/${shops.north.sellerCode}/suspend`, { reason: "It looks wrong." }),
    await browser.north.get("/console/me"),
    await post(newBrowser().north, "/console/sign-in", { email: ada.email, password: PASSWORD }),
  ];
  for (const { status, html, headers } of refused) {
    expect([status, html.includes(AWAY), headers.get("retry-after")]).toEqual([503, true, "60"]);
    expect(headers.getSetCookie().filter((line) => line.startsWith("hf_seller="))).toEqual([]);
  }
  // Keys and checkouts have never asked it.
  expect((await shops.north.get("/account")).status).toBe(200);
  await fixture.healDirectory();
  await expect.poll(async () => (await browser.south.get("/console/me")).status).toBe(200);
  expect((await desk.north.get("/desk")).status).toBe(200);
});

test("nobody is remembered past the end of a session, nor by an answer that was under way when it was ended", async () => {
  const { people, db } = cell("north");
  const [ada, bob, eve] = [
    await newPerson(cell("north"), shops.north),
    await newPerson(cell("north"), shops.north),
    await newPerson(cell("north"), shops.north),
  ];
  let isAway = false;
  let meanwhile = async (): Promise<void> => undefined;
  const query: Queryable["query"] = async (statement) => {
    if (isAway) throw new SignInAway();
    const rows = await people.query(statement);
    await meanwhile();
    return rows as never;
  };
  const store = sellersApart({ query }, db);
  const hashOf = ({ token }: Person): Buffer => createHash("sha256").update(token).digest();
  await store.findSession(hashOf(ada));
  const ending = "update seller_sessions set expires_at = clock_timestamp() + interval '1 s' where seller_id = $1";
  await inDirectory(ending, [bob.sellerId]);
  await store.findSession(hashOf(bob));
  meanwhile = () => store.ending({ email: eve.email }, async () => undefined);
  expect(await store.findSession(hashOf(eve))).toMatchObject({ email: eve.email, isRemembered: false });
  isAway = true;
  expect(await store.findSession(hashOf(ada))).toMatchObject({ email: ada.email, isRemembered: true });
  await expect(store.findSession(hashOf(eve))).rejects.toThrow(SignInAway);
  const isRemembered = () => store.findSession(hashOf(bob)).catch((error: unknown) => error);
  await expect.poll(isRemembered).toBeInstanceOf(SignInAway);
});

test("what an operator asked for is confirmed by nobody once the desk was taken from them, whatever a cell has heard", async () => {
  const [grace, hal] = [
    await newPerson(cell("north"), null, { isOperator: true }),
    await newPerson(cell("north"), null, { isOperator: true }),
  ];
  const id = uuidv7();
  const account = shops.north.account;
  await inCell(
    "north",
    `insert into operator_approvals (id, account_id, action, subject, request, shown, reason, asked_by, asked_name, created)
     values ($1, $2, 'set_limits', '', '{"dailyMax":"500000"}', '{}', 'It grows.', $3, 'Grace', service_now())`,
    [id, account, grace.sellerId],
  );
  await revokeOperator(cell("north").db, configOf("north"), grace.email);
  // Its news is late.
  await inCell("north", "update sellers set is_operator = true, version = 1000 where id = $1", [grace.sellerId]);
  const confirmed = await post(browserWith(hal).north, `/desk/approvals/${id}/confirm`);
  expect(confirmed.headers.get("location")).toContain("said=stale");
  expect(await inCell("north", "select status from operator_approvals where id = $1", [id])).toEqual([
    { status: "PENDING" },
  ]);
});

test("a live cell is none of a directory whose cells are sandboxes", async () => {
  const live = openDirectory({ cell: "east", directoryUrl: fixture.directoryUrl, mode: "live" });
  await expect(live.prepare()).rejects.toThrow("MODE=live is not usable: the cells of this directory are sandbox;");
  expect(await inDirectory("select 1 as one from cells where name = 'east'")).toEqual([]);
  await live.close();
});

test("a copy of a person that comes late never takes the place of a newer one", async () => {
  const grace = await newPerson(cell("north"), null, { isOperator: true });
  const known = async () =>
    (await inCell("north", "select is_operator, version from sellers where id = $1", [grace.sellerId]))[0];
  const [older] = await findKnownSellers(cell("north").people, [grace.sellerId]);
  await expect.poll(known).toEqual({ is_operator: true, version: "1" });
  await revokeOperator(cell("north").db, configOf("north"), grace.email);
  await expect.poll(known).toEqual({ is_operator: false, version: "2" });
  await takeSellers(cell("north").db, [older!], { isHere: true });
  expect(await known()).toEqual({ is_operator: false, version: "2" });
});

test("a directory that lost what it told last is read on from there", wide(), async () => {
  const ada = await newPerson(cell("north"), shops.north);
  const browser = browserWith(ada);
  const named = async () => (await inCell("north", "select name from sellers where id = $1", [ada.sellerId]))[0];
  await post(browser.north, "/console/me/name", { name: "Ada Lost" });
  await expect.poll(named).toEqual({ name: "Ada Lost" });
  // As its standby had it.
  await inCell("north", "update people_news_read set last = last + 1000");
  await inCell("north", "update sellers set version = 1000 where id = $1", [ada.sellerId]);
  await expect.poll(() => inCell("north", "select 1 as one from people_news_read where last < 1000")).toHaveLength(1);
  await post(browser.north, "/console/me/name", { name: "Ada Found" });
  await expect.poll(named).toEqual({ name: "Ada Found" });
});

test("accounts of a cell that is away are missed in the list, which says so", async () => {
  const ada = await newPerson(cell("north"), shops.north);
  await join("north", await cell("north").merchant("Second"), ada.sellerId, "owner");
  const browser = browserWith(ada);
  expect((await browser.north.get("/console")).html).not.toContain("can’t be shown right now");
  await fixture.cutLine("south");
  const { html } = await browser.north.get("/console");
  expect(html).toContain("Some accounts can’t be shown right now");
  expect(html).toContain(consoleOf(shops.north));
});

test("an account moves with its members, who need not sign in again", async () => {
  const shop = await cell("north").merchant("Mill");
  const ada = await newPerson(cell("north"), shop, { name: "Ada Byron", password: PASSWORD });
  const bob = await newPerson(cell("north"), shop, { name: "Bob", role: "support" });
  const browser = browserWith(ada);
  await switchOn(browser.north);
  const movers = await openMovers(fixture);
  const [told] = await inDirectory("select last from people_news_number");
  for (const name of NAMES)
    await expect
      .poll(() => inCell(name, "select last >= $1::bigint as read from people_news_read", [told?.["last"]]))
      .toEqual([{ read: true }]);
  // The one cell is behind: it has yet to hear that he is no operator. The other has heard it when he was nobody there.
  await inCell("north", "update sellers set is_operator = true, version = 0 where id = $1", [bob.sellerId]);
  await movers.move(shop.account, ["north", "south"]);
  expect(await inCell("south", "select is_operator from sellers where id = $1", [bob.sellerId])).toEqual([
    { is_operator: false },
  ]);
  const there = await browser.south.get(`${consoleOf(shop)}/team`);
  expect([there.status, there.html.includes("Bob"), there.html.replaceAll("<wbr/>", "").includes(bob.email)]).toEqual([
    200,
    true,
    true,
  ]);
  expect((await browser.north.get(consoleOf(shop))).status).toBe(421);
  expect((await browserWith(bob).south.get(`${consoleOf(shop)}/security`)).status).toBe(403);
  expect((await browser.north.get("/console")).headers.get("location")).toBe(consoleOf(shop));
  await movers.move(shop.account, ["south", "north"]);
  expect((await browser.north.get(`${consoleOf(shop)}/team`)).html).toContain("Bob");
  await movers.close();
});
