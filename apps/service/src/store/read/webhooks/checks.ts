/** What the doctor is told of an account and its endpoints, and what it has said of them. */
import type { AccountId, EndpointId, EventId } from "../../../domain/ids.js";
import type { Queryable } from "../../../platform/database.js";
import { NOW } from "../clock.js";
import type { EndpointKey } from "./endpoints.js";

export type CheckRow = {
  readonly status: "WAITING" | "RUNNING" | "DONE";
  /** Whole seconds of real time since it was asked for. */
  readonly age: number;
  /** Unix seconds of the service's clock. */
  readonly finished: string | null;
  /** JSON text. */
  readonly report: string | null;
  readonly error: string | null;
};

/** The last check of an endpoint; null when there was none. */
export async function findCheck(db: Queryable, { account_id, id }: EndpointKey): Promise<CheckRow | null> {
  const rows = await db.query<CheckRow>({
    name: "find endpoint check",
    text: `
      select status, floor(extract(epoch from clock_timestamp() - asked_at))::int as age, finished, report, error
      from endpoint_checks where account_id = $1 and endpoint_id = $2`,
    values: [account_id, id],
  });
  return rows[0] ?? null;
}

export type Collision = { readonly reference: string; readonly orders: number };

/** Order ids of the account's latest 10,000 orders that several of them bear; orders that came to nothing do not count. */
export function listCollisions(db: Queryable, account: AccountId, limit: number): Promise<readonly Collision[]> {
  return db.query<Collision>({
    name: "list colliding references",
    text: `
      select external_reference as reference, count(*)::int as orders
      from (select external_reference, status from escrows where account_id = $1 order by id desc limit 10000) latest
      where external_reference <> '' and status not in ('DECLINED', 'CANCELLED', 'DEADLINE_EXPIRED')
      group by external_reference having count(*) > 1 order by orders desc, reference limit $2`,
    values: [account, limit],
  });
}

/**
 * Keys of the account's latest requests that were refused since another body had them, each once: an order that shares its id with
 * another shop's never becomes one.
 */
export async function listContestedKeys(db: Queryable, account: AccountId, limit: number): Promise<readonly string[]> {
  const rows = await db.query<{ key: string }>({
    name: "list contested keys",
    text: `
      select distinct idempotency_key as key
      from (select idempotency_key, error_code from api_requests where account_id = $1 order by id desc limit 10000) latest
      where error_code = 'idempotency_conflict' and idempotency_key is not null
      order by idempotency_key limit $2`,
    values: [account, limit],
  });
  return rows.map(({ key }) => key);
}

export type EndpointStanding = {
  readonly status: "ENABLED" | "DISABLED";
  readonly consecutive_failures: number;
  /** Counted no further than a thousand. */
  readonly waiting: number;
  /** Seconds that the oldest of them waits; null when none does. */
  readonly waiting_seconds: number | null;
};

export async function readStanding(db: Queryable, { account_id, id }: EndpointKey): Promise<EndpointStanding | null> {
  const rows = await db.query<EndpointStanding>({
    name: "read endpoint standing",
    text: `
      select e.status, e.consecutive_failures, queue.waiting, queue.waiting_seconds
      from webhook_endpoints e
      cross join lateral (
        select count(*)::int as waiting, greatest(0, ${NOW} - min(created))::int as waiting_seconds
        from (select created from webhook_queue q where q.account_id = e.account_id and q.endpoint_id = e.id
              order by due_at limit 1000) counted
      ) queue
      where e.account_id = $1 and e.id = $2 and e.status <> 'DELETED'`,
    values: [account_id, id],
  });
  return rows[0] ?? null;
}

export type Unread = { readonly unread: number; readonly oldest_seconds: number | null };

/** What the feed has after an event, counted no further than `limit`; null when the account has no such event. */
export async function readUnread(
  db: Queryable,
  account: AccountId,
  { after, limit }: { readonly after: EventId; readonly limit: number },
): Promise<Unread | null> {
  const rows = await db.query<Unread>({
    name: "read unread events",
    text: `
      select unread.unread, unread.oldest_seconds
      from events position
      cross join lateral (
        select count(*)::int as unread, greatest(0, ${NOW} - min(created))::int as oldest_seconds
        from (select created from events e where e.account_id = position.account_id and e.number > position.number
              order by number limit $3) counted
      ) unread
      where position.account_id = $1 and position.id = $2`,
    values: [account, after, limit],
  });
  return rows[0] ?? null;
}

export type SealedSecrets = {
  readonly account_id: AccountId;
  readonly id: EndpointId;
  readonly secret: Buffer;
  readonly previous_secret: Buffer | null;
  /** Whether the one before still signs. */
  readonly overlaps: boolean;
};

/** Of an account's endpoints, or of the whole deployment's latest ones. */
export function listSealedSecrets(
  db: Queryable,
  { account, limit }: { readonly account: AccountId | null; readonly limit: number },
): Promise<readonly SealedSecrets[]> {
  return db.query<SealedSecrets>({
    name: "list sealed secrets",
    text: `
      select account_id, id, secret, previous_secret, coalesce(previous_secret_until > ${NOW}, false) as overlaps
      from webhook_endpoints where ($1::bigint is null or account_id = $1) and status <> 'DELETED'
      order by created desc, id desc limit $2`,
    values: [account, limit],
  });
}
