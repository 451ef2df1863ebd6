/** A payment link that many buyers can use: who opens it, how often, what each of them gets, and the mail that brings it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Merchant, startWorld, type World } from "../harness.js";
import { pay } from "../stories.js";
import { csrfOf, newVisitor, type Page } from "../visitor.js";
import { readAfter, readPage } from "./orders.js";
import { consoleOf, newPerson, type Person } from "./seller.js";

let world: World;
let shop: Merchant;
let home: string;
let owner: Person;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  home = consoleOf(shop);
  owner = await newPerson(world, shop);
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

/** Makes a link in the console; its page there and its public path. */
async function link(fields: Record<string, string> = {}): Promise<{ page: string; path: string }> {
  const typed = { title: "Clay workshop", amount: "25", reference: "CLAY", ...fields };
  const made = await owner.post(`${home}/payment-links/new`, typed);
  expect(made.status, made.html).toBe(303);
  const page = made.headers.get("location")!.split("?")[0]!;
  const path = new RegExp(`/buy/${shop.sellerCode}/[0-9A-Za-z]{12}`).exec((await owner.get(page)).html)![0];
  return { page, path };
}

const formOf = ({ html }: Page): Record<string, string> => ({
  csrf: csrfOf(html),
  form: /name="form" value="([^"]+)"/.exec(html)![1]!,
});

/** Somebody new opens it, as a browser does. */
async function open(path: string): Promise<Page> {
  const visitor = newVisitor(world);
  const page = await visitor.get(path);
  if (!page.html.includes('name="form"')) return page;
  return visitor.postRaw(path, new URLSearchParams(formOf(page)).toString());
}

const resetSignInLimits = () => world.db.query({ name: "test: make room", text: "delete from rate_windows" });

const sessionIn = (page: Page): string => /cs_\w+/.exec(page.headers.get("location") ?? "")?.[0] ?? "";
const sessions = async (): Promise<number> => (await shop.get("/checkout/sessions?limit=100")).body["data"].length;
const confirm = (session: string) =>
  shop.post(`/test_helpers/checkout/sessions/${session}/confirm`, { buyer_email: "dee@example.com" });

test("looking at it opens nothing; each opening is an order of its own, with the link's price and reference", async () => {
  const { path, page } = await link({
    milestone_0_title: "Day one",
    milestone_0_amount: "15",
    milestone_1_title: "Day two",
    milestone_1_amount: "10",
  });
  const before = await sessions();
  for (let looks = 0; looks < 3; looks += 1) expect((await newVisitor(world).get(path)).status).toBe(200);
  expect(await sessions()).toBe(before);
  const [first, second] = [sessionIn(await open(path)), sessionIn(await open(path))];
  expect(first).not.toBe(second);
  expect((await shop.get(`/checkout/sessions/${first}`)).body).toMatchObject({
    status: "OPEN",
    title: "Clay workshop",
    amount: "25.00",
    external_reference: "CLAY",
    customer_email: "",
    milestones: [{ title: "Day one" }, { title: "Day two" }],
  });
  expect((await confirm(first)).status).toBe(200);
  const seen = await readPage(owner, page);
  expect(seen).toContain("Opened 2");
  expect(seen).toContain(first);
  expect(seen).not.toContain(second);
});

test("a form that is sent three times at once is one order; without a page of ours it is none", async () => {
  const { path } = await link();
  const visitor = newVisitor(world);
  const form = new URLSearchParams(formOf(await visitor.get(path))).toString();
  const answers = await Promise.all([1, 2, 3].map(() => visitor.postRaw(path, form)));
  expect(new Set(answers.map(sessionIn)).size).toBe(1);
  expect((await shop.get(`/checkout/sessions/${sessionIn(answers[0]!)}`)).status).toBe(200);
  expect((await newVisitor(world).postRaw(path, "form=x")).status).toBe(403);
});

describe("a link for three orders", () => {
  test("opens three sessions, however many race for them, and gives a place back when one ends unused", async () => {
    const { path } = await link({ count: "3" });
    await resetSignInLimits();
    const visitors = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const visitor = newVisitor(world);
        return { visitor, form: new URLSearchParams(formOf(await visitor.get(path))).toString() };
      }),
    );
    const raced = await Promise.all(visitors.map(({ visitor, form }) => visitor.postRaw(path, form)));
    const opened = raced.map(sessionIn).filter((id) => id !== "");
    expect(opened).toHaveLength(3);
    expect((await newVisitor(world).get(path)).html).toContain("All places are taken right now");
    expect((await confirm(opened[0]!)).status).toBe(200);
    await shop.post(`/checkout/sessions/${opened[1]}/expire`, {});
    await resetSignInLimits();
    expect(sessionIn(await open(path))).not.toBe("");
    expect(sessionIn(await open(path))).toBe("");
    // Half an hour later those who only looked have made room; the order keeps its place.
    await world.advance(1_801);
    await resetSignInLimits();
    const again = [await open(path), await open(path), await open(path)].map(sessionIn);
    expect(again.map((id) => id !== "")).toEqual([true, true, false]);
  });

  test("has one last place for two who ask for it at the same time", async () => {
    const { page } = await link({ count: "1" });
    const id = page.split("/").at(-1);
    const [first, second] = [await world.db.pool.connect(), await world.db.pool.connect()];
    const take = async (client: typeof first, form: string): Promise<string> =>
      (
        await client.query("select outcome from take_link_place($1, $2, $3, gen_random_uuid(), service_now() + 1800)", [
          shop.account,
          id,
          Buffer.from(form),
        ])
      ).rows[0].outcome;
    await first.query("begin");
    expect(await take(first, "one")).toBe("TAKEN");
    const other = take(second, "two");
    await expect
      .poll(async () => (await first.query("select 1 from pg_locks where not granted")).rows.length)
      .toBeGreaterThan(0);
    await first.query("commit");
    expect(await other).toBe("FULL");
    for (const client of [first, second]) client.release();
  });

  test("has its place back from an order that was never paid, and not from one that was paid and cancelled", async () => {
    const { path } = await link({ count: "1" });
    await resetSignInLimits();
    const escrow = (await confirm(sessionIn(await open(path)))).body;
    expect(sessionIn(await open(path))).toBe("");
    await shop.post(`/test_helpers/escrows/${escrow["id"]}/cancel`, {});
    await resetSignInLimits();
    const paid = (await confirm(sessionIn(await open(path)))).body;
    await pay(shop, paid);
    await shop.post(`/test_helpers/escrows/${paid["id"]}/cancel`, {});
    await resetSignInLimits();
    expect(sessionIn(await open(path))).toBe("");
  });

  test("lends one browser no more than five places at a time, and a network a hundred", async () => {
    const { path } = await link({ count: "200" });
    await resetSignInLimits();
    const visitor = newVisitor(world);
    const answers: number[] = [];
    for (let tries = 0; tries < 6; tries += 1)
      answers.push((await visitor.post(path, { form: `form ${tries}` })).status);
    expect(answers).toEqual([303, 303, 303, 303, 303, 429]);
    expect((await visitor.post(path)).html).toContain("Wait 30 minutes, then go back and try again.");
    for (let others = 0; others < 12; others += 1) expect((await open(path)).status).toBe(303);
    await world.db.query({
      name: "test: a hundred places",
      text: "update rate_windows set requests = 100 where kind = 'holdings'",
    });
    expect((await open(path)).status).toBe(429);
    // Who is refused with all others there leaves no trace of their own.
    const traces = { name: "test: traces", text: "select 1 from rate_windows where kind = 'holding'" };
    expect(await world.db.query(traces)).toHaveLength(13);
    await resetSignInLimits();
  });
});

test("switched off, expired or of a suspended seller, it says so and opens nothing", async () => {
  const { path, page } = await link({ days: "1" });
  expect(await readAfter(owner, await owner.post(`${page}/off`))).toContain("Switched off");
  expect((await newVisitor(world).get(path)).status).toBe(410);
  const visitor = newVisitor(world);
  expect(sessionIn(await visitor.post(path, { form: "kept" }))).toBe("");
  await owner.post(`${page}/on`);
  expect(sessionIn(await open(path))).not.toBe("");
  const suspend = (suspended: boolean) =>
    world.db.query({
      name: "test: suspend",
      text: `update accounts set suspended = $2 where id = $1`,
      values: [shop.account, suspended],
    });
  await suspend(true);
  expect((await newVisitor(world).get(path)).html).not.toContain('name="form"');
  expect(sessionIn(await visitor.post(path, { form: "kept too" }))).toBe("");
  await suspend(false);
  await world.advance(86_401);
  const over = await newVisitor(world).get(`${path}?lang=fr`);
  expect([over.status, over.html.includes("Ce lien a expiré")]).toEqual([410, true]);
});

test("what is typed wrong is told beside its field", async () => {
  const answer = await owner.post(`${home}/payment-links/new`, { title: "", amount: "x", count: "0", days: "2" });
  expect(answer.status).toBe(422);
  for (const field of ["title", "amount", "count", "days"])
    expect(answer.html, field).toContain(`id="${field}-problem"`);
});

describe("a link that is sent by mail", () => {
  const mails = (recipient: string) =>
    world.db.query<{ params: Record<string, string> }>({
      name: "test: mails",
      text: "select params from mails where recipient = $1 and template = 'payment_link' order by id",
      values: [recipient],
    });

  test("names seller and sum, in the reader's language, and works", async () => {
    await resetSignInLimits();
    const { page, path } = await link();
    const answer = await owner.post(`${page}/send`, { email: "Dee@Example.com", locale: "sw" });
    expect(await readAfter(owner, answer)).toContain("We emailed the link");
    const [mail] = await mails("dee@example.com");
    expect(mail?.params).toMatchObject({ seller: "Northwind Ceramics", locale: "sw", path, title: "Clay workshop" });
    const session = sessionIn(await open(path));
    await owner.post(`${home}/sessions/${session}/send`, { email: "dee@example.com", locale: "nonsense" });
    expect((await mails("dee@example.com"))[1]?.params).toMatchObject({
      locale: "en",
      path: `/pay/${shop.sellerCode}/${session}`,
    });
    expect(await readAfter(owner, await owner.post(`${page}/send`, { email: "nobody" }))).toContain("Not sent");
  });

  test("reaches one address five times a day at most, and is no matter of the support role", async () => {
    await resetSignInLimits();
    const { page } = await link();
    const send = () => owner.post(`${page}/send`, { email: "eve@example.com", locale: "en" });
    const answers: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) answers.push((await send()).status);
    expect(answers).toEqual([303, 303, 303, 303, 303, 429]);
    expect(await mails("eve@example.com")).toHaveLength(5);
    const support = await newPerson(world, shop, { role: "support" });
    expect((await support.post(`${page}/send`, { email: "a@example.com" })).status).toBe(403);
    await resetSignInLimits();
  });
});
