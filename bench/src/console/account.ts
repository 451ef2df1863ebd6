/** An account with a year of orders behind it: a few are made through the API, and the rest are copies of their rows. */
import type pg from "pg";
import { sha256 } from "../../../apps/service/dist/platform/hash.js";
import { token, uuidv7 } from "../../../apps/service/dist/platform/random.js";
import { API, type SeededEscrow, seedEscrows } from "../seed.js";
import { call, type Merchant, type Target } from "../world.js";
import { indexOrders } from "./search-index.js";

/** How the orders that are copied ended: of twenty, so many. */
const STANDINGS = { completed: 16, delivered: 3, disputed: 1 } as const;
const SEEDS = Object.values(STANDINGS).reduce<number>((sum, one) => sum + one, 0);
/** A year, in seconds: copies are spread over it, the last one lying nearest to now. */
const SPAN = 365 * 86_400;
/** Copies of one statement. */
const BATCH = 5_000;
const FIRST_BATCH = 500;
const ENDPOINT = "https://hooks.northwind.example/holdfast";

/** Children behind their parents. Statements and balances are written by the triggers of what is copied. */
const TABLES = [
  "checkout_sessions",
  "escrows",
  "milestones",
  "milestone_entries",
  "payments",
  "ledger_transfers",
  "events",
] as const;

export type LargeAccount = {
  readonly merchant: Merchant;
  readonly sellerCode: string;
  /** Of a seller who owns the account and is an operator too. */
  readonly cookie: string;
  /** Orders that were made through the API, newest last. */
  readonly escrows: readonly SeededEscrow[];
};

/** Where orders are made, and where they are copied. */
type WebhookFixture = Pick<Target, "newMerchant" | "served" | "database">;

export async function openLargeAccount(target: WebhookFixture, escrows: number): Promise<LargeAccount> {
  const pool = target.database;
  const { merchant, seeds } = await fillAccount(target, escrows);
  await indexOrders(pool, merchant.account);
  const cookie = await signIn(pool, merchant.account);
  const { rows } = await pool.query<{ seller_code: string }>("select seller_code from accounts where id = $1", [
    merchant.account,
  ]);
  return { merchant, sellerCode: rows[0]?.seller_code ?? "", cookie, escrows: seeds };
}

/** Its rows alone: nobody signs in, and its search goes on by itself. */
export async function fillAccount(
  target: WebhookFixture,
  escrows: number,
): Promise<{ readonly merchant: Merchant; readonly seeds: readonly SeededEscrow[] }> {
  const merchant = await target.newMerchant();
  const pool = target.database;
  // The figures of an account begin with the day on which it was opened.
  await pool.query("update accounts set created = created - $2 where id = $1", [merchant.account, SPAN + 86_400]);
  const seeds = await seedOrders(target, merchant);
  await copyOrders(pool, merchant.account, escrows - seeds.length);
  await deliverEvents(pool, merchant.account);
  return { merchant, seeds };
}

async function seedOrders({ served }: WebhookFixture, merchant: Merchant): Promise<readonly SeededEscrow[]> {
  const post = (path: string, body: object = {}): Promise<unknown> =>
    call(served, merchant, { method: "POST", path: API + path, body: JSON.stringify(body) });
  const escrows = await seedEscrows(served, merchant, { count: SEEDS, milestones: 1 });
  for (const [index, { id, milestones }] of escrows.entries()) {
    const milestone = `/escrows/${id}/milestones/${milestones[0]?.id}`;
    await post(`${milestone}/submit`, { submission_details: "Sent by DHL, parcel 00340434161094042557." });
    if (index < STANDINGS.completed) await post(`/test_helpers${milestone}/approve`);
    else if (index >= STANDINGS.completed + STANDINGS.delivered)
      await post(`/test_helpers${milestone}/dispute`, { reason: "Two of the chairs are cracked." });
  }
  return escrows;
}

/** The same object in its k-th copy: another instant in front, and the copy's number behind. */
const COPY_ID = `
  create or replace function bench_copy_id(original uuid, k bigint, seconds bigint) returns uuid language sql immutable as $$
    select (lpad(to_hex(('x' || translate(left(original::text, 13), '-', ''))::bit(48)::bigint - seconds * 1000), 12, '0')
      || substr(translate(original::text, '-', ''), 13, 12) || lpad(to_hex(k), 8, '0'))::uuid
  $$`;

const INSTANTS = new Set(
  "created funding_deadline funded_at first_submitted_at ended_at expires_at completed_at review_since".split(" "),
);

/** Ids of the order and its only milestone as they are in the copy's rows, and a session of its own. */
const COPIED_BODY = `regexp_replace(
  replace(
    replace(o.body, o.escrow_id::text, bench_copy_id(o.escrow_id, k, seconds)::text),
    (select id::text from seed_milestones m where m.place = o.place),
    (select bench_copy_id(id, k, seconds)::text from seed_milestones m where m.place = o.place)),
  '"(cs_[0-9a-z]+)"', '"\\1' || k || '"', 'g')`;

/** What a column of a copy says; by its own value where nothing has to change. */
function copied(column: string, type: string, table: string): string {
  const own = `o.${column}`;
  if (type === "uuid") return `bench_copy_id(${own}, k, seconds)`;
  if (INSTANTS.has(column)) return `${own} - seconds`;
  if (table === "events" && column === "number")
    return `(select last.number from last) + row_number() over (order by k, ${own})`;
  if (table === "events" && column === "body") return COPIED_BODY;
  if (table === "payments" && column === "reference") return `${own} || '-' || k`;
  if (table === "escrows" && column === "buyer_email") return `'buyer-' || k % 5000 || '@example.com'`;
  if (column === "external_reference") return `'NW-' || k`;
  if (column === "dispute_reference") return `case when ${own} is not null then 'DS-' || lpad(k::text, 8, '0') end`;
  // On a day of their own, so that no code is one of those that were drawn for the orders that are copied.
  if (table === "escrows" && column === "reference_code")
    return `regexp_replace(${own}, '^TR-\\d{8}\\.\\d{6}', 'TR-20250101.' || lpad(k::text, 6, '0'))`;
  return own;
}

async function copyOrders(pool: pg.Pool, account: string, count: number): Promise<void> {
  await pool.query(COPY_ID);
  const { rows: columns } = await pool.query<{ table_name: string; column_name: string; data_type: string }>(
    `select table_name, column_name, data_type from information_schema.columns
     where table_schema = 'public' and table_name = any($1) and is_generated = 'NEVER'`,
    [TABLES],
  );
  const client = await pool.connect();
  try {
    for (const table of TABLES) await client.query(seedStatement(table, account));
    for (let from = 1, size = FIRST_BATCH; from <= count; from += size, size = BATCH) {
      await client.query("begin");
      for (const table of TABLES) {
        const own = columns.filter(({ table_name }) => table_name === table);
        await client.query(copyStatement(table, account, own), [from, Math.min(from + size - 1, count), count]);
      }
      await client.query("commit");
      // Triggers keep the plans that they made when there were a few rows; these are made anew.
      await client.query("analyze");
    }
    await client.query(
      "update event_counters c set last_number = (select max(number) from events where account_id = c.account_id) where account_id = $1",
      [account],
    );
  } finally {
    client.release();
  }
}

/** What is copied: the rows of the orders that were made, before any copy is; `place` counts the orders from 0. */
function seedStatement(table: string, account: string): string {
  const order = { checkout_sessions: "e.session_id = o.id", escrows: "e.id = o.id" }[table] ?? "e.id = o.escrow_id";
  return `
    create temp table seed_${table} as
    select o.*, e.place from (
      select id, session_id, row_number() over (order by id) - 1 as place from escrows where account_id = ${account}
    ) e join ${table} o on o.account_id = ${account} and ${order}`;
}

function copyStatement(
  table: string,
  account: string,
  columns: readonly { column_name: string; data_type: string }[],
): string {
  const names = columns.map(({ column_name }) => column_name);
  const values = columns.map(({ column_name, data_type }) => copied(column_name, data_type, table));
  return `
    with last as materialized (select max(number) as number from events where account_id = ${account})
    insert into ${table} (${names.join(", ")})
    select ${values.join(", ")}
    from generate_series($1::bigint, $2::bigint) as k
    cross join lateral (select (${SPAN} * ($3::bigint - k) / $3::bigint)::bigint as seconds) as shift
    join seed_${table} o on o.place = k % ${SEEDS}`;
}

/** Of one account. */
const DELIVERIES_MAX = 100_000;

/** An endpoint that took every event since it was registered. */
async function deliverEvents(pool: pg.Pool, account: string): Promise<void> {
  const endpoint = uuidv7();
  await pool.query(
    `insert into webhook_endpoints (slot, account_id, id, url, secret, since_number, created, status)
     select 1, $1, $2, $3, '\\x00', greatest(last_number - $4, 0), service_now(), 'DISABLED' from event_counters where account_id = $1`,
    [account, endpoint, ENDPOINT, DELIVERIES_MAX],
  );
  await pool.query(
    `insert into webhook_deliveries (account_id, id, endpoint_id, event_number, origin, state, attempts, created, closed_at)
     select account_id, nextval('webhook_delivery_numbers'), $2, number, 'event', 'SUCCEEDED', 1, created, created
     from events where account_id = $1 order by number desc limit $3`,
    [account, endpoint, DELIVERIES_MAX],
  );
}

async function signIn(pool: pg.Pool, account: string): Promise<string> {
  const [seller, secret] = [uuidv7(), token(43)];
  await pool.query(
    `insert into sellers (id, email, name, password_hash, is_operator, created)
     values ($1, 'owner@northwind.example', 'Ada Byron', 'none', true, service_now())`,
    [seller],
  );
  await pool.query(
    "insert into team_members (account_id, seller_id, role, created) values ($1, $2, 'owner', service_now())",
    [account, seller],
  );
  await pool.query(
    `insert into seller_sessions (token_hash, id, seller_id, user_agent, network, created, seen_at, expires_at)
     values ($1, $2, $3, 'bench', '127.0.0.1', service_now(), service_now(), clock_timestamp() + interval '1 day')`,
    [sha256(secret), uuidv7(), seller],
  );
  return `hf_seller=${secret}`;
}
