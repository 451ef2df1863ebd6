/** Sessions and escrows in the console over HTTP: what is found, whose it is, and what their pages tell. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AccountId } from "../../src/domain/ids.js";
import { cents } from "../../src/domain/money.js";
import { ESCROW_GROUPS, listEscrowLines } from "../../src/store/read/console/orders.js";
import { usd } from "../../src/words/format.js";
import { share } from "../bounds.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { HOSTILE_TEXTS, withoutLinks } from "../pages/hostile.js";
import { DINNER_SET } from "../pages/orders.js";
import { allEvents, asBuyer, funded, openSession, pay, submit, TWO_PARTS } from "../stories.js";
import { type Page, textOf } from "../visitor.js";
import { confirmedBy, escrowPath, listedBy, readPage } from "./orders.js";
import { consoleOf, newPerson, type Person } from "./seller.js";

let world: World;
let shop: Merchant;
let other: Merchant;
let home: string;
let owner: Person;

beforeAll(async () => {
  world = await startWorld();
  [shop, other] = [await world.merchant(), await world.merchant("Somebody Else")];
  home = consoleOf(shop);
  owner = await newPerson(world, shop);
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

const NO_FILTER = { from: null, until: null, search: null, rows: null } as const;

test("an order's receipt and invoice are there for its readers, and lines that don't add up have another", async () => {
  const own = await world.merchant();
  const reader = await newPerson(world, own, { role: "support" });
  const lines = [{ name: "Plate", unit_amount: "40.00", quantity: 2 }];
  const escrow = await pay(own, await confirmedBy(own, "pat@example.com", { ...DINNER_SET, line_items: lines }));
  expect(await readPage(reader, escrowPath(consoleOf(own), escrow))).toMatch(/Plate 2 × \$40\.00 Other \$169\.90/);
  for (const kind of ["receipt", "invoice"]) {
    const pdf = await reader.get(`${escrowPath(consoleOf(own), escrow)}/${kind}.pdf`);
    expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(pdf.headers.get("content-disposition")).toContain(`${kind}-${escrow["reference_code"]}.pdf`);
    expect(pdf.html.slice(0, 5)).toBe("%PDF-");
  }
});

describe("lists", () => {
  let unpaid: Json;
  let toDeliver: Json;
  let inReview: Json;
  let disputed: Json;
  let done: Json;
  let half: Json;
  beforeAll(async () => {
    const one = (reference: string, order: Json = {}): Json => ({
      ...DINNER_SET,
      milestones: [],
      external_reference: reference,
      ...order,
    });
    // The other shop has orders of the same ids, by the same buyers.
    for (const reference of ["ORD-1", "ORD-2"]) await confirmedBy(other, "ada@example.com", one(reference));
    unpaid = await confirmedBy(shop, "Ada@Example.com", one("ORD-1"));
    toDeliver = await pay(shop, await confirmedBy(shop, "ada@example.com", one("ORD-2")));
    inReview = await submit(shop, await pay(shop, await confirmedBy(shop, "bo@example.com", one("ORD-3"))));
    disputed = await asBuyer(shop, await funded(shop, one("ORD-4")), "dispute", 0, { reason: "Broken." });
    done = await asBuyer(shop, await submit(shop, await funded(shop, one("ORD-5"))), "approve");
    half = await submit(shop, await funded(shop, { ...TWO_PARTS, external_reference: "ORD-6" }));
    await world.db.query({
      name: "test: a message of the buyer",
      text: `insert into order_messages (account_id, escrow_id, number, id, channel, author, text, created, is_mailed)
        values ($1, $2, 1, gen_random_uuid(), 'buyer_seller', 'buyer', 'Thank you', service_now(), false)`,
      values: [shop.account, done["id"]],
    });
  });

  const find = async (query: Record<string, string>): Promise<Json[]> => {
    const all = [unpaid, toDeliver, inReview, disputed, done, half];
    const ids = await listedBy(owner, `${home}/escrows?${new URLSearchParams(query)}`);
    return ids.map((id) => all.find((escrow) => escrow["id"] === id) ?? { id });
  };

  test("escrows by what is to be done, and by their exact status, newest first", async () => {
    const found = Object.fromEntries(
      await Promise.all(ESCROW_GROUPS.map(async (status) => [status, await find({ status })])),
    );
    expect(found).toEqual({
      to_deliver: [half, toDeliver],
      in_review: [half, inReview],
      to_answer: [done],
      disputed: [disputed],
      ever_disputed: [disputed],
      unfunded: [unpaid],
      done: [done],
    });
    expect(await find({ status: "WORK_IN_PROGRESS" })).toEqual([half, inReview]);
    expect(await find({ status: "CANCELLED" })).toEqual([]);
    expect(await find({})).toEqual([half, done, disputed, inReview, toDeliver, unpaid]);
    expect(await find({ status: "nothing that is" })).toHaveLength(6);
  });

  test("tabs count what stands behind them, and below the list stands what it comes to", async () => {
    const countsOn = async (query: string): Promise<Record<string, string>> => {
      const { html } = await owner.get(`${home}/escrows${query}`);
      const tabs = html.matchAll(/>([^<>]+)<span class="rounded-full[^>]*>([^<]+)</g);
      return Object.fromEntries([...tabs].map(([, name, count]) => [name, count]));
    };
    const counts = { "To deliver": "2", "In review": "2", Disputed: "1", "Not paid yet": "1", Ended: "1" };
    expect(await countsOn("")).toEqual(counts);
    expect(await countsOn("?status=disputed&sort=oldest")).toEqual(counts);
    // What is searched among is less than what a tab has.
    expect(await countsOn("?q=ORD-1")).toEqual({});
    const [sum] = await world.db.query<{ rows: string; amount: string }>({
      name: "test: sum of orders",
      text: "select count(*) as rows, sum(amount) as amount from escrows where account_id = $1",
      values: [shop.account],
    });
    const said = usd(cents(BigInt(sum!.amount)), "en");
    expect(await readPage(owner, `${home}/escrows`)).toContain(`${sum!.rows} results · orders worth ${said}`);
    expect(await readPage(owner, `${home}/escrows?status=disputed`)).toContain("1 result · orders worth");
    // What does not fit on a page is summed by the database.
    const list = listEscrowLines(world.db, shop.account as AccountId, { ...NO_FILTER, status: "to_deliver" });
    expect(await list.totals()).toEqual({
      rows: 2,
      amount: cents(BigInt(Math.round(100 * (Number(half["amount"]) + Number(toDeliver["amount"]))))),
    });
    expect(await find({ sort: "oldest" })).toEqual([unpaid, toDeliver, inReview, disputed, done, half]);
  });

  test("rows that are chosen are what their file has, and none of another account's", async () => {
    const [theirs] = (await other.get("/escrows")).body["data"] as Json[];
    const query = [done, unpaid, theirs!].map(({ id }) => `rows=${id}`).join("&");
    expect(await readPage(owner, `${home}/exports/escrows?${query}&q=nothing+that+is`)).toMatch(
      /2 rows .*selected rows: 3/,
    );
    const file = await owner.get(`${home}/exports/escrows/download?${query}&q=nothing+that+is`);
    expect(file.html.match(/ORD-\d/g)).toEqual(["ORD-5", "ORD-1"]);
    const page = await owner.get(`${home}/exports/escrows?${query}`);
    expect(page.html).toContain(
      `download?rows=${encodeURIComponent([done, unpaid, theirs!].map(({ id }) => id).join(","))}`,
    );
  });

  test("an escrow by whatever one has of it, and nothing of another account", async () => {
    const typed: readonly (readonly [string, readonly Json[]])[] = [
      ["ORD-1", [unpaid]],
      [" ORD-2 ", [toDeliver]],
      ["ord-2", [toDeliver]],
      [disputed["reference_code"], [disputed]],
      [disputed["reference_code"].toLowerCase(), [disputed]],
      [disputed["dispute_reference"], [disputed]],
      [half["milestones"][1].reference_code, [half]],
      [done["id"].toUpperCase(), [done]],
      [done["checkout_session"], [done]],
      ["ADA@example.COM", [toDeliver, unpaid]],
      ["nobody@example.com", []],
      ["TR-20260101.000000.100", []],
      ["%", []],
      ["' or 1=1 --", []],
    ];
    for (const [q, expected] of typed) expect(await find({ q }), q).toEqual(expected);
    expect(await find({ q: "ada@example.com", status: "unfunded" })).toEqual([unpaid]);
    const theirs = (await other.get("/escrows")).body["data"] as Json[];
    for (const escrow of theirs) {
      for (const q of [escrow["id"], escrow["reference_code"], escrow["checkout_session"]]) {
        expect(await find({ q }), q).toEqual([]);
      }
      expect(await find({ q: escrow["milestones"][0].reference_code })).toEqual([]);
    }
  });

  test("sessions by status, order id, id and the customer's mail", async () => {
    const open = await openSession(shop, {
      ...DINNER_SET,
      external_reference: "LAMP-1",
      customer_email: "Cy@example.com",
    });
    await openSession(other, { ...DINNER_SET, external_reference: "LAMP-1", customer_email: "cy@example.com" });
    const sessions = (query: Record<string, string>) =>
      listedBy(owner, `${home}/sessions?${new URLSearchParams(query)}`);
    for (const q of ["LAMP-1", "cy@example.com", open["id"]]) expect(await sessions({ q }), q).toEqual([open["id"]]);
    expect(await sessions({ status: "OPEN" })).toEqual([open["id"]]);
    expect(await sessions({ status: "COMPLETED" })).toHaveLength(6);
    expect(await sessions({ q: "LAMP-1", status: "EXPIRED" })).toEqual([]);
  });

  test("days count whole, whenever the ids were made; pages go on and back", async () => {
    const day = (offsetDays: number): string =>
      new Date((unpaid["created"] + offsetDays * 86_400) * 1000).toISOString().slice(0, 10);
    await world.advance(3 * 86_400);
    const late = await confirmedBy(shop, "ada@example.com", { ...DINNER_SET, external_reference: "ORD-9" });
    const ids = (found: readonly Json[]) => found.map(({ id }) => id);
    expect(ids(await find({ from: day(3) }))).toEqual([late["id"]]);
    expect(ids(await find({ from: day(1), until: day(2) }))).toEqual([]);
    expect(await find({ until: day(0) })).toEqual([half, done, disputed, inReview, toDeliver, unpaid]);
    expect(await find({ until: day(0), status: "in_review" })).toEqual([half, inReview]);
    expect(ids(await find({ until: day(3), q: "ORD-9" }))).toEqual([late["id"]]);
    expect(await find({ from: "2026-02-30" })).toHaveLength(7);

    const many = await world.merchant();
    const person = await newPerson(world, many);
    for (let made = 0; made < 30; made += 1) await openSession(many);
    const path = `${consoleOf(many)}/sessions`;
    const all = (await many.get("/checkout/sessions?limit=100")).body["data"].map(({ id }: Json) => id);
    const first = await person.get(path);
    expect(await listedBy(person, path)).toEqual(all.slice(0, 25));
    const older = /href="([^"]*older=[^"]*)"/.exec(first.html)![1]!.replaceAll("&amp;", "&");
    expect(await listedBy(person, older)).toEqual(all.slice(25));
    const newer = /href="([^"]*newer=[^"]*)"/.exec((await person.get(older)).html)![1]!.replaceAll("&amp;", "&");
    expect(await listedBy(person, newer)).toEqual(all.slice(0, 25));
  });
});

test("another account's sessions and escrows are the same 404 as those that nobody has", async () => {
  const escrow = await funded(other, TWO_PARTS);
  const session = escrow["checkout_session"] as string;
  const nobody = "0199c1f0-8a6e-7d1c-9b2a-4f0d5c6e7a81";
  const bodyOf = async (answer: Promise<Page>): Promise<string> => {
    const { status, html } = await answer;
    expect(status).toBe(404);
    return html;
  };
  const milestone = escrow["milestones"][0].id as string;
  const paths = (e: string, m: string, s: string) => ({
    get: [
      `/escrows/${e}`,
      `/escrows/${e}/status`,
      `/escrows/${e}/cancel`,
      `/escrows/${e}/milestones/${m}/submit`,
      `/sessions/${s}`,
      `/sessions/${s}/status`,
    ],
    post: [`/escrows/${e}/cancel`, `/escrows/${e}/milestones/${m}/submit`, `/sessions/${s}/expire`],
  });
  const theirs = paths(escrow["id"], milestone, session);
  const nobodys = paths(nobody, nobody, "cs_00000000000000000000000000");
  const form = { details: "Mine now", refund: "1" };
  for (const [at, path] of theirs.get.entries()) {
    expect(await bodyOf(owner.get(home + path)), path).toBe(await bodyOf(owner.get(home + nobodys.get[at])));
  }
  for (const [at, path] of theirs.post.entries()) {
    expect(await bodyOf(owner.post(home + path, form)), path).toBe(
      await bodyOf(owner.post(home + nobodys.post[at], form)),
    );
  }
  expect((await other.get(`/escrows/${escrow["id"]}`)).body).toEqual(escrow);
  // A milestone of another escrow of one's own is none of this one's.
  const [one, two] = [await funded(shop, TWO_PARTS), await funded(shop, TWO_PARTS)];
  const mixed = `${escrowPath(home, one)}/milestones/${two["milestones"][0].id}/submit`;
  await bodyOf(owner.post(mixed, form));
});

test("the page of an escrow tells it from the session to the deliveries, and has news of it", async () => {
  const session = await openSession(shop, { ...DINNER_SET, metadata: { cart: "7731" } });
  const endpoint = await disabledEndpoint(shop);
  const confirmed = (await shop.post(`/test_helpers/checkout/sessions/${session["id"]}/confirm`, {})).body;
  const version = async (): Promise<string> =>
    (JSON.parse((await owner.get(`${escrowPath(home, confirmed)}/status`)).html) as { version: string }).version;
  const before = await version();
  expect(await version()).toBe(before);
  expect((await owner.get(escrowPath(home, confirmed))).html).toContain(`data-version="${before}"`);
  const escrow = await submit(shop, await pay(shop, confirmed));
  expect(await version()).not.toBe(before);
  const { html } = await owner.get(escrowPath(home, escrow));
  const events = (await allEvents(shop)).filter(({ data: { object } }) =>
    [object.id, object.escrow].includes(escrow["id"]),
  );
  expect(events.map(({ type }) => type)).toContain("checkout.session.completed");
  const linked = [...html.matchAll(/\/events\/(evt_\w+)"/g)].map(([, id]) => id);
  expect(linked).toEqual(events.map(({ id }) => id));
  expect(html.split(endpoint)).toHaveLength(events.length + 1);
  expect(textOf(html).split(" Held ").length).toBeGreaterThan(events.length);
  for (const text of [
    "Payment link created",
    "arrived from the buyer",
    "You submitted",
    "7731",
    "DHL 4410 8823 7712",
  ]) {
    expect(textOf(html)).toContain(text);
  }
});

test("milestones that wait for the same step are counted when they are many", async () => {
  const milestones = ["one", "two", "three", "four", "five"].map((floor) => ({
    title: `Floor ${floor}`,
    amount: "50.00",
  }));
  const tiling = await funded(shop, { title: "Tiling", amount: "250.00", milestones });
  await submit(shop, tiling);
  const text = await readPage(owner, escrowPath(home, tiling));
  expect(text).toContain("Waiting for you: 4 milestones to ship and mark as shipped.");
  expect(text).toContain("Waiting for the buyer to review Floor one .");
  expect(text).not.toContain("ship Floor");
  await submit(shop, tiling, 1);
  expect(await readPage(owner, escrowPath(home, tiling))).toContain("ship Floor three");
});

test("events that were written before they named their escrow are given the same one", async () => {
  // The expression by which the migration fills the column in.
  const rows = await world.db.query({
    name: "test: events of escrows",
    text: `select type, count(*)::int, count(e.escrow_id)::int as named from events e,
        lateral (select body::json #> '{data,object}' as object) o
      where e.escrow_id is distinct from (case o.object ->> 'object'
        when 'escrow' then o.object ->> 'id'
        when 'milestone' then o.object ->> 'escrow'
        when 'checkout.session' then o.object ->> 'escrow' end)::uuid
      group by type`,
  });
  expect(rows).toEqual([]);
});

/** An endpoint that nothing goes out to: what is written for it is held. */
async function disabledEndpoint(merchant: Merchant): Promise<string> {
  const url = "https://held.example/hooks";
  await world.db.query({
    name: "test: disabled endpoint",
    text: `insert into webhook_endpoints (slot, account_id, id, url, status, secret, since_number, created)
      select 1, $1, gen_random_uuid(), $2, 'DISABLED', 'x', last_number, service_now() from event_counters where account_id = $1`,
    values: [merchant.account, url],
  });
  return url;
}

test("time that has passed is applied before anything is shown", async () => {
  // Nobody works here, so that only who looks can be told.
  const still = await startWorld({ role: "web" });
  try {
    const clocked = await still.merchant();
    const person = await newPerson(still, clocked);
    const at = consoleOf(clocked);
    const ended = async (list: string, status: string): Promise<string[]> =>
      listedBy(person, `${at}/${list}?${new URLSearchParams({ status })}`);
    const session = await openSession(clocked);
    const late = await confirmedBy(clocked, "ada@example.com");
    await still.db.query({
      name: "test: a day",
      text: "update test_clock set offset_seconds = offset_seconds + 86400",
    });
    expect(await readPage(person, `${at}/sessions/${session["id"]}`)).not.toContain("Open as a buyer");
    const other = await openSession(clocked);
    await still.db.query({
      name: "test: 3 days",
      text: "update test_clock set offset_seconds = offset_seconds + 259200",
    });
    expect(await ended("sessions", "EXPIRED")).toEqual([other["id"], session["id"]]);
    expect(await readPage(person, `${at}/escrows/${late["id"]}`)).toContain("Deadline passed");
    expect(await ended("escrows", "unfunded")).toEqual([]);
    expect(await ended("escrows", "done")).toEqual([late["id"]]);
  } finally {
    await still.close();
  }
});

/** All that is not text: every tag with its attributes, but for those that carry words or ids. */
const skeletonOf = (html: string): string =>
  // The request log is written a second late.
  [...html.replace(/<dt[^>]*>Made by<\/dt><dd.*?<\/dd>/s, "").matchAll(/<(?:[^<>"]|"[^"]*")*>/g)]
    .map(([tag]) =>
      tag.replaceAll(/(href|action|value|content|title|aria-label|datetime|dateTime|data-[a-z]+)="[^"]*"/g, "$1"),
    )

    // A line of time is in another order when a second passed in between.
    .sort()
    .join("");

/** Fields that a shop or a buyer fills in, each with another text. */
const FIELDS = 8;

test("hostile words change no element of any page", async () => {
  const bad = await world.merchant();
  const person = await newPerson(world, bad);
  const at = consoleOf(bad);
  // The first page gives the browser what its forms are known by.
  await listedBy(person, `${at}/escrows`);
  const pagesOf = async (texts: readonly string[]): Promise<readonly string[]> => {
    const [title, description, reference, key, value, line, part, reason] = texts as [string, ...string[]];
    const order = {
      title,
      amount: "249.90",
      description: `${description}.`,
      external_reference: reference,
      metadata: { [[...key!].slice(0, 40).join("")]: value },
      line_items: [{ name: line, unit_amount: "24.00", sku: [...key!].slice(0, 100).join("") }],
      milestones: [{ title: part, amount: "249.90", description: `${value}.` }],
    };
    const escrow = await submit(bad, await funded(bad, order), 0, `${line}.`);
    await asBuyer(bad, escrow, "request_revision", 0, { reason: `${reason}.` });
    const one = `${at}/escrows/${escrow["id"]}`;
    const session = `${at}/sessions/${escrow["checkout_session"]}`;
    // A moment later the session's page leads to the request that made it.
    await expect.poll(async () => (await person.get(session)).html).toContain(`${at}/requests/`);
    const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
    // Nothing is left of some of them at the edge of a field.
    const fields = ["title", "amount", "description", "reference", "email", "milestone_0_title", "milestone_0_amount"];
    const typed = Object.fromEntries(fields.map((name, index) => [name, `x${texts[index]}x`]));
    const shown = await Promise.all([
      person.get(one),
      person.get(`${one}/cancel`),
      person.get(`${one}/milestones/${escrow["milestones"][0].id}/submit`),
      person.get(`${at}/escrows?${query({ q: escrow["id"] })}`),
      person.get(`${at}/escrows?${query({ q: `${title}!`, status: part!, from: value! })}`),
      person.get(session),
      person.get(`${at}/sessions?${query({ q: escrow["checkout_session"] })}`),
      person.post(`${at}/sessions/new`, typed),
    ]);
    return shown.map(({ html }) => skeletonOf(withoutLinks(html)));
  };
  // As long and in as many lines, for that decides what is folded away.
  const harmless = (text: string): string => [...text].map((letter) => (letter === "\n" ? "\n" : "a")).join("");
  const texts = share(HOSTILE_TEXTS, { nth: 2, of: 3 });
  const rounds = Array.from({ length: Math.ceil(texts.length / 5) }, (_, round) =>
    Array.from({ length: FIELDS }, (__, field) => texts[(round * 5 + field) % texts.length]!),
  );
  await Promise.all(
    [0, 1, 2, 3].map(async (lane) => {
      for (const texts of rounds.filter((_, round) => round % 4 === lane)) {
        const [found, expected] = [await pagesOf(texts), await pagesOf(texts.map(harmless))];
        for (const [index, html] of found.entries()) {
          expect(html === expected[index], `page ${index}: ${texts.join(" | ")}`).toBe(true);
        }
      }
    }),
  );
});
