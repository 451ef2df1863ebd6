/** The wallet in the console: destinations, payouts in two steps, the statement as a page and as CSV, and who may do what. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AccountId } from "../../src/domain/ids.js";
import type { Role } from "../../src/domain/permissions.js";
import { parseMonth, spanOf } from "../../src/pages/console/wallet/statement/month.js";
import { uuidv7 } from "../../src/platform/random.js";
import { sumLines } from "../../src/store/read/money/wallet.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { asBuyer, funded, submit, TWO_PARTS } from "../stories.js";
import { newVisitor, type Page, type Visitor } from "../visitor.js";
import { expectStatementAddsUp, openPurse, type Purse } from "../wallet/wallet.js";
import { consoleOf, newPerson, type Person } from "./seller.js";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

type Side = { readonly shop: Merchant; readonly owner: Person; readonly purse: Purse; readonly home: string };

async function open(): Promise<Side> {
  const shop = await world.merchant();
  const owner = await newPerson(world, shop);
  // The browser has its cookie before many forms are sent at once.
  await owner.get("/sign-in");
  return { shop, owner, purse: openPurse(world, shop), home: `${consoleOf(shop)}/wallet` };
}

const text = ({ html }: Page): string =>
  html
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ");
const field = ({ html }: Page, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
const leadsTo = (page: Page): string => {
  expect(page.status, text(page)).toBe(303);
  return page.headers.get("location") ?? "";
};

/** The form that makes a payout, as the review has it. */
async function reviewed(
  { owner, home }: Side,
  given: { amount: string; destination: string },
): Promise<{ id: string; amount: string; destination: string }> {
  const page = await owner.post(`${home}/review`, given);
  expect(page.status, text(page)).toBe(200);
  return { id: field(page, "id"), amount: field(page, "amount"), destination: field(page, "destination") };
}

describe("destinations", () => {
  test("are added with what is wrong said at once, wait for a day, are shown masked, and removed", async () => {
    const { owner, home } = await open();
    const add = (fields: Record<string, string>) => owner.post(`${home}/destinations`, fields);
    const phone = { kind: "mobile_money", name: "Ada Byron", number: "+255 712 345 678" };
    const bank = { kind: "bank", name: "Ada Byron", bank: "First Bank", number: "DE89 3704 0044 0532 0130 00" };
    for (const [fields, said] of [
      [{ ...phone, number: "0712" }, "country code"],
      [{ ...phone, name: " " }, "Enter the name under which it is registered."],
      [{ ...bank, number: "DE89 3704 0044 0532 0130 01" }, "Check an IBAN for typing errors."],
      [{ ...bank, bank: "" }, "name of the bank"],
      [{ ...bank, name: "x".repeat(141) }, "Use at most 140"],
      [{ name: "Ada" }, "country"],
    ] as const) {
      const page = await add(fields);
      expect(page.status).toBe(422);
      expect(page.html.replaceAll("'", "&#39;")).toContain(said);
    }
    const mistyped = await add({ ...bank, bank: "", name: '<b>"Ada"' });
    expect(mistyped.html).toContain("&lt;b>&quot;Ada&quot;");

    expect(leadsTo(await add(phone))).toBe(`${home}/destinations?said=added`);
    expect(leadsTo(await add(bank))).toBe(`${home}/destinations?said=added`);
    expect((await add({ ...phone, number: "00255712345678" })).html).toContain("already on your list");
    // What was not typed in full is shown before it is kept, and payouts go there.
    const home255 = { ...phone, number: "٠٧١٢ ٣٤٥ ٦٧٩", phone_country: "TZ" };
    const shown = await add(home255);
    expect([shown.status, text(shown)]).toEqual([200, expect.stringContaining("+255 712 345 679 in Tanzania?")]);
    expect(leadsTo(await add({ ...home255, phone_read: "+255712345679" }))).toBe(`${home}/destinations?said=added`);
    const list = await owner.get(`${home}/destinations?said=added`);
    expect(text(list)).toContain("Mobile money •••• 5678");
    expect(text(list)).toContain("First Bank •••• 3000");
    expect(text(list)).toContain("ready from");
    expect(list.html).not.toMatch(/255712345678|DE8937/);
    expect((await owner.get(home)).html).toContain("New: can be paid to from");

    const remove = /action="([^"]+\/remove)"/.exec(list.html)?.[1] as string;
    expect(leadsTo(await owner.post(remove))).toBe(`${home}/destinations?said=removed`);
    expect((await owner.post(remove)).status).toBe(404);
    expect(text(await owner.get(`${home}/destinations`))).not.toContain("•••• 5678");
    // Removed, its number is free again, and waits once more.
    expect(leadsTo(await add(phone))).toContain("said=added");
  });

  test("there are ten at the most, also when the last ones are added at once", async () => {
    const { owner, home, purse } = await open();
    const added = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        owner.post(`${home}/destinations`, { kind: "mobile_money", name: "Ada", number: `+2557000000${10 + at}` }),
      ),
    );
    expect(added.filter(({ status }) => status === 303)).toHaveLength(10);
    for (const page of added.filter(({ status }) => status !== 303))
      expect(page.html).toContain("limit of ten payout accounts");
    const [known] = await purse.sql("select count(*)::int as known from payout_destinations where account_id = $1", [
      purse.account,
    ]);
    expect(known).toEqual({ known: 10 });
  });
});

describe("payouts", () => {
  test("take two steps: first what will happen, then it does; sent twice there is one", async () => {
    const side = await open();
    const { owner, purse, home } = side;
    await purse.earn("100.00");
    const destination = await purse.destination({ number: "+255712345678" });
    expect(text(await owner.get(home))).toContain("From $1.00 to $100.00 now");
    const form = await reviewed(side, { amount: "60", destination });
    expect(form).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), amount: "60.00", destination });
    expect((await purse.view()).pending).toBe(0n);

    const answers = await Promise.all([1, 2, 3].map(() => owner.post(`${home}/payouts`, form)));
    for (const answer of answers) expect(leadsTo(answer)).toBe(`${home}/payouts/${form.id}`);
    expect(await purse.view()).toMatchObject({ available: 4000n, pending: 6000n });

    const path = `${home}/payouts/${form.id}`;
    const page = await owner.get(path);
    expect(text(page)).toContain("Being sent");
    expect(text(page)).toContain("Requested by Ada Byron");
    expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
    const version = async () => JSON.parse((await owner.get(`${path}/status`)).html).version as string;
    const before = await version();
    expect(page.html).toContain(`data-version="${before}"`);
    await purse.makeDue();
    await purse.send();
    expect(await version()).not.toBe(before);
    await expect.poll(async () => text(await owner.get(path))).toContain("The money has been sent");
    const paid = await owner.get(path);
    expect(paid.html).not.toContain("data-status");
    expect(text(await owner.get(`${home}/payouts`))).toContain("Mobile money •••• 5678");
    const late = leadsTo(await owner.post(`${path}/cancel`));
    expect(text(await owner.get(late))).toContain("too late to cancel");
  });

  test("are called back within their minute", async () => {
    const side = await open();
    await side.purse.earn("100.00");
    const form = await reviewed(side, { amount: "$25.50", destination: await side.purse.destination() });
    const path = leadsTo(await side.owner.post(`${side.home}/payouts`, form));
    const told = leadsTo(await side.owner.post(`${path}/cancel`));
    expect(text(await side.owner.get(told))).toContain("The payout was cancelled");
    expect((await side.purse.view()).available).toBe(10_000n);
  });

  test("say what is wrong, with what was typed, before and after the review", async () => {
    const side = await open();
    const { owner, purse, home } = side;
    await purse.earn("100.00");
    const destination = await purse.destination();
    const ask = (fields: Record<string, string>) => owner.post(`${home}/review`, { destination, ...fields });
    for (const [fields, said] of [
      [{ amount: "lots" }, "Enter an amount in dollars"],
      [{ amount: "0.50" }, "Enter at least $1.00"],
      [{ amount: "100.01" }, "within your available balance"],
      [{ amount: "5", destination: uuidv7() }, "Choose a payout account"],
      [{ amount: "5", destination: "x" }, "Choose a payout account"],
    ] as const) {
      const page = await ask(fields);
      expect([page.status, text(page).includes(said)], said).toEqual([422, true]);
      expect(page.html).toContain(`value="${fields.amount}"`);
    }
    const form = await reviewed(side, { amount: "80", destination });
    await purse.requested(destination, "50.00");
    const tooLate = await owner.post(`${home}/payouts`, form);
    expect([tooLate.status, text(tooLate).includes("within your available balance")]).toEqual([422, true]);
    for (const changed of [{ ...form, id: "1" }, { ...form, amount: "-5" }, { id: form.id }])
      expect(leadsTo(await owner.post(`${home}/payouts`, changed))).toBe(home);
    expect(leadsTo(await owner.get(`${home}/review`))).toBe(home);
    expect((await purse.view()).pending).toBe(5000n);
  });

  test("twenty confirmations for all that is there, in two processes at once: one wins", async () => {
    const side = await open();
    const { owner, purse, home } = side;
    await purse.earn("80.00");
    const destination = await purse.destination();
    const second = await world.another({ role: "web" });
    const elsewhere: Visitor = newVisitor(world, `http://127.0.0.1:${second.port}`);
    for (const [name, value] of owner.cookies) elsewhere.cookies.set(name, value);
    const forms = await Promise.all(Array.from({ length: 20 }, () => reviewed(side, { amount: "80", destination })));
    expect(new Set(forms.map(({ id }) => id)).size).toBe(20);
    const answers = await Promise.all(
      forms.map((form, at) => (at % 2 === 0 ? owner : elsewhere).post(`${home}/payouts`, form)),
    );
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(19);
    expect(await purse.view()).toMatchObject({ available: 0n, pending: 8000n });
    await expectStatementAddsUp(purse);
  });
});

describe("who may do what", () => {
  test.each(["developer", "support"] as Role[])("a %s looks, and moves nothing", async (role) => {
    const { shop, purse, home } = await open();
    await purse.earn("100.00");
    const destination = await purse.destination();
    const id = await purse.requested(destination, "10.00");
    const person = await newPerson(world, shop, { role });
    for (const path of ["", "/statement", "/statement.csv", "/destinations", "/payouts", `/payouts/${id}`]) {
      const page = await person.get(home + path);
      expect(page.status).toBe(200);
      expect(page.html).not.toMatch(/\/(review|remove|cancel)"/);
    }
    expect(text(await person.get(home))).toContain("Only owners of this account can pay out");
    for (const path of [
      "/review",
      "/payouts",
      `/payouts/${id}/cancel`,
      "/destinations",
      `/destinations/${destination}/remove`,
    ])
      expect((await person.post(home + path, { amount: "5", destination, id: uuidv7() })).status).toBe(403);
    expect(await purse.view()).toMatchObject({ available: 9000n, pending: 1000n });
  });

  test("an account that is not verified reads why, and is stopped where it tries all the same", async () => {
    const { owner, purse, home } = await open();
    await purse.earn("100.00");
    const destination = await purse.destination();
    const stand = (values: string) => purse.sql(`update accounts set ${values} where id = $1`, [purse.account]);
    await stand("verification_status = 'UNVERIFIED'");
    expect(text(await owner.get(home))).toContain("You can pay out once your account is verified");
    expect((await owner.post(`${home}/review`, { amount: "5", destination })).status).toBe(422);
    const forged = { id: uuidv7(), amount: "5.00", destination };
    expect((await owner.post(`${home}/payouts`, forged)).status).toBe(422);
    await stand("verification_status = 'REJECTED'");
    expect(text(await owner.get(home))).toContain("the verification of this account was refused");
    expect((await owner.post(`${home}/payouts`, forged)).status).toBe(403);
    await stand("verification_status = 'VERIFIED', suspended = true");
    expect(text(await owner.get(home))).toContain("while this account is suspended");
    expect((await owner.post(`${home}/payouts`, forged)).status).toBe(403);
    expect((await purse.view()).pending).toBe(0n);
  });

  test("what is another account's is not there, as what is nobody's", async () => {
    const mine = await open();
    const other = await open();
    await other.purse.earn("100.00");
    const destination = await other.purse.destination();
    const id = await other.purse.requested(destination, "10.00");
    const bare = (page: Page) => [page.status, page.html];
    for (const [method, known, path] of [
      ["get", id, (one: string) => `/payouts/${one}`],
      ["get", id, (one: string) => `/payouts/${one}/status`],
      ["post", id, (one: string) => `/payouts/${one}/cancel`],
      ["post", destination, (one: string) => `/destinations/${one}/remove`],
    ] as const) {
      const theirs = await mine.owner[method](mine.home + path(known));
      const nobodys = await mine.owner[method](mine.home + path(uuidv7()));
      expect(theirs.status).toBe(404);
      expect(bare(theirs)).toEqual(bare(nobodys));
    }
    expect((await mine.owner.get(`${mine.home}/payouts/nonsense`)).status).toBe(404);
    expect(await other.purse.view()).toMatchObject({ pending: 1000n });
  });
});

describe("the statement of a month", () => {
  test("is there as PDF and CSV, and its balances go on from the month before", async () => {
    const { shop, owner, purse, home } = await open();
    const earn = async (amount: string): Promise<void> => {
      const escrow = await submit(shop, await funded(shop, { title: `Vase for ${amount}`, amount }));
      await asBuyer(shop, escrow, "approve");
    };
    await earn("50.00");
    await world.db.query({
      name: "test: a line of August",
      text: "alter table wallet_lines disable trigger user",
    });
    await world.db.query({
      name: "test: a line of August, moved",
      text: "update wallet_lines set created = 1787000000 where account_id = $1",
      values: [shop.account],
    });
    await world.db.query({ name: "test: lines as before", text: "alter table wallet_lines enable trigger user" });
    await earn("70.00");
    await purse.requested(await purse.destination(), "20.00");
    const [clock] = await world.db.query<{ now: string }>({ name: "test: now", text: "select service_now() as now" });
    const month = new Date(Number(clock!.now) * 1000).toISOString().slice(0, 7);
    const page = await owner.get(`${home}/statement`);
    for (const one of ["2026-08", month]) {
      expect(page.html).toContain(`/statement.pdf?month=${one}`);
      expect(page.html).toContain(`/statement.csv?month=${one}`);
    }
    const august = (await owner.get(`${home}/statement.csv?month=2026-08`)).html;
    expect(august.split("\r\n")).toHaveLength(3);
    expect(august).toContain("Vase for 50.00");
    const csv = (await owner.get(`${home}/statement.csv?month=${month}`)).html;
    expect(csv).toContain("Vase for 70.00");
    expect(csv).not.toContain("Vase for 50.00");

    const span = spanOf(parseMonth(month)!);
    expect(await sumLines(world.db, shop.account as AccountId, span)).toEqual({
      opening: 5_000n,
      closing: 10_000n,
      kinds: [
        { kind: "release", lines: 1, amount: 7_000n },
        { kind: "payout_reserved", lines: 1, amount: -2_000n },
      ],
    });
    const empty = await sumLines(world.db, shop.account as AccountId, spanOf(parseMonth("2026-09")!));
    expect(empty).toEqual({ opening: 5_000n, closing: 5_000n, kinds: [] });

    const pdf = await owner.get(`${home}/statement.pdf?month=${month}`);
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
    expect(pdf.html.startsWith("%PDF-")).toBe(true);
    for (const none of ["pdf?month=2026-13", "pdf", "csv?month=x"]) {
      expect((await owner.get(`${home}/statement.${none}`)).status).toBe(404);
    }
  });
});

describe("the statement", () => {
  test("names the event of each line, filters by kind, pages, and adds up", async () => {
    const { shop, owner, purse, home } = await open();
    const escrow = await funded(shop, TWO_PARTS);
    await submit(shop, escrow, 0);
    await asBuyer(shop, escrow, "approve", 0);
    const destination = await purse.destination();
    for (let payouts = 0; payouts < 27; payouts += 1) await purse.requested(destination, "1.00");
    const page = await owner.get(`${home}/statement`);
    expect(text(page)).toContain("−$1.00");
    expect(page.html).toMatch(/href="[^"]*statement\?older=4"/);
    const releases = await owner.get(`${home}/statement?kind=release`);
    expect(text(releases)).toContain("Dispatched with tracking");
    expect(text(releases)).toContain("+$99.90");
    expect(releases.html).toContain(`${consoleOf(shop)}/escrows/${escrow["id"]}`);
    const [event] = (await shop.get("/events?type=escrow.milestone.approved")).body["data"];
    expect(releases.html).toContain(`${consoleOf(shop)}/events/${event.id}`);
    const last = await owner.get(`${home}/statement?older=4`);
    expect(text(last)).toContain("Released · ");
    expect(text(await owner.get(`${home}/statement?kind=settlement`))).toContain("No lines of this kind");
    expect(text(await owner.get(`${home}/statement?kind=nonsense&older=x`))).toContain("−$1.00");
    await expectStatementAddsUp(purse);
  });

  test("as CSV has every line, oldest first, and nothing that a spreadsheet would run", async () => {
    const { shop, owner, purse, home } = await open();
    const title = '=HYPERLINK("http://evil.example","a, b")';
    const escrow = await funded(shop, { title, amount: "50.00", external_reference: "@SUM(A1)" });
    await submit(shop, escrow);
    await asBuyer(shop, escrow, "approve");
    await purse.requested(await purse.destination(), "20.00");
    const csv = await owner.get(`${home}/statement.csv`);
    expect(csv.headers.get("content-type")).toMatch(/^text\/csv; charset=utf-8/);
    expect(csv.headers.get("content-disposition")).toMatch(/^attachment; filename="statement-\w{8}\.csv"$/);
    const [event] = (await shop.get("/events?type=escrow.milestone.approved")).body["data"];
    const lines = csv.html.split("\r\n");
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe(
      '"Line","Date (UTC)","Kind","Description","Reference code","External reference","Event","Payout","Amount (USD)","Balance (USD)"',
    );
    expect(lines[1]).toMatch(
      /^1,\d{4}-\d\d-\d\dT[\d:.]+Z,"Released","'=HYPERLINK\(""http:\/\/evil\.example"",""a, b""\)","TR-/,
    );
    expect(lines[1]).toMatch(new RegExp(`,"'@SUM\\(A1\\)","${event.id}",,50\\.00,50\\.00$`));
    expect(lines[2]).toMatch(/,"Payout","Payout 1","","","",1,-20\.00,30\.00$/);
    expect(lines[3]).toBe("");
  });
});
