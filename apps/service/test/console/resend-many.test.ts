/** What an order's page and the developers' pages say of events and their deliveries, and sending many of them again. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EndpointId, formatId } from "../../src/domain/ids.js";
import { uuidv7 } from "../../src/platform/random.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { DINNER_SET } from "../pages/orders.js";
import { allEvents, funded, openSession } from "../stories.js";
import { escrowPath, readAfter, readPage } from "./orders.js";
import { consoleOf, newPerson, type Person } from "./seller.js";

let world: World;
let shop: Merchant;
let owner: Person;
let home: string;
beforeAll(async () => {
  // No worker: what is queued stays.
  world = await startWorld({ role: "web" });
  shop = await world.merchant();
  owner = await newPerson(world, shop);
  home = consoleOf(shop);
});
afterAll(() => world.close());

const sql = async (text: string, values: unknown[]): Promise<readonly Json[]> =>
  (await world.db.pool.query(text, values)).rows;

/** An endpoint that was given up on every event so far, an hour ago. */
async function deafEndpoint({ account }: Merchant): Promise<{ id: string; page: string }> {
  const id = uuidv7();
  await sql(
    `insert into webhook_endpoints (slot, account_id, id, url, secret, since_number, created, status)
     values ((select count(*) + 1 from webhook_endpoints where account_id = $1), $1, $2, 'https://deaf.northwind.example/hooks', 'x', 0, service_now(), 'ENABLED')`,
    [account, id],
  );
  await sql(
    `insert into webhook_deliveries (account_id, id, endpoint_id, event_number, origin, state, attempts, created, closed_at)
     select account_id, nextval('webhook_delivery_numbers'), $2, number, 'event', 'FAILED', 9, created, service_now() - 3600
     from events where account_id = $1 order by number`,
    [account, id],
  );
  return { id, page: `${home}/webhooks/${formatId("endpoint", id as EndpointId)}` };
}

const failedOf = async (endpoint: string): Promise<readonly string[]> =>
  (await sql("select id::text from webhook_deliveries where endpoint_id = $1 order by id", [endpoint])).map(
    (row) => row["id"] as string,
  );
const queuedFor = async (endpoint: string): Promise<number> =>
  Number((await sql("select count(*) from webhook_queue where endpoint_id = $1", [endpoint]))[0]?.["count"]);

test("an order's story is of business, and its events stand behind it with how they were delivered", async () => {
  const order = await funded(shop, { ...DINNER_SET, milestones: [], title: "Oak chair" });
  const quiet = await owner.get(escrowPath(home, order));
  expect(quiet.html).toContain("no endpoint subscribed");
  expect(quiet.html).toMatch(/<details class="group mt-5[^>]*"><summary/);
  await deafEndpoint(shop);
  const { html } = await owner.get(escrowPath(home, order));
  expect(html).toMatch(/<details class="group mt-5[^>]*" open/);
  const text = await readPage(owner, escrowPath(home, order));
  expect(text).toMatch(
    /Timeline.*Order confirmed by the buyer.*Paid in full.*webhook events.*not delivered.*escrow\.funded/,
  );
});

test("events say which order they are about, and how their delivery stands; an id is copied whole", async () => {
  const [event] = await allEvents(shop);
  const text = await readPage(owner, `${home}/events?type=escrow.created`);
  expect(text).toMatch(/escrow\.created.*Oak chair.*Failed/);
  const { html } = await owner.get(`${home}/events`);
  const [head, tail] = [event!["id"].slice(0, -6), event!["id"].slice(-6)];
  expect(html).toContain(`<span>${head}</span><span>${tail}</span>`);
  await openSession(shop, { ...DINNER_SET, title: "Lamp", expires_in: 900 });
  await world.advance(901);
  await shop.get("/checkout/sessions");
  expect(await readPage(owner, `${home}/events?type=checkout.session.expired`)).toContain("Lamp");
  const tomorrow = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  expect(await readPage(owner, `${home}/events?from=${tomorrow}`)).toContain("No matching events");
  expect(await readPage(owner, `${home}/events?until=2020-01-01`)).toContain("No matching events");
  expect(await readPage(owner, `${home}/events?from=2020-01-01&until=${tomorrow}`)).toContain("Oak chair");
});

test("the newest page of events and requests keeps itself at its newest, and is a page without that", async () => {
  for (const list of ["events", "requests"]) {
    const { html } = await owner.get(`${home}/${list}`);
    expect(html).toMatch(/<button type="button" hidden[^>]*aria-pressed="true"/);
    expect(html).toMatch(/assets\/live\.js/);
    expect(html).toContain('id="live"');
  }
  expect((await owner.get(`${home}/escrows`)).html).not.toContain("live.js");
});

test("chosen deliveries are sent again once, however often the form comes", async () => {
  const { id, page } = await deafEndpoint(shop);
  const [first, second, third] = await failedOf(id);
  expect(await readPage(owner, `${page}/failed`)).toContain("Resend selected");
  const rows = Object.fromEntries([first, second, third].map((one) => [`row:${one}`, "on"]));
  const choose = (fields: Record<string, string>) => owner.post(`${page}/failed`, fields);
  expect(await readAfter(owner, await choose({ ...rows, which: "ticked" }))).toContain("Choose at least one delivery");
  const ticked = { ...rows, [`tick:${first}`]: "on", [`tick:${second}`]: "on", which: "ticked" };
  const [one, two] = await Promise.all([choose(ticked), choose(ticked)]);
  const said = [await readAfter(owner, one), await readAfter(owner, two)].sort();
  expect(said[0]).toMatch(/2 events are being resent|Nothing to resend/);
  expect(await queuedFor(id)).toBe(2);
  expect(await readAfter(owner, await choose(ticked))).toContain("Nothing to resend");
  await choose({ ...rows, which: "page" });
  expect(await queuedFor(id)).toBe(3);
  expect(await readPage(owner, `${page}/failed`)).toContain("To be delivered");
});

test("numbers of another endpoint or account send nothing, and what is sent at a time is bounded", async () => {
  const other = await world.merchant("Somebody Else");
  await funded(other, DINNER_SET);
  const theirs = await deafEndpoint(other);
  const mine = await deafEndpoint(shop);
  const foreign = Object.fromEntries((await failedOf(theirs.id)).map((one) => [`row:${one}`, "on"]));
  await owner.post(`${mine.page}/failed`, { ...foreign, which: "page" });
  expect([await queuedFor(mine.id), await queuedFor(theirs.id)]).toEqual([0, 0]);
  const stranger = await newPerson(world, other);
  expect((await stranger.post(`${mine.page}/failed`, { which: "page" })).status).toBe(404);
  await sql(
    `insert into webhook_deliveries (account_id, id, endpoint_id, event_number, origin, state, attempts, created, closed_at)
     select $1, nextval('webhook_delivery_numbers'), $2, (select max(number) from events where account_id = $1) + n, 'event', 'FAILED', 9, 0, 1
     from generate_series(1, 60) n`,
    [shop.account, mine.id],
  );
  await sql(
    `insert into events (account_id, number, id, type, body, created)
     select $1, (select max(number) from events where account_id = $1) + n, gen_random_uuid(), 'ping', '{}', 1 from generate_series(1, 60) n`,
    [shop.account],
  );
  const all = Object.fromEntries((await failedOf(mine.id)).map((one) => [`row:${one}`, "on"]));
  expect(Object.keys(all).length).toBeGreaterThan(60);
  await owner.post(`${mine.page}/failed`, { ...all, which: "page" });
  expect(await queuedFor(mine.id)).toBe(50);
});

test("an endpoint shows its deliveries by hour and its response times, each value in words", async () => {
  const { id, page } = await deafEndpoint(shop);
  await sql(
    `insert into webhook_attempts (account_id, endpoint_id, slot, number, delivery_id, event_number, attempt, state, status_code, duration_ms, created)
     select $1, $2, n, n + 1, n + 1, 1, 1, case when n < 2 then 'SUCCEEDED' else 'PENDING' end, case when n < 2 then 200 else 503 end,
       100 * (n + 1), service_now() from generate_series(0, 2) n`,
    [shop.account, id],
  );
  const { html } = await owner.get(page);
  const text = await readPage(owner, page);
  const lost = (await failedOf(id)).length;
  expect(text).toContain(`Last 24 hours: 0 delivered, ${lost} given up.`);
  expect(html).toMatch(new RegExp(`aria-label="\\d\\d:\\d\\d–\\d\\d:\\d\\d: 0 delivered, ${lost} given up"`));
  expect(text).toContain("The last 3 attempts, of at most 50; 1 in red failed.");
  expect(html).toMatch(/aria-label="[^"]*: 300 ms, 503 Service Unavailable"/);
  expect(text).toContain("View as table");
});
