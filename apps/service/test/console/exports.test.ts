/** Lists as their seller reads and exports them: what is true of a session, what the seller gets, days, and files. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { createPaymentLink } from "../../src/commands/create-payment-link.js";
import type { AccountId } from "../../src/domain/ids.js";
import { EXPORT_NAMES } from "../../src/pages/console/exports/names.js";
import { DESK_EXPORT_NAMES } from "../../src/pages/desk/exports/names.js";
import { presetsAt } from "../../src/pages/kit/list-query.js";
import { UTC } from "../../src/words/zone.js";
import { newOperator } from "../desk/operator.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { DINNER_SET } from "../pages/orders.js";
import { cookieOf } from "../pages/orders-area.js";
import { asBuyer, funded, openSession, pay, submit } from "../stories.js";
import { newVisitor } from "../visitor.js";
import { confirmedBy, listedBy, readPage } from "./orders.js";
import { consoleOf, newPerson, type Person } from "./seller.js";

let world: World;
let shop: Merchant;
let owner: Person;
let home: string;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  owner = await newPerson(world, shop, { isOperator: true });
  home = consoleOf(shop);
});
afterAll(() => world.close());

const order = (title: string, reference = ""): Json => ({
  ...DINNER_SET,
  title,
  milestones: [],
  line_items: [],
  external_reference: reference,
});

async function csv(path: string, who: Person = owner): Promise<{ head: string; lines: readonly string[] }> {
  const file = await who.get(path);
  expect(file.status, path).toBe(200);
  expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="[\w-]+\.csv"$/);
  const [head = "", ...lines] = file.html.trimEnd().split("\r\n");
  return { head, lines };
}

test("every list begins with the mark that tells a spreadsheet which letters these are", async () => {
  const operator = await newOperator(world);
  const lists = [
    ...EXPORT_NAMES.map((name) => [owner, `${home}/exports/${name}/download`] as const),
    ...DESK_EXPORT_NAMES.map((name) => [operator, `/desk/exports/${name}/download`] as const),
    ...["/wallet/statement.csv", "/security.csv"].map((path) => [owner, home + path] as const),
    ...["/desk/security.csv", "/desk/books/differences.csv", "/desk/books/exchange.csv"].map(
      (path) => [operator, path] as const,
    ),
  ];
  for (const [who, path] of lists) {
    const answer = await fetch(world.url + path, { headers: { Cookie: cookieOf(who) } });
    expect([answer.status, answer.headers.get("content-type")], path).toEqual([
      200,
      "text/csv; charset=utf-8; header=present",
    ]);
    const content = Buffer.from(await answer.arrayBuffer());
    expect(content.subarray(0, 4).toString("latin1"), path).toMatch(/^\xef\xbb\xbf["\w]/);
    expect(content.indexOf("\ufeff", 3), path).toBe(-1);
  }
});

test("a session that was confirmed and not paid says so, and is Completed when its order is", async () => {
  const unpaid = await confirmedBy(shop, "ada@example.com", order("Oak chair"));
  const sessions = await readPage(owner, `${home}/sessions?q=oak`);
  expect(sessions).toContain("Waiting for payment");
  expect(await readPage(owner, `${home}/sessions/${unpaid["checkout_session"]}`)).toContain("Waiting for payment");
  await asBuyer(shop, await submit(shop, await pay(shop, unpaid)), "approve");
  expect(await readPage(owner, `${home}/sessions?q=oak`)).toMatch(/Oak chair.*Completed/);
});

test("lists say what the seller gets beside what the buyer pays", async () => {
  const { amount, total } = await confirmedBy(shop, "ada@example.com", order("Walnut table"));
  for (const list of ["sessions", "escrows"]) {
    const text = await readPage(owner, `${home}/${list}?q=walnut`);
    expect(text).toContain("You get");
    expect(text).toMatch(new RegExp(`\\$${amount.replace(".", "\\.")}.*buyer pays \\$${total.replace(".", "\\.")}`));
  }
});

test("spans of days are those of the calendar", () => {
  const spans = (day: string) =>
    Object.fromEntries(
      presetsAt(Date.parse(`${day}T12:00:00Z`) / 1000, UTC).map(({ name, from, until }) => [name, `${from} ${until}`]),
    );
  expect(spans("2028-03-01")).toEqual({
    today: "2028-03-01 2028-03-01",
    week: "2028-02-24 2028-03-01",
    month: "2028-02-01 2028-03-01",
    thisMonth: "2028-03-01 2028-03-01",
    lastMonth: "2028-02-01 2028-02-29",
    thisYear: "2028-01-01 2028-03-01",
  });
  expect(spans("2027-01-31")["lastMonth"]).toBe("2026-12-01 2026-12-31");
});

test("a file has the rows of its list, filtered alike, and its page counts them before", async () => {
  const many = await world.merchant();
  const person = await newPerson(world, many);
  const path = consoleOf(many);
  for (let made = 0; made < 12; made += 1) await openSession(many, order(`Lamp ${made}`, `L-${made}`));
  await confirmedBy(many, "bo@example.com", order("=cmd|' /C calc'!A0", "@SUM(1)"));
  expect(await readPage(person, `${path}/exports/sessions`)).toContain("13 rows");
  expect(await readPage(person, `${path}/exports/sessions?q=L-1`)).toContain("Download 3 rows");
  expect((await csv(`${path}/exports/sessions/download?q=lamp+l-1`, person)).lines).toHaveLength(3);
  const whole = await csv(`${path}/exports/sessions/download`, person);
  const ids = [...(await listedBy(person, `${path}/sessions`))];
  expect(whole.lines.map((line) => line.split(",")[0])).toEqual(ids.map((id) => `"${id}"`));
  expect(whole.head).toContain('"You get (USD)","Buyer pays (USD)"');
  // Words of shops stay words in a spreadsheet.
  const escrows = await csv(`${path}/exports/escrows/download`, person);
  expect(escrows.lines[0]).toContain(`"'=cmd|' /C calc'!A0","'@SUM(1)"`);
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  expect((await csv(`${path}/exports/escrows/download?until=${day}`, person)).lines).toEqual([]);
  expect(await readPage(person, `${path}/exports/events?type=escrow.created`)).toContain("Download 1 row");
});

test("a file that is longer than a part has every row once", async () => {
  const many = await world.merchant();
  const person = await newPerson(world, many);
  await world.db.query({
    name: "test: many requests",
    text: `
      insert into api_requests (account_id, id, method, path, status, key_lookup, duration_ms, is_replay, address, user_agent, created)
      select $1, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'GET', '/escrows', 200, 'abcdefabcdef', 1, false, '', '',
        service_now() from generate_series(1, 1234) n`,
    values: [many.account],
  });
  const { lines } = await csv(`${consoleOf(many)}/exports/requests/download`, person);
  expect(new Set(lines.map((line) => line.split(",")[0])).size).toBe(1234);
  expect(await readPage(person, `${consoleOf(many)}/exports/requests?status=4`)).toContain("0 rows");
});

test("every list of console and desk is a file, for those who may read it alone", async () => {
  await asBuyer(shop, await funded(shop, order("Brass lamp")), "dispute", 0, { reason: "Bent." });
  const offer = { title: "A lamp for many", amount: "12.00" };
  await createPaymentLink(world.db, shop.account as AccountId, { offer, ordersMax: 10, days: null });
  const ofConsole = [
    "sessions",
    "payment-links",
    "escrows",
    "disputes",
    "refunds",
    "payouts",
    "events",
    "requests",
  ].map((one) => `${home}/exports/${one}`);
  const ofDesk = ["accounts", "disputes", "chargebacks", "refunds", "audit"].map((one) => `/desk/exports/${one}`);
  for (const path of [...ofConsole, ...ofDesk]) {
    expect(await readPage(owner, path), path).toContain("Download");
    const { head, lines } = await csv(`${path}/download`);
    expect(head.split(",").length, path).toBeGreaterThan(5);
    for (const line of lines) expect(line.split('","').length, path).toBeGreaterThan(1);
  }
  const today = new Date().toISOString().slice(0, 10);
  for (const list of ["disputes", "payment-links"]) {
    expect((await csv(`${home}/exports/${list}/download?from=${today}`)).lines, list).toHaveLength(1);
    expect((await csv(`${home}/exports/${list}/download?until=2020-01-01`)).lines, list).toEqual([]);
    expect(await readPage(owner, `${home}/${list}?until=2020-01-01`)).toContain("Nothing matches");
  }
  const stranger = await newPerson(world, await world.merchant());
  for (const path of ofConsole) expect((await stranger.get(`${path}/download`)).status).toBe(404);
  for (const path of ofDesk) expect((await stranger.get(`${path}/download`)).status).toBe(404);
  expect((await newVisitor(world).get(`${home}/exports/escrows/download`)).status).toBe(303);
  expect((await owner.get(`${home}/exports/nothing`)).status).toBe(404);
});
