/** Figures by day: sums of what was written once. Days that are closed were summed up before, and are kept (store/write/days.ts). */
import type { AccountId } from "../../domain/ids.js";
import type { Cents } from "../../domain/money.js";
import type { Reads } from "../../platform/late-reads.js";
import { toCents } from "../rows.js";
import { NOW } from "./clock.js";

/** What happened to an account's money and sessions within some days. */
export type Figures = {
  /** What buyers paid into escrows, fees included. */
  readonly paidIn: Cents;
  /** What went to the seller's wallet. */
  readonly released: Cents;
  /** What the platform earned. */
  readonly fees: Cents;
  /** What was set aside for payers, and what of it went back after it was released, or earned. */
  readonly refunded: Cents;
  readonly refundedReleased: Cents;
  readonly sessionsCreated: number;
  /** Of those, whenever that was. */
  readonly sessionsCompleted: number;
  /** Escrows that came into dispute. */
  readonly disputes: number;
};

/** `day` counts days of UTC from 1 January 1970, by the service's clock. */
export type DayFigures = Figures & { readonly day: number };

export type DayRow = {
  readonly day: number;
  readonly paid_in: string;
  readonly released: string;
  readonly fees: string;
  readonly refunded: string;
  readonly refunded_released: string;
  readonly sessions_created: string;
  readonly sessions_completed: string;
  readonly disputes: string;
  readonly is_due: boolean;
};

/**
 * For how long something may still be written into a day that is over: a unit keeps the moment at which it began, and every
 * statement and every wait of it is cut after seconds (platform/database.ts). Counted in the service's time since the
 * day's end and, because that clock can be moved, in real time since it was.
 */
const CLOSING_SECONDS = 3_600;

const SUMS = `
  coalesce(sum(paid_in), 0) as paid_in, coalesce(sum(released), 0) as released, coalesce(sum(fees), 0) as fees,
  coalesce(sum(refunded), 0) as refunded, coalesce(sum(refunded_released), 0) as refunded_released, coalesce(sum(sessions_created), 0) as sessions_created,
  coalesce(sum(sessions_completed), 0) as sessions_completed, coalesce(sum(disputes), 0) as disputes`;
export const DAY_COLUMNS =
  "day, paid_in, released, fees, refunded, refunded_released, sessions_created, sessions_completed, disputes";

const ON_DAY = "created >= day * 86400::bigint and created < (day + 1) * 86400::bigint";

/**
 * Common table expressions: what is not kept of an account ($1), by day (`made`). Each kind of fact is a range of an index for each day,
 * which has all it takes: ledger_transfers_created, checkout_sessions_created, events_disputed. As one range, from a day that the
 * server doesn't know when it plans, it took a third of the account for that, and started workers for some thousand rows.
 */
export const DAYS_MADE = `
  clock as materialized (
    select (now / 86400)::int as today,
      case when moved_at < clock_timestamp() - interval '${CLOSING_SECONDS} s' then ((now - ${CLOSING_SECONDS}) / 86400)::int else 0 end as over
    from (select ${NOW} as now, moved_at from test_clock) clock
  ),
  unkept as materialized (
    select coalesce((select max(day) + 1 from account_days where account_id = $1), (select (created / 86400)::int from accounts where id = $1)) as first
  ),
  made as materialized (
    select day, paid_in, released, fees, refunded, refunded_released, sessions_created, sessions_completed, disputes, open
    from generate_series((select first from unkept), (select today from clock)) as day
    cross join lateral (
      select coalesce(sum(amount) filter (where kind = 'payment'), 0)::bigint as paid_in,
        coalesce(sum(amount) filter (where kind in ('release', 'settlement')), 0)::bigint as released,
        coalesce(sum(amount) filter (where kind = 'fee'), 0)::bigint as fees,
        coalesce(sum(amount) filter (where kind in ('refund', 'refund_released', 'refund_owed', 'refund_fees')), 0)::bigint as refunded,
        coalesce(sum(amount) filter (where kind in ('refund_released', 'refund_owed', 'refund_fees')), 0)::bigint as refunded_released
      from (select kind, sum(amount) as amount from ledger_transfers where account_id = $1 and ${ON_DAY} group by kind) of_kind
    ) money
    cross join lateral (
      select count(*)::int as sessions_created, count(*) filter (where status = 'COMPLETED')::int as sessions_completed,
        count(*) filter (where status = 'OPEN') as open
      from checkout_sessions where account_id = $1 and ${ON_DAY}
    ) sessions
    cross join lateral (
      select count(*)::int as disputes from events where account_id = $1 and type = 'escrow.disputed' and ${ON_DAY}
    ) disputed
  )`;

/**
 * Of a day that is `made`: nothing can be written into it any more, nor into one before it. A session that is OPEN may still be
 * completed: its day and those after it stay open for the seven days, at most, that it lives.
 */
export const IS_CLOSED = `
  day < (select over from clock) and day < coalesce((select min(day) from made where open > 0), day + 1)`;

/** A row for all that was before a day ($2), which also says whether `isDue`; and one for each day from it on. */
export const daysSql = (isDue = "false"): string => `
  days as (
    select ${DAY_COLUMNS} from account_days where account_id = $1
    union all
    select ${DAY_COLUMNS} from made
  )
  select -1 as day, ${SUMS}, ${isDue} as is_due from days where day < $2
  union all
  select ${DAY_COLUMNS}, false from days where day >= $2
  order by day`;

export type Days = { readonly before: Figures; readonly days: readonly DayFigures[] };

/** @param from the first day that is told by itself; what was before it comes as one sum. */
export type AskedDays = { readonly account: AccountId; readonly from: number };

/** The figures of an account by day. `isDue`: a day is closed that nobody has kept yet. */
export async function readDays(db: Reads, { account, from }: AskedDays): Promise<Days & { readonly isDue: boolean }> {
  const text = `with ${DAYS_MADE}, ${daysSql(`exists (select 1 from made where ${IS_CLOSED})`)}`;
  const rows = await db.read<DayRow>({ name: "read days", text, values: [account, from] });
  return { ...daysFromRows(rows), isDue: rows[0]?.is_due === true };
}

export function daysFromRows(rows: readonly DayRow[]): Days {
  const [before, ...days] = rows.map(figuresFromRow);
  if (before === undefined) throw new Error("figures came without a sum of what was before");
  return { before, days };
}

const figuresFromRow = (row: DayRow): DayFigures => ({
  day: row.day,
  paidIn: toCents(row.paid_in),
  released: toCents(row.released),
  fees: toCents(row.fees),
  refunded: toCents(row.refunded),
  refundedReleased: toCents(row.refunded_released),
  sessionsCreated: Number(row.sessions_created),
  sessionsCompleted: Number(row.sessions_completed),
  disputes: Number(row.disputes),
});
