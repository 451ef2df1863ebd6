/** An account that grows: sessions, their orders and events, and what was delivered of these, written as rows in bulk. */
import type pg from "pg";
import { type LargeAccount, openLargeAccount } from "../console/account.js";
import { openLapsedOrders } from "../console/lapsed.js";
import { indexOrders } from "../console/search-index.js";
import type { Target } from "../world.js";
import { openAbandoned } from "./abandoned.js";

export type Filled = { readonly target: Target; readonly account: LargeAccount; readonly sessions: number };

/** Of its sessions, the first so many became orders. */
export const ORDERS_MAX = 1_000_000;

/** Orders of one statement. */
const BATCH = 25_000;

/** @param paid of the orders that went through all of their life: money, ledger and history. */
export async function openFilled(
  target: Target,
  { sessions, paid }: { sessions: number; paid: number },
): Promise<Filled> {
  const account = await openLargeAccount(target, paid);
  return fill({ target, account, sessions: paid }, sessions);
}

/** Up to so many sessions. */
export async function fill({ target, account, sessions: before }: Filled, sessions: number): Promise<Filled> {
  const { database } = target;
  const { account: id } = account.merchant;
  const orders = Math.min(sessions, ORDERS_MAX);
  if (orders > before) {
    await openLapsedOrders(database, id, { count: orders, first: before + 1 });
    await tellOfLapsed(database, id);
    await indexOrders(database, id);
  }
  const abandoned = sessions - Math.max(orders, before);
  if (abandoned > 0) await openAbandoned(database, id, abandoned);
  // Figures of days are kept again, as they are where nobody moves the clock.
  await database.query("update test_clock set moved_at = '-infinity'");
  await database.query("vacuum analyze");
  return { target, account, sessions };
}

const NEW_EVENTS = `
  with counter as (select last_number from event_counters where account_id = $1),
  orders as (
    select e.id, e.session_id, e.created from escrows e
    where e.account_id = $1 and e.status = 'DEADLINE_EXPIRED'
      and not exists (select 1 from events told where told.account_id = e.account_id and told.escrow_id = e.id)
    order by e.id limit $2
  ),
  written as (
    insert into events (account_id, number, id, type, body, created, escrow_id)
    select $1, last_number + row_number() over (order by orders.id, kind), gen_random_uuid(), type,
      json_build_object('object', 'event', 'type', type, 'created', created, 'data', json_build_object('object', json_build_object(
        'id', object, 'object', kind, 'status', status, 'previous_status', previous, 'description', repeat('x', 600))))::text,
      created, orders.id
    from orders cross join counter cross join lateral (values
      (session_id, 'checkout.session', 'checkout.session.completed', 'COMPLETED', 'OPEN'),
      (orders.id, 'escrow', 'escrow.expired', 'DEADLINE_EXPIRED', null)
    ) told (object, kind, type, status, previous)
    returning number, created
  ),
  counted as (
    update event_counters set last_number = (select coalesce(max(number), last_number) from written) where account_id = $1
  )
  insert into webhook_deliveries (account_id, id, endpoint_id, event_number, origin, state, attempts, created, closed_at)
  select $1, nextval('webhook_delivery_numbers'), (select id from webhook_endpoints where account_id = $1 order by id limit 1), number,
    'event', 'SUCCEEDED', 1, created, created
  from written`;

/** The end of its session and its own, for each order that has no event yet; taken by the account's endpoint. */
async function tellOfLapsed(pool: pg.Pool, account: string): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(NEW_EVENTS, [account, BATCH]);
    if (rowCount === 0) return;
  }
}
