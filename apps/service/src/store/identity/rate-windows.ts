/** Windows of time in which something is counted against a limit. */
import type { Queryable } from "../../platform/database.js";

// A window opens with a subject's first request, in real time. Rows are counted up in the order of their key, those of keys
// before those of accounts, so two batches never wait for each other in a circle.
/** What a statement that inserts into `rate_windows as w` does where a window is open; `length` is an interval. */
export const counting = (length: string): string => `
  on conflict (kind, subject) do update set
    requests = case when w.opened_at > clock_timestamp() - ${length} then w.requests else 0 end + excluded.requests,
    opened_at = case when w.opened_at > clock_timestamp() - ${length} then w.opened_at else clock_timestamp() end`;
/** Whole seconds until the window ends, at least one. */
export const leftOf = (length: string): string =>
  `greatest(1, ceil(extract(epoch from opened_at + ${length} - clock_timestamp())))::int`;
export const MINUTE = "interval '60 s'";
export const DAY = "interval '1 day'";

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
      ${counting(MINUTE)}
      returning subject, requests, ${leftOf(MINUTE)} as window_left`,
    values: [addresses.map((one) => one.address), addresses.map((one) => one.requests)],
  });
}

/** A window of a page's visitors, how many it has place for, and how long it lasts, in seconds. */
export type CountedPlace = {
  readonly kind: string;
  readonly subject: string;
  readonly limit: number;
  readonly seconds: number;
  /** Counted before the others, which are not when this one is full. */
  readonly isFirst: boolean;
};

/** Counts one more in each window. */
export function countPlaces(
  db: Queryable,
  places: readonly CountedPlace[],
): Promise<readonly { kind: string; is_full: boolean; window_left: number }[]> {
  const length = "(select seconds * interval '1 s' from given where (given.kind, given.subject) = (w.kind, w.subject))";
  const counted = (condition: string): string => `
        insert into rate_windows as w (kind, subject, opened_at, requests)
        select kind, subject, clock_timestamp(), 1 from given where ${condition} order by kind, subject
        ${counting(length)}
        returning kind, ${leftOf(length)} as window_left,
          requests > (select max from given where (given.kind, given.subject) = (w.kind, w.subject)) as is_full`;
  return db.query({
    name: "count places",
    text: `
      with given as materialized (
        select * from unnest($1::text[], $2::text[], $3::bigint[], $4::int[], $5::boolean[]) as given (kind, subject, max, seconds, is_first)
      ),
      first as (${counted("is_first")}
      ),
      others as (${counted("not is_first and not exists (select 1 from first where is_full)")}
      )
      select * from first union all select * from others`,
    values: [
      places.map((one) => one.kind),
      places.map((one) => one.subject),
      // No window counts further, and the wire takes no larger number.
      places.map((one) => Math.min(one.limit, Number.MAX_SAFE_INTEGER)),
      places.map((one) => one.seconds),
      places.map((one) => one.isFirst),
    ],
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
          when kind in ('looking_up', 'opening', 'openings') then interval '65 min'
          when kind in ('holding', 'holdings') then interval '35 min'
          when kind = 'checking' then interval '15 min'
          else interval '5 min' end
          and opened_at < clock_timestamp() - interval '5 min'
        for update skip locked
      )`,
  });
}
