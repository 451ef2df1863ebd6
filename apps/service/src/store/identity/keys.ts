/** Reads and counts API keys, and makes and revokes them. Nothing here is cached: a revocation holds at once everywhere. */
import { LIMITS, type Scope, type VerificationStatus } from "@holdfast/contract";
import type { FeeSchedule } from "../../domain/fees.js";
import type { AccountId, KeyId } from "../../domain/ids.js";
import type { Actor } from "../../domain/security.js";
import type { Queryable } from "../../platform/database.js";
import { brokenUnique } from "../../platform/database-errors.js";
import { NOW } from "../read/clock.js";
import { FEE_COLUMNS, type FeesRow, feesFromRow } from "../rows.js";
import { accessChanged, accessNoted, actorJson } from "../security-events.js";

/** A key that requests present, how many do so at this moment, and how many of them ask for a new session. */
export type Presented = {
  readonly lookup: string;
  readonly hash: Buffer;
  readonly requests: number;
  readonly creations: number;
};

export type KeyRow = Omit<FoundRow, keyof FeesRow> & { readonly fees: FeeSchedule | null };

type FoundRow = FeesRow & {
  readonly lookup: string;
  /** The hash that was presented: a wrong secret finds the row too, and must be told apart by the caller. */
  readonly presented: Buffer;
  readonly secret_hash: Buffer;
  readonly scopes: readonly Scope[];
  /** Empty for all. */
  readonly networks: readonly string[];
  readonly last_four: string;
  readonly account_id: AccountId;
  readonly seller_code: string;
  readonly trading_name: string;
  readonly verification_status: VerificationStatus;
  readonly suspended: boolean;
  readonly api_version: string;
  readonly review_window_seconds: number | null;
  readonly delivery_deadline_seconds: number | null;
  /** Requests of this key in its window, these included; null for a wrong secret, which is not counted. */
  readonly requests: string | null;
  /** Whole seconds until the window ends. */
  readonly window_left: number | null;
  /** The same of the account, whatever its keys: only requests that their key had place for are counted. */
  readonly account_requests: string | null;
  readonly account_left: number | null;
  /** Sessions that the account has asked for in its day. */
  readonly creations: string | null;
  readonly creations_left: number | null;
  readonly now: string;
  /** Whether time has done something to the account's sessions or escrows that nobody has written yet. */
  readonly has_due: boolean;
};

// A window opens with a subject's first request, in real time. Rows are counted up in the order of their key, those of keys
// before those of accounts, so two batches never wait for each other in a circle.
const counting = (length: string): string => `
  on conflict (kind, subject) do update set
    requests = case when w.opened_at > clock_timestamp() - ${length} then w.requests else 0 end + excluded.requests,
    opened_at = case when w.opened_at > clock_timestamp() - ${length} then w.opened_at else clock_timestamp() end`;
const leftOf = (length: string): string =>
  `greatest(1, ceil(extract(epoch from opened_at + ${length} - clock_timestamp())))::int`;
const MINUTE = "interval '60 s'";
const DAY = "interval '1 day'";
const COUNT = counting(MINUTE);
const WINDOW_LEFT = leftOf(MINUTE);

// Who has something due is read off the low end of the partial indexes of what is due, which `order by … limit` leaves
// as the only sensible plan. Asked as `exists (… where account_id = …)`, the server, which can't know how few rows are
// due, read the whole table of sessions as soon as it was analysed: 9 ms a request at 22,000 sessions. Where more is due
// than the probe looks at, everybody may have something due.
const DUE_PROBE = 100;

const AUTHENTICATE = `
  with given as (select * from unnest($1::text[], $2::bytea[], $3::int[], $4::int[]) as given (lookup, hash, requests, creations)),
  found as (
    select k.id, k.account_id, k.lookup, given.hash as presented, k.secret_hash, k.scopes, k.networks, k.last_four,
      given.requests, given.creations
    from given join api_keys k using (lookup)
    where k.revoked_at is null and (k.expires_at is null or k.expires_at > (select ${NOW}))
  ),
  counted as (
    insert into rate_windows as w (kind, subject, opened_at, requests)
    select 'key', id::text, clock_timestamp(), sum(requests) from found where presented = secret_hash group by id order by id
    ${COUNT}
    returning subject, requests, ${WINDOW_LEFT} as window_left
  ),
  passed as materialized (
    select found.account_id, sum(fit) as requests, sum(least(fit, found.creations)) as creations
    from found join counted on counted.subject = found.id::text
    cross join lateral (select greatest(0, least(found.requests, $5::bigint - (counted.requests - found.requests))) as fit) as fitting
    where found.presented = found.secret_hash group by found.account_id
  ),
  accounts_counted as (
    insert into rate_windows as w (kind, subject, opened_at, requests)
    select 'account', account_id::text, clock_timestamp(), requests from passed where requests > 0 order by account_id
    ${COUNT}
    returning subject, requests, ${WINDOW_LEFT} as window_left
  ),
  creations_counted as (
    insert into rate_windows as w (kind, subject, opened_at, requests)
    select 'sessions', account_id::text, clock_timestamp(), creations from passed where creations > 0 order by account_id
    ${counting(DAY)}
    returning subject, requests, ${leftOf(DAY)} as window_left
  ),
  clock as materialized (select ${NOW} as now),
  due as materialized (
    (select account_id from checkout_sessions where status = 'OPEN' and expires_at <= (select now from clock)
     order by expires_at, account_id, id limit ${DUE_PROBE})
    union all
    (select account_id from escrows where due_at <= (select now from clock)
     order by due_at, account_id, id limit ${DUE_PROBE})
  )
  select found.lookup, found.presented, found.secret_hash, found.scopes, found.networks::text[] as networks, found.last_four, a.id as account_id, a.seller_code,
    a.trading_name, a.verification_status, a.suspended, a.api_version, ${FEE_COLUMNS},
    a.review_window_seconds, a.delivery_deadline_seconds,
    case when found.presented = found.secret_hash then counted.requests end as requests, counted.window_left, clock.now,
    accounts_counted.requests as account_requests, accounts_counted.window_left as account_left,
    creations_counted.requests as creations, creations_counted.window_left as creations_left,
    a.id in (select account_id from due) or (select count(*) from due) >= ${DUE_PROBE} as has_due
  from found cross join clock join accounts a on a.id = found.account_id and not a.moving left join counted on counted.subject = found.id::text
  left join accounts_counted on accounts_counted.subject = found.account_id::text
  left join creations_counted on creations_counted.subject = found.account_id::text`;

/**
 * Finds the keys, counts the requests of those whose secret is right, all in one statement.
 * @param requestsPerMinute of a key: what is beyond it does not use up its account's allowance.
 */
export async function authenticateKeys(
  db: Queryable,
  keys: readonly Presented[],
  requestsPerMinute: number,
): Promise<readonly KeyRow[]> {
  const rows = await db.query<FoundRow>({
    name: "authenticate",
    text: AUTHENTICATE,
    values: [
      keys.map((key) => key.lookup),
      keys.map((key) => key.hash),
      keys.map((key) => key.requests),
      keys.map((key) => key.creations),
      requestsPerMinute,
    ],
  });
  return rows.map((row) => ({ ...row, fees: feesFromRow(row) }));
}

/** Counts requests that presented no valid key against their addresses. */
export function countAddresses(
  db: Queryable,
  addresses: readonly { readonly address: string; readonly requests: number }[],
): Promise<readonly { subject: string; requests: string; window_left: number }[]> {
  return db.query({
    name: "count addresses",
    text: `
      insert into rate_windows as w (kind, subject, opened_at, requests)
      select 'address', address, clock_timestamp(), requests
      from unnest($1::text[], $2::int[]) as given (address, requests) order by address
      ${COUNT}
      returning subject, requests, ${WINDOW_LEFT} as window_left`,
    values: [addresses.map((one) => one.address), addresses.map((one) => one.requests)],
  });
}

/** A window of a page's visitors, and how long one lasts, in seconds. */
export type CountedPlace = { readonly kind: string; readonly subject: string; readonly seconds: number };

/** Counts one more in each window. */
export function countPlaces(
  db: Queryable,
  places: readonly CountedPlace[],
): Promise<readonly { kind: string; requests: string; window_left: number }[]> {
  const length = "(select seconds * interval '1 s' from given where (given.kind, given.subject) = (w.kind, w.subject))";
  return db.query({
    name: "count places",
    text: `
      with given as materialized (
        select * from unnest($1::text[], $2::text[], $3::int[]) as given (kind, subject, seconds)
      )
      insert into rate_windows as w (kind, subject, opened_at, requests)
      select kind, subject, clock_timestamp(), 1 from given order by kind, subject
      ${counting(length)}
      returning kind, requests, ${leftOf(length)} as window_left`,
    values: [places.map((one) => one.kind), places.map((one) => one.subject), places.map((one) => one.seconds)],
  });
}

/** Forgets windows that ended long ago: none lasts longer than an hour, but those of an account's day. */
export async function sweepWindows(db: Queryable): Promise<void> {
  await db.query({
    name: "sweep windows",
    text: `
      delete from rate_windows where (kind, subject) in (
        select kind, subject from rate_windows
        where opened_at < clock_timestamp() - case
          when kind in ('sessions', 'opened', 'mailing', 'mailed') then interval '25 h'
          when kind in ('looking_up', 'opening') then interval '65 min'
          when kind = 'holding' then interval '35 min'
          when kind = 'checking' then interval '15 min'
          else interval '5 min' end
          and opened_at < clock_timestamp() - interval '5 min'
        for update skip locked
      )`,
  });
}

export type NewKey = {
  readonly account: AccountId;
  readonly id: KeyId;
  readonly lookup: string;
  readonly hash: Buffer;
  readonly lastFour: string;
  /** At least one. */
  readonly scopes: readonly Scope[];
  /** After how many days it ends; null for never. */
  readonly days: number | null;
  /** Outside of these it is of no use; none for everywhere. */
  readonly networks: readonly string[];
  /** What its owner calls it, at most 80 characters. */
  readonly name: string;
  readonly actor: Actor;
};

/**
 * Stores a key in a free slot of the account. False when all ten are taken. Each slot has a unique index behind it, so
 * two that race for the last one can't both have it.
 */
export async function insertKey(db: Queryable, key: NewKey): Promise<boolean> {
  await endExpiredKeys(db, key.account);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const rows = await db.query({
        name: "insert key",
        text: `
          with added as (
            insert into api_keys
              (account_id, id, lookup, secret_hash, last_four, scopes, name, expires_at, networks, slot, created, created_by)
            select $1, $2, $3, $4, $5, $6, $7, service_now() + $8::bigint * 86400, $9::cidr[], min(slot), service_now(),
              ($10::jsonb ->> 'seller')::uuid
            from generate_series(1, 10) as slot
            where not exists (
              select 1 from api_keys k where k.account_id = $1 and k.revoked_at is null and k.slot = slot.slot)
            having min(slot) is not null
            returning account_id, last_four
          ),${accessChanged({ kind: "key_created", from: "added", account: "added.account_id", subject: MASKED("added"), actor: "$10" })}
          select 1 from added`,
        values: [
          ...[key.account, key.id, key.lookup, key.hash, key.lastFour, key.scopes, key.name, key.days, key.networks],
          actorJson(key.actor),
        ],
      });
      return rows.length === 1;
    } catch (error) {
      if (brokenUnique(error) !== "api_keys_slot" || attempt > LIMITS.activeApiKeys) throw error;
    }
  }
}

/** Those that have come to their end take no place any more. */
async function endExpiredKeys(db: Queryable, account: AccountId): Promise<void> {
  await db.query({
    name: "end expired keys",
    text: `
      update api_keys set revoked_at = expires_at
      where account_id = $1 and revoked_at is null and expires_at <= service_now()`,
    values: [account],
  });
}

/** As the log calls a key: by its last characters. */
const MASKED = (row: string): string => `'key ending in ' || ${row}.last_four`;

export type ListedKey = {
  readonly id: KeyId;
  readonly lookup: string;
  readonly last_four: string;
  readonly scopes: readonly Scope[];
  readonly networks: readonly string[];
  readonly expires_at: string | null;
  readonly is_expired: boolean;
  readonly name: string;
  readonly created: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
};

const LISTED = `id, lookup, last_four, scopes, networks::text[] as networks, expires_at,
  coalesce(expires_at <= service_now(), false) as is_expired, name, created, last_used_at, revoked_at`;

export function listKeys(db: Queryable, account: AccountId): Promise<readonly ListedKey[]> {
  return db.query<ListedKey>({
    name: "list keys",
    text: `select ${LISTED} from api_keys where account_id = $1 order by id`,
    values: [account],
  });
}

/** Revokes a key; revoking it again changes nothing. Null when the account has no such key. */
export async function revokeKey(
  db: Queryable,
  { account, id }: { readonly account: AccountId; readonly id: KeyId },
  actor: Actor,
): Promise<ListedKey | null> {
  const rows = await db.query<ListedKey>({
    name: "revoke key",
    text: `
      with open as (
        select account_id, last_four from api_keys where account_id = $1 and id = $2 and revoked_at is null
      ),${accessNoted({ kind: "key_revoked", from: "open", account: "open.account_id", subject: MASKED("open"), actor: "$3" })}
      update api_keys set revoked_at = coalesce(revoked_at, service_now())
      where account_id = $1 and id = $2 returning ${LISTED}`,
    values: [account, id, actorJson(actor)],
  });
  return rows[0] ?? null;
}
