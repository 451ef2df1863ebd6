/** One customer with all their orders at one seller, and what the team writes down about orders for itself. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { eraseBuyer } from "../../src/admin/buyers.js";
import type { AccountId } from "../../src/domain/ids.js";
import { uuidv7 } from "../../src/platform/random.js";
import { listCustomers } from "../../src/store/read/console/customers.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { allEvents, asBuyer, pay, submit } from "../stories.js";
import { newVisitor } from "../visitor.js";
import { confirmedBy, escrowPath, listedBy, readAfter, readPage } from "./orders.js";
import { consoleOf, newPerson, type Person } from "./seller.js";

let world: World;
let shop: Merchant;
let other: Merchant;
let ada: Person;
let eve: Person;
let sam: Person;
let home: string;

beforeAll(async () => {
  world = await startWorld();
  [shop, other] = [await world.merchant(), await world.merchant("Other Shop")];
  ada = await newPerson(world, shop);
  eve = await newPerson(world, shop, { role: "developer", name: "Eve Moneypenny" });
  sam = await newPerson(world, shop, { role: "support", name: "Sam Reed" });
  home = consoleOf(shop);
});
afterAll(() => world?.close());

const ordered = (merchant: Merchant, email: string, title: string): Promise<Json> =>
  confirmedBy(merchant, email, { title, amount: "100.00" });

const notesPath = (escrow: Json): string => `${escrowPath(home, escrow)}/notes`;
const write = (person: Person, escrow: Json, text: string, note: string = uuidv7()) =>
  person.post(notesPath(escrow), { note, text });
const kept = async (escrow: Json): Promise<string[]> =>
  (
    await world.db.query<{ id: string }>({
      name: "test: notes",
      text: "select id from order_notes where escrow_id = $1",
      values: [escrow["id"]],
    })
  ).map(({ id }) => id);

test("a customer's page has their orders at this seller alone, newest first, and where the money of them is", async () => {
  const bowl = await ordered(shop, "Grace@Example.com", "A bowl");
  await pay(shop, bowl);
  const vase = await ordered(shop, "grace@example.com", "A vase");
  await pay(shop, vase);
  await submit(shop, vase);
  await asBuyer(shop, vase, "approve");
  const lamp = await ordered(shop, "grace@example.com", "A lamp");
  await pay(shop, lamp);
  await submit(shop, lamp);
  await asBuyer(shop, lamp, "dispute", 0, { reason: "It flickers." });
  await ordered(shop, "yaa@example.com", "A teapot");
  await ordered(other, "grace@example.com", "A secret gift");

  const path = `${escrowPath(home, bowl)}/customer`;
  const text = await readPage(sam, path);
  expect(text).toMatch(/Grace@Example.com .*3 orders since/i);
  expect(text.indexOf("A lamp")).toBeLessThan(text.indexOf("A vase"));
  expect(text.indexOf("A vase")).toBeLessThan(text.indexOf("A bowl"));
  expect(text).not.toContain("A teapot");
  expect(text).not.toContain("A secret gift");
  const [paid] = await world.db.query<Record<string, string>>({
    name: "test: sums",
    text: `select sum(funded) as paid, sum(held) as held, sum(released) as released from escrows
      where account_id = $1 and lower(buyer_email) = 'grace@example.com'`,
    values: [shop.account],
  });
  for (const sum of Object.values(paid ?? {})) expect(text).toContain(`$${(Number(sum) / 100).toFixed(2)}`);
  expect(text).toMatch(/Disputes A lamp/);

  // Whichever order leads there; lists name no address of theirs in an address of ours.
  const list = (await ada.get(`${home}/escrows`)).html;
  expect(list).toContain(`href="${escrowPath(home, lamp)}/customer"`);
  expect(list).not.toMatch(/href="[^"]*(grace|%40)/i);
  expect((await ada.get(`${escrowPath(consoleOf(other), bowl)}/customer`)).status).toBe(404);
  expect((await ada.get(`${home}/escrows/${uuidv7()}/customer`)).status).toBe(404);
});

test("many orders come in pages, each once", async () => {
  const first = await ordered(shop, "bulk@example.com", "Cup 0");
  for (let number = 1; number < 27; number += 1) await ordered(shop, "bulk@example.com", `Cup ${number}`);
  const path = `${escrowPath(home, first)}/customer`;
  const { html } = await ada.get(path);
  const older = /href="([^"]*older=[^"]*)"/.exec(html)?.[1] ?? "";
  const titles = [html, (await ada.get(older)).html].flatMap((page) => page.match(/>Cup \d+</g) ?? []);
  expect(titles).toEqual(Array.from({ length: 27 }, (_, at) => `>Cup ${26 - at}<`));
  expect((await listedBy(ada, `${home}/escrows?q=bulk`)).length).toBe(25);

  // From the oldest on, and back.
  const cups = (page: string): string[] => [...new Set(page.match(/Cup \d+/g))];
  const oldest = (await ada.get(`${home}/escrows?q=bulk&sort=oldest`)).html;
  expect(cups(oldest)).toEqual(Array.from({ length: 25 }, (_, at) => `Cup ${at}`));
  expect(oldest).toContain("27 results");
  const on = (await ada.get(linkTo(oldest, "newer"))).html;
  expect(cups(on)).toEqual(["Cup 25", "Cup 26"]);
  expect(cups((await ada.get(linkTo(on, "older"))).html)).toEqual(cups(oldest));
});

const linkTo = (html: string, way: string): string =>
  new RegExp(`href="([^"]*${way}=[^"]*)"`).exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";

test("customers are listed by their address, each once, and found by its beginning", async () => {
  for (const email of ["Zed@example.com", "amina@example.com", "AMINA@example.com", "o_x%y@example.com"])
    await ordered(shop, email, `Of ${email}`);
  await ordered(other, "ambrose@example.com", "A secret gift");
  const [all] = await world.db.query<{ emails: string[] }>({
    name: "test: customers",
    text: `select array_agg(distinct lower(buyer_email collate "C") order by lower(buyer_email collate "C")) as emails
      from escrows where account_id = $1`,
    values: [shop.account],
  });
  // To the end in steps of two, and back.
  const seen: string[][] = [];
  let page = await listCustomers(world.db, shop.account as AccountId, { begins: "", page: { limit: 2, from: null } });
  const step = async (direction: "older" | "newer"): Promise<void> => {
    const { position } = direction === "older" ? page.rows.at(-1)! : page.rows[0]!;
    page = await listCustomers(world.db, shop.account as AccountId, {
      begins: "",
      page: { limit: 2, from: { position, direction } },
    });
  };
  for (;;) {
    seen.push(page.rows.map(({ email }) => email.replace(/[A-Z]/g, (letter) => letter.toLowerCase())));
    if (!page.hasOlder) break;
    await step("older");
  }
  expect(seen.flat()).toEqual(all!.emails);
  for (const back of seen.toReversed().slice(1)) {
    expect(page.hasNewer).toBe(true);
    await step("newer");
    expect(page.rows.map(({ email }) => email.toLowerCase())).toEqual(back.map((email) => email.toLowerCase()));
  }

  const text = await readPage(ada, `${home}/customers?q=AMI`);
  expect(text).toMatch(/AMINA@example.com 2 Of AMINA@example.com/);
  expect(text).not.toMatch(/zed|ambrose/i);
  expect(await readPage(ada, `${home}/customers?q=o_x%25`)).toContain("o_x%y@example.com");
  for (const q of ["o%25", "_", "amina%25"])
    expect(await readPage(ada, `${home}/customers?q=${q}`)).toContain("Nothing matches");
  expect(await readPage(ada, `${home}/customers?q=nobody`)).toContain("Nothing matches");
  const { html } = await ada.get(`${home}/customers`);
  expect(html).toContain('aria-current="page"');
  expect(html).not.toMatch(/href="[^"]*(amina|%40)/i);
});

test("a note is the team's: with author and links, on the order and at its customer, and nowhere a buyer or a program looks", async () => {
  const escrow = await ordered(shop, "notes@example.com", "A jug");
  const before = await allEvents(shop);
  const said = await readAfter(eve, await write(eve, escrow, "  Called twice.\r\nSee https://crm.example/7  "));
  expect(said).toContain("Called twice. See https://crm.example/7");
  expect(said).toContain("Eve Moneypenny");
  expect((await sam.get(escrowPath(home, escrow))).html).toMatch(
    /<a [^>]*href="https:\/\/crm.example\/7"[^>]*noopener/,
  );
  expect(await readPage(sam, `${escrowPath(home, escrow)}/customer`)).toContain("Called twice.");

  const buyer = newVisitor(world);
  await buyer.signIn("notes@example.com");
  expect((await buyer.get(`/orders/${shop.sellerCode}/${escrow["id"]}`)).html).not.toContain("Called twice");
  expect((await shop.get(`/escrows/${escrow["id"]}`)).text).not.toContain("Called twice");
  expect(await allEvents(shop)).toEqual(before);
});

test("who only reads writes none; the author or an owner takes a note back; other teams can't", async () => {
  const escrow = await ordered(shop, "roles@example.com", "A plate");
  expect((await write(sam, escrow, "Mine?")).status).toBe(403);
  expect(await readPage(sam, escrowPath(home, escrow))).not.toContain("Save note");
  const [hers, his] = [uuidv7(), uuidv7()];
  await write(ada, escrow, "Ada's", hers);
  await write(eve, escrow, "Eve's", his);
  expect((await eve.post(`${notesPath(escrow)}/${hers}/delete`)).status).toBe(404);
  expect((await sam.post(`${notesPath(escrow)}/${his}/delete`)).status).toBe(403);
  const stranger = await newPerson(world, other);
  expect((await stranger.post(`${escrowPath(consoleOf(other), escrow)}/notes/${his}/delete`)).status).toBe(404);
  expect((await stranger.post(`${escrowPath(consoleOf(other), escrow)}/notes`, { text: "x" })).status).toBe(404);
  expect((await kept(escrow)).sort()).toEqual([hers, his].sort());
  await eve.post(`${notesPath(escrow)}/${his}/delete`);
  await write(eve, escrow, "Eve's again", his);
  expect((await ada.post(`${notesPath(escrow)}/${his}/delete`, { from: "customer" })).headers.get("location")).toBe(
    `${escrowPath(home, escrow)}/customer`,
  );
  expect(await kept(escrow)).toEqual([hers]);
  await expect(
    world.db.query({ name: "test: change a note", text: "update order_notes set text = 'other'" }),
  ).rejects.toThrow(/order_notes/);
});

test("a note has bounds: not blank, 2,000 characters, a hundred an order however many race; a form sent twice is one", async () => {
  const escrow = await ordered(shop, "bounds@example.com", "A tray");
  const blank = await write(ada, escrow, " \n ");
  expect([blank.status, blank.html.includes("Write something first.")]).toEqual([422, true]);
  const long = await write(ada, escrow, "é".repeat(2_001));
  expect([long.status, long.html.includes("é".repeat(2_001))]).toEqual([422, true]);
  await write(ada, escrow, "é".repeat(2_000));
  const twice = uuidv7();
  await Promise.all([write(ada, escrow, "Twice", twice), write(ada, escrow, "Twice", twice)]);
  expect(await kept(escrow)).toHaveLength(2);
  await world.db.query({
    name: "test: many notes",
    text: `insert into order_notes (account_id, id, escrow_id, author_id, text, created)
      select $1, gen_random_uuid(), $2, $3, 'note', service_now() from generate_series(1, 96)`,
    values: [shop.account, escrow["id"], ada.sellerId],
  });
  const raced = await Promise.all([1, 2, 3, 4, 5, 6].map((one) => write(eve, escrow, `Race ${one}`)));
  expect(raced.map(({ status }) => status).sort()).toEqual([303, 303, 422, 422, 422, 422]);
  expect(await kept(escrow)).toHaveLength(100);
});

test("notes go with the buyer's address, and nobody else's do", async () => {
  const [gone, stays] = [
    await ordered(shop, "gone@example.com", "A mug"),
    await ordered(shop, "stays@example.com", "A pot"),
  ];
  await write(ada, gone, "Likes blue");
  await write(ada, stays, "Likes green");
  await write(ada, stays, "Sister of Gone@Example.com");
  await world.advance(80 * 3_600);
  await readPage(ada, `${home}/escrows`);
  expect(await eraseBuyer(world.db, "gone@example.com")).toMatchObject({ notes: 2 });
  expect([(await kept(gone)).length, (await kept(stays)).length]).toEqual([0, 1]);
});
