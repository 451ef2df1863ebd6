/** The log of the API's requests: what a seller finds in it, what is never in it, and that no request waits for it. */
import { API_PATH } from "@holdfast/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type Answered,
  openRequestLog,
  REQUESTS_KEPT,
  type RequestLog,
  sweepRequestLog,
} from "../../src/commands/request-log.js";
import type { AccountId } from "../../src/domain/ids.js";
import type { Database } from "../../src/platform/database.js";
import { DatabaseUnavailable } from "../../src/platform/database-errors.js";
import { openLog } from "../../src/platform/log.js";
import { uuidv7 } from "../../src/platform/random.js";
import { trimRequests } from "../../src/store/write/requests.js";
import { type Merchant, type Reply, startWorld, type World } from "../harness.js";
import { confirmed, ORDER } from "../stories.js";
import type { Page } from "../visitor.js";
import { until } from "../webhooks/shop.js";
import { consoleOf, newPerson, type Person } from "./seller.js";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

let shop: Merchant;
let ada: Person;
let log: string;
beforeEach(async () => {
  shop = await world.merchant();
  ada = await newPerson(world, shop);
  log = `${consoleOf(shop)}/requests`;
});

const idOf = ({ headers }: Reply): string => headers.get("request-id") as string;

/** The page of a request, as soon as it is written. */
const pageOf = async (reply: Reply): Promise<string> =>
  (
    await until(
      () => ada.get(`${log}/${idOf(reply)}`),
      ({ status }) => status === 200,
    )
  ).html;

/** Ids of the requests that a list shows. */
const listed = ({ html }: Page): readonly string[] =>
  [...html.matchAll(/\/requests\/(req_[0-9a-f]{32})"/g)].map(([, id]) => id as string);

/** What a seller would not want to read in a log. */
const SECRET = "whsec_2Hq8vKx0TdE5nLrYb7sWcZ9uAiPfGj3MoXyQ1t";
const CARD = "4242 4242 4242 4242";

test("a refused request shows what was sent and why it was refused, without key, secret or card number", async () => {
  const body = { title: "Dinner set", amount: "12.5", metadata: { key: shop.apiKey, secret: SECRET, card: CARD } };
  const reply = await shop.post("/checkout/sessions", body, {
    headers: { "Idempotency-Key": "order-1042", "User-Agent": `shop/2 ${shop.apiKey}` },
  });
  expect(reply.status).toBe(400);
  const html = await pageOf(reply);
  for (const text of ["Bad Request", "validation_failed", "order-1042", "Dinner set", "12.5", "127.0.0.1", idOf(reply)])
    expect(html).toContain(text);
  expect(html).toContain(reply.body["error"].details.amount[0].replaceAll('"', "&quot;").slice(0, 20));
  const { rows } = await world.db.pool.query("select * from api_requests where account_id = $1", [shop.account]);
  const kept = JSON.stringify(rows);
  for (const secret of [shop.apiKey.slice(16), SECRET.slice(6), CARD, CARD.replaceAll(" ", "")])
    expect(kept).not.toContain(secret);
  const masked = `${shop.apiKey.slice(0, 16)}****`;
  expect(JSON.parse(rows[0].body).metadata).toEqual({ key: masked, secret: "whsec_****", card: "****" });
});

test("what was answered is kept without bodies, with its object, and a replay says that it is one", async () => {
  const headers = { "Idempotency-Key": "order-7" };
  const first = await shop.post("/checkout/sessions", ORDER, { headers });
  const again = await shop.post("/checkout/sessions", ORDER, { headers });
  const html = await pageOf(again);
  expect(html).toContain("the stored response of the first request");
  expect(html).toContain(`${consoleOf(shop)}/sessions/${first.body["id"]}`);
  expect(html).not.toContain(ORDER.title);
  expect(await pageOf(first)).not.toContain("Replayed");
});

test("the list is filtered by status, method, key and path, page by page, and finds a request by its id", async () => {
  const escrow = await confirmed(shop);
  const found = await shop.get(`/escrows/${escrow["id"]}?x=1`);
  const missing = await shop.get("/escrows/TR-20260101.000000.1");
  const other = await newPerson(world, shop);
  const html = (await other.post(`${consoleOf(shop)}/keys`, { name: "Second" })).html;
  const second = /hf_([0-9A-Za-z]{12})_[0-9A-Za-z]{38}/.exec(html) as RegExpExecArray;
  const bySecond = await world.speakAs(second[0]).get("/account");
  await pageOf(bySecond);
  const list = async (query: string): Promise<readonly string[]> => listed(await ada.get(`${log}?${query}`));
  expect(await list("")).toHaveLength(5);
  expect(await list("status=4")).toEqual([idOf(missing)]);
  expect(await list("method=POST")).toHaveLength(2);
  expect(await list(`key=${second[1]}`)).toEqual([idOf(bySecond)]);
  expect(await list("path=/escrows/&status=2")).toEqual([idOf(found)]);
  expect(await list(`path=${API_PATH}/escrows`)).toHaveLength(2);
  expect(await list("status=5")).toEqual([]);
  const jump = await ada.get(`${log}?path=${idOf(missing)}`);
  expect(jump.headers.get("location")).toBe(`${log}/${idOf(missing)}`);
  const more: Reply[] = [];
  for (let count = 0; count < 25; count += 1) more.push(await shop.get("/account"));
  for (const reply of more) await pageOf(reply);
  const page = await until(
    () => ada.get(log),
    ({ html: text }) => text.includes("Older"),
  );
  const older = /href="([^"]+older=[^"]+)"/.exec(page.html)?.[1]?.replaceAll("&amp;", "&") as string;
  const rest = listed(await ada.get(older));
  expect(rest).toHaveLength(5);
  expect(new Set([...listed(page), ...rest]).size).toBe(30);
});

test("a request that came too soon is in the log of its key; one without a valid key is in nobody's", async () => {
  const strict = await world.another({ requestsPerMinute: 1 });
  const voice = world.speakAs(shop.apiKey, `http://127.0.0.1:${strict.port}`);
  await voice.get("/account");
  const limited = await voice.get("/account");
  expect(limited.status).toBe(429);
  const wrong = await world
    .speakAs(`${shop.apiKey.slice(0, -1)}${shop.apiKey.endsWith("0") ? "1" : "0"}`)
    .get("/account");
  expect(wrong.status).toBe(401);
  expect(await pageOf(limited)).toContain("rate_limited");
  expect(listed(await ada.get(log))).not.toContain(idOf(wrong));
});

test("another account's request is as unknown as one that never was", async () => {
  const reply = await shop.get("/account");
  await pageOf(reply);
  const rival = await world.merchant("Rival");
  const bob = await newPerson(world, rival);
  const bare = ({ status, html }: Page) => ({ status, html: html.replaceAll(/req_\w+/g, "") });
  const theirs = bare(await bob.get(`${consoleOf(rival)}/requests/${idOf(reply)}`));
  expect(theirs.status).toBe(404);
  expect(theirs).toEqual(bare(await bob.get(`${consoleOf(rival)}/requests/req_${"0".repeat(32)}`)));
  expect(listed(await bob.get(`${consoleOf(rival)}/requests`))).toEqual([]);
});

const answered = (account: AccountId, more: Partial<Answered> = {}): Answered => ({
  account,
  id: uuidv7(),
  method: "GET",
  path: "/account",
  status: 200,
  errorCode: null,
  keyLookup: "0".repeat(12),
  durationMs: 3,
  idempotencyKey: null,
  isReplay: false,
  objectId: null,
  address: "127.0.0.1",
  userAgent: "",
  body: null,
  answer: null,
  ...more,
});

const add = (log: RequestLog, request: Answered): void => log.add(request, () => request);

/** A log that nobody else writes to, and what it left out. */
function openOwn(db: Database) {
  const left = { out: 0 };
  const countUnlogged = (requests: number): void => {
    left.out += requests;
  };
  return { left, log: openRequestLog({ db, log: openLog("silent"), metrics: { countUnlogged } }) };
}

const count = async (): Promise<number> =>
  (await world.db.pool.query("select 1 from api_requests where account_id = $1", [shop.account])).rows.length;

test("a flood of one account leaves room for the others, and what is left out is counted", async () => {
  const { log: own, left } = openOwn(world.db);
  const other = await world.merchant();
  for (let request = 0; request < 1_000; request += 1) add(own, answered(shop.account as AccountId));
  add(own, answered(other.account as AccountId));
  await own.stop();
  expect(await count()).toBe(250);
  expect(left.out).toBe(750);
  const { rows } = await world.db.pool.query("select 1 from api_requests where account_id = $1", [other.account]);
  expect(rows).toHaveLength(1);
});

test("an account that has moved away meanwhile leaves nothing behind, and others are written", async () => {
  const { log: own } = openOwn(world.db);
  // Of another cell, as one is whose rows are gone.
  add(own, answered("77000000000000001" as AccountId));
  add(own, answered(shop.account as AccountId));
  await own.stop();
  expect(await count()).toBe(1);
  expect((await world.db.pool.query("select 1 from api_requests where account_id = 77000000000000001")).rows).toEqual(
    [],
  );
});

test("while the database is slow or away what waits is bounded, and requests go on", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow: Database = {
    ...world.db,
    query: async () => {
      await promise;
      throw new DatabaseUnavailable("gone");
    },
  };
  const { log: own, left } = openOwn(slow);
  for (let request = 0; request < 10_000; request += 1) add(own, answered(uuidv7() as AccountId));
  expect(left.out).toBe(5_000);
  const body = "x".repeat(16_384);
  const { log: heavy, left: cut } = openOwn(slow);
  for (let request = 0; request < 1_000; request += 1) {
    add(heavy, answered(uuidv7() as AccountId, { status: 400, answer: "{}", body }));
  }
  expect(cut.out).toBeGreaterThan(500);
  resolve();
  await Promise.all([own.stop(), heavy.stop()]);
  expect(left.out).toBe(10_000);
});

test("the newest are kept, and nothing for longer than thirty days, nor a body than seven", async () => {
  const { log: own } = openOwn(world.db);
  const refused = { status: 400, errorCode: "validation_failed", answer: "{}", body: "{}" } as const;
  for (let request = 0; request < 10; request += 1) add(own, answered(shop.account as AccountId, refused));
  await own.stop();
  await trimRequests(world.db, shop.account as AccountId, 4);
  expect(await count()).toBe(4);
  const age = (days: number, rows: number): Promise<unknown> =>
    world.db.pool.query(
      `update api_requests set logged_at = clock_timestamp() - $2 * interval '1 day' where (account_id, id) in
         (select account_id, id from api_requests where account_id = $1 order by id limit $3)`,
      [shop.account, days, rows],
    );
  await age(REQUESTS_KEPT.bodyDays + 0.1, 3);
  await age(REQUESTS_KEPT.days + 0.1, 1);
  await sweepRequestLog(world.db);
  const { rows } = await world.db.pool.query("select body from api_requests where account_id = $1 order by id", [
    shop.account,
  ]);
  expect(rows).toEqual([{ body: null }, { body: null }, { body: "{}" }]);
});

test("what waits is written when the process stops", async () => {
  const other = await world.another();
  const reply = await world.speakAs(shop.apiKey, `http://127.0.0.1:${other.port}`).get("/account");
  await other.close();
  expect((await ada.get(`${log}/${idOf(reply)}`)).status).toBe(200);
});
