/**
 * What people do to webhook endpoints and their deliveries, while events are written and workers send.
 *
 * A statement locks the endpoint's row before it touches what waits in the lane, as everybody does who works on a lane;
 * so there is one order of locks. The row is then the latest; the rest of the statement still sees what was there before
 * it waited. Where that matters, it is said how it comes right.
 */
import { LIMITS } from "@holdfast/contract";
import type { AccountId, EndpointId } from "../../domain/ids.js";
import type { Actor } from "../../domain/security.js";
import type { Queryable } from "../../platform/database.js";
import { brokenUnique } from "../../platform/database-errors.js";
import { NOW, NOW_MS } from "../read/clock.js";
import { ENDPOINT_COLUMNS, type EndpointKey, type EndpointRow } from "../read/webhooks/endpoints.js";
import { accessChanged, actorJson } from "../security-events.js";

export type NewEndpoint = {
  readonly account: AccountId;
  readonly id: EndpointId;
  readonly url: string;
  /** Null takes every type; never empty. */
  readonly types: readonly string[] | null;
  readonly sealed: Sealed;
  readonly actor: Actor;
};

/** A secret, and which key sealed it: it is stored only while the database's secrets are sealed with that key. */
export type Sealed = { readonly secret: Buffer; readonly fingerprint: Buffer };

const IS_OUR_KEY = (parameter: string): string =>
  `exists (select 1 from secret_key_check where fingerprint = ${parameter})`;

// Every writer of events locks the account's counter in a statement of its own, then looks which endpoints there are. So
// under that lock, the last number is the last event that this endpoint does not get. An endpoint that was committed while this
// waited for the lock is in nobody's view here: the unique index of slots meets it, and the statement is tried again.
const REGISTER = `
  with counter as materialized (select account_id, last_number from event_counters where account_id = $1 for update),
  kept as materialized (select slot from webhook_endpoints where account_id = $1 and status <> 'DELETED'),
  free as (
    select min(number) as slot from generate_series(1, $7::int) as number
    where not exists (select 1 from kept where kept.slot = number)
    having min(number) is not null and (select count(*) from kept) < $7::int
  ),
  allowed as (select ${IS_OUR_KEY("$6")} as is_our_key),
  inserted as (
    insert into webhook_endpoints (account_id, id, url, event_types, secret, since_number, slot, created)
    select account_id, $2, $3, $4::text[], $5, last_number, free.slot, ${NOW} from counter cross join free cross join allowed
    where is_our_key
    returning ${ENDPOINT_COLUMNS}
  ),${accessChanged({ kind: "endpoint_added", from: "inserted", account: "inserted.account_id", subject: "inserted.url", actor: "$8" })}
  select is_our_key, inserted.* from allowed left join inserted on true`;

/**
 * Takes a free slot of the account; null when all of them are taken, or there is no such account. Each slot has a unique index
 * behind it, so two that race for the last one can't both have it.
 * @throws when the secret was sealed with another key than the database's.
 */
export async function insertEndpoint(db: Queryable, given: NewEndpoint): Promise<EndpointRow | null> {
  const { account, id, url, types, sealed, actor } = given;
  const slots = LIMITS.webhookEndpoints;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const [row] = await db.query<Inserted>({
        name: "insert endpoint",
        text: REGISTER,
        values: [account, id, url, types, sealed.secret, sealed.fingerprint, slots, actorJson(actor)],
      });
      if (row?.is_our_key !== true) throw new WrongKey();
      return row.id === null ? null : row;
    } catch (error) {
      if (brokenUnique(error) !== "webhook_endpoints_slot" || attempt > slots) throw error;
    }
  }
}

type Inserted = { readonly is_our_key: boolean } & (EndpointRow | { readonly id: null });

/** This process seals with another SECRET_KEY than the database's secrets were sealed with. */
export class WrongKey extends Error {
  override message = "this process seals with another SECRET_KEY than the database's secrets";
}

/**
 * From the next attempt on the new secret signs, and the one that it replaces beside it for so many hours; any older one
 * no longer does. False when there is no such endpoint, or the secret was sealed with another key than the database's.
 * @param overlapHours null for none.
 */
export async function replaceSecret(
  db: Queryable,
  { account_id, id }: EndpointKey,
  {
    sealed,
    overlapHours,
    actor,
  }: { readonly sealed: Sealed; readonly overlapHours: number | null; readonly actor: Actor },
): Promise<boolean> {
  const rows = await db.query({
    name: "replace secret",
    text: `
      with rotated as (
        update webhook_endpoints set secret = $3,
          previous_secret = case when $4::int is not null then secret end,
          previous_secret_until = ${NOW} + $4::int * 3600
        where account_id = $1 and id = $2 and status <> 'DELETED' and ${IS_OUR_KEY("$5")}
        returning account_id, url
      ),${accessChanged({ kind: "secret_rotated", from: "rotated", account: "rotated.account_id", subject: "rotated.url", actor: "$6" })}
      select 1 from rotated`,
    values: [account_id, id, sealed.secret, overlapHours, sealed.fingerprint, actorJson(actor)],
  });
  return rows.length === 1;
}

/** Writes down that the secret of an endpoint is about to be shown. */
export async function insertSecretShown(
  db: Queryable,
  { account, url }: { readonly account: AccountId; readonly url: string },
  actor: Actor,
): Promise<void> {
  await db.query({
    name: "note secret shown",
    text: `
      with shown as (select $1::bigint as account_id, $2::text as url),${accessChanged({ kind: "secret_shown", from: "shown", account: "shown.account_id", subject: "shown.url", actor: "$3" })}
      select 1`,
    values: [account, url, actorJson(actor)],
  });
}

/**
 * From the next event on the endpoint gets these types; what waits for it is sent all the same. Null when there is no such
 * endpoint.
 * @param types null takes every type; never empty.
 */
export async function writeEventTypes(
  db: Queryable,
  { account_id, id }: EndpointKey,
  types: readonly string[] | null,
): Promise<EndpointRow | null> {
  const rows = await db.query<EndpointRow>({
    name: "write event types",
    text: `
      update webhook_endpoints set event_types = $3::text[]
      where account_id = $1 and id = $2 and status <> 'DELETED'
      returning ${ENDPOINT_COLUMNS}`,
    values: [account_id, id, types],
  });
  return rows[0] ?? null;
}

/** Nothing leaves any more; what waits, waits on. Null when there is no such endpoint. */
export async function disableLane(db: Queryable, { account_id, id }: EndpointKey): Promise<EndpointRow | null> {
  const rows = await db.query<EndpointRow>({
    name: "disable lane",
    text: `
      update webhook_endpoints set status = 'DISABLED', ready_at = null
      where account_id = $1 and id = $2 and status <> 'DELETED'
      returning ${ENDPOINT_COLUMNS}`,
    values: [account_id, id],
  });
  return rows[0] ?? null;
}

const CLOCK = `clock as materialized (select ${NOW_MS} as now)`;

/** Closes what waits in the lanes of the CTE `lane` without sending it. */
const skipWaiting = (condition: string): string => `
  skipped as (
    delete from webhook_queue q using lane
    where ${condition} and q.account_id = lane.account_id and q.endpoint_id = lane.id
    returning q.account_id, q.id, q.endpoint_id, q.event_number, q.origin, q.attempts, q.created
  ),
  closed as (
    insert into webhook_deliveries (account_id, id, endpoint_id, event_number, origin, state, attempts, created, closed_at)
    select account_id, id, endpoint_id, event_number, origin, 'SKIPPED', attempts, created / 1000, clock.now / 1000
    from skipped cross join clock
  )`;

// An event that is written while this waits for the lane is in nobody's view here: it is sent as those that come after.
const ENABLE = `
  with ${CLOCK},
  lane as materialized (
    select account_id, id from webhook_endpoints where account_id = $1 and id = $2 and status = 'DISABLED' for update
  ),
  enabled as (
    update webhook_endpoints e set status = 'ENABLED', consecutive_failures = 0, ready_at = 0
    from lane where e.account_id = lane.account_id and e.id = lane.id
  ),
  restarted as (
    update webhook_queue q set due_at = q.created from lane
    where not $3::boolean and q.account_id = lane.account_id and q.endpoint_id = lane.id and q.due_at <> q.created
  ),
  ${skipWaiting("$3::boolean")}
  select 1`;

/** Sends what was held at once, oldest first, or closes it unsent. Changes nothing unless the endpoint is disabled. */
export async function enableLane(
  db: Queryable,
  { account_id, id }: EndpointKey,
  { skipHeld }: { readonly skipHeld: boolean },
): Promise<void> {
  await db.query({ name: "enable lane", text: ENABLE, values: [account_id, id, skipHeld] });
}

const RETIRE = `
  with ${CLOCK},
  lane as materialized (
    select account_id, id from webhook_endpoints where account_id = $1 and id = $2 and status <> 'DELETED' for update
  ),
  retired as (
    update webhook_endpoints e set status = 'DELETED', ready_at = null, secret = '', previous_secret = null,
      previous_secret_until = null
    from lane where e.account_id = lane.account_id and e.id = lane.id
    returning e.*
  ),
  ${skipWaiting("true")}
  select ${ENDPOINT_COLUMNS} from retired`;

// What was put into the lane while the retiring statement waited for it. Nothing is put into a deleted one.
const CLEAR_RETIRED = `
  with ${CLOCK},
  lane as materialized (
    select account_id, id from webhook_endpoints where account_id = $1 and id = $2 and status = 'DELETED' for update
  ),
  ${skipWaiting("true")}
  select 1`;

/**
 * Ends the endpoint, forgets its secrets, closes what waits for it unsent. The endpoint as it is then; null when there
 * is none. Calling it again finishes what a call that was cut off left behind.
 */
export async function retireEndpoint(db: Queryable, { account_id, id }: EndpointKey): Promise<EndpointRow | null> {
  const values = [account_id, id];
  const rows = await db.query<EndpointRow>({ name: "retire endpoint", text: RETIRE, values });
  await db.query({ name: "clear retired endpoint", text: CLEAR_RETIRED, values });
  return rows[0] ?? null;
}

/** Rows of the CTE `again` (event_number) as new deliveries, due now, in the lane of the CTE `lane`. */
const SEND_AGAIN = `
  woken as (
    update webhook_endpoints e set ready_at = case when e.status = 'ENABLED' then least(e.ready_at, clock.now) end
    from lane cross join clock
    where e.account_id = lane.account_id and e.id = lane.id and exists (select 1 from again)
  ),
  queued as (
    insert into webhook_queue (account_id, endpoint_id, id, event_number, origin, due_at, created)
    select lane.account_id, lane.id, nextval('webhook_delivery_numbers'), again.event_number, 'resend', clock.now, clock.now
    from lane cross join clock cross join again order by again.event_number
    returning id
  )`;

// A closed delivery is found by its key. Only for one that is open, or that never was, the account's part of
// the queue is read through.
const RESEND = `
  with ${CLOCK},
  known as materialized (
    select account_id, endpoint_id, event_number from webhook_deliveries where account_id = $1 and id = $2
    union all
    select account_id, endpoint_id, event_number from webhook_queue where account_id = $1 and id = $2
    limit 1
  ),
  lane as materialized (
    select e.account_id, e.id, e.status from known
    join webhook_endpoints e on e.account_id = known.account_id and e.id = known.endpoint_id
    where e.status <> 'DELETED' for update of e
  ),
  again as (select event_number from known),
  ${SEND_AGAIN}
  select queued.id as delivery, lane.status = 'DISABLED' as is_held from queued cross join lane`;

/** `delivery`: all digits. `is_held`: the endpoint is disabled, so it waits with the rest. */
export type ResentRow = { readonly delivery: string; readonly is_held: boolean };

/**
 * A new delivery of the event that the delivery carries, to its endpoint. Null when the account has none of that number, or
 * its endpoint was deleted.
 */
export async function resend(db: Queryable, account: AccountId, delivery: number): Promise<ResentRow | null> {
  const rows = await db.query<ResentRow>({ name: "resend", text: RESEND, values: [account, delivery] });
  return rows[0] ?? null;
}

// Two of these at once must not both send: the second would not see what the first put into the lane while it waited.
// Everything that matters here writes the endpoint's row, so a row that is no longer the one that the statement's view
// shows tells that the view is old. Nothing is done then, and the caller tries again.
const RECOVER = `
  with ${CLOCK},
  seen as materialized (
    select account_id, id, xmin::text as version from webhook_endpoints
    where account_id = $1 and id = $2 and status <> 'DELETED'
  ),
  lane as materialized (
    select e.account_id, e.id, e.status, e.xmin::text = seen.version as is_current from seen
    join webhook_endpoints e on e.account_id = seen.account_id and e.id = seen.id
    where e.status <> 'DELETED' for update of e
  ),
  failed as materialized (
    select d.event_number, max(d.id) as id from lane
    join webhook_deliveries d on d.account_id = lane.account_id and d.endpoint_id = lane.id
    where lane.is_current and d.state = 'FAILED' and d.closed_at >= $3 and ($4::bigint[] is null or d.id = any($4))
    group by d.event_number
  ),
  waiting as materialized (
    select q.event_number from lane join webhook_queue q on q.account_id = lane.account_id and q.endpoint_id = lane.id
  ),
  again as materialized (
    select failed.event_number from failed cross join lane
    where not exists (select 1 from waiting where waiting.event_number = failed.event_number)
      and not exists (
        select 1 from webhook_deliveries d
        where d.account_id = lane.account_id and d.event_number = failed.event_number and d.endpoint_id = lane.id
          and d.state = 'SUCCEEDED' and d.id > failed.id)
  ),
  ${SEND_AGAIN}
  select is_current, lane.status = 'DISABLED' as is_held, (select count(*) from queued) as count from lane`;

type RecoveredRow = { readonly is_current: boolean; readonly is_held: boolean; readonly count: string };

/** A view is old when somebody wrote the row in the instant between it and the lock: that does not happen on end. */
const VIEWS_MAX = 50;

/** Which failed deliveries are sent again: all since then (Unix seconds), or of those the ones with these numbers. */
type Lost = { readonly since: number; readonly deliveries: readonly string[] | null };

/**
 * A new delivery for every event whose delivery to the endpoint failed and neither succeeded later nor is under way. Null when
 * there is no such endpoint.
 */
export async function recover(
  db: Queryable,
  { account_id, id }: EndpointKey,
  { since, deliveries }: Lost,
): Promise<{ readonly count: number; readonly isHeld: boolean } | null> {
  for (let view = 1; view <= VIEWS_MAX; view += 1) {
    const values = [account_id, id, since, deliveries];
    const [row] = await db.query<RecoveredRow>({ name: "recover", text: RECOVER, values });
    if (row === undefined) return null;
    if (row.is_current) return { count: Number(row.count), isHeld: row.is_held };
  }
  throw new Error(`the lane of endpoint ${id} did not rest while its failed deliveries were looked for`);
}
