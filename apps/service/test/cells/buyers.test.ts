/** Buyers of several cells: signed in once, all orders in one list, and what is shown when a cell or the directory is away. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { eraseBuyer } from "../../src/admin/index.js";
import { uuidv7 } from "../../src/platform/random.js";
import { wide } from "../bounds.js";
import type { Json, Merchant } from "../harness.js";
import { confirmedBy, fundedBy, orderPath } from "../pages/orders-area.js";
import { asBuyer, openSession, submit } from "../stories.js";
import { lastCode, newVisitor, type Visitor } from "../visitor.js";
import { browserOf, type Fixture, startFixture } from "./fixture.js";

type Name = "north" | "south";
let fixture: Fixture;
let shops: Readonly<Record<Name, Merchant>>;
beforeAll(async () => {
  fixture = await startFixture(["north", "south"]);
  shops = { north: await fixture.cells["north"]!.merchant(), south: await fixture.cells["south"]!.merchant() };
});
beforeEach(async () => {
  await fixture.healLine("south");
  await inDirectory("delete from sign_in_windows");
});
afterAll(() => fixture?.close());

let statements = 0;
const inDirectory = (text: string, values: readonly unknown[] = []): Promise<readonly Json[]> =>
  fixture.directory.query<Json>({ name: `test: people ${statements++}`, text, values });
const inCell = (name: Name, text: string, values: readonly unknown[] = []): Promise<readonly Json[]> =>
  fixture.cells[name]!.db.query<Json>({ name: `test: cell ${statements++}`, text, values });

type Browser = Readonly<Record<Name, Visitor>>;
const newBrowser = (): Browser => browserOf(fixture) as Browser;

const newBuyer = (): string => `ada.${uuidv7()}@example.com`;

/** The code is asked for in one cell and typed in the other. */
async function signIn(browser: Browser, email: string, [asked, typed]: readonly [Name, Name]): Promise<void> {
  expect((await browser[asked].post("/sign-in", { email })).status).toBe(303);
  const entered = await browser[typed].post("/sign-in/code", { code: await lastCode(fixture.cells[asked]!, email) });
  expect(entered.headers.get("location")).toBe("/sign-in");
}

const SIGNED_OUT = "Sign in to see your orders";
const titlesIn = (html: string): readonly string[] => html.match(/Bowl \d+/g)?.filter((_, at) => at % 2 === 0) ?? [];

test("a sign-in holds in every cell, and the list has all orders by time, whichever cell it is read in", async () => {
  const [ada, eve] = [newBuyer(), newBuyer()];
  const orders: Json[] = [];
  for (const [at, name] of (["north", "south", "south", "north"] as const).entries())
    orders.push(await confirmedBy(shops[name], ada, { title: `Bowl ${at}`, amount: "20.00" }));
  const [browser, other] = [newBrowser(), newBrowser()];
  await signIn(browser, ada, ["north", "south"]);
  await signIn(other, eve, ["south", "south"]);
  for (const name of ["north", "south"] as const) {
    const { html } = await browser[name].get("/orders");
    const shown = [...html.matchAll(/\/orders\/[0-9A-Z]{8}\/([0-9a-f-]{36})/g)].map(([, id]) => id);
    expect(shown).toEqual(orders.map(({ id }) => id).toReversed());
    // Each is opened in its own cell, and by nobody else.
    const path = orderPath(shops[name], orders[name === "north" ? 0 : 1] ?? {});
    expect((await browser[name].get(path)).status).toBe(200);
    expect((await other[name].get(path)).status).toBe(404);
    expect((await other[name].get("/orders")).html).not.toContain("Bowl");
  }
  // Mails of a cell are in the language that its buyer reads, and by their clocks.
  const known = () => inCell("north", "select locale, zone from buyers where email = $1", [ada]);
  expect(await known()).toEqual([{ locale: "en", zone: null }]);
  await browser.south.post("/language", { lang: "fr" });
  await browser.south.post("/zone", { zone: "Africa/Nairobi" });
  await browser.north.get("/orders");
  expect(await known()).toEqual([{ locale: "fr", zone: "Africa/Nairobi" }]);
});

test("pages of the list go on over all cells, older and newer", wide(), async () => {
  const ada = newBuyer();
  const made: string[] = [];
  for (let at = 0; at < 22; at += 1) {
    const name = at % 3 === 0 ? "north" : "south";
    made.push(String((await confirmedBy(shops[name], ada, { title: "Cup", amount: "20.00" }))["id"]));
  }
  const browser = newBrowser();
  await signIn(browser, ada, ["south", "north"]);
  const read = async (name: Name, path: string): Promise<{ ids: readonly string[]; turns: readonly string[] }> => {
    const { html } = await browser[name].get(path);
    return {
      ids: [...html.matchAll(/\/orders\/[0-9A-Z]{8}\/([0-9a-f-]{36})/g)].map(([, id]) => id ?? ""),
      turns: [...html.matchAll(/href="(\/orders\?(?:older|newer)=[0-9a-f-]{36})"/g)].map(([, link]) => link ?? ""),
    };
  };
  const newestFirst = made.toReversed();
  const first = await read("north", "/orders");
  expect([first.ids, first.turns]).toEqual([newestFirst.slice(0, 20), [`/orders?older=${newestFirst[19]}`]]);
  const second = await read("south", first.turns[0]!);
  expect([second.ids, second.turns]).toEqual([newestFirst.slice(20), [`/orders?newer=${newestFirst[20]}`]]);
  expect((await read("north", second.turns[0]!)).ids).toEqual(newestFirst.slice(0, 20));
});

test("a code signs in once, however many cells it is typed in at the same moment; wrong ones count in all", async () => {
  const ada = newBuyer();
  const browser = newBrowser();
  await browser.north.post("/sign-in", { email: ada });
  const code = await lastCode(fixture.cells["north"]!, ada);
  const wrong = code === "000000" ? "000001" : "000000";
  for (const name of ["north", "south"] as const) await browser[name].post("/sign-in/code", { code: wrong });
  expect(await inDirectory("select attempts from sign_in_challenges where email = $1", [ada])).toEqual([
    { attempts: 2 },
  ]);
  expect(await inCell("south", "select 1 as one from security_events where kind = 'buyer_code_wrong'")).toHaveLength(1);
  await Promise.all((["north", "south"] as const).map((name) => browser[name].post("/sign-in/code", { code })));
  expect(await inDirectory("select 1 from buyer_sessions where email = $1", [ada])).toHaveLength(1);
  // Nothing of it is left in the cells, and the mail bears the code no more.
  for (const name of ["north", "south"] as const) {
    expect(await inCell(name, "select 1 from buyer_sessions where email = $1", [ada])).toEqual([]);
    expect(await inCell(name, "select 1 from mails where recipient = $1 and params ? 'code'", [ada])).toEqual([]);
  }
});

test("what ends a sign-in in one cell ends it in all, at once", async () => {
  const ada = newBuyer();
  const [phone, laptop] = [newBrowser(), newBrowser()];
  await signIn(phone, ada, ["north", "north"]);
  await signIn(laptop, ada, ["south", "south"]);
  const copied = new Map(phone.north.cookies);
  await phone.south.post("/sign-out");
  for (const [name, value] of copied) phone.north.cookies.set(name, value);
  expect((await phone.north.get("/orders")).html).toContain(SIGNED_OUT);
  await signIn(phone, ada, ["south", "north"]);
  await phone.north.post("/orders/sign-ins/end-all");
  for (const name of ["north", "south"] as const)
    expect((await laptop[name].get("/orders")).html).toContain(SIGNED_OUT);
});

test("limits of codes hold over all cells, and being refused lengthens reviews in each", async () => {
  const ada = newBuyer();
  for (const name of ["north", "south"] as const) {
    await inCell(name, "update accounts set review_window_seconds = 259200 where id = $1", [shops[name].account]);
    await submit(shops[name], await fundedBy(shops[name], ada, { title: "Bowl", amount: "20.00" }));
  }
  const told: string[] = [];
  for (let time = 0; time < 6; time += 1) {
    const visitor = newVisitor(fixture.cells[time % 2 === 0 ? "north" : "south"]!);
    await visitor.post("/sign-in", { email: ada });
    told.push((await visitor.get("/sign-in")).html.includes("Too many") ? "refused" : "sent");
  }
  expect(told.filter((one) => one === "sent")).toHaveLength(5);
  for (const name of ["north", "south"] as const)
    await expect
      .poll(() => inCell(name, "select until - since > 60 as long from sign_in_refusals where email = $1", [ada]))
      .toEqual([{ long: true }]);
});

test("a cell that is away is told of, and the orders of the others are there", async () => {
  const ada = newBuyer();
  await confirmedBy(shops.north, ada, { title: "Bowl 1", amount: "20.00" });
  await confirmedBy(shops.south, ada, { title: "Bowl 2", amount: "20.00" });
  const browser = newBrowser();
  await signIn(browser, ada, ["north", "north"]);
  expect((await browser.north.get("/orders")).html).not.toContain("can’t be shown");
  await fixture.cutLine("south");
  const { html } = await browser.north.get("/orders");
  expect([
    titlesIn(html).includes("Bowl 2"),
    html.includes("Bowl 1"),
    html.includes("Some orders can’t be shown"),
  ]).toEqual([false, true, true]);
  const nobody = newBrowser();
  await signIn(nobody, newBuyer(), ["north", "north"]);
  expect((await nobody.north.get("/orders")).html).not.toContain("No orders yet");
});

test(
  "without the directory a checkout goes on for everybody, and who is signed in can't be asked",
  wide(),
  async () => {
    const ada = newBuyer();
    const session = await openSession(shops.south);
    const browser = newBrowser();
    await signIn(browser, ada, ["north", "south"]);
    const page = `/pay/${shops.south.sellerCode}/${session["id"]}`;
    expect((await browser.south.get(page)).html).toContain(ada);
    await fixture.cutDirectory();
    try {
      const shown = await browser.south.get(page);
      expect([shown.status, shown.html.includes(ada)]).toEqual([200, false]);
      const refused = await browser.south.get("/orders");
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "60"]);
      expect(refused.html).toContain("Nobody can sign in right now");
      expect((await browser.south.post("/sign-in", { email: ada })).status).toBe(503);
      // Who has no cookie needs nobody to be asked.
      expect((await newVisitor(fixture.cells["south"]!).get(page)).status).toBe(200);
    } finally {
      await fixture.healDirectory();
    }
    await expect.poll(async () => (await browser.south.get("/orders")).status).toBe(200);
  },
);

test("the link that stops a clock is sent on to the cell whose mail bears it", wide(), async () => {
  const ada = newBuyer();
  const escrow = await fundedBy(shops.south, ada, { title: "Bowl", amount: "20.00" });
  await submit(shops.south, escrow);
  const [mail] = await inCell(
    "south",
    "select params->>'stop' as token from mails where recipient = $1 and template = 'delivery_submitted'",
    [ada],
  );
  const link = `/stop/${mail?.["token"]}`;
  const [right, wrong] = [newVisitor(fixture.cells["south"]!), newVisitor(fixture.cells["north"]!)];
  expect((await right.get(link)).status).toBe(200);
  for (const asked of [await wrong.get(link), await wrong.post(link, { reason: "Broken" })])
    expect([asked.status, asked.headers.get("holdfast-cell")]).toEqual([421, "south"]);
  expect((await wrong.get(`/stop/${"x".repeat(43)}`)).status).toBe(410);
  await fixture.cutLine("south");
  // Nobody is told that it is over where that is not known.
  expect((await wrong.get(link)).status).toBe(503);
});

test("an address is erased from the directory with its cell's part", wide(), async () => {
  const ada = newBuyer();
  const escrow = await fundedBy(shops.south, ada, { title: "Bowl", amount: "20.00" });
  await submit(shops.south, escrow);
  await asBuyer(shops.south, escrow, "approve");
  const browser = newBrowser();
  await signIn(browser, ada, ["north", "south"]);
  const config = { cell: { cell: "south", directoryUrl: fixture.directoryUrl } };
  expect(await eraseBuyer(fixture.cells["south"]!.db, ada, config)).toMatchObject({ email: ada, sessions: 1 });
  for (const table of ["buyers", "buyer_sessions", "sign_in_challenges"])
    expect(await inDirectory(`select 1 from ${table} where email = $1`, [ada])).toEqual([]);
  expect((await browser.north.get("/orders")).html).toContain(SIGNED_OUT);
});
