/**
 * Writes events, and with them what must follow: a delivery for each endpoint that takes them. All of it is the last that
 * a transaction sends, since the locks that it takes are held until the commit.
 */
import type { AccountId, EndpointId, EscrowId, EventId } from "../../domain/ids.js";
import type { Queryable, Statement } from "../../platform/database.js";
import { currentSpan } from "../../platform/traces.js";
import { type Given, JSON_TEXT, overRows } from "../bulk.js";
import { NOW_MS } from "../read/clock.js";

export type StoredEvent = {
  readonly account: AccountId;
  readonly id: EventId;
  readonly type: string;
  readonly body: string;
  readonly created: number;
  /** The escrow that it is about; null, or without it, for none. */
  readonly escrow?: EscrowId | null;
  /** The one endpoint that it is sent to (a ping); without it, all that take its type. Null for none. */
  readonly endpoint?: EndpointId | null;
  /** The trace that its deliveries go on with; null, or without it, for none. */
  readonly traceparent?: string | null;
};

// A statement of its own, before the one that writes: a writer that waited here sees every endpoint that was registered
// meanwhile. Counters are locked in the order of the accounts, so two batches never wait for each other in a circle.
const LOCK_COUNTERS = `
  select 1 from event_counters where account_id = any($1::bigint[]) order by account_id for update`;

/** Makes the transaction the only one that numbers events of these accounts, and that an endpoint can be registered beside. */
export const lockCounters = (events: readonly StoredEvent[]): Statement => ({
  name: "lock counters",
  text: LOCK_COUNTERS,
  values: [[...new Set(events.map((event) => event.account))]],
});

const EVENT_COLUMNS = {
  account_id: ["bigint", (event: StoredEvent) => event.account],
  id: ["uuid", (event: StoredEvent) => event.id],
  type: ["text", (event: StoredEvent) => event.type],
  body: [JSON_TEXT, (event: StoredEvent) => event.body],
  created: ["bigint", (event: StoredEvent) => event.created],
  is_directed: ["boolean", (event: StoredEvent) => event.endpoint !== undefined],
  endpoint_id: ["uuid", (event: StoredEvent) => event.endpoint ?? null],
  escrow_id: ["uuid", (event: StoredEvent) => event.escrow ?? null],
  traceparent: ["text", (event: StoredEvent) => event.traceparent ?? null],
} as const;

// An endpoint's row is locked from here to the commit: a worker that releases the lane meanwhile waits, and then sees that
// something is in it (see store/queue). Rows are locked in the order of their key, after the counters.
//
// With `shuffle` time is mirrored at the end of its two seconds: what happened last in them is due first.
const insertEventsText = ({ rows, has, count }: Given<keyof typeof EVENT_COLUMNS>): string => `
  with taken as materialized (
    update event_counters counter set last_number = counter.last_number + counted.count
    from (select account_id, count(*) as count from ${rows("account_id")} group by account_id) counted
    where counter.account_id = counted.account_id
    returning counter.account_id, counter.last_number - counted.count as before
  ),
  written as (
    insert into events (account_id, number, id, type, body, created, escrow_id)
    select account_id, before + row_number() over (partition by account_id order by ordinal), id, type, body, created, escrow_id
    from ${rows("account_id", "id", "type", "body", "created", "escrow_id")}
    join taken using (account_id)
    returning 1
  ),
  numbered as (
    select account_id, type, is_directed, endpoint_id, traceparent, ordinal,
      before + row_number() over (partition by account_id order by ordinal) as number
    from ${rows("account_id", "type", "is_directed", "endpoint_id", "traceparent")}
    join taken using (account_id)
  ),
  lanes as materialized (
    select e.account_id, e.id, e.status, e.event_types, e.chaos_shuffle, e.chaos_delay_seconds
    from webhook_endpoints e
    where ${has("account_id", "e.account_id")} and e.status <> 'DELETED'
      and exists (
        select 1 from ${rows("account_id", "type", "is_directed", "endpoint_id")}
        where given.account_id = e.account_id
          and case when given.is_directed then given.endpoint_id = e.id
              else e.event_types is null or given.type = any(e.event_types) end)
    order by e.account_id, e.id for update of e
  ),
  addressed as materialized (
    select lanes.account_id, lanes.id as endpoint_id, lanes.status, number, traceparent, ordinal, now,
      case when is_directed then 'ping' else 'event' end as origin,
      case when chaos_shuffle then (now / 2000 + 1) * 4000 - now - ordinal else now end + chaos_delay_seconds * 1000 as due_at
    from lanes cross join (select ${NOW_MS} as now) clock join numbered on numbered.account_id = lanes.account_id
      and case when is_directed then numbered.endpoint_id = lanes.id else event_types is null or type = any(event_types) end
  ),
  woken as (
    update webhook_endpoints e set ready_at = least(e.ready_at, first.due_at)
    from (select account_id, endpoint_id, min(due_at) as due_at from addressed where status = 'ENABLED' group by 1, 2) first
    where e.account_id = first.account_id and e.id = first.endpoint_id
  ),
  queued as (
    insert into webhook_queue (account_id, endpoint_id, id, event_number, origin, due_at, created, traceparent)
    select account_id, endpoint_id, nextval('webhook_delivery_numbers'), number, origin, due_at, now, traceparent
    from addressed order by ordinal
  )
  select expect_rows((select count(*) from written), ${count}, 'insert events'), exists (select from addressed) as has_deliveries`;

/** The row of {@link insertEvents}: whether an endpoint takes one of them. */
export type EventsWritten = { readonly has_deliveries: boolean };

export const insertEvents = overRows("insert events", EVENT_COLUMNS, insertEventsText);

/** Writes events that nothing else changes with: directed ones, which no endpoint of the account receives unasked. */
export async function writeDirectedEvents(
  db: Queryable,
  events: readonly (StoredEvent & { readonly endpoint: EndpointId | null })[],
): Promise<void> {
  const traceparent = currentSpan()?.traceparent ?? null;
  await db.query(insertEvents(events.map((event) => ({ ...event, traceparent }))));
}
