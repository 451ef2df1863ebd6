/**
 * Buyers, their sessions, and the codes they sign in with. Each function is one statement, so what it counts, uses up or
 * replaces is counted, used up or replaced once, however many requests race. Real time is the measure throughout.
 */
import type { Actor } from "../../domain/security.js";
import type { Queryable } from "../../platform/database.js";
import { actorJson, noteSql } from "../security-events.js";
import { eraseCodes, GOOD_CODES, lockKept, MAIL_IDS, sentAgainByMail } from "./sent-codes.js";
import { type Asker, askerValues, attemptsAfter, countGuess, REFUSED_UNTIL, TAKE_CODE_PLACES } from "./windows.js";

export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
export const SESSION_DAYS = 30;
/** From signing in, however often one visits. */
const SESSION_DAYS_MAX = 90;

export type NewChallenge = {
  /** Of the challenge that waits for a code to the address already, where the code is sent again. */
  readonly browserHash: Buffer;
  /** The challenge of the same browser that this one takes the place of; null where it is the same. */
  readonly replaces: Buffer | null;
  readonly code: string;
  /** Beside the code in the mail's link; null for a mail without one. */
  readonly linkMark: string | null;
  readonly codeHash: Buffer;
  readonly locale: string;
  readonly asker: Asker;
};

/**
 * Keeps a code and puts the mail that brings it into the outbox, if the limits leave room for one: false otherwise, and
 * then nothing has changed. An address that nobody ever signed in with takes the same path as any other.
 */
export async function openChallenge(db: Queryable, challenge: NewChallenge): Promise<boolean> {
  const rows = await db.query({
    name: "open challenge",
    text: `
      with ${TAKE_CODE_PLACES},
      sent as (
        insert into mails (recipient, template, params, created)
        select $2, 'sign_in_code',
          jsonb_build_object('code', $7::text, 'link_mark', $12::text, 'locale', $8::text, 'minutes', ${CODE_MINUTES}), service_now()
        from allowed
        returning id
      ),
      kept as (${lockKept("sign_in_challenges", "$9")}),
      replaced as (
        delete from sign_in_challenges where browser_hash = $11 and exists (select 1 from sent) returning ${MAIL_IDS}
      ),
      erased as (${eraseCodes("(select * from replaced union all select * from kept where exists (select 1 from sent)) ended")}
      )
      insert into sign_in_challenges as c (browser_hash, email, code_hash, expires_at, mail_id)
      select $9, $2, $10, clock_timestamp() + interval '${CODE_MINUTES} min', id from sent left join kept on true
      ${sentAgainByMail()}
      returning 1`,
    values: [
      ...askerValues(challenge.asker),
      challenge.code,
      challenge.locale,
      challenge.browserHash,
      challenge.codeHash,
      challenge.replaces,
      challenge.linkMark,
    ],
  });
  return rows.length === 1;
}

/**
 * Writes down from when until when the asker is refused, where that keeps a buyer from answering a delivery: such time does not
 * count as time to review. A refusal within a span that is written down already makes it longer.
 */
export async function noteRefusal(db: Queryable, asker: Asker): Promise<void> {
  await db.query({
    name: "note refusal",
    text: `
      with refused as (
        select service_now() as since,
          service_now() + ceil(extract(epoch from ${REFUSED_UNTIL} - clock_timestamp()))::bigint as until
        where exists (
          select 1 from escrows e
          where lower(e.buyer_email collate "C") = $2 and e.status = 'WORK_IN_PROGRESS' and e.review_window_seconds is not null)
      ),
      prolonged as (
        update sign_in_refusals known set until = greatest(known.until, refused.until) from refused
        where known.email = $2 and known.since <= refused.since and known.until >= refused.since and refused.until is not null
        returning 1
      )
      insert into sign_in_refusals (email, since, until)
      select $2, since, until from refused where until is not null and not exists (select 1 from prolonged)
      on conflict (email, since) do update set until = greatest(sign_in_refusals.until, excluded.until)`,
    values: askerValues(asker),
  });
}

export type ChallengeRow = { readonly email: string; readonly attempts: number };

/** The code that this browser waits for, while it holds. */
export async function findChallenge(db: Queryable, browserHash: Buffer): Promise<ChallengeRow | null> {
  const rows = await db.query<ChallengeRow>({
    name: "find challenge",
    text: "select email, attempts from sign_in_challenges where browser_hash = $1 and expires_at > clock_timestamp()",
    values: [browserHash],
  });
  return rows[0] ?? null;
}

export type CodeTry = {
  readonly browserHash: Buffer;
  /** Of {@link Asker}. */
  readonly origin: string;
  /** What the code's hash is when what was typed is right. */
  readonly hashes: readonly Buffer[];
};

/** The codes that may be entered, as their hashes. */
export type Tried = { readonly codes: readonly Buffer[] };

/** Parts of a `with`: takes one of the tries of browser `$1`; `$2` is who tries, `$3` what was typed. */
export const TRY_CODE = `
      taken as (
        update sign_in_challenges set ${attemptsAfter({ good: GOOD_CODES, hashes: "$3::bytea[]", origin: "$2::text", triesMax: CODE_TRIES })}
        where browser_hash = $1 and expires_at > clock_timestamp() and attempts < ${CODE_TRIES}
        returning ${GOOD_CODES} as codes
      ),${countGuess({ hashes: "$3::bytea[]", origin: "$2::text" })}`;

/**
 * Takes one of the tries, and writes it down when it is wrong; only a caller that got one may look at the codes. Null when there are no
 * tries left, or there is no such code.
 */
export async function takeTry(
  db: Queryable,
  { browserHash, origin, hashes }: CodeTry,
  actor: Actor,
): Promise<Tried | null> {
  const rows = await db.query<{ codes: Buffer[] }>({
    name: "take try",
    text: `
      with ${TRY_CODE},
      noted as (${noteSql({ kind: "'buyer_code_wrong'", from: "wrong", actor: "$4" })})
      select codes from taken`,
    values: [browserHash, origin, hashes, actorJson(actor)],
  });
  return rows[0] ?? null;
}

export type NewSession = {
  readonly browserHash: Buffer;
  readonly codeHash: Buffer;
  readonly tokenHash: Buffer;
  /** The session that the browser had until now, which ends. */
  readonly replaces: Buffer | null;
  readonly locale: string;
  readonly userAgent: string;
  readonly network: string;
};

/** Opens the session of sessionValues for the address of the code that was `used`. */
export const SESSION_OF_USED = `replaced as (
        delete from buyer_sessions where token_hash = $5 and exists (select 1 from used)
      )
      insert into buyer_sessions (token_hash, email, user_agent, network, expires_at)
      select $3, email, $6, $7, clock_timestamp() + interval '${SESSION_DAYS} days' from used
      returning email`;

export const sessionValues = (session: NewSession): unknown[] => [
  session.browserHash,
  session.codeHash,
  session.tokenHash,
  session.locale,
  session.replaces,
  session.userAgent,
  session.network,
];

/**
 * Uses up the codes and opens a session for its address, which becomes a buyer's with the first. Null when somebody was
 * faster: a code opens one session.
 */
export async function openSession(db: Queryable, session: NewSession): Promise<{ readonly email: string } | null> {
  const rows = await db.query<{ email: string }>({
    name: "open session",
    text: `
      with used as (
        delete from sign_in_challenges where browser_hash = $1 and $2 = any (${GOOD_CODES}) and expires_at > clock_timestamp()
        returning email, ${MAIL_IDS}
      ),
      erased as (${eraseCodes("used")}
      ),
      known as (
        insert into buyers (email, locale, created) select email, $4, service_now() from used
        on conflict (email) do update set locale = excluded.locale
      ),
      ${SESSION_OF_USED}`,
    values: sessionValues(session),
  });
  return rows[0] ?? null;
}

/** Forgets the code that this browser waits for. */
export async function dropChallenge(db: Queryable, browserHash: Buffer): Promise<void> {
  await db.query({
    name: "drop challenge",
    text: `
      with dropped as (delete from sign_in_challenges where browser_hash = $1 returning ${MAIL_IDS})
      ${eraseCodes("dropped")}`,
    values: [browserHash],
  });
}

export type SessionRow = {
  readonly id: string;
  readonly email: string;
  readonly locale: string;
  /** Null until it is known. */
  readonly zone: string | null;
  /** Whether a day has passed since its end was last moved. */
  readonly is_aging: boolean;
};

/** For good; `s` is the session. */
const ENDS_AT = `s.created + interval '${SESSION_DAYS_MAX} days'`;

export async function findSession(db: Queryable, tokenHash: Buffer): Promise<SessionRow | null> {
  const rows = await db.query<SessionRow>({
    name: "find buyer session",
    text: `
      select id, email, locale, zone,
        expires_at < least(clock_timestamp() + interval '${SESSION_DAYS - 1} days', ${ENDS_AT}) as is_aging
      from buyer_sessions s join buyers using (email)
      where token_hash = $1 and expires_at > clock_timestamp() and ${ENDS_AT} > clock_timestamp()`,
    values: [tokenHash],
  });
  return rows[0] ?? null;
}

/** Moves the end of a session that is still open. */
export async function prolongSession(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.query({
    name: "prolong session",
    text: `
      update buyer_sessions s
      set expires_at = least(clock_timestamp() + interval '${SESSION_DAYS} days', ${ENDS_AT}), seen_at = clock_timestamp()
      where token_hash = $1 and expires_at > clock_timestamp()`,
    values: [tokenHash],
  });
}

/** Ends a session; one that has ended is no matter. */
export async function endSession(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.query({
    name: "end session",
    text: "delete from buyer_sessions where token_hash = $1",
    values: [tokenHash],
  });
}

export type ListedSessionRow = {
  readonly id: string;
  readonly user_agent: string;
  readonly network: string;
  /** Unix seconds of real time. */
  readonly created: string;
  /** A day late at most. */
  readonly seen_at: string;
};

/** The open sessions of a buyer, at most a hundred, the one that was used last first. */
export function listSessions(db: Queryable, email: string): Promise<readonly ListedSessionRow[]> {
  return db.query<ListedSessionRow>({
    name: "list buyer sessions",
    text: `
      select s.id, s.user_agent, s.network, floor(extract(epoch from s.created))::bigint::text as created,
        floor(extract(epoch from s.seen_at))::bigint::text as seen_at
      from buyer_sessions s
      where s.email = $1 and s.expires_at > clock_timestamp() and ${ENDS_AT} > clock_timestamp()
      order by s.seen_at desc, s.created desc, s.id limit 100`,
    values: [email],
  });
}

/** Ends one session of a buyer, or all of them for null. */
export async function endSessionsOf(db: Queryable, email: string, id: string | null): Promise<void> {
  await db.query({
    name: "end sessions of buyer",
    text: "delete from buyer_sessions where email = $1 and ($2::uuid is null or id = $2)",
    values: [email, id],
  });
}

/** Keeps the language that a signed-in buyer chose, for mails. */
export async function setLocale(db: Queryable, tokenHash: Buffer, locale: string): Promise<void> {
  await db.query({
    name: "set locale",
    text: `
      update buyers b set locale = $2 from buyer_sessions s
      where s.token_hash = $1 and s.expires_at > clock_timestamp() and b.email = s.email and b.locale <> $2`,
    values: [tokenHash, locale],
  });
}

/** Keeps the time zone of a signed-in buyer, for mails. */
export async function setZone(db: Queryable, tokenHash: Buffer, zone: string): Promise<void> {
  await db.query({
    name: "set zone",
    text: `
      update buyers b set zone = $2 from buyer_sessions s
      where s.token_hash = $1 and s.expires_at > clock_timestamp() and b.email = s.email and b.zone is distinct from $2`,
    values: [tokenHash, zone],
  });
}

/** Forgets what has run out: codes, in the mails that bore them too, windows and sessions. */
export async function sweepSignIns(db: Queryable): Promise<void> {
  await db.query({
    name: "sweep sign-ins",
    text: `
      with codes as (
        delete from sign_in_challenges where browser_hash in (
          select browser_hash from sign_in_challenges where expires_at < clock_timestamp() for update skip locked
        ) returning ${MAIL_IDS}
      ),
      erased as (${eraseCodes("codes")}
      ),
      windows as (
        delete from sign_in_windows where (kind, subject) in (
          select kind, subject from sign_in_windows where ends_at < clock_timestamp() for update skip locked
        )
      ),
      links as (
        delete from stop_links l using milestones m
        where m.account_id = l.account_id and m.escrow_id = l.escrow_id and m.id = l.milestone_id
          and (m.status not in ('AWAITING_REVIEW', 'DISPUTED') or m.review_since is distinct from l.review_since)
      ),
      refusals as (
        delete from sign_in_refusals r where until < service_now() and not exists (
          select 1 from escrows e where lower(e.buyer_email collate "C") = r.email and e.status in ('WORK_IN_PROGRESS', 'DISPUTED'))
      )
      delete from buyer_sessions where token_hash in (
        select token_hash from buyer_sessions where expires_at < clock_timestamp() for update skip locked
      )`,
  });
}
