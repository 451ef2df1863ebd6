/** A large account moves, with more due than a worker takes at a time: what others wait for is taken meanwhile. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AccountId, EndpointId } from "../../src/domain/ids.js";
import type { Queryable, Transaction } from "../../src/platform/database.js";
import { uuidv7 } from "../../src/platform/random.js";
import { asReplica, holdAccount, holdsOf, putTrigger } from "../../src/store/moving/steps.js";
import { claimChargebacks, listDebtorsWithMoney } from "../../src/store/queue/chargebacks.js";
import { claimCheck } from "../../src/store/queue/endpoint-checks.js";
import { claimLanes } from "../../src/store/queue/lanes.js";
import { claimPayouts } from "../../src/store/queue/payout-calls.js";
import { claimCalls } from "../../src/store/queue/provider-calls.js";
import { renewWorker } from "../../src/store/queue/workers.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { openMovers, type Town } from "./town.js";

let world: World;
let movers: Awaited<ReturnType<typeof openMovers>>;
beforeAll(async () => {
  world = await startWorld({ role: "web" });
  movers = await openMovers({ cells: { here: world } } as unknown as Town);
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

test.each(QUEUES)("$name of another account are taken before a large one has moved", async (queue) => {
  const [large, other] = [await world.merchant(), await world.merchant()];
  await fill(async (tx) => {
    for (const text of queue.rows) {
      await sql(tx, `${GIVEN} ${text}`, [large.account, queue.many, 1]);
      await sql(tx, `${GIVEN} ${text}`, [other.account, 1, 1_000]);
    }
  });
  await hold(large);
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
