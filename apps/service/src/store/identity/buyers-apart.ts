/**
 * Buyers who are apart from cells: rows of the directory's database, by the statements of buyers.ts but for those that touch what a
 * cell has besides: its outbox, its log of security events, its orders. Each of these is two here, one in either database, and
 * what counts stands in the first.
 */
import type { Actor } from "../../domain/security.js";
import type { Queryable } from "../../platform/database.js";
import { actorJson, noteSql } from "../security-events.js";
import {
  CODE_MINUTES,
  type CodeTry,
  type NewChallenge,
  type NewSession,
  SESSION_OF_USED,
  sessionValues,
  TRY_CODE,
  type Tried,
} from "./buyers.js";
import { eraseCodes, GOOD_CODES, lockKept, sentAgain, sentAgainByMail } from "./sent-codes.js";
import { type Asker, askerValues, REFUSED_UNTIL, TAKE_CODE_PLACES } from "./windows.js";

/** In the directory: keeps a code if the limits leave room for one. */
export async function openChallengeApart(people: Queryable, challenge: NewChallenge): Promise<boolean> {
  const rows = await people.query({
    name: "open challenge apart",
    text: `
      with ${TAKE_CODE_PLACES},
      replaced as (
        delete from sign_in_challenges where browser_hash = $9 and exists (select 1 from allowed)
      )
      insert into sign_in_challenges as c (browser_hash, email, code_hash, expires_at)
      select $7, $2, $8, clock_timestamp() + interval '${CODE_MINUTES} min' from allowed
      ${sentAgain()}
      returning 1`,
    values: [...askerValues(challenge.asker), challenge.browserHash, challenge.codeHash, challenge.replaces],
  });
  return rows.length === 1;
}

/** In the cell: the mail that brings the code, and a note of it by which the code is erased there when it is of no use any more. */
export async function sendCodeApart(cell: Queryable, challenge: NewChallenge): Promise<void> {
  await cell.query({
    name: "send code apart",
    text: `
      with sent as (
        insert into mails (recipient, template, params, created)
        select $1, 'sign_in_code',
          jsonb_build_object('code', $2::text, 'link_mark', $3::text, 'locale', $4::text, 'minutes', ${CODE_MINUTES}), service_now()
        returning id
      ),
      kept as (${lockKept("sign_in_challenges", "$5")}),
      erased as (${eraseCodes("kept")}
      )
      insert into sign_in_challenges as c (browser_hash, email, code_hash, expires_at, mail_id)
      select $5, $1, $6, clock_timestamp() + interval '${CODE_MINUTES} min', id from sent left join kept on true
      ${sentAgainByMail()}`,
    values: [
      challenge.asker.email,
      challenge.code,
      challenge.linkMark,
      challenge.locale,
      challenge.browserHash,
      challenge.codeHash,
    ],
  });
}

/** In the directory: from when until when the asker is refused. A refusal within a span that is written down makes it longer. */
export async function noteRefusalApart(people: Queryable, asker: Asker): Promise<void> {
  await people.query({
    name: "note refusal apart",
    text: `
      with refused as (select clock_timestamp() as since, ${REFUSED_UNTIL} as until),
      prolonged as (
        update sign_in_refusals known set until = greatest(known.until, refused.until), noted = clock_timestamp() from refused
        where known.email = $2 and known.since <= refused.since and known.until >= refused.since and refused.until is not null
        returning 1
      )
      insert into sign_in_refusals (email, since, until)
      select $2, since, until from refused where until is not null and not exists (select 1 from prolonged)
      on conflict (email, since) do update set until = greatest(sign_in_refusals.until, excluded.until), noted = excluded.noted`,
    values: askerValues(asker),
  });
}

/** In the directory: takes one of the tries; the caller writes down in its cell that it was wrong. */
export async function takeTryApart(people: Queryable, { browserHash, origin, hashes }: CodeTry): Promise<Tried | null> {
  const rows = await people.query<{ codes: Buffer[] }>({
    name: "take try apart",
    text: `with ${TRY_CODE} select codes from taken`,
    values: [browserHash, origin, hashes],
  });
  return rows[0] ?? null;
}

/** In the cell. */
export async function noteWrongCode(cell: Queryable, actor: Actor): Promise<void> {
  await cell.query({
    name: "note wrong code of buyer",
    text: noteSql({ kind: "'buyer_code_wrong'", from: "(values (1)) as wrong", actor: "$1" }),
    values: [actorJson(actor)],
  });
}

/** In the directory: uses up the codes and opens a session. */
export async function openSessionApart(
  people: Queryable,
  session: NewSession,
): Promise<{ readonly email: string } | null> {
  const rows = await people.query<{ email: string }>({
    name: "open session apart",
    text: `
      with used as (
        delete from sign_in_challenges where browser_hash = $1 and $2 = any (${GOOD_CODES}) and expires_at > clock_timestamp()
        returning email
      ),
      known as (
        insert into buyers (email, locale, created)
        select email, $4, floor(extract(epoch from clock_timestamp()))::bigint from used
        on conflict (email) do update set locale = excluded.locale
      ),
      ${SESSION_OF_USED}`,
    values: sessionValues(session),
  });
  return rows[0] ?? null;
}

/** In the directory. */
export async function dropChallengeApart(people: Queryable, browserHash: Buffer): Promise<void> {
  await people.query({
    name: "drop challenge apart",
    text: "delete from sign_in_challenges where browser_hash = $1",
    values: [browserHash],
  });
}

/** In the cell: somebody is a buyer, reads this, and lives there, if that is known. Mails about orders go by it. */
export async function knowBuyer(
  cell: Queryable,
  { email, locale, zone }: { readonly email: string; readonly locale: string; readonly zone: string | null },
): Promise<void> {
  await cell.query({
    name: "know buyer",
    text: `
      insert into buyers as known (email, locale, zone, created) values ($1, $2, $3, service_now())
      on conflict (email) do update set locale = excluded.locale, zone = coalesce(excluded.zone, known.zone)
      where known.locale <> excluded.locale or known.zone is distinct from coalesce(excluded.zone, known.zone)`,
    values: [email, locale, zone],
  });
}

export type Refusal = {
  readonly email: string;
  /** Unix seconds of real time. */
  readonly since: string;
  readonly until: string;
};

/** In the directory: those that were written down in the last so many seconds of real time. */
export function listRefusals(people: Queryable, seconds: number): Promise<readonly Refusal[]> {
  return people.query<Refusal>({
    name: "list refusals",
    text: `
      select email, floor(extract(epoch from since))::bigint::text as since, ceil(extract(epoch from until))::bigint::text as until
      from sign_in_refusals where noted > clock_timestamp() - make_interval(secs => $1::double precision)`,
    values: [seconds],
  });
}

/** In the cell, by its clock: those that keep a buyer from answering a delivery. Those that are known get no longer span than theirs. */
export async function takeRefusals(cell: Queryable, refusals: readonly Refusal[]): Promise<void> {
  await cell.query({
    name: "take refusals",
    text: `
      insert into sign_in_refusals as known (email, since, until)
      select given.email, given.since + clock.offset_seconds, given.until + clock.offset_seconds
      from unnest($1::text[], $2::bigint[], $3::bigint[]) as given (email, since, until) cross join test_clock clock
      where exists (
        select 1 from escrows e
        where lower(e.buyer_email collate "C") = given.email and e.status = 'WORK_IN_PROGRESS' and e.review_window_seconds is not null)
      on conflict (email, since) do update set until = greatest(known.until, excluded.until) where known.until < excluded.until`,
    values: [
      refusals.map(({ email }) => email),
      refusals.map(({ since }) => since),
      refusals.map(({ until }) => until),
    ],
  });
}

const REFUSALS_KEPT_DAYS = 30;

/** In the directory: forgets what has run out. */
export async function sweepApart(people: Queryable): Promise<void> {
  await people.query({
    name: "sweep sign-ins apart",
    text: `
      with codes as (delete from sign_in_challenges where browser_hash in (
        select browser_hash from sign_in_challenges where expires_at < clock_timestamp() limit 1000 for update skip locked)),
      windows as (delete from sign_in_windows where (kind, subject) in (
        select kind, subject from sign_in_windows where ends_at < clock_timestamp() limit 1000 for update skip locked)),
      refusals as (delete from sign_in_refusals where until < clock_timestamp() - interval '${REFUSALS_KEPT_DAYS} days')
      delete from buyer_sessions where token_hash in (
        select token_hash from buyer_sessions where expires_at < clock_timestamp() limit 1000 for update skip locked)`,
  });
}

/** In the directory: whatever is known of an address. How many sessions and codes these were. */
export async function eraseApart(
  people: Queryable,
  email: string,
): Promise<{ readonly sessions: number; readonly codes: number }> {
  const [row] = await people.query<{ sessions: number; codes: number }>({
    name: "erase buyer apart",
    text: `
      with sessions as (delete from buyer_sessions where email = $1 returning 1),
      codes as (delete from sign_in_challenges where email = $1 returning 1),
      windows as (
        delete from sign_in_windows
        where kind in ('mail', 'mail_day', 'mail_all') and (subject = $1 or starts_with(subject, $1 || ' '))
      ),
      refusals as (delete from sign_in_refusals where email = $1)
      select (select count(*)::int from sessions) as sessions, (select count(*)::int from codes) as codes`,
    values: [email],
  });
  await people.query({
    name: "forget buyer apart",
    text: "delete from buyers where email = $1 and not exists (select 1 from buyer_sessions where email = $1)",
    values: [email],
  });
  return row ?? { sessions: 0, codes: 0 };
}
