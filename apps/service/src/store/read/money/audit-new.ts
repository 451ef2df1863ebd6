/**
 * Rules of the audit looked at for what was written since a moment: orders of which any row was written are looked at whole, by all
 * of their rows, old and new. A rule that isn't listed here is looked at whole each time: sums over an account or over the house,
 * and what is open. They cost one pass over narrow rows.
 */
import type { Queryable } from "../../../platform/database.js";
import { NO_ESCROW } from "../../payouts.js";
import { type Moment, writtenSince } from "../../written-since.js";

/** Orders of which any row was written since. */
export type WrittenOrders = { readonly accounts: readonly string[]; readonly escrows: readonly string[] };

/**
 * Of each account, the last event that was told before, and the last of all. Events of an account are committed in the order of their
 * numbers, so all between are new and no others; this reads the new ones alone, from the top. Materialized, or it is looked up again
 * for each event that is compared with it. With both ends, for with one the server takes a third of all events to be new. The last is
 * taken from the events, so one beyond its account's counter is looked at too.
 */
const toldBefore = (moment: string): string => `
  told_before (account_id, number, last) as materialized (
    select c.account_id, coalesce((
      select x.number from events x where x.account_id = c.account_id and not ${writtenSince("x", moment)} order by x.number desc limit 1), 0),
      (select max(x.number) from events x where x.account_id = c.account_id)
    from event_counters c
  )`;
/** Behind `told_before`: the rows `x` of a table that are of events told since. A range for each account, or the server reads all of a table where many rows are of no order. */
const toldSince = (table: string, number: string): string => `
  told_before b cross join lateral (
    select t.* from ${table} t where t.account_id = b.account_id and t.${number} > b.number and t.${number} <= b.last offset 0
  ) x`;

const WITH_ESCROW = [
  ...["milestones", "milestone_entries", "payments", "refunds", "refund_parts", "chargebacks", "chargeback_entries"],
  ...["settlement_offers", "provider_calls"],
];
const isNew = writtenSince("x", "$1");

const FIND = `
  with ${toldBefore("$1")}
  select account_id::text as account, escrow_id as escrow from (
    select x.account_id, x.id as escrow_id from escrows x where ${isNew}
    ${WITH_ESCROW.map((table) => `union select x.account_id, x.escrow_id from ${table} x where ${isNew}`).join("\n    ")}
    union select x.account_id, x.escrow_id from ledger_transfers x where x.escrow_id is not null and ${isNew}
    union select x.account_id, x.escrow_id from ledger_accounts x where x.escrow_id <> ${NO_ESCROW} and ${isNew}
    union select x.account_id, theirs.id from checkout_sessions x cross join lateral (
        select e.id from escrows e where e.account_id = x.account_id and e.session_id = x.id
        union all select x.escrow_id where x.escrow_id is not null
      ) theirs where ${isNew}
    union select p.account_id, p.escrow_id from provider_movements x join payments p on p.account_id = x.account_id and p.id = x.payment_id where ${isNew}
    union select x.account_id, x.escrow_id from ${toldSince("events", "number")} where x.escrow_id is not null
  ) written`;

export async function findWrittenOrders(db: Queryable, { transaction }: Moment): Promise<WrittenOrders> {
  const rows = await db.query<{ account: string; escrow: string }>({
    name: "audit written orders",
    text: FIND,
    values: [transaction],
  });
  return { accounts: rows.map(({ account }) => account), escrows: rows.map(({ escrow }) => escrow) };
}

// Each of these stands in a rule for the table of its name ----------------------------------------------------------------

const of = (table: string, key = "escrow_id"): string => `
  ${table} as (select x.* from ${table} x join written w on w.account_id = x.account_id and w.escrow_id = x.${key})`;
const written = writtenSince("x", "$3");

const ESCROWS = of("escrows", "id");
const MILESTONES = of("milestones");
const PAYMENTS = of("payments");
const REFUNDS = of("refunds");
const REFUND_PARTS = of("refund_parts");
const CHARGEBACKS = of("chargebacks");
const OFFERS = of("settlement_offers");
const ENTRIES = of("milestone_entries");
const TRANSFERS = of("ledger_transfers");
const BALANCES = of("ledger_accounts");

/** Those of their orders, and those without one. Behind ESCROWS. */
const SESSIONS = `
  checkout_sessions as (
    select x.* from checkout_sessions x
    where ${written} or (x.account_id, x.id) in (select e.account_id, e.session_id from escrows e)
  )`;
const EVENTS = `${toldBefore("$3")},
  events as (
    select x.* from events x join written w on w.account_id = x.account_id and w.escrow_id = x.escrow_id
    union all
    select x.* from ${toldSince("events", "number")} where x.escrow_id is null
  )`;
/** What was told since, and its deliveries. */
const TOLD = [
  `${toldBefore("$3")},
  events as (select x.* from ${toldSince("events", "number")})`,
  ...["webhook_queue", "webhook_deliveries"].map(
    (table) => `
  ${table} as (select x.* from ${toldSince(table, "event_number")})`,
  ),
];
const DELIVERIES = `
  webhook_deliveries as (select x.* from webhook_deliveries x where ${written} or x.id in (select q.id from webhook_queue q))`;
const LINES = `
  wallet_lines as (select x.* from wallet_lines x where ${written})`;
/** Behind PAYMENTS; with all of payouts, which are few. */
const OUTSIDE = [
  `
  ledger_transfers as (
    select x.* from ledger_transfers x join written w on w.account_id = x.account_id and w.escrow_id = x.escrow_id
    union all
    select x.* from ledger_transfers x where x.payout_id is not null
  )`,
  `
  provider_movements as (
    select x.* from provider_movements x
    where ${written} or x.payout_id is not null or (x.account_id, x.payment_id) in (select p.account_id, p.id from payments p)
  )`,
];

/** Of roundings, those of the orders' transfers. Behind TRANSFERS. */
const ROUNDINGS = `
  house_entries as (
    select x.* from house_entries x where x.kind = 'rounding' and (x.account_id, x.transfer_id) in (select t.account_id, t.id from ledger_transfers t)
  )`;

/** From a rule to what stands in it for whole tables. Where a table is found by the keys of what is looked at, it stays as it is. */
export const NARROWED: Readonly<Record<string, readonly string[]>> = {
  "An order's ledger balances equal those recomputed from its transfers": [TRANSFERS, BALANCES],
  "An escrow's sums equal its transfers, and what it holds equals its ledger account": [ESCROWS],
  "A line of a statement names an event of its account, as its transfer does": [LINES],
  "Nothing is held in an ended escrow": [ESCROWS],
  "Milestones add up to their escrow, and it is COMPLETED only with all of them": [ESCROWS],
  "A completed milestone was released once, in full, unless a settlement ended its escrow": [MILESTONES],
  "Every payment received was credited in full, once, and nothing is credited that was not received": [
    PAYMENTS,
    TRANSFERS,
  ],
  "Released is what was approved, unless a settlement ended the escrow": [ESCROWS],
  "Fees are earned with what is released, and no sooner": [ESCROWS],
  "Every clock that runs is set": [ESCROWS],
  "Every refund is owed in the ledger, and every debt to a payer is a refund": [REFUNDS, TRANSFERS],
  "What was refunded of an order was refunded of its milestones, by refunds that were asked for": [ESCROWS],
  "The parts of a refund add up to it, and no payment gives back more than it brought": [
    REFUNDS,
    REFUND_PARTS,
    PAYMENTS,
  ],
  "Every part of a refund that was paid out left the ledger once for each time, and came back as often as it did": [
    REFUND_PARTS,
    TRANSFERS,
  ],
  "A refund is as far as its parts are": [REFUNDS],
  "What came in a payer's currency was credited in full, and what the escrow took of it is what it was given": [
    PAYMENTS,
  ],
  "No payment gives back and is charged back more of the payer's currency than came": [PAYMENTS],
  "A payment that gave back all gave back exactly what came in the payer's currency": [PAYMENTS],
  "What was paid back in the payer's currency is what parts of refunds say": [REFUND_PARTS],
  "What banks took in the payer's currency is in the ledger, and with a dispute that was won all of it came back": [
    CHARGEBACKS,
  ],
  "What moved no coin left client money once, for as much as merchants' books have": [TRANSFERS, ROUNDINGS],
  "Whatever waits for a provider will be asked for": [PAYMENTS, REFUND_PARTS, of("provider_calls")],
  "A session is COMPLETED exactly when one escrow belongs to it": [ESCROWS, SESSIONS],
  "An escrow repeats what its session agreed on": [ESCROWS],
  "Whatever touches the outside is one movement at the provider of its payment or payout": [PAYMENTS, ...OUTSIDE],
  "No payment gives back and is charged back more than it brought": [PAYMENTS],
  "What a chargeback took and gave back is in the ledger, by where it came from": [CHARGEBACKS, TRANSFERS],
  "Nothing of a chargeback stays on its way": [BALANCES],
  "A disputed payment has no refund that waits to be sent, and nothing else is held": [REFUND_PARTS],
  "An order stands still exactly while a bank disputes a payment of it": [ESCROWS],
  "The history of a chargeback leads to the status that it has": [CHARGEBACKS],
  "Every change of a status is one event that tells the real earlier status": [EVENTS],
  "The last event of an object tells the status that it has": [EVENTS, ESCROWS, MILESTONES],
  "A milestone's history leads to the status that it has": [MILESTONES, ENTRIES],
  "What the sides of a dispute agreed on is what was paid": [OFFERS, ENTRIES],
  "A side has at most one offer on the table": [OFFERS],
  "What is on the table splits all that is left of an escrow in dispute": [OFFERS],
  "Every event has one delivery for each endpoint that takes its type": TOLD,
  "A delivery is of an event of its account to an endpoint of its account, and either open or closed": [DELIVERIES],
};

/** What goes before a rule that is narrowed: `$1` and `$2` are the orders, `$3` the moment. */
export const narrowing = (tables: readonly string[]): string =>
  [
    "written (account_id, escrow_id) as materialized (select * from unnest($1::bigint[], $2::uuid[]))",
    "since (moment) as (select $3::xid8)",
    ...tables,
  ].join(",");
