/** Sessions and escrows as their seller looks for them, and all that belongs to one of them. */
import type { EscrowStatus, MilestoneStatus, PaymentMethod, SessionStatus } from "@holdfast/contract";
import type { Money } from "../../../domain/currencies.js";
import type { FeeSchedule } from "../../../domain/fees.js";
import { type AccountId, type EscrowId, type EventId, formatId, type SessionId } from "../../../domain/ids.js";
import type { Terms } from "../../../domain/model.js";
import { add, type Cents, CURRENCY } from "../../../domain/money.js";
import { TERMINAL, UNFUNDED } from "../../../domain/states.js";
import type { Queryable } from "../../../platform/database.js";
import type { Reads } from "../../../platform/late-reads.js";
import { abroadFrom, type CurrencySum } from "../../abroad.js";
import { IS_MISTAKEN } from "../../chargebacks.js";
import { WAITS_FOR_SELLER } from "../../messages.js";
import { FEE_COLUMNS, type FeesRow, feesFromRow, toCents } from "../../rows.js";
import { NOW } from "../clock.js";
import type { DayRange, List } from "../page.js";
import { type Branches, type Condition, linesOf, type OrderList } from "./lists.js";
import type { Search } from "./search.js";

// Escrows -----------------------------------------------------------------------------------------------------------

/** What sellers look for. An order with several milestones may wait for both sides, and then is in two groups. */
export const ESCROW_GROUPS = [
  "to_deliver",
  "in_review",
  "to_answer",
  "disputed",
  "ever_disputed",
  "unfunded",
  "done",
] as const;
export type EscrowGroup = (typeof ESCROW_GROUPS)[number];

export type EscrowFilter = DayRange & {
  readonly status: EscrowStatus | EscrowGroup | null;
  /** What a search found; null without one. */
  readonly search: Search | null;
  /** Rows that were chosen one by one, in place of all else that filters; null without any. */
  readonly rows: readonly string[] | null;
};

export type EscrowLine = {
  readonly position: EscrowId;
  readonly title: string;
  readonly referenceCode: string;
  readonly externalReference: string;
  readonly disputeReference: string | null;
  readonly buyerEmail: string;
  readonly status: EscrowStatus;
  /** By which its buyer last paid, or began to; null before that. */
  readonly method: PaymentMethod | null;
  /** What came, as its payers know it, a sum for each currency; null where all came in USD. */
  readonly paid: readonly Money[] | null;
  /** What the seller gets of it, and what the buyer pays: amount, and amount and fees. */
  readonly amount: Cents;
  readonly total: Cents;
  /** What of the amount went back by refunds, fees apart. */
  readonly refunded: Cents;
  readonly created: number;
  /** Milestones that wait for a delivery, and those that wait for the buyer, while the escrow lets them. */
  readonly toDeliver: number;
  readonly toReview: number;
  /** Whether its dispute is a bank's alone. */
  readonly isBanks: boolean;
  /** All that was taken out of it had been booked by mistake, which ended it or left it to an operator: no bank disputes it. */
  readonly isMistaken: boolean;
};

type EscrowRow = {
  id: EscrowId;
  title: string;
  reference_code: string;
  external_reference: string;
  dispute_reference: string | null;
  buyer_email: string;
  status: EscrowStatus;
  method: PaymentMethod | null;
  paid: readonly CurrencySum[] | null;
  amount: string;
  fees: string;
  refunded: string;
  created: string;
  counts: readonly [toDeliver: number, toReview: number, disputed: number];
  is_mistaken: boolean;
};

const ESCROW_LINE = `e.id, e.title, e.reference_code, e.external_reference, e.dispute_reference, e.buyer_email, e.status, e.amount, e.fees, e.created,
  e.refunded_held + e.refunded_released as refunded,
  (select array[count(*) filter (where m.status in ('PENDING', 'REVISION_REQUESTED')),
     count(*) filter (where m.status = 'AWAITING_REVIEW'), count(*) filter (where m.status = 'DISPUTED')]::int[]
   from milestones m where m.account_id = e.account_id and m.escrow_id = e.id) as counts,
  (select p.method from payments p where p.account_id = e.account_id and p.escrow_id = e.id
   order by p.id desc limit 1) as method,
  ${IS_MISTAKEN} as is_mistaken,
  case when exists (
    select 1 from payments p where p.account_id = e.account_id and p.escrow_id = e.id and p.presented_currency is not null)
  then (select json_agg(json_build_array(currency, amount::text) order by currency) from (
    select coalesce(p.presented_currency, '${CURRENCY}') as currency, sum(coalesce(p.presented_received, p.received)) as amount
    from payments p where p.account_id = e.account_id and p.escrow_id = e.id and p.status = 'SUCCEEDED'
    group by 1) each) end as paid`;

/** Newest first; a position is the id of an escrow. */
export const listEscrowLines = (db: Reads, account: AccountId, filter: EscrowFilter): OrderList<EscrowLine> =>
  linesOf<EscrowRow, EscrowLine>(
    db,
    {
      name: "escrow lines",
      table: "escrows",
      columns: ESCROW_LINE,
      account,
      ...(filter.rows === null
        ? {
            status: branchesOf(filter.status),
            search: filter.search === null ? null : foundIn("t.session_id", filter.search),
            days: filter,
          }
        : chosen(filter.rows)),
    },
    escrowLineFromRow,
  );

const chosen = (rows: readonly string[]) => ({
  status: null,
  search: { name: "rows", conditions: [{ sql: "t.id = any($::uuid[])", value: rows }] },
  days: { from: null, until: null },
});

const isOf = (email: string): Branches => ({
  name: "customer",
  conditions: [{ sql: `lower(t.buyer_email collate "C") = lower($::text collate "C")`, value: email }],
});

/** The orders of one customer, newest first; of their disputes alone if so wanted. By escrows_customer. */
export const listCustomerOrders = (
  db: Reads,
  account: AccountId,
  { email, isDisputed }: { readonly email: string; readonly isDisputed: boolean },
): List<EscrowLine> =>
  linesOf<EscrowRow, EscrowLine>(
    db,
    {
      name: "escrow lines",
      table: "escrows",
      columns: ESCROW_LINE,
      account,
      status: isDisputed ? branchesOf("ever_disputed") : null,
      search: isOf(email),
      days: { from: null, until: null },
    },
    escrowLineFromRow,
  );

// Statuses of a group stand in the text, a branch each: a list of them would be looked for row by row.
const is = (status: EscrowStatus): Condition => ({ sql: `t.status = '${status}'` });
// Both sides are walked in the order of escrows: escrows_status, or escrows_to_deliver, beside milestones_open.
const inProgress = (status: MilestoneStatus): Condition => ({
  sql: `t.status = 'WORK_IN_PROGRESS'${status === "PENDING" ? " and not t.all_delivered" : ""} and exists (select 1 from milestones m
    where m.account_id = t.account_id and m.escrow_id = t.id and m.status = '${status}')`,
});

export const GROUPS: Readonly<Record<EscrowGroup, readonly Condition[]>> = {
  to_deliver: [is("IN_ESCROW"), inProgress("PENDING"), inProgress("REVISION_REQUESTED")],
  in_review: [inProgress("AWAITING_REVIEW")],
  to_answer: [
    {
      sql: `exists (select 1 from order_messages m where m.account_id = t.account_id and m.escrow_id = t.id and ${WAITS_FOR_SELLER})`,
    },
  ],
  disputed: [is("DISPUTED")],
  ever_disputed: [{ sql: "t.dispute_reference is not null" }],
  unfunded: UNFUNDED.map(is),
  done: TERMINAL.map(is),
};

const isGroup = (status: string): status is EscrowGroup => (ESCROW_GROUPS as readonly string[]).includes(status);

function branchesOf(status: EscrowFilter["status"]): Branches | null {
  if (status === null) return null;
  return isGroup(status)
    ? { name: status, conditions: GROUPS[status] }
    : { name: "status", conditions: [{ sql: "t.status = $", value: status }] };
}

/** An order id is looked for by itself too, however far the index has come. */
const foundIn = (column: "t.session_id" | "t.id", { typed, sessions }: Search): Branches => ({
  name: "found",
  conditions: [
    { sql: `${column} = any($::uuid[])`, value: sessions },
    { sql: "t.external_reference <> '' and t.external_reference = $", value: typed },
  ],
});

const escrowLineFromRow = (row: EscrowRow): EscrowLine => ({
  position: row.id,
  title: row.title,
  referenceCode: row.reference_code,
  externalReference: row.external_reference,
  disputeReference: row.dispute_reference,
  buyerEmail: row.buyer_email,
  status: row.status,
  method: row.method,
  paid: abroadFrom(row.paid),
  amount: toCents(row.amount),
  total: add(toCents(row.amount), toCents(row.fees)),
  refunded: toCents(row.refunded),
  created: Number(row.created),
  toDeliver: row.status === "IN_ESCROW" || row.status === "WORK_IN_PROGRESS" ? row.counts[0] : 0,
  toReview: row.status === "WORK_IN_PROGRESS" ? row.counts[1] : 0,
  isBanks: row.status === "DISPUTED" && row.counts[2] === 0,
  isMistaken: row.is_mistaken,
});

// Sessions ----------------------------------------------------------------------------------------------------------

export type SessionFilter = DayRange & {
  /** `unconfirmed`: those that became no order, whatever their status. */
  readonly status: SessionStatus | "unconfirmed" | null;
  /** What a search found; null without one. */
  readonly search: Search | null;
  /** Rows that were chosen one by one, in place of all else that filters; null without any. */
  readonly rows: readonly string[] | null;
};

export type SessionLine = {
  readonly position: SessionId;
  readonly title: string;
  readonly externalReference: string;
  readonly customerEmail: string;
  readonly status: SessionStatus;
  /** Of the order that it became; null for one that nobody confirmed. */
  readonly orderStatus: EscrowStatus | null;
  readonly amount: Cents;
  readonly total: Cents;
  readonly created: number;
};

type SessionRow = {
  id: SessionId;
  title: string;
  external_reference: string;
  customer_email: string;
  status: SessionStatus;
  order_status: EscrowStatus | null;
  amount: string;
  fees: string;
  created: string;
};

/** Newest first; a position is the id of a session, as a UUID. */
export const listSessionLines = (db: Reads, account: AccountId, filter: SessionFilter): OrderList<SessionLine> =>
  linesOf<SessionRow, SessionLine>(
    db,
    {
      name: "session lines",
      table: "checkout_sessions",
      columns: `e.id, e.content::json ->> 'title' as title, e.external_reference,
        e.content::json ->> 'customer_email' as customer_email, e.status,
        (select o.status from escrows o where o.account_id = e.account_id and o.id = e.escrow_id) as order_status,
        e.amount, e.fees, e.created`,
      account,
      ...(filter.rows === null
        ? {
            status: filter.status === null ? null : sessionBranches(filter.status),
            search: filter.search === null ? null : foundIn("t.id", filter.search),
            days: filter,
          }
        : chosen(filter.rows)),
    },
    sessionLineFromRow,
  );

const sessionBranches = (status: SessionStatus | "unconfirmed"): Branches =>
  status === "unconfirmed"
    ? { name: status, conditions: [{ sql: "t.status = 'OPEN'" }, { sql: "t.status = 'EXPIRED'" }] }
    : { name: "status", conditions: [{ sql: "t.status = $", value: status }] };

const sessionLineFromRow = (row: SessionRow): SessionLine => ({
  position: row.id,
  title: row.title,
  externalReference: row.external_reference,
  customerEmail: row.customer_email,
  status: row.status,
  orderStatus: row.order_status,
  amount: toCents(row.amount),
  total: add(toCents(row.amount), toCents(row.fees)),
  created: Number(row.created),
});

/** The request that made a session, while the log has it: a UUID. Looks through the log of the account, which is short. */
export async function findMakingRequest(db: Queryable, account: AccountId, session: SessionId): Promise<string | null> {
  const rows = await db.query<{ id: string }>({
    name: "find making request",
    text: `
      select id from api_requests
      where account_id = $1 and object_id = $2 and method = 'POST' and status = 201 and not is_replay
      order by id limit 1`,
    values: [account, formatId("session", session)],
  });
  return rows[0]?.id ?? null;
}

/** What a new session of the account is made with. */
export type Offering = {
  /** Null takes the deployment's. */
  readonly fees: FeeSchedule | null;
  readonly terms: Terms;
  readonly now: number;
};

/** @throws when there is no such account. */
export async function readOffering(db: Queryable, account: AccountId): Promise<Offering> {
  const [row] = await db.query<
    FeesRow & {
      review_window_seconds: number | null;
      delivery_deadline_seconds: number | null;
      now: string;
    }
  >({
    name: "read offering",
    text: `
      select ${FEE_COLUMNS}, review_window_seconds, delivery_deadline_seconds, ${NOW} as now
      from accounts a where id = $1`,
    values: [account],
  });
  if (row === undefined) throw new Error(`there is no account ${account}`);
  return {
    fees: feesFromRow(row),
    terms: { reviewWindowSeconds: row.review_window_seconds, deliveryDeadlineSeconds: row.delivery_deadline_seconds },
    now: Number(row.now),
  };
}

// Events of an escrow -----------------------------------------------------------------------------------------------

/** Where the delivery of an event to an endpoint stands. HELD: it waits for the endpoint to be enabled. */
export type DeliveryState = "PENDING" | "HELD" | "SUCCEEDED" | "FAILED" | "SKIPPED";

/** The latest delivery of an event to one endpoint. */
type EventDelivery = { readonly url: string; readonly state: DeliveryState; readonly attempts: number };

export type EscrowEvent = {
  readonly id: EventId;
  readonly type: string;
  readonly created: number;
  /** By endpoint, in the order in which they were registered. */
  readonly deliveries: readonly EventDelivery[];
};

/**
 * The events of an escrow, oldest first, its session's among them, each with its latest delivery to every endpoint. Leans on
 * events_escrow and webhook_deliveries_event; what is still to be delivered is looked for among all that is, which is little
 * unless an endpoint has been down for long.
 */
export async function listEscrowEvents(
  db: Queryable,
  account: AccountId,
  escrow: EscrowId,
): Promise<readonly EscrowEvent[]> {
  const rows = await db.query<{
    id: EventId;
    type: string;
    created: string;
    deliveries: readonly (readonly [string, DeliveryState, number])[] | null;
  }>({
    name: "list escrow events",
    text: `
      with shown as materialized (
        select account_id, number, id, type, created from events where account_id = $1 and escrow_id = $2
      ),
      sent as (
        select d.event_number, d.endpoint_id, d.id, d.state, d.attempts
        from shown s join webhook_deliveries d on d.account_id = s.account_id and d.event_number = s.number
        union all
        select q.event_number, q.endpoint_id, q.id, 'PENDING', q.attempts
        from webhook_queue q where q.account_id = $1 and q.event_number in (select number from shown)
      ),
      latest as (
        select distinct on (event_number, endpoint_id) event_number, endpoint_id, state, attempts
        from sent order by event_number, endpoint_id, id desc
      )
      select s.id, s.type, s.created, (
        select json_agg(json_build_array(w.url,
          case when l.state = 'PENDING' and w.status <> 'ENABLED' then 'HELD' else l.state end, l.attempts) order by w.created, w.id)
        from latest l join webhook_endpoints w on w.account_id = $1 and w.id = l.endpoint_id
        where l.event_number = s.number) as deliveries
      from shown s order by s.number`,
    values: [account, escrow],
  });
  return rows.map(({ id, type, created, deliveries }) => ({
    id,
    type,
    created: Number(created),
    deliveries: (deliveries ?? []).map(([url, state, attempts]) => ({ url, state, attempts })),
  }));
}
