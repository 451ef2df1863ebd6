import type { EventType } from "@holdfast/contract";
import type { AccountId, EscrowId, EventId } from "../../../domain/ids.js";
import type { CurrentReads, Database, Queryable } from "../../../platform/database.js";
import { lookUp } from "../../bulk.js";
import { type DayRange, type List, listOf, type Page, type PageRequest } from "../page.js";

export type WholeEvent = EventRow & {
  readonly type: string;
  readonly created: string;
  readonly escrow_id: EscrowId | null;
};

export async function findEvent(db: Queryable, account: AccountId, id: EventId): Promise<WholeEvent | null> {
  const rows = await db.query<WholeEvent>({
    name: "find event",
    text: "select id, number, body, type, created, escrow_id from events where account_id = $1 and id = $2",
    values: [account, id],
  });
  return rows[0] ?? null;
}

/** How an event's latest deliveries stand, by endpoint. */
export type Sent = {
  readonly delivered: number;
  readonly failed: number;
  readonly waiting: number;
  /** Until the endpoint is enabled. */
  readonly held: number;
};

export type EventLine = {
  readonly position: string;
  readonly id: EventId;
  readonly type: string;
  readonly created: number;
  /** The order or the session that it is about; null for a test. */
  readonly about: { readonly title: string; readonly escrow: EscrowId | null; readonly session: string | null } | null;
  readonly sent: Sent;
};

type LineRow = {
  position: string;
  id: EventId;
  type: string;
  created: string;
  escrow: EscrowId | null;
  title: string | null;
  session: string | null;
  sent: readonly [delivered: number, failed: number, waiting: number, held: number];
};

const lineFromRow = ({ escrow, title, session, sent, ...row }: LineRow): EventLine => {
  const [delivered, failed, waiting, held] = sent;
  return {
    ...row,
    created: Number(row.created),
    about: title === null ? null : { title, escrow, session },
    sent: { delivered, failed, waiting, held },
  };
};

// The rows of a page alone are looked up: webhook_deliveries_event, webhook_queue_event.
const LINE = `e.number as position, e.id, e.type, e.created, e.escrow_id as escrow,
  coalesce(o.title, case when e.type like 'checkout.%' then e.body::json #>> '{data,object,title}' end) as title,
  case when e.type like 'checkout.%' then e.body::json #>> '{data,object,id}' end as session,
  (select array[count(*) filter (where state = 'SUCCEEDED'), count(*) filter (where state = 'FAILED'),
     count(*) filter (where state = 'PENDING' and w.status = 'ENABLED'),
     count(*) filter (where state = 'PENDING' and w.status = 'DISABLED')]::int[]
   from (
     select distinct on (endpoint_id) endpoint_id, state from (
       select d.endpoint_id, d.id, d.state from webhook_deliveries d
       where d.account_id = e.account_id and d.event_number = e.number
       union all
       select q.endpoint_id, q.id, 'PENDING' from webhook_queue q where q.account_id = e.account_id and q.event_number = e.number
     ) every_one order by endpoint_id, id desc
   ) latest join webhook_endpoints w on w.account_id = e.account_id and w.id = latest.endpoint_id) as sent`;

export type EventFilter = DayRange & { readonly type: EventType | null };

/** Events without their bodies, newest first. */
export async function listEventLines(
  db: CurrentReads,
  account: AccountId,
  { type, from, until }: EventFilter,
): Promise<List<EventLine>> {
  const [first, last] = await Promise.all([numberAt(db, account, from), numberAt(db, account, until)]);
  return listOf<LineRow, EventLine>(
    db,
    {
      name: "list event lines",
      select: LINE,
      from: "events e left join escrows o on o.account_id = e.account_id and o.id = e.escrow_id",
      key: "e.number",
      keyType: "bigint",
      filters: [
        { sql: "e.account_id = $", value: account },
        ...(type === null ? [] : [{ sql: "e.type = $", value: type }]),
        ...(first === null ? [] : [{ sql: "e.number >= $", value: first, mark: "from" }]),
        ...(last === null ? [] : [{ sql: "e.number < $", value: last, mark: "until" }]),
      ],
    },
    lineFromRow,
  );
}

/** The number of the first event from that second on, or the next that will be given. Numbers have no gap, so it halves its way. */
async function numberAt(db: CurrentReads, account: AccountId, seconds: number | null): Promise<string | null> {
  if (seconds === null) return null;
  const rows = await db.read<{ number: string }>({
    name: "event number at",
    text: `
      with recursive halves (low, high) as (
        select 1::bigint, last_number + 1 from event_counters where account_id = $1
        union all
        select case when e.created < $2 then e.number + 1 else low end, case when e.created < $2 then high else e.number end
        from halves join events e on e.account_id = $1 and e.number = (low + high) / 2
        where low < high
      )
      select low as number from halves where low >= high`,
    values: [account, seconds],
  });
  return rows[0]?.number ?? "1";
}

export type EventRow = { readonly id: EventId; readonly number: string; readonly body: string };

// Asked for together. With a connection for each, readers of the feed would make the pool open more, and wait until they are open.
const FIND_NUMBER = lookUp(
  "find event number",
  { account_id: "bigint", id: "uuid" },
  (given) => `
    select given.ordinal, e.number from ${given} join events e on e.account_id = given.account_id and e.id = given.id`,
);

/** The event's number in its account's feed; null when the account has no such event. */
export async function findEventNumber(
  db: Pick<Database, "lookUp">,
  account: AccountId,
  id: EventId,
): Promise<string | null> {
  const [row] = await db.lookUp<{ number: string }>(FIND_NUMBER, [account, id]);
  return row?.number ?? null;
}

export async function listEvents(
  db: CurrentReads,
  account: AccountId,
  { page, ...filter }: { type: EventType | null; page: PageRequest },
): Promise<Page<EventRow>> {
  // One column: each takes the driver as long as reading an event does (docs/decisions/0039-what-a-request-costs.md).
  const listing = {
    name: "list events",
    select: "id || ' ' || number || ' ' || body as line",
    from: "events",
    key: "number",
    keyType: "bigint",
    filters: [
      { sql: "account_id = $", value: account },
      ...(filter.type === null ? [] : [{ sql: "type = $", value: filter.type }]),
    ],
  } as const;
  return listOf(db, listing, eventFromLine).page(page);
}

function eventFromLine({ line }: { line: string }): EventRow {
  const number = UUID_LENGTH + 1;
  const body = line.indexOf(" ", number) + 1;
  return { id: line.slice(0, UUID_LENGTH) as EventId, number: line.slice(number, body - 1), body: line.slice(body) };
}

const UUID_LENGTH = 36;
