/**
 * Codes that prove an address of a seller: for a sign-up, and for a password that was forgotten. As with buyers' codes
 * (buyers.ts) each function is one statement. Whether an address is known decides what its mail says, and nothing that the
 * browser is told.
 */
import type { AccountId } from "../../domain/ids.js";
import type { Actor } from "../../domain/security.js";
import type { Queryable } from "../../platform/database.js";
import { actorJson, noteSql } from "../security-events.js";
import { languageOf } from "../seller-language.js";
import { CODE_MINUTES, CODE_TRIES } from "./buyers.js";
import { arrived, type NewSellerSession, OPEN_SESSION, sessionValues } from "./sellers.js";
import { eraseCodes, GOOD_CODES, lockKept, MAIL_IDS, sentAgainByMail } from "./sent-codes.js";
import { ownedAccount } from "./team.js";
import { type Asker, askerValues, attemptsAfter, countGuess, TAKE_CODE_PLACES } from "./windows.js";

/** What an account will be opened with, once its address is proved. */
export type SignUpFields = {
  readonly name: string;
  /** Null for people who were invited: no account is opened. */
  readonly tradingName: string | null;
  readonly passwordHash: string;
};

export type NewSellerChallenge = {
  readonly kind: "sign_up" | "reset";
  /** Of the step that waits for a code of the kind to the address already, where the code is sent again. */
  readonly browserHash: Buffer;
  /** The step that the same browser was at; null where it is the same. */
  readonly replaces: Buffer | null;
  readonly code: string;
  readonly codeHash: Buffer;
  readonly asker: Asker;
  readonly actor: Actor;
  readonly signUp: SignUpFields | null;
  /** Of the page, for an address whose person has chosen none. */
  readonly locale: string | null;
};

/**
 * Keeps a code and puts a mail into the outbox, if the limits leave room for one: false otherwise, and then nothing has
 * changed. The mail bears the code; or says that there is an account already, or none.
 */
export async function openSellerChallenge(db: Queryable, challenge: NewSellerChallenge): Promise<boolean> {
  const { signUp } = challenge;
  const rows = await db.query({
    name: "open seller challenge",
    text: `
      with ${TAKE_CODE_PLACES},
      sent as (
        insert into mails (recipient, template, params, created)
        select $2,
          case when is_known = ($7 = 'reset') then 'seller_code' when is_known then 'seller_known' else 'seller_unknown' end,
          case when is_known = ($7 = 'reset')
            then jsonb_build_object('code', $8::text, 'purpose', $7::text, 'minutes', ${CODE_MINUTES})
            else '{}' end || ${languageOf("$2", "$16")},
          service_now()
        from allowed, (select exists (select 1 from sellers where email = $2) as is_known) known
        returning id
      ),
      noted as (${noteSql({
        kind: "'code_sent'",
        from: "sent join sellers p on p.email = $2",
        seller: "p.id",
        subject: "$7::text",
        actor: "$15",
      })}),
      kept as (${lockKept("seller_challenges", "$9")}),
      replaced as (
        delete from seller_challenges where browser_hash = $10 and exists (select 1 from sent) returning ${MAIL_IDS}
      ),
      erased as (${eraseCodes("(select * from replaced union all select * from kept where exists (select 1 from sent)) ended")}
      )
      insert into seller_challenges as c
        (browser_hash, kind, email, code_hash, name, trading_name, password_hash, expires_at, mail_id)
      select $9, $7, $2, $11, $12, $13, $14, clock_timestamp() + interval '${CODE_MINUTES} min', id from sent left join kept on true
      ${sentAgainByMail("name", "trading_name", "password_hash")}
      returning 1`,
    values: [
      ...askerValues(challenge.asker),
      challenge.kind,
      challenge.code,
      challenge.browserHash,
      challenge.replaces,
      challenge.codeHash,
      signUp?.name ?? null,
      signUp?.tradingName ?? null,
      signUp?.passwordHash ?? null,
      actorJson(challenge.actor),
      challenge.locale,
    ],
  });
  return rows.length === 1;
}

export type SellerChallengeRow = {
  readonly kind: "sign_up" | "reset" | "second_factor";
  readonly email: string;
  readonly attempts: number;
  readonly name: string | null;
  readonly trading_name: string | null;
  readonly password_hash: string | null;
};

/** The step that this browser is at, while it holds. */
export async function findSellerChallenge(db: Queryable, browserHash: Buffer): Promise<SellerChallengeRow | null> {
  const rows = await db.query<SellerChallengeRow>({
    name: "find seller challenge",
    text: `
      select kind, email, attempts, name, trading_name, password_hash from seller_challenges
      where browser_hash = $1 and expires_at > clock_timestamp()`,
    values: [browserHash],
  });
  return rows[0] ?? null;
}

/**
 * Takes one of the tries; only a caller that got one may look at the codes. Null when there are no tries left, or there is no such code.
 * @param given.origin null for a code that is too long to be guessed. @param given.hashes what the code's hash is when it is right.
 */
export async function takeSellerTry(
  db: Queryable,
  given: {
    readonly browserHash: Buffer;
    readonly kind: "sign_up" | "reset";
    readonly origin: string | null;
    readonly hashes: readonly Buffer[];
  },
): Promise<{ readonly codes: readonly Buffer[] } | null> {
  const look = { hashes: "$4::bytea[]", origin: "$3::text" };
  const rows = await db.query<{ codes: Buffer[] }>({
    name: "take seller try",
    text: `
      with taken as (
        update seller_challenges set ${attemptsAfter({ ...look, good: GOOD_CODES, triesMax: CODE_TRIES })}
        where browser_hash = $1 and kind = $2 and expires_at > clock_timestamp() and attempts < ${CODE_TRIES}
        returning ${GOOD_CODES} as codes
      ),${countGuess(look)}
      select codes from taken`,
    values: [given.browserHash, given.kind, given.origin, given.hashes],
  });
  return rows[0] ?? null;
}

/** Forgets the step that this browser is at. */
export async function dropSellerChallenge(db: Queryable, browserHash: Buffer): Promise<void> {
  await db.query({
    name: "drop seller challenge",
    text: `
      with dropped as (delete from seller_challenges where browser_hash = $1 returning ${MAIL_IDS})
      ${eraseCodes("dropped")}`,
    values: [browserHash],
  });
}

export type Opening = {
  readonly browserHash: Buffer;
  readonly codeHash: Buffer;
  readonly sellerId: string;
  readonly account: AccountId;
  readonly sellerCode: string;
  readonly apiVersion: string;
  /** In which the person reads the console from now on; null for as the browser says. */
  readonly locale: string | null;
};

/**
 * Text of SQL up to its last `select`. Uses up code `$7` of browser `$6` and makes person `$8`, with language `$9`; `account` is put
 * before the session.
 */
export const signUpSql = (account = ""): string => `
      with used as (
        delete from seller_challenges
        where browser_hash = $6 and $7 = any (${GOOD_CODES}) and kind = 'sign_up' and expires_at > clock_timestamp()
        returning email, name, trading_name, password_hash, ${MAIL_IDS}
      ),
      erased as (${eraseCodes("used")}
      ),
      person as (
        insert into sellers (id, email, name, password_hash, locale, created)
        select $8, email, name, password_hash, $9, service_now() from used
        on conflict (email) do nothing
        returning id, email, name, locale, generation
      ),${account}${arrived("'known_browser'")}${OPEN_SESSION}`;

export const signUpValues = (session: NewSellerSession, opening: Opening): readonly unknown[] => [
  ...sessionValues(session),
  opening.browserHash,
  opening.codeHash,
  opening.sellerId,
  opening.locale,
];

/**
 * Uses up the code and makes a seller of its address, with an account when a trading name was given, and a session. Null when
 * somebody was faster, or has signed up with the address meanwhile.
 */
export async function completeSignUp(
  db: Queryable,
  session: NewSellerSession,
  opening: Opening,
): Promise<{ readonly seller_code: string | null } | null> {
  const rows = await db.query<{ seller_code: string | null }>({
    name: "complete sign-up",
    text: `
${signUpSql(`
      owner as (
        select person.id, person.email, used.trading_name from used cross join person where used.trading_name is not null
      ),${ownedAccount({ id: "$10", sellerCode: "$11", apiVersion: "$12" })},`)}
      select seller_code from opened left join account on true`,
    values: [...signUpValues(session, opening), opening.account, opening.sellerCode, opening.apiVersion],
  });
  return rows[0] ?? null;
}

/**
 * Uses up the code and puts a new password in the place of the one that was forgotten. Every session ends, tries at the address
 * are forgotten, and the person is told by mail. The second factor stays. False when somebody was faster.
 */
export async function resetPassword(
  db: Queryable,
  reset: { readonly browserHash: Buffer; readonly codeHash: Buffer; readonly passwordHash: string },
  actor: Actor,
): Promise<boolean> {
  const rows = await db.query({
    name: "reset password",
    text: `
      with used as (
        delete from seller_challenges
        where browser_hash = $1 and $2 = any (${GOOD_CODES}) and kind = 'reset' and expires_at > clock_timestamp()
        returning email, ${MAIL_IDS}
      ),
      erased as (${eraseCodes("used")}
      ),
      person as (
        update sellers set password_hash = $3, generation = generation + 1, factor_tries = 0 from used where sellers.email = used.email
        returning sellers.id, sellers.email
      ),
      ended as (
        delete from seller_sessions where seller_id = (select id from person)
      ),
      forgotten as (
        delete from sign_in_windows where kind = 'password' and subject = (select email from person)
      ),
      noted as (${noteSql({ kind: "'password_changed'", from: "person", seller: "person.id", actor: "$4" })})
      insert into mails (recipient, template, params, created)
      select email, 'seller_security', '{"what":"password_changed"}' || ${languageOf("person.email")}, service_now() from person
      returning 1`,
    values: [reset.browserHash, reset.codeHash, reset.passwordHash, actorJson(actor)],
  });
  return rows.length === 1;
}

/** Text of SQL: forgets what has run out of sign-ins, codes in the mails that bore them too, and something besides. */
export const sweepSql = (besides = ""): string => `
      with codes as (
        delete from seller_challenges where browser_hash in (
          select browser_hash from seller_challenges where expires_at < clock_timestamp() for update skip locked
        ) returning ${MAIL_IDS}
      ),
      erased as (${eraseCodes("codes")}
      ),${besides}
      challenges as (
        delete from spent_challenges where hash in (
          select hash from spent_challenges where expires_at < clock_timestamp() for update skip locked
        )
      )
      delete from seller_sessions where token_hash in (
        select token_hash from seller_sessions where expires_at < clock_timestamp() for update skip locked
      )`;

/** Forgets what has run out: codes, sessions, and invitations a month after their end. */
export async function sweepSellers(db: Queryable): Promise<void> {
  await db.query({
    name: "sweep sellers",
    text: sweepSql(`
      invitations as (
        delete from team_invitations where (account_id, id) in (
          select account_id, id from team_invitations
          where expires_at < clock_timestamp() - interval '30 days' for update skip locked
        )
      ),`),
  });
}
