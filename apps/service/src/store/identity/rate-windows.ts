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

/** A window of a page's visitors, and how long one lasts, in seconds. */
export type CountedPlace = { readonly kind: string; readonly subject: string; readonly seconds: number };

/** Counts one more in each window. */
export function countPlaces(
  db: Queryable,
  places: readonly CountedPlace[],
): Promise<readonly { kind: string; requests: string; window_left: number }[]> {
  const length = "(select seconds * interval '1 s' from given where (given.kind, given.subject) = (w.kind, w.subject))";
  return db.query({
    name: "count places",
    text: `
      with given as materialized (
        select * from unnest($1::text[], $2::text[], $3::int[]) as given (kind, subject, seconds)
      )
      insert into rate_windows as w (kind, subject, opened_at, requests)
      select kind, subject, clock_timestamp(), 1 from given order by kind, subject
      ${counting(length)}
      returning kind, requests, ${leftOf(length)} as window_left`,
    values: [places.map((one) => one.kind), places.map((one) => one.subject), places.map((one) => one.seconds)],
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
          when kind in ('looking_up', 'opening') then interval '65 min'
          when kind = 'holding' then interval '35 min'
          when kind = 'checking' then interval '15 min'
          else interval '5 min' end
          and opened_at < clock_timestamp() - interval '5 min'
        for update skip locked
      )`,
  });
}
