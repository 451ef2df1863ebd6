/** An account's webhook endpoints with how they do, for the people who look after them. Another account's are not there. */
import type { AccountId, EndpointId } from "../../../domain/ids.js";
import type { Queryable } from "../../../platform/database.js";
import { NOW, NOW_MS } from "../clock.js";
import { ENDPOINT_COLUMNS, type EndpointRow } from "./endpoints.js";

export type OwnEndpoint = EndpointRow & {
  readonly attempts_made: string;
  /** Until when the secret before signs too; null once it does not. */
  readonly overlap_until: string | null;
  readonly chaos_duplicate: boolean;
  readonly chaos_shuffle: boolean;
  readonly chaos_delay_seconds: number;
  readonly chaos_drop_first: number;
  /** Unix seconds of the service's clock. */
  readonly now: string;
};

export async function findOwnEndpoint(db: Queryable, account: AccountId, id: EndpointId): Promise<OwnEndpoint | null> {
  const rows = await db.query<OwnEndpoint>({
    name: "find own endpoint",
    text: `
      select ${ENDPOINT_COLUMNS}, attempts_made, case when previous_secret_until > ${NOW} then previous_secret_until end as overlap_until,
        chaos_duplicate, chaos_shuffle, chaos_delay_seconds, chaos_drop_first, ${NOW} as now
      from webhook_endpoints where account_id = $1 and id = $2 and status <> 'DELETED'`,
    values: [account, id],
  });
  return rows[0] ?? null;
}

export type EndpointHealth = EndpointRow & {
  /** Of the last fifty attempts. */
  readonly logged: string;
  readonly succeeded: string;
  readonly last_at: string | null;
  /** What waits for it, counted no further than `WAITING_COUNTED`. */
  readonly waiting: string;
};

/** Counting stops here. */
export const COUNTED_MAX = 100_000;
const WAITING_COUNTED = 1_000;

/** Oldest first. */
export function listEndpointHealth(db: Queryable, account: AccountId): Promise<readonly EndpointHealth[]> {
  return db.query<EndpointHealth>({
    name: "list endpoint health",
    text: `
      select ${ENDPOINT_COLUMNS.split(", ")
        .map((column) => `e.${column}`)
        .join(", ")}, log.logged, log.succeeded, log.last_at, waiting.waiting
      from webhook_endpoints e
      cross join lateral (
        select count(*) as logged, count(*) filter (where state = 'SUCCEEDED') as succeeded, max(a.created) as last_at
        from webhook_attempts a where a.account_id = e.account_id and a.endpoint_id = e.id
      ) log
      cross join lateral (
        select count(*) as waiting from (
          select 1 from webhook_queue q where q.account_id = e.account_id and q.endpoint_id = e.id limit $2) counted
      ) waiting
      where e.account_id = $1 and e.status <> 'DELETED' order by e.created, e.id`,
    values: [account, WAITING_COUNTED],
  });
}

export type EndpointFigures = {
  /** Deliveries of the last 24 hours that it took, and that were given up; counted no further than `COUNTED_MAX`. */
  readonly delivered: string;
  readonly failed: string;
  /** Milliseconds, over the answers among the last fifty attempts; null without any. */
  readonly median_ms: number | null;
  readonly p95_ms: number | null;
  /** What waits, for whatever reason; of it, what was tried before. */
  readonly waiting: string;
  readonly retrying: string;
  /** When the next is due, of all and of those that were tried before: milliseconds of the service's clock. */
  readonly due_at: string | null;
  readonly retry_at: string | null;
  readonly now_ms: string;
};

export async function readEndpointFigures(
  db: Queryable,
  { account_id, id }: Pick<EndpointRow, "account_id" | "id">,
): Promise<EndpointFigures> {
  const since = `${NOW} - 86400`;
  const closed = (state: "SUCCEEDED" | "FAILED"): string => `
    (select count(*) from (
      select 1 from webhook_deliveries where account_id = $1 and endpoint_id = $2 and state = '${state}' and closed_at > ${since}
      limit $3) counted)`;
  const rows = await db.query<EndpointFigures>({
    name: "read endpoint figures",
    text: `
      with queue as materialized (
        select attempts, due_at from webhook_queue where account_id = $1 and endpoint_id = $2 order by due_at limit $3
      ),
      answers as materialized (
        select duration_ms from webhook_attempts where account_id = $1 and endpoint_id = $2 and status_code is not null
      )
      select ${closed("SUCCEEDED")} as delivered, ${closed("FAILED")} as failed,
        (select percentile_cont(0.5) within group (order by duration_ms) from answers) as median_ms,
        (select percentile_cont(0.95) within group (order by duration_ms) from answers) as p95_ms,
        (select count(*) from queue) as waiting, (select count(*) from queue where attempts > 0) as retrying,
        (select min(due_at) from queue) as due_at, (select min(due_at) from queue where attempts > 0) as retry_at,
        ${NOW_MS} as now_ms`,
    values: [account_id, id, COUNTED_MAX],
  });
  return rows[0] as EndpointFigures;
}

/** Deliveries that were closed in one hour of the last day. */
export type EndpointHour = {
  /** 0 for the oldest, 23 for the last 60 minutes. */
  readonly slot: number;
  readonly delivered: number;
  readonly failed: number;
};

/** The last 24 hours, oldest first, each there; counted no further than `COUNTED_MAX` of each kind, newest first. */
export async function readEndpointHours(
  db: Queryable,
  { account_id, id }: Pick<EndpointRow, "account_id" | "id">,
): Promise<readonly EndpointHour[]> {
  const closed = (state: "SUCCEEDED" | "FAILED", column: string): string => `
    ${column} as (
      select 23 - (clock.now - closed_at) / 3600 as slot, count(*) as deliveries from clock, (
        select closed_at from webhook_deliveries
        where account_id = $1 and endpoint_id = $2 and state = '${state}' and closed_at > (select now - 86400 from clock)
        order by closed_at desc limit $3
      ) newest group by 1
    )`;
  const rows = await db.query<{ slot: number; delivered: string; failed: string }>({
    name: "read endpoint hours",
    text: `
      with clock as materialized (select ${NOW} as now), ${closed("SUCCEEDED", "delivered")}, ${closed("FAILED", "failed")}
      select slots.slot, coalesce(d.deliveries, 0) as delivered, coalesce(f.deliveries, 0) as failed
      from generate_series(0, 23) as slots (slot)
      left join delivered d on d.slot = slots.slot left join failed f on f.slot = slots.slot order by slots.slot`,
    values: [account_id, id, COUNTED_MAX],
  });
  return rows.map(({ slot, delivered, failed }) => ({ slot, delivered: Number(delivered), failed: Number(failed) }));
}

export type EndpointSecrets = {
  readonly id: EndpointId;
  readonly url: string;
  /** Sealed, for the endpoint's id. */
  readonly secret: Buffer;
  /** The one that it replaced last, whether it still signs or not. */
  readonly previous_secret: Buffer | null;
};

/** @param id null for all endpoints of the account. */
export function readSecrets(
  db: Queryable,
  account: AccountId,
  id: EndpointId | null,
): Promise<readonly EndpointSecrets[]> {
  return db.query<EndpointSecrets>({
    name: "read secrets",
    text: `
      select id, url, secret, previous_secret from webhook_endpoints
      where account_id = $1 and ($2::uuid is null or id = $2) and status <> 'DELETED' order by created, id`,
    values: [account, id],
  });
}
