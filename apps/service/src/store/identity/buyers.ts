/**
 * Buyers, their sessions, and the codes they sign in with. Each function is one statement, so what it counts, uses up or
 * replaces is counted, used up or replaced once, however many requests race. Real time is the measure throughout.
 */
import type { Queryable } from "../../platform/database.js";
import { takeCodePlaces } from "./windows.js";

export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
export const SESSION_DAYS = 30;

export type NewChallenge = {
  readonly browserHash: Buffer;
  /** The challenge of the same browser that this one takes the place of. */
  readonly replaces: Buffer | null;
  readonly email: string;
  readonly code: string;
  readonly codeHash: Buffer;
  readonly locale: string;
  readonly network: string;
};

/**
 * Keeps a code and puts the mail that brings it into the outbox, if the limits leave room for one: false otherwise, and
 * then nothing has changed. An address that nobody ever signed in with takes the same path as any other.
 */
export async function openChallenge(db: Queryable, challenge: NewChallenge): Promise<boolean> {
  const rows = await db.query({
    name: "open challenge",
    text: `
      with ${takeCodePlaces("$1", "$2")},
      sent as (
        insert into mails (recipient, template, params, created)
        select $2, 'sign_in_code',
          jsonb_build_object('code', $3::text, 'locale', $4::text, 'minutes', ${CODE_MINUTES}), service_now()
        from mail_day
        returning id
      ),
      replaced as (
        delete from sign_in_challenges where browser_hash = $7 and exists (select 1 from sent) returning mail_id
      ),
      erased as (
        update mails set params = params - 'code' from replaced where id = replaced.mail_id
      )
      insert into sign_in_challenges (browser_hash, email, code_hash, expires_at, mail_id)
      select $5, $2, $6, clock_timestamp() + interval '${CODE_MINUTES} min', id from sent
      returning 1`,
    values: [
      challenge.network,
      challenge.email,
      challenge.code,
      challenge.locale,
      challenge.browserHash,
      challenge.codeHash,
      challenge.replaces,
    ],
  });
  return rows.length === 1;
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

/** Takes one of the tries; only who got one may look at the code. Null when none is left, or there is no such code. */
export async function takeTry(db: Queryable, browserHash: Buffer): Promise<{ readonly code_hash: Buffer } | null> {
  const rows = await db.query<{ code_hash: Buffer }>({
    name: "take try",
    text: `
      update sign_in_challenges set attempts = attempts + 1
      where browser_hash = $1 and expires_at > clock_timestamp() and attempts < ${CODE_TRIES}
      returning code_hash`,
    values: [browserHash],
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
};

/**
 * Uses up the code and opens a session for its address, which becomes a buyer's with the first. Null when somebody was
 * faster: a code opens one session.
 */
export async function openSession(db: Queryable, session: NewSession): Promise<{ readonly email: string } | null> {
  const rows = await db.query<{ email: string }>({
    name: "open session",
    text: `
      with used as (
        delete from sign_in_challenges where browser_hash = $1 and code_hash = $2 and expires_at > clock_timestamp()
        returning email, mail_id
      ),
      erased as (
        update mails set params = params - 'code' from used where id = used.mail_id
      ),
      known as (
        insert into buyers (email, locale, created) select email, $4, service_now() from used
        on conflict (email) do update set locale = excluded.locale
      ),
      replaced as (
        delete from buyer_sessions where token_hash = $5 and exists (select 1 from used)
      )
      insert into buyer_sessions (token_hash, email, expires_at)
      select $3, email, clock_timestamp() + interval '${SESSION_DAYS} days' from used
      returning email`,
    values: [session.browserHash, session.codeHash, session.tokenHash, session.locale, session.replaces],
  });
  return rows[0] ?? null;
}

/** Forgets the code that this browser waits for. */
export async function dropChallenge(db: Queryable, browserHash: Buffer): Promise<void> {
  await db.query({
    name: "drop challenge",
    text: `
      with dropped as (delete from sign_in_challenges where browser_hash = $1 returning mail_id)
      update mails set params = params - 'code' from dropped where id = dropped.mail_id`,
    values: [browserHash],
  });
}

export type SessionRow = {
  readonly email: string;
  readonly locale: string;
  /** Whether a day has passed since its end was last moved. */
  readonly is_aging: boolean;
};

export async function findSession(db: Queryable, tokenHash: Buffer): Promise<SessionRow | null> {
  const rows = await db.query<SessionRow>({
    name: "find buyer session",
    text: `
      select email, locale, expires_at < clock_timestamp() + interval '${SESSION_DAYS - 1} days' as is_aging
      from buyer_sessions join buyers using (email)
      where token_hash = $1 and expires_at > clock_timestamp()`,
    values: [tokenHash],
  });
  return rows[0] ?? null;
}

/** Moves the end of a session that is still open. */
export async function prolongSession(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.query({
    name: "prolong session",
    text: `
      update buyer_sessions set expires_at = clock_timestamp() + interval '${SESSION_DAYS} days'
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

/** Forgets what has run out: codes, in the mails that bore them too, windows and sessions. */
export async function sweepSignIns(db: Queryable): Promise<void> {
  await db.query({
    name: "sweep sign-ins",
    text: `
      with codes as (
        delete from sign_in_challenges where browser_hash in (
          select browser_hash from sign_in_challenges where expires_at < clock_timestamp() for update skip locked
        ) returning mail_id
      ),
      erased as (
        update mails set params = params - 'code' from codes where id = codes.mail_id
      ),
      windows as (
        delete from sign_in_windows where (kind, subject) in (
          select kind, subject from sign_in_windows where ends_at < clock_timestamp() for update skip locked
        )
      )
      delete from buyer_sessions where token_hash in (
        select token_hash from buyer_sessions where expires_at < clock_timestamp() for update skip locked
      )`,
  });
}
