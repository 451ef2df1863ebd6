/** A large account moves, with more due than a worker takes at a time: what others wait for is done meanwhile, and it is left alone. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { forgetOldSessions } from "../../src/commands/forget-sessions.js";
import type { AccountId, EndpointId } from "../../src/domain/ids.js";
import type { Queryable, Transaction } from "../../src/platform/database.js";
import { uuidv7 } from "../../src/platform/random.js";
import { asReplica, fencesOf, holdAccount, holdsOf, putTrigger } from "../../src/store/moving/steps.js";
import { claimChargebacks, listDebtorsWithMoney } from "../../src/store/queue/chargebacks.js";
import { claimCheck } from "../../src/store/queue/endpoint-checks.js";
import { claimLanes } from "../../src/store/queue/lanes.js";
import { claimPayouts } from "../../src/store/queue/payout-calls.js";
import { claimCalls } from "../../src/store/queue/provider-calls.js";
import { forgetAttempts } from "../../src/store/queue/retention.js";
import { renewWorker } from "../../src/store/queue/workers.js";
import { findDue } from "../../src/store/read/orders/due.js";
import { insertRequests, type LoggedRequest, sweepRequests } from "../../src/store/write/requests.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { type Fixture, openMovers } from "./fixture.js";

let world: World;
let movers: Awaited<ReturnType<typeof openMovers>>;
beforeAll(async () => {
  world = await startWorld({ role: "web" });
  movers = await openMovers({ cells: { here: world } } as unknown as Fixture);
});
afterAll(async () => {
  await movers.close();
  await world.close();
});

/** Due at one time, of the account that moves; the other one has one, due later. */
const MANY = 40;
/** As many as a worker takes at a time. */
const WIDTH = 16;
const LANES = 20; // an account has no more
const PROVIDER = "sandbox-card";
const WORKER = uuidv7();

type Queue = {
  readonly name: string;
  readonly many: number;
  /** Statements that write its rows, as they are given. */
  readonly rows: readonly string[];
  readonly claim: (db: Queryable) => Promise<unknown>;
  /** Which of the account's rows ($1) were taken. */
  readonly taken: string;
};

/** So many ($2) of the account ($1), due one after the other from a moment on ($3). */
const GIVEN = `
  with given as (
    select $1::bigint as account, md5($1::text || n)::uuid as id, n, $3::bigint + n as due from generate_series(1, $2::int) n
  )`;
const endpoints = (readyAt: string): string => `
  insert into webhook_endpoints (account_id, id, url, secret, since_number, created, ready_at, slot)
  select account, id, 'https://shop.example', '\\x00', 0, 0, ${readyAt}, n from given`;

const QUEUES: readonly Queue[] = [
  {
    name: "calls about payments",
    many: MANY,
    rows: [
      `insert into provider_calls (account_id, escrow_id, payment_id, kind, provider, due_at, created)
       select account, gen_random_uuid(), gen_random_uuid(), 'look_up', '${PROVIDER}', due, 0 from given`,
    ],
    claim: (db) => claimCalls(db, PROVIDER, WIDTH),
    taken: "select 1 from provider_calls where account_id = $1 and leased_until is not null",
  },
  {
    name: "payouts",
    many: MANY,
    rows: [
      `insert into payouts (account_id, id, number, destination_id, amount, status, provider, reference, created, sent_at)
       select account, id, n, gen_random_uuid(), 500, 'SENT', '${PROVIDER}', gen_random_uuid(), 0, 0 from given`,
      `insert into payout_calls (account_id, payout_id, provider, due_at, created)
       select account, id, '${PROVIDER}', due, 0 from given`,
    ],
    claim: (db) => claimPayouts(db, PROVIDER, WIDTH),
    taken: "select 1 from payout_calls where account_id = $1 and leased_until is not null",
  },
  {
    name: "webhooks",
    many: LANES,
    rows: [endpoints("due")],
    claim: async (db) => {
      await renewWorker(db, WORKER, 60_000);
      await claimLanes(db, { worker: WORKER, busy: [] as EndpointId[], lanesMax: WIDTH, dueMax: 1 });
    },
    taken: "select 1 from webhook_endpoints where account_id = $1 and worker is not null",
  },
  {
    name: "checks of endpoints",
    many: LANES,
    rows: [
      endpoints("null::bigint"),
      `insert into endpoint_checks (account_id, endpoint_id, asked_at)
       select account, id, to_timestamp(due) from given`,
    ],
    claim: claimCheck,
    taken: "select 1 from endpoint_checks where account_id = $1 and leased_until is not null",
  },
  {
    name: "chargebacks",
    many: MANY,
    rows: [
      `insert into chargebacks (account_id, escrow_id, id, payment_id, provider, their_id, reason, amount, status, is_taken, created, look_at)
       select account, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '${PROVIDER}', account::text || n, '', 500, 'OPEN', false, 0,
         due from given`,
    ],
    claim: (db) => claimChargebacks(db, PROVIDER, WIDTH),
    taken: "select 1 from chargebacks where account_id = $1 and look_at > 1000000",
  },
];

let statements = 0;
const sql = (db: Queryable, text: string, values: readonly unknown[]): Promise<readonly unknown[]> =>
  db.query({ name: `test: ${statements++}`, text, values });

/** Rows without those that they refer to. */
const fill = (work: (tx: Transaction) => Promise<void>): Promise<void> =>
  movers.ownerOf("here").transaction(async (tx) => {
    await asReplica(tx);
    await work(tx);
  });

async function hold({ account }: Merchant): Promise<void> {
  await holdAccount(world.db, account as AccountId, true);
  for (const put of holdsOf(account as AccountId)) await world.db.transaction((tx) => putTrigger(tx, put));
}

async function close({ account }: Merchant): Promise<void> {
  for (const put of fencesOf(account as AccountId, "state")) await world.db.transaction((tx) => putTrigger(tx, put));
}

/** One that moves and another one, with rows of each: those of the first are the older ones. */
async function twoWith(rows: readonly string[], many = MANY): Promise<readonly [Merchant, Merchant]> {
  const [large, other] = [await world.merchant(), await world.merchant()];
  await fill(async (tx) => {
    for (const text of rows) {
      await sql(tx, `${GIVEN} ${text}`, [large.account, many, 1]);
      await sql(tx, `${GIVEN} ${text}`, [other.account, 1, 1_000]);
    }
  });
  await hold(large);
  return [large, other];
}

const countOf = async ({ account }: Merchant, from: string): Promise<number> =>
  (await sql(world.db, `select 1 from ${from} and account_id = $1`, [account])).length;

test.each(QUEUES)("$name of another account are taken before a large one has moved", async (queue) => {
  const [large, other] = await twoWith(queue.rows, queue.many);
  await queue.claim(world.db);
  expect(await sql(world.db, queue.taken, [large.account])).toEqual([]);
  expect(await sql(world.db, queue.taken, [other.account])).toHaveLength(1);
});

test("an account that owes and moves keeps no other from paying what it owes", async () => {
  const [large, other] = [await world.merchant(), await world.merchant()];
  await fill(async (tx) => {
    for (const { account } of [large, other])
      await sql(
        tx,
        `insert into ledger_accounts (account_id, kind, escrow_id, debits, credits)
         values ($1, 'merchant_owes', '00000000-0000-0000-0000-000000000000', 9, 0),
           ($1, 'merchant_wallet', '00000000-0000-0000-0000-000000000000', 0, 9)`,
        [account],
      );
  });
  await hold(large);
  expect(await listDebtorsWithMoney(world.db)).toEqual([other.account]);
});

const session = (status: string): string => `
  insert into checkout_sessions (account_id, id, status, amount, fees, external_reference, content, expires_at, created)
  select account, id, '${status}', 500, 0, '', '{}', due, 0 from given`;

test("what time does to another account's orders is done before a large one has moved; its own callers still find it done", async () => {
  const [large, other] = await twoWith([session("OPEN")]);
  const asked = { after: null, limit: WIDTH };
  expect(await findDue(world.db, { ...asked, account: null })).toMatchObject([{ account: other.account }]);
  expect(await findDue(world.db, { ...asked, account: large.account as AccountId })).toHaveLength(WIDTH);
});

/** What is forgotten with time. */
const OLD: readonly (Pick<Queue, "name" | "many" | "rows"> & {
  /** Where it is. */
  readonly kept: string;
  /** One step. */
  readonly forget: () => Promise<unknown>;
})[] = [
  {
    name: "expired sessions",
    many: MANY,
    rows: [
      session("EXPIRED"),
      `insert into account_days (account_id, day, paid_in, released, fees, refunded, sessions_created, sessions_completed, disputes)
       select account, 0, 0, 0, 0, 0, max(n), 0, 0 from given group by account`,
    ],
    kept: "checkout_sessions where true",
    forget: () => forgetOldSessions(world.db, WIDTH),
  },
  {
    name: "attempts of webhooks",
    many: MANY,
    rows: [
      `insert into webhook_attempts (account_id, endpoint_id, slot, number, delivery_id, event_number, attempt, state, status_code,
         duration_ms, created)
       select account, md5(account::text)::uuid, n, n, n, n, 1, 'SUCCEEDED', 200, 1, due from given`,
    ],
    kept: "webhook_attempts where true",
    forget: () => forgetAttempts(world.db, { days: 90, limit: 1_000, after: null }),
  },
  {
    // A step takes five thousand.
    name: "lines of the request log",
    many: 5_000,
    rows: [
      `insert into api_requests (account_id, id, method, path, status, key_lookup, duration_ms, is_replay, address, user_agent, answer,
         body, created, logged_at)
       select account, id, 'GET', '/account', 401, 'key', 1, false, '127.0.0.1', 'shop', '{}', '{}', 0, to_timestamp(due) from given`,
    ],
    kept: "api_requests where body is not null",
    forget: () => sweepRequests(world.db, { days: 30, bodyDays: 7 }),
  },
];

test.each(OLD)("$name are kept while their account moves, and those of another one forgotten", async (old) => {
  const [large, other] = await twoWith(old.rows, old.many);
  await old.forget();
  expect([await countOf(large, old.kept), await countOf(other, old.kept)]).toEqual([old.many, 0]);
  await close(large);
  await old.forget();
  expect(await countOf(large, old.kept)).toBe(old.many);
});

test("requests are logged until their account is closed, and what comes too late takes no other account's out of the log", async () => {
  const [large, other] = await twoWith([]);
  const lookupOf = ({ apiKey }: Merchant): string => apiKey.split("_")[1] as string;
  const request = (shop: Merchant): LoggedRequest => ({
    account: shop.account as AccountId,
    id: uuidv7(),
    method: "GET",
    path: "/account",
    status: 200,
    errorCode: null,
    keyLookup: lookupOf(shop),
    durationMs: 1,
    idempotencyKey: null,
    isReplay: false,
    objectId: null,
    address: "127.0.0.1",
    userAgent: "shop",
    body: null,
    answer: null,
    ageMs: 0,
  });
  const log = (): Promise<void> =>
    insertRequests(
      world.db,
      [large, other].map(request),
      [large, other].map((shop) => ({ lookup: lookupOf(shop), ageMs: 0 })),
    );
  const logged = () => Promise.all([large, other].map((shop) => countOf(shop, "api_requests where true")));
  await log();
  expect(await logged()).toEqual([1, 1]);
  await close(large);
  await log();
  expect(await logged()).toEqual([1, 2]);
  const used =
    "select account_id::text as account from api_keys where last_used_at is not null and account_id = any($1)";
  expect(await sql(world.db, used, [[large.account, other.account]])).toEqual([{ account: other.account }]);
});
