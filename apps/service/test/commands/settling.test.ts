/** What time has done is written for each by itself: one order that can't be written costs nobody else anything. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { openExecutor } from "../../src/commands/execute.js";
import { openSettling } from "../../src/commands/settle-due.js";
import type { AccountId } from "../../src/domain/ids.js";
import { openDatabase } from "../../src/platform/database.js";
import { openLog } from "../../src/platform/log.js";
import { newClient } from "../client.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { openSession } from "../stories.js";
import { until } from "../webhooks/shop.js";

let world: World;
beforeAll(async () => {
  world = await startWorld({ role: "web" });
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

const openOne = async (shop: Merchant): Promise<string> =>
  ((await openSession(shop, { title: "Bowl", amount: "10.00", expires_in: 900 })) as Json)["id"];

/** Time passes, and nobody has looked yet. */
const pass = (seconds: number): Promise<unknown> =>
  world.db.query({
    name: "test: time passes",
    text: "update test_clock set offset_seconds = offset_seconds + $1",
    values: [seconds],
  });

const waitingForLocks = (): Promise<readonly unknown[]> =>
  world.db.query({
    name: "test: waiting for locks",
    text: "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  });

const statusOf = async (shop: Merchant, id: string): Promise<string> =>
  (await shop.get(`/checkout/sessions/${id}`)).body["status"];

/** A session that the database refuses to move. */
async function breakSession(id: string): Promise<() => Promise<unknown>> {
  await world.db.pool.query(`
    create or replace function test_refuse() returns trigger language plpgsql as $$
    begin raise exception 'broken on purpose'; end $$`);
  const [row] = await world.db.query<{ id: string }>({
    name: "test: newest session",
    text: "select id from checkout_sessions order by id desc limit 1",
  });
  expect(id).toMatch(/^cs_/);
  await world.db.pool.query(
    `create trigger test_broken before update on checkout_sessions for each row when (old.id = '${row?.id}') execute function test_refuse()`,
  );
  return () => world.db.pool.query("drop trigger test_broken on checkout_sessions");
}

test("a list shows what time has done to the rest, and the sweep goes on behind what can't be written", async () => {
  const shop = await world.merchant();
  const neighbour = await world.merchant();
  const broken = await openOne(shop);
  const mend = await breakSession(broken);
  const others = [await openOne(shop), await openOne(shop)];
  const stranger = await openOne(neighbour);
  await pass(901);
  const list = await shop.get("/checkout/sessions");
  expect(list.status).toBe(200);
  expect(list.body["data"].map((one: Json) => [one["id"], one["status"]])).toEqual([
    ...others.toReversed().map((id) => [id, "EXPIRED"]),
    [broken, "OPEN"],
  ]);

  const log = openLog("silent");
  const { sweep } = openSettling({ db: world.db, executor: openExecutor(world.db), log });
  expect(await sweep()).toEqual({ settled: 1, hasMore: false });
  expect(await statusOf(neighbour, stranger)).toBe("EXPIRED");
  await mend();
  expect(await sweep()).toMatchObject({ settled: 1 });
  expect(await statusOf(shop, broken)).toBe("EXPIRED");
});

test("while somebody else holds an order of one account, another's lists are there at once, and the account's own when it is let go", async () => {
  const shop = await world.merchant();
  const neighbour = await world.merchant();
  const held = await openOne(shop);
  const other = await openOne(neighbour);
  const holder = newClient(world.databaseUrl);
  await holder.connect();
  await holder.query("begin");
  await holder.query("select 1 from checkout_sessions where account_id = $1 for update", [shop.account]);
  await pass(901);
  let isHeld = true;
  const own = shop.get("/checkout/sessions").then((reply) => {
    expect(isHeld).toBe(false);
    return reply;
  });
  await until(
    () => waitingForLocks(),
    ({ length }) => length > 0,
  );
  const theirs = await neighbour.get("/checkout/sessions");
  expect(theirs.body["data"].map((one: Json) => [one["id"], one["status"]])).toEqual([[other, "EXPIRED"]]);
  isHeld = false;
  await holder.query("commit");
  await holder.end();
  expect((await own).body["data"].map((one: Json) => [one["id"], one["status"]])).toEqual([[held, "EXPIRED"]]);
});

test("a row that is held too long fails what waits for it alone, and its connection is kept", async () => {
  const shop = await world.merchant();
  const neighbour = await world.merchant();
  await openOne(shop);
  const theirs = await openOne(neighbour);
  const db = openDatabase(world.databaseUrl, { connections: 2, timeoutMs: 2_500 });
  const [limits] = await db.query<{ lock: number; statement: number }>({
    name: "test: limits",
    text: `select (select setting::int from pg_settings where name = 'lock_timeout') as lock,
             (select setting::int from pg_settings where name = 'statement_timeout') as statement`,
  });
  expect(limits!.lock).toBeLessThan(limits!.statement);
  const holder = newClient(world.databaseUrl);
  await holder.connect();
  await holder.query("begin");
  await holder.query("select 1 from checkout_sessions where account_id = $1 for update", [shop.account]);
  await pass(901);
  const { settleAll } = openSettling({ db, executor: openExecutor(db), log: openLog("silent") });
  // Both travel in one batch, which fails as a whole: then each is tried by itself.
  expect(await settleAll()).toBeGreaterThanOrEqual(1);
  const [row] = await world.db.query<{ open: string }>({
    name: "test: still open",
    text: "select count(*) filter (where status = 'OPEN') as open from checkout_sessions where account_id = $1",
    values: [neighbour.account],
  });
  expect({ theirs, open: row?.open }).toEqual({ theirs, open: "0" });
  expect(db.pool.totalCount).toBeGreaterThan(0);
  await holder.query("rollback");
  await holder.end();
  await db.close();
});

test("an account that comes while its walk is under way shares the next one", async () => {
  const shop = await world.merchant();
  let looks = 0;
  const counting = {
    ...world.db,
    query: <Row>(statement: { name: string; text: string }) => {
      if (statement.name.startsWith("find due")) looks += 1;
      return world.db.query<Row>(statement);
    },
  };
  const { settleDue } = openSettling({ db: counting, executor: openExecutor(world.db), log: openLog("silent") });
  await Promise.all(Array.from({ length: 50 }, () => settleDue(shop.account as AccountId)));
  expect(looks).toBeLessThanOrEqual(2);
});
