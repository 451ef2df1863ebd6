/** Deliveries of an account and their attempts, as people look through them. Attempts are the last fifty of each endpoint. */
import { LIMITS } from "@holdfast/contract";
import type { AccountId, EndpointId, EventId } from "../../../domain/ids.js";
import type { CurrentReads, Queryable } from "../../../platform/database.js";
import { type List, listOf } from "../page.js";
import type { AttemptRow, EndpointKey, EndpointRow } from "./endpoints.js";

export type LoggedAttempt = AttemptRow & {
  /** When the delivery is tried again, in milliseconds of the service's clock; null when it is not, or not after this attempt. */
  readonly next_at: string | null;
};

/** More that waits to be tried again than this is not looked through for when. */
const RETRIES_READ = 1_000;

/** The last 50 attempts of the endpoint, newest first ("Delivery guarantees", 6). */
export function listAttemptLog(db: Queryable, { account_id, id }: EndpointKey): Promise<readonly LoggedAttempt[]> {
  return db.query<LoggedAttempt>({
    name: "list attempt log",
    text: `
      with retries as materialized (
        select id, due_at, attempts from webhook_queue
        where account_id = $1 and endpoint_id = $2 and attempts > 0 order by due_at, id limit $3
      )
      select a.delivery_id as delivery, e.id as event, e.type, a.attempt, a.state, a.status_code, a.error, a.duration_ms, a.created,
        retries.due_at as next_at
      from webhook_attempts a join events e on e.account_id = a.account_id and e.number = a.event_number
      left join retries on retries.id = a.delivery_id and retries.attempts = a.attempt
      where a.account_id = $1 and a.endpoint_id = $2
      order by a.number desc limit $4`,
    values: [account_id, id, RETRIES_READ, LIMITS.webhookAttemptsShown],
  });
}

export type DeliveryRow = {
  /** The number that the receiver saw; all digits. */
  readonly delivery: string;
  readonly endpoint_id: EndpointId;
  readonly url: string;
  readonly endpoint_status: EndpointRow["status"];
  readonly origin: "event" | "ping" | "resend";
  readonly state: "PENDING" | "SUCCEEDED" | "FAILED" | "SKIPPED";
  readonly attempts: number;
  /** Unix seconds. */
  readonly created: string;
  readonly closed_at: string | null;
  /** While PENDING: milliseconds of the service's clock. */
  readonly due_at: string | null;
};

// Open deliveries have no index by number or event: the account's part of the queue is read through.
const deliveriesWhere = (condition: string): string => `
  select d.id as delivery, d.endpoint_id, w.url, w.status as endpoint_status, d.origin, d.state, d.attempts, d.created, d.closed_at,
    d.due_at, d.event_number
  from (
    select account_id, id, endpoint_id, event_number, origin, state, attempts, created, closed_at, null::bigint as due_at
    from webhook_deliveries where account_id = $1 and ${condition}
    union all
    select account_id, id, endpoint_id, event_number, origin, 'PENDING', attempts, created / 1000, null, due_at
    from webhook_queue where account_id = $1 and ${condition}
  ) d join webhook_endpoints w on w.account_id = d.account_id and w.id = d.endpoint_id`;

export type WholeDelivery = DeliveryRow & { readonly event: EventId; readonly type: string; readonly body: string };

/** Null when the account has no delivery of that number. @param delivery all digits. */
export async function findDelivery(db: Queryable, account: AccountId, delivery: string): Promise<WholeDelivery | null> {
  const rows = await db.query<WholeDelivery>({
    name: "find delivery",
    text: `
      select d.*, e.id as event, e.type, e.body from (${deliveriesWhere("id = $2")}) d
      join events e on e.account_id = $1 and e.number = d.event_number`,
    values: [account, delivery],
  });
  return rows[0] ?? null;
}

/** Every delivery of an event, oldest first. */
export function listDeliveriesOf(
  db: Queryable,
  account: AccountId,
  eventNumber: string,
): Promise<readonly DeliveryRow[]> {
  return db.query<DeliveryRow>({
    name: "list deliveries of event",
    text: `${deliveriesWhere("event_number = $2")} order by d.id`,
    values: [account, eventNumber],
  });
}

export type WholeAttempt = Pick<
  AttemptRow,
  "delivery" | "attempt" | "state" | "status_code" | "error" | "duration_ms" | "created"
> & {
  /** The first 16 KiB of the answer. */
  readonly response: string;
  /** `X-Escrow-Signature` as it was sent; null when nothing was. */
  readonly signature: string | null;
  /** `webhook-signature` beside it; null when there was none. */
  readonly standard_signature: string | null;
};

/** Those attempts of an event's deliveries that are still in the log, oldest first. */
export function listAttemptsOf(
  db: Queryable,
  account: AccountId,
  { endpoint, delivery }: { readonly endpoint: EndpointId; readonly delivery: string },
): Promise<readonly WholeAttempt[]> {
  return db.query<WholeAttempt>({
    name: "list attempts of delivery",
    text: `
      select delivery_id as delivery, attempt, state, status_code, error, duration_ms, created, response,
        split_part(signature, e'\\n', 1) as signature, nullif(split_part(signature, e'\\n', 2), '') as standard_signature
      from webhook_attempts where account_id = $1 and endpoint_id = $2 and delivery_id = $3 order by number`,
    values: [account, endpoint, delivery],
  });
}

/** A delivery that was given up. */
export type FailedDelivery = {
  /** The number that the receiver saw; all digits. */
  readonly position: string;
  readonly event: EventId;
  readonly type: string;
  /** Of the order that it is about; null for a test, and for a session without one. */
  readonly title: string | null;
  /** When it was given up, Unix seconds. */
  readonly closed_at: string;
  /** What became of the event since: nothing, a later delivery is under way, or it was delivered after all. */
  readonly since: "LOST" | "PENDING" | "SUCCEEDED";
};

/** Newest first. Leans on webhook_deliveries_failed and webhook_deliveries_event. */
export const listFailedDeliveries = (db: CurrentReads, { account_id, id }: EndpointKey): List<FailedDelivery> =>
  listOf<FailedDelivery, FailedDelivery>(
    db,
    {
      name: "list failed deliveries",
      select: `d.id as position, e.id as event, e.type, o.title, d.closed_at,
        case
          when exists (select 1 from webhook_deliveries later where later.account_id = d.account_id
            and later.event_number = d.event_number and later.endpoint_id = d.endpoint_id and later.state = 'SUCCEEDED' and later.id > d.id)
          then 'SUCCEEDED'
          when exists (select 1 from webhook_queue q where q.account_id = d.account_id and q.event_number = d.event_number
            and q.endpoint_id = d.endpoint_id)
          then 'PENDING' else 'LOST' end as since`,
      from: `webhook_deliveries d join events e on e.account_id = d.account_id and e.number = d.event_number
        left join escrows o on o.account_id = e.account_id and o.id = e.escrow_id`,
      key: "d.id",
      keyType: "bigint",
      filters: [
        { sql: "d.account_id = $", value: account_id },
        { sql: "d.endpoint_id = $", value: id },
        { sql: "d.state = $", value: "FAILED" },
      ],
    },
    (row) => row,
  );
