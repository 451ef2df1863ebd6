/** Sessions that nobody completed, with the event that tells of it, taken by the account's endpoint: what most of a large shop's sessions are. */
import type pg from "pg";

/** Sessions of one statement. */
const BATCH = 250_000;
/** They are forgotten after 90 days, and figures of today are counted until it is over. */
const SPAN = { from: 82 * 86_400, to: 2 * 86_400 } as const;
const TABLES = ["checkout_sessions", "events", "webhook_deliveries"] as const;
/** Without these for a while, each look for what is due would read all of a table. */
const NEEDED = "(due|lapsing|idempotency|disputed|escrow|failed)$";

const INSTANT_MS = "(extract(epoch from clock_timestamp()) * 1000 - $2::bigint + k * $3::float8)::bigint";
const SESSION = `(lpad(to_hex(${INSTANT_MS}), 12, '0') || '7' || substr(md5(k::text), 1, 3) || 'a' || substr(md5(k || 'a'), 1, 15))::uuid`;

const SESSIONS = `
  insert into checkout_sessions (account_id, id, status, amount, fees, external_reference, content, expires_at, created)
  select $1, session, 'EXPIRED', 24990, 655, 'NW-' || 10000000 + k, json_build_object('title', 'Walnut table for Grace', 'customer_email', '')::text,
    created + 3600, created
  from (select k, ${SESSION} as session, ${INSTANT_MS} / 1000 - 3600 as created from generate_series($4::bigint, $5::bigint) k) made`;

const EVENTS = `
  insert into events (account_id, number, id, type, body, created)
  select $1, $6::bigint + k, overlay(session::text placing 'b' from 20 for 1)::uuid, 'checkout.session.expired',
    json_build_object('object', 'event', 'type', 'checkout.session.expired', 'created', created, 'data', json_build_object('object', json_build_object(
      'id', session, 'object', 'checkout.session', 'status', 'EXPIRED', 'previous_status', 'OPEN', 'description', repeat('x', 600))))::text, created
  from (select k, ${SESSION} as session, ${INSTANT_MS} / 1000 as created from generate_series($4::bigint, $5::bigint) k) made`;

const DELIVERIES = `
  insert into webhook_deliveries (account_id, id, endpoint_id, event_number, origin, state, attempts, created, closed_at)
  select $1, nextval('webhook_delivery_numbers'), (select id from webhook_endpoints where account_id = $1 order by id limit 1), $6::bigint + k,
    'event', 'SUCCEEDED', 1, created, created
  from (select k, ${INSTANT_MS} / 1000 as created from generate_series($4::bigint, $5::bigint) k) made`;

/** Past the triggers, and with indexes that are built when all rows are there. They are not in the search, which has a measure of its own. */
export async function openAbandoned(pool: pg.Pool, account: string, count: number): Promise<void> {
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::regclass[]) and not indisunique and indexrelid::regclass::text !~ $2`,
    [TABLES, NEEDED],
  );
  // The search's worker would enter each of them.
  await pool.query("update search_progress set leased_until = 'infinity' where account_id = $1", [account]);
  for (const table of TABLES) await pool.query(`alter table ${table} disable trigger user`);
  for (const { name } of indexes) await pool.query(`drop index ${name}`);
  const counted = await pool.query<{ last_number: string }>(
    "update event_counters set last_number = last_number + $2 where account_id = $1 returning last_number - $2 as last_number",
    [account, count],
  );
  // Told to the oldest endpoint alone: the others, which what was measured before has opened, begin behind them.
  await pool.query(
    `update webhook_endpoints set since_number = (select last_number from event_counters where account_id = $1)
     where account_id = $1 and id <> (select id from webhook_endpoints where account_id = $1 order by id limit 1)`,
    [account],
  );
  const given = [account, SPAN.from * 1_000, ((SPAN.from - SPAN.to) * 1_000) / count];
  const rows = async (statement: string, ...more: readonly unknown[]): Promise<void> => {
    for (let from = 1; from <= count; from += BATCH)
      await pool.query(statement, [...given, from, Math.min(from + BATCH - 1, count), ...more]);
  };
  const before = counted.rows[0]?.last_number;
  await Promise.all([rows(SESSIONS), rows(EVENTS, before).then(() => rows(DELIVERIES, before))]);
  for (const { definition } of indexes) await inMemory(pool, definition);
  for (const table of TABLES) await pool.query(`alter table ${table} enable trigger user`);
  await pool.query(
    `update search_progress set event_number = (select last_number from event_counters where account_id = $1), leased_until = '-infinity'
     where account_id = $1`,
    [account],
  );
}

async function inMemory(pool: pg.Pool, statement: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set maintenance_work_mem = '1GB'");
    await client.query(statement);
    await client.query("reset maintenance_work_mem");
  } finally {
    client.release();
  }
}
