/**
 * Places in windows of real time: how often something may be tried, sent or opened. They are rows of `sign_in_windows`, taken
 * within the statement that does the thing, so they hold however many requests race.
 *
 * A statement takes several one after the other, in the order network, mail, mail_day, everywhere: who is refused by one
 * does not use up the next, and no two statements wait for each other in a circle.
 */

/** A place in a window, or no row when it is full: what is refused is not counted. Ends an `insert … as w`. */
export const takePlace = (limit: number): string => `
  on conflict (kind, subject) do update set
    codes = case when w.ends_at > clock_timestamp() then w.codes else 0 end + 1,
    ends_at = case when w.ends_at > clock_timestamp() then w.ends_at else excluded.ends_at end
  where w.codes < ${limit} or w.ends_at <= clock_timestamp()
  returning 1`;

/** What may be sent: codes to an address in a quarter of an hour and in a day, and codes asked for from one network. */
const CODE_LIMITS = { mail: 5, mailDay: 20, network: 20 } as const;

/** The window of the network that asks for a code, which may be null where its place is taken already. */
export const takeNetworkPlace = (network: string): string => `
        insert into sign_in_windows as w (kind, subject, ends_at, codes)
        select 'network', ${network}, clock_timestamp() + interval '15 min', 1 where ${network}::text is not null
        ${takePlace(CODE_LIMITS.network)}`;

/** Three windows as parts of a `with`, the last named `mail_day`, which has a row when a code may be sent. */
export const takeCodePlaces = (network: string, email: string): string => `
      counted as (${takeNetworkPlace(network)}
      ),
      network as (
        select 1 from counted union all select 1 where ${network}::text is null
      ),
      mail as (
        insert into sign_in_windows as w (kind, subject, ends_at, codes)
        select 'mail', ${email}, clock_timestamp() + interval '15 min', 1 from network
        ${takePlace(CODE_LIMITS.mail)}
      ),
      mail_day as (
        insert into sign_in_windows as w (kind, subject, ends_at, codes)
        select 'mail_day', ${email}, clock_timestamp() + interval '1 day', 1 from mail
        ${takePlace(CODE_LIMITS.mailDay)}
      )`;
