/** The search of the console: what is found of whose, before and after orders have come into its index. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AccountId, formatId, type SessionId } from "../../src/domain/ids.js";
import { mergedSegments, nextMerge, SEGMENT_ENTRIES } from "../../src/domain/search-segments.js";
import { openDatabase } from "../../src/platform/database.js";
import { openLog } from "../../src/platform/log.js";
import { accountsToIndex, flushEntries, SETTLED_SECONDS } from "../../src/store/queue/search.js";
import { mergeOnce } from "../../src/store/queue/search-segments.js";
import { newestByKind, searchOrders } from "../../src/store/read/console/search.js";
import { indexOnce, startSearchIndex } from "../../src/workers/search.js";
import { asService, type Json, type Merchant, startWorld, type World } from "../harness.js";
import { DINNER_SET } from "../pages/orders.js";
import { until } from "../payments/desk.js";
import { allEvents, asBuyer, funded, openSession } from "../stories.js";
import { textOf } from "../visitor.js";
import { confirmedBy, listedBy, readPage } from "./orders.js";
import { consoleOf, newPerson, type Person } from "./seller.js";

let world: World;
let shop: Merchant;
let other: Merchant;
let owner: Person;
let home: string;
beforeAll(async () => {
  world = await startWorld();
  [shop, other] = [await world.merchant(), await world.merchant("Somebody Else")];
  owner = await newPerson(world, shop);
  home = consoleOf(shop);
});
afterAll(() => world.close());

/** Brings all orders into the index, as the worker does when they have settled. */
async function indexAll({ account }: Merchant): Promise<void> {
  while (await indexOnce(world.db, account as AccountId, 0));
}

const indexed = async ({ account }: Merchant): Promise<number> => {
  const [row] = await world.db.query<{ count: string }>({
    name: "test: count search entries",
    text: "select count(*) from search_entries where account_id = $1",
    values: [account],
  });
  return Number(row?.count);
};

const order = (title: string, reference: string): Json => ({
  ...DINNER_SET,
  title,
  milestones: [],
  line_items: [],
  external_reference: reference,
});

describe("parts of words", () => {
  let chair: Json;
  let cafe: Json;
  let broken: Json;
  let sold: Json;
  beforeAll(async () => {
    await confirmedBy(other, "grace@example.com", order("Oak dining chair", "NW-10482"));
    chair = await confirmedBy(shop, "Grace.Hopper@Example.com", order("Oak dining chair", "NW-10482"));
    cafe = await confirmedBy(shop, "jose@example.com", order("Café José: 100% espresso_set", "NW-2"));
    broken = await asBuyer(shop, await funded(shop, order("Walnut table", "X-7")), "dispute", 0, {
      reason: "Cracked.",
    });
    sold = await openSession(shop, { ...order("Garden bench", "NW-3"), customer_email: "Bo@Example.com" });
  });

  const found = (q: string): Promise<string[]> => listedBy(owner, `${home}/escrows?${new URLSearchParams({ q })}`);

  const expectAll = async (): Promise<void> => {
    const typed: readonly (readonly [string, readonly Json[]])[] = [
      ["dining", [chair]],
      ["INING CH", [chair]],
      ["0482", [chair]],
      ["hopper@ex", [chair]],
      ["jose", [cafe]],
      ["JOSÉ", [cafe]],
      ["espresso_", [cafe]],
      ["100%", [cafe]],
      ["nw-", [cafe, chair]],
      ["chair grace", [chair]],
      ["chair jose", []],
      [chair["reference_code"].slice(5), [chair]],
      [chair["milestones"][0].reference_code.toLowerCase(), [chair]],
      [broken["dispute_reference"].slice(1), [broken]],
      [broken["id"].slice(-9), [broken]],
      [broken["checkout_session"].slice(-9), [broken]],
      ["%", [cafe]],
      ["o_k", []],
      ["oa", [chair]],
      ["chair 1", [chair]],
      ["chair 01", []],
      ["' or 1=1 --", []],
      ["\\", []],
    ];
    for (const [q, expected] of typed) expect(await found(q), q).toEqual(expected.map(({ id }) => id));
    expect(await listedBy(owner, `${home}/sessions?q=BENCH`)).toEqual([sold["id"]]);
    expect(await listedBy(owner, `${home}/sessions?q=bo%40example`)).toEqual([sold["id"]]);
  };

  test("are found at once, and again when the index has them", async () => {
    expect(await indexed(shop)).toBe(0);
    await expectAll();
    await indexAll(shop);
    expect(await indexed(shop)).toBe(4);
    await expectAll();
  });

  test("are found in digits, widths and marks of other keyboards, before and after they are indexed", async () => {
    const shown = await openSession(other, {
      ...order("Walnut stool", "NW-20593"),
      customer_email: "ada@müller.example",
    });
    for (const isIndexed of [false, true]) {
      if (isIndexed) await indexAll(other);
      for (const typed of [
        "NW-20593",
        "ＮＷ－２０５９３",
        "nw‑٢٠٥٩٣",
        "\u200bNW-20593\u202c",
        "ada@müller.example",
        "Ada <ada@MÜLLER.example>",
      ]) {
        const found = await searchOrders(world.db, other.account as AccountId, { typed });
        expect(
          found?.sessions.map((id) => formatId("session", id)),
          typed,
        ).toEqual([shown["id"]]);
      }
    }
  });

  test("an order that comes, is confirmed or disputed after that is found by what is new of it", async () => {
    const session = await openSession(shop, order("Brass lamp", "L-1"));
    await indexAll(shop);
    const [confirmed] = [
      (await shop.post(`/test_helpers/checkout/sessions/${session["id"]}/confirm`, { buyer_email: "cy@example.com" }))
        .body,
    ];
    expect(await found("cy@exam")).toEqual([confirmed["id"]]);
    await indexAll(shop);
    expect(await found("lamp cy@exam")).toEqual([confirmed["id"]]);
    expect(await indexed(shop)).toBe(5);
  });

  test("of another account nothing is found, however much it has", async () => {
    await indexAll(other);
    const theirs = ((await other.get("/escrows")).body["data"] as Json[])[0]!;
    const mine = await searchOrders(world.db, shop.account as AccountId, { typed: "dining" });
    expect(mine?.sessions).toHaveLength(1);
    for (const q of [theirs["id"], theirs["reference_code"], theirs["checkout_session"].slice(-9)])
      expect(await found(q), q).toEqual([]);
    expect(await readPage(owner, `${home}/search?live=1&q=${theirs["id"]}`)).toContain("Nothing matches");
  });

  test("two workers at once keep each order once", async () => {
    const many = await world.merchant();
    const sessions = await Promise.all(
      Array.from({ length: 6 }, (_, at) => openSession(many, order("Lamp", `M-${at}`))),
    );
    await Promise.all([indexAll(many), indexAll(many), indexAll(many)]);
    await indexAll(many);
    expect(await indexed(many)).toBe(sessions.length);
  });
});

describe("search segments", () => {
  const full = (count: number): number[] => Array.from({ length: count }, () => SEGMENT_ENTRIES);

  test("become one by four, the oldest of a size, and two of each size stay", () => {
    expect(nextMerge([])).toBeNull();
    expect(nextMerge([...full(4), 7])).toBeNull();
    expect(nextMerge([...full(5), 7])).toBe(0);
    expect(nextMerge([4 * SEGMENT_ENTRIES, ...full(6)])).toBe(1);
    expect(mergedSegments(full(63)).map((entries) => entries / SEGMENT_ENTRIES)).toEqual([
      16, 16, 16, 4, 4, 4, 1, 1, 1,
    ]);
  });

  test("a segment that lost most of its entries is merged with the ones beside it", () => {
    const large = 4 * SEGMENT_ENTRIES;
    expect(nextMerge([large, 10, large, 10, large, 10, large, ...full(2)])).toBe(0);
  });

  test("of an account that grows stay few, however many came, and nothing is lost or out of order", () => {
    let chapters: readonly number[] = [];
    for (let opened = 1; opened <= 4_000; opened++) {
      chapters = mergedSegments([...chapters, SEGMENT_ENTRIES]);
      expect(chapters.length).toBeLessThanOrEqual(5 * (1 + Math.log(opened) / Math.log(4)));
      expect(chapters.slice(-2)).toEqual(full(Math.min(2, opened)));
      expect([...chapters].sort((a, b) => b - a)).toEqual(chapters);
      expect(chapters.reduce((sum, count) => sum + count, 0)).toBe(opened * SEGMENT_ENTRIES);
    }
  });

  test("are merged while the account is searched: each order is found once, the newest first", async () => {
    const many = await world.merchant();
    const account = many.account as AccountId;
    for (let at = 0; at < 12; at++) await openSession(many, order("Lamp", `C-${at}`));
    await indexAll(many);
    // As if each of six chapters were full, with two orders.
    await world.db.query({
      name: "test: spread over chapters",
      text: `
        with opened as (
          insert into search_chapters (account_id, entries) select $1, $2 from generate_series(1, 6) returning id
        ),
        placed as (
          select session_id, (row_number() over (order by session_id) - 1) / 2 as place from search_entries where account_id = $1
        )
        update search_entries e set chapter = o.id
        from placed p join (select id, row_number() over (order by id) - 1 as place from opened) o using (place)
        where e.account_id = $1 and e.session_id = p.session_id`,
      values: [account, SEGMENT_ENTRIES],
    });
    await world.db.query({
      name: "test: drop the chapter before",
      text: "delete from search_chapters where account_id = $1 and entries < $2",
      values: [account, SEGMENT_ENTRIES],
    });
    const chapters = (): Promise<readonly { entries: number; held: number }[]> =>
      world.db.query<{ entries: number; held: number }>({
        name: "test: chapters",
        text: `
          select entries, (select count(*)::int from search_entries e where e.chapter = c.id) as held
          from search_chapters c where account_id = $1 order by id`,
        values: [account],
      });
    await openSession(many, order("Lamp", "C-12"));
    const sessions = await world.db.query<{ id: string }>({
      name: "test: sessions, newest first",
      text: "select id from checkout_sessions where account_id = $1 order by id desc",
      values: [account],
    });
    const expectAllFound = async (): Promise<void> => {
      const search = await searchOrders(world.db, account, { typed: "lamp" });
      expect(search?.sessions).toEqual(sessions.map(({ id }) => id));
    };
    do {
      await mergeOnce(world.db, account, 1);
      await expectAllFound();
      // Two workers at once: one of them has the account.
      await Promise.all([1, 2].map(() => indexOnce(world.db, account, 0)));
      await expectAllFound();
    } while ((await accountsToIndex(world.db, { after: null, limit: 1_000, settledSeconds: 0 })).includes(account));
    expect((await chapters()).map(({ held }) => held)).toEqual([8, 2, 2, 1]);
    expect(await chapters()).toMatchObject([{ entries: SEGMENT_ENTRIES + 6 }, {}, {}, { entries: 1 }]);
  });
});

test("a list goes through the newest 500 matches, and through 2,000 where it is narrowed or put into a file", async () => {
  const seller = await world.merchant();
  const path = consoleOf(seller);
  const person = await newPerson(world, seller);
  const sold = await openSession(seller, order("Brass lamp", "LAMP-1"));
  await indexAll(seller);
  await world.db.query({
    name: "test: more matches",
    text: `
      insert into search_entries (account_id, session_id, chapter, text)
      select e.account_id, gen_random_uuid(), e.chapter, e.text from search_entries e, generate_series(1, 600) where e.account_id = $1`,
    values: [seller.account],
  });
  const cut = "among the newest 500 matches";
  for (const list of ["escrows", "sessions"]) {
    expect(await readPage(person, `${path}/${list}?q=lamp`)).toContain(cut);
    for (const narrowing of ["status=OPEN", "from=2020-01-01", "until=2120-01-01"])
      expect(await readPage(person, `${path}/${list}?q=lamp&${narrowing}`)).not.toContain("among the newest");
    expect(await readPage(person, `${path}/exports/${list}?q=lamp`)).not.toContain("among the newest");
  }
  expect(await listedBy(person, `${path}/sessions?q=lamp&status=OPEN`)).toEqual([sold["id"]]);
  // Parts of "lamp" are in nearly all that is sold; those of the other words tell them apart.
  const golden = await openSession(seller, order("Golden lamp", "LAMP-2"));
  await indexAll(seller);
  for (const q of ["lamp golden", "amp-2", "lamp olden lamp-2"])
    expect(await listedBy(person, `${path}/sessions?${new URLSearchParams({ q })}`), q).toEqual([golden["id"]]);
  expect(await listedBy(person, `${path}/sessions?q=lamp+silver`)).toEqual([]);
});

test("new entries are sorted into the index when no more of them wait, by the role that serves", async () => {
  const quiet = await startWorld({ role: "web" });
  const serving = openDatabase(asService(quiet.databaseUrl), { connections: 2 });
  const seller = await quiet.merchant();
  await openSession(seller, order("Lamp", "F-1"));
  while (await indexOnce(serving, seller.account as AccountId, 0));
  expect(await flushEntries(serving)).toBeGreaterThan(0);
  expect(await flushEntries(serving)).toBe(0);
  await confirmedBy(seller, "ada@example.com", order("Lamp", "F-2"));
  const worker = startSearchIndex({ db: serving, log: openLog("silent"), tickMs: 1 });
  await until(
    async () =>
      (await accountsToIndex(serving, { after: null, limit: 1, settledSeconds: SETTLED_SECONDS })).length === 0,
  );
  await worker.stop();
  expect(await flushEntries(serving)).toBe(0);
  expect(await searchOrders(serving, seller.account as AccountId, { typed: "ada@" })).toMatchObject({ cutAt: null });
  await serving.close();
  await quiet.close();
});

test("the box shows the newest of each kind among all matches: orders by when they were confirmed", async () => {
  const seller = await world.merchant();
  const opened: Json[] = [];
  for (let at = 0; at < 9; at++) opened.push(await openSession(seller, order("Oak desk", `D-${at}`)));
  const confirm = async (at: number): Promise<Json> =>
    (
      await seller.post(`/test_helpers/checkout/sessions/${opened[at]?.["id"]}/confirm`, {
        buyer_email: "b@example.com",
      })
    ).body;
  const orders: Json[] = [];
  for (const at of [4, 0, 2]) orders.push(await confirm(at));
  const disputed = await asBuyer(seller, await funded(seller, order("Oak desk", "D-9")), "dispute", 0, {
    reason: "Cracked.",
  });
  await indexAll(seller);
  const search = await searchOrders(world.db, seller.account as AccountId, { typed: "oak" });
  const ids = (sessions: readonly SessionId[]): string[] => sessions.map((id) => formatId("session", id));
  const kinds = await newestByKind(world.db, seller.account as AccountId, { search: search!, limit: 3 });
  const newest = [disputed, ...orders.toReversed()].map((one) => one["checkout_session"]);
  expect(ids(kinds.orders.sessions)).toEqual(newest.slice(0, 3));
  expect(ids(kinds.disputes.sessions)).toEqual([disputed["checkout_session"]]);
  expect(ids(kinds.sessions.sessions)).toEqual([8, 7, 6].map((at) => opened[at]?.["id"]));
  const page = await readPage(await newPerson(world, seller), `${consoleOf(seller)}/search?q=oak`);
  expect(page).toMatch(/Orders.*Disputes.*Payment links without an order/);
});

describe("one box", () => {
  test("finds orders, disputes, sessions, events and pages; without words the newest of them", async () => {
    const text = await readPage(owner, `${home}/search?q=walnut`);
    expect(text).toContain("Walnut table");
    expect(text).toMatch(/Disputes.*DS-\d{8}/);
    expect(text).toMatch(/Events.*escrow\.disputed/);
    const recent = await readPage(owner, `${home}/search`);
    for (const part of ["Recent orders", "Open disputes", "Recent payment links"]) expect(recent).toContain(part);
    expect(await readPage(owner, `${home}/search?q=webh`)).toContain("Webhooks");
    expect(await readPage(owner, `${home}/search?q=milestone.subm`)).toContain("Events: escrow.milestone.submitted");
  });

  test("finds pages and actions by what people call them, in their language and in English", async () => {
    const led = async (q: string, who = owner): Promise<string> =>
      (await who.get(`${home}/search?live=1&${new URLSearchParams({ q })}`)).html;
    const places: readonly (readonly [q: string, path: string])[] = [
      ["payouts", "/wallet/payouts"],
      ["withdraw", "/wallet"],
      ["refund", "/escrows"],
      ["invite", "/team"],
      ["tax", "/settings"],
      ["export", "/exports/escrows"],
      ["statement", "/wallet/statement"],
      ["clients", "/customers"],
      ["bank", "/wallet/destinations/new"],
      ["verify", "/settings/verification"],
      ["payment link", "/sessions/new"],
    ];
    for (const [q, path] of places) expect(await led(q), q).toContain(`href="${home}${path}"`);
    expect(await led("password")).toContain('href="/console/me/password"');
    const inSpanish = (await owner.get(`${home}/search?live=1&lang=es&q=reembolsos`)).html;
    expect(inSpanish).toContain("Cancelar y reembolsar un pedido");
    expect((await owner.get(`${home}/search?live=1&lang=es&q=withdraw`)).html).toContain("Retirar dinero");
    // What one may not do is not offered, before anything is typed either.
    const support = await newPerson(world, shop, { role: "support" });
    expect(await led("invite", support)).not.toContain("Invite a colleague");
    expect(await led("", support)).not.toContain(">Actions<");
    expect(await led("")).toContain("Create payment link");
  });

  test("finds orders by amounts as people write them, by tracking numbers, and their customers", async () => {
    const seller = await world.merchant("Amounts & Co");
    const eve = await newPerson(world, seller);
    const cabinet = await funded(seller, { ...order("Cedar cabinet", "C-1"), amount: "1256.45" });
    await funded(seller, { ...order("Cedar stool", "C-2"), amount: "12.00" });
    const [part] = cabinet["milestones"] as Json[];
    await seller.post(`/escrows/${cabinet["id"]}/milestones/${part!["id"]}/submit`, {
      submission_details: "Sent.",
      shipping: { carrier: "DHL", tracking_number: "JD01 4600 0077" },
    });
    const total = Number(cabinet["funded_amount"]).toFixed(2);
    for (const isIndexed of [false, true]) {
      if (isIndexed) await indexAll(seller);
      for (const q of ["1256.45", "$1,256.45", "1.256,45", total, "jd01 4600", "JD0146000077"])
        expect(await listedBy(eve, `${consoleOf(seller)}/escrows?${new URLSearchParams({ q })}`), q).toEqual([
          cabinet["id"],
        ]);
    }
    const email = "grace@cedar.example";
    await confirmedBy(seller, email, order("Cedar chest", "C-3"));
    const found = await eve.get(`${consoleOf(seller)}/search?q=${encodeURIComponent(email)}`);
    expect(found.html).toMatch(new RegExp(`href="${consoleOf(seller)}/escrows/[^"]*/customer"`));
    expect(textOf(found.html)).toContain(`All orders of ${email}`);
  });

  test("a whole id leads to what it names; the beginning of one shows it", async () => {
    const [event] = await allEvents(shop);
    const id: string = event!["id"];
    expect((await owner.get(`${home}/search?q=${id}`)).headers.get("location")).toBe(`${home}/events/${id}`);
    const shown = await owner.get(`${home}/search?live=1&q=${id.slice(0, 24)}`);
    expect(shown.html).toContain(`${home}/events/${id}`);
    expect(textOf((await owner.get(`${home}/search?q=evt_zzzzzz`)).html)).toContain("Nothing matches");
  });

  test("what is typed is bounded, and stays what it is", async () => {
    const typed = `<script>${"ü".repeat(900)}`;
    const { status, html } = await owner.get(`${home}/search?q=${encodeURIComponent(typed)}`);
    expect(status).toBe(200);
    expect(html).not.toContain("<script>ü");
  });
});
