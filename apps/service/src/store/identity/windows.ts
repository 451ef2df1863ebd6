/**
 * Places in windows of real time: how often something may be tried, sent or opened. They are rows of `sign_in_windows`, taken
 * within the statement that does the thing, so they hold however many requests race.
 *
 * A statement takes several one after the other, in the order network, mail, mail_day, everywhere: who is refused by one
 * does not use up the next, and no two statements wait for each other in a circle.
 */

import type { Queryable } from "../../platform/database.js";

/** A place in a window, or no row when it is full: what is refused is not counted. Ends an `insert … as w`. */
export const takePlace = (limit: number): string => `
  on conflict (kind, subject) do update set
    codes = case when w.ends_at > clock_timestamp() then w.codes else 0 end + 1,
    ends_at = case when w.ends_at > clock_timestamp() then w.ends_at else excluded.ends_at end
  where w.codes < ${limit} or w.ends_at <= clock_timestamp()
  returning 1`;

/**
 * What may be sent. `network`: asked for from one network in a quarter of an hour. `mail`, `mail_day`: to an address for one
 * asker, in a quarter of an hour and in a day. `mail_all`: to an address for all strangers in a day; browsers that are known for it
 * have places of their own, which no stranger can take.
 */
const CODE_LIMITS = { network: 20, mail: 5, mail_day: 15, mail_all: 40 } as const;

/** Wrong codes of one asker in a day, whatever addresses they were for: who guesses at many gets no further than at one. */
const GUESSES_MAX = 100;

/** Expressions of SQL: the network, the address, who asks (known-browsers.ts), and whether that browser is known. */
export type CodeAsker = {
  /** Null where its place is taken already. */
  readonly network: string;
  readonly email: string;
  readonly origin: string;
  readonly isKnown: string;
};

/** The place of a network that asks for a code, where the condition holds. */
export const takeNetworkPlace = (network: string, condition = "true"): string => `
        insert into sign_in_windows as w (kind, subject, ends_at, codes)
        select 'network', ${network}::text, clock_timestamp() + interval '15 min', 1 where ${condition}
        ${takePlace(CODE_LIMITS.network)}`;

/** Windows as parts of a `with`, the last named `allowed`, which has a row when a code may be sent. */
export const takeCodePlaces = ({ network, email, origin, isKnown }: CodeAsker): string => `
      counted as (${takeNetworkPlace(
        network,
        `${network}::text is not null and not ${isKnown}::boolean and not exists (
          select 1 from sign_in_windows a
          where a.kind = 'mail_all' and a.subject = ${email}::text and a.codes >= ${CODE_LIMITS.mail_all} and a.ends_at > clock_timestamp())`,
      )}
      ),
      network as (
        select 1 from counted union all select 1 where ${network}::text is null
      ),
      mail as (
        insert into sign_in_windows as w (kind, subject, ends_at, codes)
        select 'mail', ${email}::text || ' ' || ${origin}::text, clock_timestamp() + interval '15 min', 1
        where ${isKnown}::boolean or exists (select 1 from network)
        ${takePlace(CODE_LIMITS.mail)}
      ),
      mail_day as (
        insert into sign_in_windows as w (kind, subject, ends_at, codes)
        select 'mail_day', ${email}::text || ' ' || ${origin}::text, clock_timestamp() + interval '1 day', 1 from mail
        ${takePlace(CODE_LIMITS.mail_day)}
      ),
      mail_all as (
        insert into sign_in_windows as w (kind, subject, ends_at, codes)
        select 'mail_all', ${email}::text, clock_timestamp() + interval '1 day', 1 from mail_day where not ${isKnown}::boolean
        ${takePlace(CODE_LIMITS.mail_all)}
      ),
      allowed as (select 1 from mail_day where ${isKnown}::boolean or exists (select 1 from mail_all))`;

/** When the last of the windows ends that refuse this asker; null when none does. */
export const refusedUntil = ({ network, email, origin, isKnown }: CodeAsker): string => `(
        select max(w.ends_at) from sign_in_windows w
        join (values ${Object.entries(CODE_LIMITS)
          .map(([kind, limit]) => `('${kind}', ${limit})`)
          .join(
            ", ",
          )}, ('guess', ${GUESSES_MAX})) as full_at (kind, codes) on full_at.kind = w.kind and w.codes >= full_at.codes
        where w.ends_at > clock_timestamp() and (
          (w.kind in ('mail', 'mail_day') and w.subject = ${email}::text || ' ' || ${origin}::text)
          or (w.kind = 'guess' and w.subject = ${origin}::text)
          or (not ${isKnown}::boolean and ((w.kind = 'network' and w.subject = ${network}::text)
            or (w.kind = 'mail_all' and w.subject = ${email}::text)))))`;

/** A part of a `with`: takes a place for a look at a code, where `from` has a row. A right code gives it back. */
export const takeGuess = (origin: string, from: string): string => `
      guess as (
        insert into sign_in_windows as w (kind, subject, ends_at, codes)
        select 'guess', ${origin}::text, clock_timestamp() + interval '1 day', 1 from ${from}
        ${takePlace(GUESSES_MAX)}
      )`;

/** The code was right, and so no guess. */
export async function giveGuessBack(db: Queryable, origin: string): Promise<void> {
  await db.query({
    name: "give guess back",
    text: "update sign_in_windows set codes = codes - 1 where kind = 'guess' and subject = $1 and codes > 1",
    values: [origin],
  });
}
