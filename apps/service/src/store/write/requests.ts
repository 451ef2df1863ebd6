/** The log of the API's requests: rows in bulk, and what is no longer kept. Nothing of the service reads it but its pages. */
import type { AccountId } from "../../domain/ids.js";
import type { Queryable } from "../../platform/database.js";
import { isFree } from "../held.js";
import { NOW_MS } from "../read/clock.js";

/** One request as it was answered. Texts are without NUL, and without secrets. */
export type LoggedRequest = {
  readonly account: AccountId;
  /** UUID of the `Request-Id`. */
  readonly id: string;
  readonly method: string;
  /** Below the API's root, with its query; at most 2,000 characters. */
  readonly path: string;
  readonly status: number;
  readonly errorCode: string | null;
  readonly keyLookup: string;
  readonly durationMs: number;
  readonly idempotencyKey: string | null;
  readonly isReplay: boolean;
  /** Id of the one object that the answer is; null for lists and refusals. */
  readonly objectId: string | null;
  readonly address: string;
  readonly userAgent: string;
  /** Of a refused request alone: what was sent, and the error envelope. */
  readonly body: string | null;
  readonly answer: string | null;
  /** Milliseconds from its arrival until the statement is sent. */
  readonly ageMs: number;
};

/** A key that was used, and how long before the statement. */
export type UsedKey = { readonly lookup: string; readonly ageMs: number };

// A key's row is written once a minute at most, and not waited for: another process that holds it writes the same. An account may
// have moved to another cell since it was answered: what is written of it then would stay behind.
const INSERT_REQUESTS = `
  with clock as materialized (select ${NOW_MS} as now),
  used as materialized (
    select k.account_id, k.id, ((select now from clock) - given.age_ms) / 1000 as used_at
    from unnest($1::text[], $2::int[]) as given (lookup, age_ms) join api_keys k using (lookup)
    where coalesce(k.last_used_at, 0) <= ((select now from clock) - given.age_ms) / 1000 - 60 and ${isFree("k.account_id")}
    for no key update of k skip locked
  ),
  touched as (
    update api_keys k set last_used_at = used.used_at from used where k.account_id = used.account_id and k.id = used.id
  )
  insert into api_requests (account_id, id, method, path, status, error_code, key_lookup, duration_ms, idempotency_key, is_replay,
    object_id, address, user_agent, body, answer, created)
  select account_id, id, method, path, status, error_code, key_lookup, duration_ms, idempotency_key, is_replay, object_id, address,
    user_agent, body, answer, (clock.now - age_ms) / 1000
  from unnest($3::bigint[], $4::uuid[], $5::text[], $6::text[], $7::smallint[], $8::text[], $9::text[], $10::int[], $11::text[],
      $12::boolean[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::int[])
    as given (account_id, id, method, path, status, error_code, key_lookup, duration_ms, idempotency_key, is_replay, object_id, address,
      user_agent, body, answer, age_ms)
  cross join clock
  where exists (select 1 from accounts a where a.id = given.account_id)
  on conflict do nothing`;

/** Writes requests, and when keys were used last. Repeating it changes nothing. */
export async function insertRequests(
  db: Queryable,
  requests: readonly LoggedRequest[],
  keys: readonly UsedKey[],
): Promise<void> {
  const column = <Name extends keyof LoggedRequest>(name: Name): readonly LoggedRequest[Name][] =>
    requests.map((one) => one[name]);
  await db.query({
    name: "insert requests",
    text: INSERT_REQUESTS,
    values: [
      keys.map((key) => key.lookup),
      keys.map((key) => key.ageMs),
      column("account"),
      column("id"),
      column("method"),
      column("path"),
      column("status"),
      column("errorCode"),
      column("keyLookup"),
      column("durationMs"),
      column("idempotencyKey"),
      column("isReplay"),
      column("objectId"),
      column("address"),
      column("userAgent"),
      column("body"),
      column("answer"),
      column("ageMs"),
    ],
  });
}

/** Forgets all but the account's newest requests. */
export async function trimRequests(db: Queryable, account: AccountId, keep: number): Promise<void> {
  await db.query({
    name: "trim requests",
    text: `
      delete from api_requests where account_id = $1 and id <= (
        select id from api_requests where account_id = $1 order by id desc offset $2 limit 1)`,
    values: [account, keep],
  });
}

const SWEPT_AT_ONCE = 5_000;

/**
 * Forgets requests of so many days ago, and what was sent with them sooner; in real time, some thousand rows a call. Those of an account
 * that moves stay: closed, they can't be deleted, and would take the place of others.
 */
export async function sweepRequests(
  db: Queryable,
  { days, bodyDays }: { readonly days: number; readonly bodyDays: number },
): Promise<void> {
  await db.query({
    name: "sweep requests",
    text: `
      delete from api_requests where (account_id, id) in (
        select account_id, id from api_requests
        where logged_at < clock_timestamp() - $1 * interval '1 day' and ${isFree("account_id")}
        order by logged_at limit ${SWEPT_AT_ONCE} for update skip locked)`,
    values: [days],
  });
  await db.query({
    name: "sweep request bodies",
    text: `
      update api_requests set body = null where (account_id, id) in (
        select account_id, id from api_requests
        where body is not null and logged_at < clock_timestamp() - $1 * interval '1 day' and ${isFree("account_id")}
        order by logged_at limit ${SWEPT_AT_ONCE} for update skip locked)`,
    values: [bodyDays],
  });
}
