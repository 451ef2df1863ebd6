/**
 * Places in windows of real time: how often something may be tried, sent or opened. They are rows of `sign_in_windows`, taken
 * within the statement that does the thing, so they hold however many requests race.
 *
 * A statement takes several one after the other, in the order network, browser, mail, mail_day, everywhere: who is refused by one
 * does not use up the next, and no two statements wait for each other in a circle.
 */

import type { Queryable } from "../../platform/database.js";

const COUNTED = `
  on conflict (kind, subject) do update set
    codes = case when w.ends_at > clock_timestamp() then w.codes else 0 end + 1,
    ends_at = case when w.ends_at > clock_timestamp() then w.ends_at else excluded.ends_at end`;

/** A place in a window, or no row when it is full: what is refused is not counted. Ends an `insert … as w`. */
export const takePlace = (limit: number | string): string => `${COUNTED}
  where w.codes < ${limit} or w.ends_at <= clock_timestamp()
  returning 1`;

/**
 * What may be sent. `browser`: asked for by one browser in a quarter of an hour. `mail`, `mail_day`: to an address for one asker, in a
 * quarter of an hour and in a day. `mail_all`: to an address for all strangers in a day; browsers that are known for it have places of
 * their own, which no stranger can take.
 */
const CODE_LIMITS = { browser: 15, mail: 5, mail_day: 15, mail_all: 40 } as const;

/** What all visitors behind one network address may ask for in a quarter of an hour, where one counts for so many. */
export const codesOfNetwork = (visitorsPerAddress: number): number => CODE_LIMITS.browser * visitorsPerAddress;

/**
 * Wrong codes from one network in a day, whatever addresses they were for. From then on nobody there is refused, and each browser has
 * one look at a code instead of five.
 */
const GUESSES_CALM = 100;

/** Who asks for a code, or tries one. Known: somebody has signed in with the address from this browser. */
export type Asker = {
  readonly email: string;
  /** Null where its place, and the browser's, are taken already. */
  readonly network: string | null;
  /** How many codes it may ask for. */
  readonly networkMax: number;
  /** What tells the browser from others of its network, as long as it wants to be told. */
  readonly browser: string;
  /** Its own mark where the browser is known for the address, else the network. */
  readonly origin: string;
  readonly isKnown: boolean;
};

/** The first six parameters of a statement. */
export const askerValues = ({ network, email, origin, isKnown, networkMax, browser }: Asker): unknown[] => [
  network,
  email,
  origin,
  isKnown,
  networkMax,
  browser,
];
const [NETWORK, EMAIL, ORIGIN, IS_KNOWN, NETWORK_MAX, BROWSER] = [
  "$1::text",
  "$2::text",
  "$3::text",
  "$4::boolean",
  "$5::int",
  "$6::text",
];

/** Parts of a `with`: the places of a network and, when it had one, of a browser there that ask for a code. */
const takeOwnPlaces = (asks: { network: string; max: string; browser: string; condition: string }): string => `
      counted as (
        insert into sign_in_windows as w (kind, subject, ends_at, codes)
        select 'network', ${asks.network}, clock_timestamp() + interval '15 min', 1 where ${asks.condition}
        ${takePlace(asks.max)}
      ),
      browser as (
        insert into sign_in_windows as w (kind, subject, ends_at, codes)
        select 'browser', ${asks.browser}, clock_timestamp() + interval '15 min', 1 from counted
        ${takePlace(CODE_LIMITS.browser)}
      )`;

/** Takes the places of a network and of a browser for one code, ahead of the work that the code takes. */
export async function reserveCode(
  db: Queryable,
  { network, networkMax, browser }: Asker,
): Promise<{ readonly isAllowed: boolean; readonly ofNetwork: boolean }> {
  const [row] = await db.query<{ isAllowed: boolean; ofNetwork: boolean }>({
    name: "take code ahead",
    text: `
      with ${takeOwnPlaces({ network: "$1::text", max: "$2::int", browser: "$3::text", condition: "true" })}
      select exists (select 1 from browser) as "isAllowed", not exists (select 1 from counted) as "ofNetwork"`,
    values: [network, networkMax, browser],
  });
  return row ?? { isAllowed: false, ofNetwork: false };
}

/** Windows of an asker as parts of a `with`, the last named `allowed`, which has a row when a code may be sent. */
export const TAKE_CODE_PLACES = `${takeOwnPlaces({
  network: NETWORK,
  max: NETWORK_MAX,
  browser: BROWSER,
  condition: `${NETWORK} is not null and not ${IS_KNOWN} and not exists (
          select 1 from sign_in_windows a
          where a.kind = 'mail_all' and a.subject = ${EMAIL} and a.codes >= ${CODE_LIMITS.mail_all} and a.ends_at > clock_timestamp())`,
})},
      mail as (
        insert into sign_in_windows as w (kind, subject, ends_at, codes)
        select 'mail', ${EMAIL} || ' ' || ${ORIGIN}, clock_timestamp() + interval '15 min', 1
        where ${IS_KNOWN} or ${NETWORK} is null or exists (select 1 from browser)
        ${takePlace(CODE_LIMITS.mail)}
      ),
      mail_day as (
        insert into sign_in_windows as w (kind, subject, ends_at, codes)
        select 'mail_day', ${EMAIL} || ' ' || ${ORIGIN}, clock_timestamp() + interval '1 day', 1 from mail
        ${takePlace(CODE_LIMITS.mail_day)}
      ),
      mail_all as (
        insert into sign_in_windows as w (kind, subject, ends_at, codes)
        select 'mail_all', ${EMAIL}, clock_timestamp() + interval '1 day', 1 from mail_day where not ${IS_KNOWN}
        ${takePlace(CODE_LIMITS.mail_all)}
      ),
      allowed as (select 1 from mail_day where ${IS_KNOWN} or exists (select 1 from mail_all))`;

/** The windows that refuse an asker: kind, and when it ends. */
const REFUSING = `
        select w.kind, w.ends_at from sign_in_windows w
        join (values ('network', ${NETWORK_MAX}), ${Object.entries(CODE_LIMITS)
          .map(([kind, limit]) => `('${kind}', ${limit})`)
          .join(", ")}) as full_at (kind, codes) on full_at.kind = w.kind and w.codes >= full_at.codes
        where w.ends_at > clock_timestamp() and (
          (w.kind in ('mail', 'mail_day') and w.subject = ${EMAIL} || ' ' || ${ORIGIN})
          or (not ${IS_KNOWN} and ((w.kind = 'network' and w.subject = ${NETWORK})
            or (w.kind = 'browser' and w.subject = ${BROWSER}) or (w.kind = 'mail_all' and w.subject = ${EMAIL}))))`;

/** When the last of the windows ends that refuse this asker; null when none does. */
export const REFUSED_UNTIL = `(select max(ends_at) from (${REFUSING}) refusing)`;

/** Why an asker got no code. */
export type Refused = {
  /** Whether all who share the network are refused. */
  readonly ofNetwork: boolean;
  /** Until one is sent again. */
  readonly seconds: number;
};

export async function whyRefused(db: Queryable, asker: Asker): Promise<Refused> {
  const [row] = await db.query<{ ofNetwork: boolean; seconds: number }>({
    name: "why refused",
    text: `
      select coalesce(bool_or(kind = 'network'), false) as "ofNetwork",
        coalesce(ceil(extract(epoch from max(ends_at) - clock_timestamp())), 1)::int as seconds
      from (${REFUSING}) refusing`,
    values: askerValues(asker),
  });
  return row ?? { ofNetwork: false, seconds: 1 };
}

/**
 * What a look at a code costs its row: one of five tries, or all that are left where the network has guessed a lot. Nothing when the
 * code is right. `hashes`: what the code's hash is when it is right.
 */
export const attemptsAfter = ({ good, hashes, origin, triesMax }: Look & { readonly triesMax: number }): string => `
        attempts = case when ${good} && ${hashes} then attempts
          when exists (
            select 1 from sign_in_windows w
            where w.kind = 'guess' and w.subject = ${origin} and w.codes >= ${GUESSES_CALM} and w.ends_at > clock_timestamp())
          then ${triesMax} else attempts + 1 end`;

type Look = {
  /** Expressions of SQL. */
  readonly good: string;
  readonly hashes: string;
  /** Null for a code that is too long to be guessed. */
  readonly origin: string;
};

/** Parts of a `with`, after `taken` (codes): `wrong` has a row when what was typed is none of them, which is counted. */
export const countGuess = ({ hashes, origin }: Omit<Look, "good">): string => `
      wrong as (select 1 from taken where not codes && ${hashes}),
      guess as (
        insert into sign_in_windows as w (kind, subject, ends_at, codes)
        select 'guess', ${origin}, clock_timestamp() + interval '1 day', 1 from wrong where ${origin} is not null${COUNTED}
      )`;

/** What took a place was right, and so no guess. */
export async function givePlaceBack(db: Queryable, kind: "password_network", subject: string): Promise<void> {
  await db.query({
    name: "give place back",
    text: "update sign_in_windows set codes = codes - 1 where kind = $1 and subject = $2 and codes > 1",
    values: [kind, subject],
  });
}
