/** Endpoints and what is due at them, written as the service would have: through the API they would take an hour. */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type EventId, formatId } from "../../../apps/service/dist/domain/ids.js";
import { uuidv7 } from "../../../apps/service/dist/platform/random.js";
import { openSeal, type Seal } from "../../../apps/service/dist/platform/seal.js";
import type { RealEvent } from "./real-event.js";

export const SECRET_KEY = randomBytes(32);

export type Endpoint = { readonly account: string; readonly id: string; readonly url: string };

/** Events of one statement. */
const BATCH = 2_000;
const CREATED = 1_790_000_000;
const FIRST_ACCOUNT = 2_000_000_000_000_000_000n;
const POLL_MS = 20;
const WAIT_MS = 30_000;

const INSERT_ACCOUNTS = `
  with given as (select * from unnest($1::bigint[]) as given (id)),
  made as (
    insert into accounts (id, seller_code, trading_name, email, verification_status, api_version, created)
    select id, upper(lpad(to_hex(id % 4294967296), 8, '0')), 'Hooks ' || id, 'hooks-' || id || '@example.com', 'VERIFIED',
      '2026-09-01', $2 from given
  )
  insert into event_counters (account_id) select id from given`;

const INSERT_ENDPOINTS = `
  insert into webhook_endpoints (account_id, id, url, secret, since_number, slot, created)
  select account_id, id, url, secret, 0, row_number() over (partition by account_id), $5 from unnest($1::bigint[], $2::uuid[], $3::text[], $4::bytea[])
    as given (account_id, id, url, secret)`;

/** Accounts of nobody else. */
export async function insertAccounts(db: pg.Pool, count: number): Promise<readonly string[]> {
  const { rows } = await db.query<{ last: string | null }>(
    "select max(id) as last from accounts where id >= $1 and id < $2",
    [FIRST_ACCOUNT, FIRST_ACCOUNT + 1_000_000n],
  );
  const next = BigInt(rows[0]?.last ?? FIRST_ACCOUNT) + 1n;
  const accounts = Array.from({ length: count }, (_, index) => String(next + BigInt(index)));
  await db.query(INSERT_ACCOUNTS, [accounts, CREATED]);
  return accounts;
}

/** Endpoints that take every event of their account, which has none yet and gets twenty at most. Needs a process of the service to have agreed on SECRET_KEY. */
export async function insertEndpoints(
  db: pg.Pool,
  wanted: readonly { readonly account: string; readonly url: string }[],
): Promise<readonly Endpoint[]> {
  const seal: Seal = openSeal(SECRET_KEY);
  const endpoints = wanted.map((one) => ({ ...one, id: uuidv7() }));
  await db.query(INSERT_ENDPOINTS, [
    endpoints.map(({ account }) => account),
    endpoints.map(({ id }) => id),
    endpoints.map(({ url }) => url),
    endpoints.map(({ id }) => seal.seal(`whsec_${randomBytes(20).toString("hex")}`, id)),
    CREATED,
  ]);
  return endpoints;
}

const INSERT_DUE = `
  with given as (
    select * from unnest($1::bigint[], $2::uuid[], $3::text[]) with ordinality as given (account_id, id, body, position)
  ),
  taken as (
    update event_counters counter set last_number = counter.last_number + counted.count
    from (select account_id, count(*) as count from given group by account_id) counted
    where counter.account_id = counted.account_id
    returning counter.account_id, counter.last_number - counted.count as before
  ),
  numbered as materialized (
    select given.*, taken.before + row_number() over (partition by account_id order by position) as number
    from given join taken using (account_id)
  ),
  written as (
    insert into events (account_id, number, id, type, body, created) select account_id, number, id, $4, body, $5 from numbered
  )
  insert into webhook_queue (account_id, endpoint_id, id, event_number, origin, due_at, created)
  select e.account_id, e.id, nextval('webhook_delivery_numbers'), numbered.number, 'event', $5 * 1000 + numbered.number, $5 * 1000
  from numbered join webhook_endpoints e on e.account_id = numbered.account_id and e.id = any($6::uuid[])
  order by numbered.position`;

/**
 * Makes `perEndpoint` deliveries due at each endpoint, long ago, without telling any worker; endpoints of one account share
 * their events. Waits until no worker has a lane of theirs.
 */
export async function makeDue(
  db: pg.Pool,
  endpoints: readonly Endpoint[],
  { perEndpoint, event }: { readonly perEndpoint: number; readonly event: RealEvent },
): Promise<void> {
  await untilFree(db, endpoints);
  const ids = endpoints.map(({ id }) => id);
  const accounts = [...new Set(endpoints.map(({ account }) => account))];
  const all = Array.from({ length: perEndpoint }, () => accounts).flat();
  for (let from = 0; from < all.length; from += BATCH) {
    const batch = all.slice(from, from + BATCH).map((account) => ({ account, event: uuidv7() as EventId }));
    await db.query(INSERT_DUE, [
      batch.map(({ account }) => account),
      batch.map((one) => one.event),
      batch.map((one) => event.bodyOf(formatId("event", one.event))),
      event.type,
      CREATED,
      ids,
    ]);
  }
}

/** From now on workers may look into these lanes. */
export async function release(db: pg.Pool, endpoints: readonly Endpoint[]): Promise<void> {
  await db.query("update webhook_endpoints set ready_at = 0 where id = any($1::uuid[]) and status = 'ENABLED'", [
    endpoints.map(({ id }) => id),
  ]);
}

/** Nothing more is sent to them. */
export async function disable(db: pg.Pool, endpoints: readonly Endpoint[]): Promise<void> {
  await db.query(
    "update webhook_endpoints set status = 'DISABLED', ready_at = null where id = any($1::uuid[]) and status = 'ENABLED'",
    [endpoints.map(({ id }) => id)],
  );
}

const INSERT_ONE = `
  with counter as (
    update event_counters set last_number = last_number + 1 where account_id = $1 returning last_number as number
  ),
  clock as materialized (select service_now_ms() as now),
  written as (
    insert into events (account_id, number, id, type, body, created) select $1, number, $3, $4, $5, clock.now / 1000 from counter, clock
  ),
  woken as (
    update webhook_endpoints e set ready_at = least(e.ready_at, clock.now) from clock
    where e.account_id = $1 and e.id = $2 and e.status = 'ENABLED'
  )
  insert into webhook_queue (account_id, endpoint_id, id, event_number, origin, due_at, created)
  select $1, $2, nextval('webhook_delivery_numbers'), number, 'event', clock.now, clock.now from counter, clock`;

/** One event for one endpoint, committed when this resolves; its id as receivers see it. */
export async function emitOne(db: pg.Pool, endpoint: Endpoint, event: RealEvent): Promise<string> {
  const id = uuidv7() as EventId;
  const shown = formatId("event", id);
  await db.query({
    name: "emit one",
    text: INSERT_ONE,
    values: [endpoint.account, endpoint.id, id, event.type, event.bodyOf(shown)],
  });
  return shown;
}

/** Waits until all that arrived is recorded too. To be asked when all has arrived: on a full queue asking takes time from the worker. */
export async function untilDelivered(db: pg.Pool, endpoints: readonly Endpoint[]): Promise<void> {
  const ids = endpoints.map(({ id }) => id);
  await until("deliveries are not recorded", async () => {
    const { rows } = await db.query("select 1 from webhook_queue where endpoint_id = any($1::uuid[]) limit 1", [ids]);
    return rows.length === 0;
  });
}

async function untilFree(db: pg.Pool, endpoints: readonly Endpoint[]): Promise<void> {
  const ids = endpoints.map(({ id }) => id);
  await until("lanes are not let go", async () => {
    const { rows } = await db.query(
      "select 1 from webhook_endpoints where id = any($1::uuid[]) and (worker is not null or ready_at is not null) limit 1",
      [ids],
    );
    return rows.length === 0;
  });
}

async function until(complaint: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WAIT_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`${complaint} within ${WAIT_MS / 1000} s`);
    await sleep(POLL_MS);
  }
}
