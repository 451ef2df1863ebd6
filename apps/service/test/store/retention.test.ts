/** What is forgotten, when its time has come and not before, in small steps; and what never is. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forgetOldSessions } from "../../src/commands/forget-sessions.js";
import type { AccountId } from "../../src/domain/ids.js";
import { openLog } from "../../src/platform/log.js";
import { type AttemptPosition, forgetAttempts, forgetMails } from "../../src/store/queue/retention.js";
import { closeDays } from "../../src/store/write/days.js";
import { KEPT_DAYS, startRetention } from "../../src/workers/retention.js";
import { indexOnce } from "../../src/workers/search.js";
import { type Json, type Merchant, type Reply, startWorld, type World } from "../harness.js";
import { confirmed, expectRefusal, ORDER, openSession } from "../stories.js";
import { until } from "../webhooks/shop.js";

let world: World;
beforeAll(async () => {
  world = await startWorld({ role: "web" });
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

const DAY = 86_400;
const rows = async (text: string, values: unknown[] = []): Promise<readonly Json[]> =>
  (await world.db.pool.query(text, values)).rows;
const count = async (what: string, values: unknown[] = []): Promise<number> =>
  Number((await rows(`select count(*) as count from ${what}`, values))[0]?.["count"]);
/** Days are closed an hour of real time after the clock was moved. */
const letTheClockRest = (): Promise<unknown> =>
  rows("update test_clock set moved_at = clock_timestamp() - interval '2 h'");

test("an expired session goes after ninety days, its day's figures stay, and an order's session never goes", async () => {
  const shop = await world.merchant();
  const account = shop.account as AccountId;
  const keyed = await shop.post(
    "/checkout/sessions",
    { ...ORDER, expires_in: 900 },
    { headers: { "Idempotency-Key": "order-1" } },
  );
  await openSession(shop, { ...ORDER, expires_in: 900 });
  const order = await confirmed(shop);
  await world.advance(901);
  await shop.get("/checkout/sessions");
  const before = await closeDays(world.db, { account, from: 0 });

  while (await indexOnce(world.db, account as AccountId, 0));
  expect(await count("search_entries where account_id = $1", [account])).toBe(3);

  await world.advance(89 * DAY);
  await letTheClockRest();
  expect(await forgetOldSessions(world.db, 100)).toBe(0);
  await world.advance(1 * DAY);
  await letTheClockRest();
  expect(await forgetOldSessions(world.db, 1)).toBe(1);
  expect(await forgetOldSessions(world.db, 100)).toBe(1);
  expect(await forgetOldSessions(world.db, 100)).toBe(0);
  expect((await shop.get(`/checkout/sessions/${keyed.body["id"]}`)).status).toBe(404);
  expect(await count("checkout_sessions where account_id = $1", [account])).toBe(1);
  expect(await count("search_entries where account_id = $1", [account])).toBe(1);
  expect(await count("events where account_id = $1 and type = 'checkout.session.expired'", [account])).toBe(2);
  expect((await shop.get(`/escrows/${order["id"]}`)).status).toBe(200);
  const after = await closeDays(world.db, { account, from: 0 });
  expect(after.days.reduce((sum, day) => sum + day.sessionsCreated, 0)).toBe(3);
  expect(after.days[0]).toEqual(before.days[0]);
});

describe("the key of a session that was forgotten", () => {
  let shop: Merchant;
  let first: Reply;
  const asked = { ...ORDER, expires_in: 900 };
  const create = (body: unknown, as: Pick<Merchant, "post"> = shop, key = "order-1") =>
    as.post("/checkout/sessions", body, { headers: { "Idempotency-Key": key } });
  const forget = async (): Promise<void> => {
    await world.advance(901);
    await shop.get("/checkout/sessions");
    await world.advance(90 * DAY);
    await letTheClockRest();
    await closeDays(world.db, { account: shop.account as AccountId, from: 0 });
    while ((await forgetOldSessions(world.db, 100)) > 0);
  };
  beforeAll(async () => {
    shop = await world.merchant();
    first = await create(asked);
    await forget();
    expect(await count("checkout_sessions where account_id = $1", [shop.account])).toBe(0);
  });

  test("makes no second one: the same request gets the first answer, byte for byte, by whichever way and process it comes", async () => {
    const other = await world.another();
    const shops = [shop, world.speakAs(shop.apiKey, `http://127.0.0.1:${other.port}`)];
    // One at a time leave with the check of their key, many at once share a batch with orders that are new.
    const alone = [await create(asked), await create(asked), await create(asked), await create(asked)];
    const together = await Promise.all(Array.from({ length: 20 }, (_, at) => create(asked, shops[at % 2])));
    const fresh = await Promise.all(
      Array.from({ length: 20 }, (_, at) => create(asked, shops[at % 2], at % 4 === 0 ? "order-1" : `new-${at}`)),
    );
    const withoutPort = ({ text }: Reply): string => text.replace(/:\d+\/pay/, "/pay");
    for (const reply of [...alone, ...together]) {
      expect([reply.status, withoutPort(reply)]).toEqual([201, withoutPort(first)]);
      expect(reply.headers.get("idempotent-replayed")).toBe("true");
    }
    expect(fresh.filter((reply) => reply.headers.has("idempotent-replayed"))).toHaveLength(5);
    expect(await count("checkout_sessions where account_id = $1", [shop.account])).toBe(15);
  });

  test("is in conflict with every other request, also with one that is not valid", async () => {
    expectRefusal(await create({ ...asked, amount: "1.00" }), 409, "idempotency_conflict");
    expectRefusal(await create({ amount: "nonsense" }), 409, "idempotency_conflict");
  });

  test("is another merchant's to use", async () => {
    const theirs = await create(asked, await world.merchant("Southwind"));
    expect([theirs.status, theirs.headers.has("idempotent-replayed")]).toEqual([201, false]);
  });

  test("leaves nothing of the order or its buyer, and the database lets nobody change what it leaves", async () => {
    const [left] = await rows("select * from forgotten_keys where account_id = $1 and created = $2", [
      shop.account,
      first.body["created"],
    ]);
    expect(Object.keys(left ?? {}).sort()).toEqual(["account_id", "created", "key_hash", "request_hash", "session_id"]);
    await expect(rows("delete from forgotten_keys")).rejects.toThrow(/refused/);
    await expect(rows("update forgotten_keys set created = 1")).rejects.toThrow(/refused/);
    await expect(
      rows("insert into forgotten_keys values ($1, sha256('a'), sha256('b'), gen_random_uuid(), 1)", [shop.account]),
    ).rejects.toThrow(/as their sessions are forgotten/);
  });

  test("waits for the session that is just being forgotten", async () => {
    const late = await create(asked, shop, "order-2");
    await world.advance(901);
    await shop.get("/checkout/sessions");
    await world.advance(90 * DAY);
    await letTheClockRest();
    await closeDays(world.db, { account: shop.account as AccountId, from: 0 });
    const forgetting = await world.db.pool.connect();
    await forgetting.query("begin");
    await forgetting.query("delete from checkout_sessions where account_id = $1 and idempotency_key = 'order-2'", [
      shop.account,
    ]);
    const again = Promise.all(Array.from({ length: 3 }, () => create(asked, shop, "order-2")));
    await until(
      () => count("pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"),
      (waiting) => waiting > 0,
    );
    await forgetting.query("commit");
    forgetting.release();
    for (const reply of await again) expect([reply.status, reply.text]).toEqual([201, late.text]);
    expect(await count("checkout_sessions where account_id = $1 and idempotency_key = 'order-2'", [shop.account])).toBe(
      0,
    );
  });
});

test("the database itself keeps every session that is not so old, or that became an order", async () => {
  const shop = await world.merchant();
  await openSession(shop, { ...ORDER, expires_in: 900 });
  await confirmed(shop);
  await expect(rows("delete from checkout_sessions where account_id = $1", [shop.account])).rejects.toThrow(
    /is kept while/,
  );
  await expect(rows("truncate checkout_sessions cascade")).rejects.toThrow(/refused/);
});

test("sent mails and those given up go, what is still to be sent stays, a few at a time", async () => {
  await rows("delete from mails");
  const write = (sent: boolean, next: boolean, age: number) =>
    rows(
      `insert into mails (recipient, template, params, created, sent_at, next_try_at)
       values ('a@example.com', 'sign_in_code', '{}', service_now() - $3, case when $1 then service_now() - $3 end,
         case when $2 then clock_timestamp() end)`,
      [sent, next, age],
    );
  for (let at = 0; at < 5; at += 1) await write(true, false, 91 * DAY);
  await write(false, false, 91 * DAY);
  await write(false, true, 91 * DAY);
  await write(true, false, 89 * DAY);
  expect(await forgetMails(world.db, { days: KEPT_DAYS.mails, limit: 4 })).toBe(4);
  expect(await forgetMails(world.db, { days: KEPT_DAYS.mails, limit: 4 })).toBe(2);
  expect(await count("mails")).toBe(2);
});

test("the log of attempts is walked in steps: old lines go, newer ones and deliveries stay", async () => {
  const shop = await world.merchant();
  await rows(
    `insert into webhook_attempts (account_id, endpoint_id, slot, number, delivery_id, event_number, attempt, state, status_code,
       response, duration_ms, created)
     select $1, gen_random_uuid(), slot, slot + 1, slot, 1, 1, 'SUCCEEDED', 200, '', 1,
       service_now() - case when slot < 20 then 91 else 1 end * 86400
     from generate_series(0, 29) as slot`,
    [shop.account],
  );
  let after: AttemptPosition | null = null;
  let forgotten = 0;
  let steps = 0;
  do {
    const step = await forgetAttempts(world.db, { days: KEPT_DAYS.attempts, limit: 7, after });
    after = step.position;
    forgotten += step.forgotten;
    steps += 1;
  } while (after !== null);
  expect({ forgotten, steps }).toEqual({ forgotten: 20, steps: 5 });
  expect(await count("webhook_attempts where account_id = $1", [shop.account])).toBe(10);
});

test("the worker does all of it by itself", async () => {
  await rows(
    `insert into mails (recipient, template, params, created, sent_at, next_try_at)
     select 'old@example.com', 'sign_in_code', '{}', 1, 1, null from generate_series(1, 2500)`,
  );
  await rows("insert into rate_windows values ('visitor', '192.0.2.1', clock_timestamp() - interval '6 min', 1)");
  await rows("insert into rate_windows values ('sessions', '1', clock_timestamp() - interval '23 h', 1)");
  const worker = startRetention({ db: world.db, log: openLog("silent"), tickMs: 10 });
  await until(
    () => count("mails where recipient = 'old@example.com'"),
    (left) => left === 0,
  );
  await worker.stop();
  expect(await count("rate_windows where subject = '192.0.2.1'")).toBe(0);
  expect(await count("rate_windows where kind = 'sessions' and subject = '1'")).toBe(1);
});
