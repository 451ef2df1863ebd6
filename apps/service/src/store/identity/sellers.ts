/**
 * Sellers and their sessions. Each function is one statement, so what it counts, uses up or ends is counted, used up or ended
 * once, however many requests race. Real time is the measure of sessions.
 */
import type { VerificationStatus } from "@holdfast/contract";
import type { AccountId } from "../../domain/ids.js";
import { type Actor, COMMAND_LINE_ACTOR } from "../../domain/security.js";
import type { Queryable } from "../../platform/database.js";
import { NOW } from "../read/clock.js";
import { HOSTED_DOMAIN } from "../read/domains.js";
import { dueAccounts } from "../read/orders/due.js";
import { actorJson, noteSql } from "../security-events.js";
import { languageOf } from "../seller-language.js";
import { takePlace } from "./windows.js";

const IDLE_DAYS = 14;
export const SESSION_DAYS_MAX = 90;
/** Passwords tried in a quarter of an hour: at one address, and from one network. */
const PASSWORD_TRIES = 10;

/** An account as its members see it in passing. Numbers that the driver gives as text stay text. */
export type MembershipRow = {
  readonly account_id: AccountId;
  readonly seller_code: string;
  readonly hosted_domain: string | null;
  readonly trading_name: string;
  readonly verification_status: VerificationStatus;
  readonly suspended: boolean;
  readonly role: "owner" | "developer" | "support";
  /** Whether time may have done something that nobody has written down yet. */
  readonly has_due: boolean;
};

export type SellerSessionRow = {
  readonly seller_id: string;
  readonly session_id: string;
  readonly email: string;
  readonly name: string;
  /** Null for somebody who chose none. */
  readonly locale: string | null;
  /** Null until it is known. */
  readonly zone: string | null;
  readonly is_operator: boolean;
  readonly has_second_factor: boolean;
  /** Whole seconds since the session last proved who uses it, in real time. */
  readonly proof_age: string;
  readonly user_agent: string;
  readonly network: string;
  /** Whether it is time to write down that it was used. */
  readonly is_aging: boolean;
  /** Oldest first. */
  readonly memberships: readonly MembershipRow[];
  /** Unix seconds of the service's clock. */
  readonly now: string;
};

/** has_second_factor() of the schema, spelled out like `NOW`: these are asked with every page. */
const HAS_SECOND_FACTOR =
  "(p.totp_sealed is not null or exists (select 1 from seller_passkeys k where k.seller_id = p.id))";

/** Text of SQL: who holds the token `$1` of an open session, and what else is asked about `s.seller_id`. */
export const openSessionSql = (besides = ""): string => `
      select s.seller_id, s.id as session_id, p.email, p.name, p.locale, p.zone, p.is_operator,
        ${HAS_SECOND_FACTOR} as has_second_factor,
        greatest(0, floor(extract(epoch from clock_timestamp() - s.proved_at)))::bigint::text as proof_age,
        s.user_agent, s.network, s.seen_at < ${NOW} - 300 as is_aging${besides}
      from seller_sessions s join sellers p on p.id = s.seller_id
      where s.token_hash = $1 and s.expires_at > clock_timestamp() and s.generation = p.generation`;

/** Expressions of SQL: the service's time, and where a person belongs in this cell. */
export const belonging = (seller: string): string => `${NOW} as now,
        coalesce((
          select json_agg(json_build_object('account_id', a.id::text, 'seller_code', a.seller_code, 'hosted_domain', ${HOSTED_DOMAIN},
            'trading_name', a.trading_name, 'verification_status', a.verification_status, 'suspended', a.suspended,
            'role', m.role, 'has_due', due.may_be_any or coalesce(a.id = any(due.accounts), false)) order by m.created, a.id)
          from team_members m join accounts a on a.id = m.account_id and not a.moving cross join (${dueAccounts(NOW)}) due
          where m.seller_id = ${seller}), '[]') as memberships`;

/** Who holds the token of an open session, and where that person belongs: one statement, as fresh as that. */
export async function findSellerSession(db: Queryable, tokenHash: Buffer): Promise<SellerSessionRow | null> {
  const rows = await db.query<SellerSessionRow>({
    name: "find seller session",
    text: openSessionSql(`, ${belonging("s.seller_id")}`),
    values: [tokenHash],
  });
  return rows[0] ?? null;
}

/** Keeps the language that who holds the token of an open session chose. */
export async function setSellerLocale(db: Queryable, tokenHash: Buffer, locale: string): Promise<void> {
  await db.query({
    name: "set seller locale",
    text: `
      update sellers p set locale = $2 from seller_sessions s
      where s.token_hash = $1 and s.expires_at > clock_timestamp() and s.generation = p.generation
        and p.id = s.seller_id and p.locale is distinct from $2`,
    values: [tokenHash, locale],
  });
}

/** Keeps the time zone of who holds the token of an open session. */
export async function setSellerZone(db: Queryable, tokenHash: Buffer, zone: string): Promise<void> {
  await db.query({
    name: "set seller zone",
    text: `
      update sellers p set zone = $2 from seller_sessions s
      where s.token_hash = $1 and s.expires_at > clock_timestamp() and s.generation = p.generation
        and p.id = s.seller_id and p.zone is distinct from $2`,
    values: [tokenHash, zone],
  });
}

/** Writes down that a session that is still open was used, which moves its end. */
export async function prolongSellerSession(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.query({
    name: "prolong seller session",
    text: `
      update seller_sessions set seen_at = service_now(),
        expires_at = least(ends_at, clock_timestamp() + interval '${IDLE_DAYS} days')
      where token_hash = $1 and expires_at > clock_timestamp()`,
    values: [tokenHash],
  });
}

export type PasswordRow = {
  readonly seller_id: string;
  readonly email: string;
  readonly password_hash: string;
  readonly has_second_factor: boolean;
};

/** Who tries a password. Known: somebody has signed in with the address from this browser. */
export type PasswordAsker = {
  readonly network: string;
  /** How many visitors one network is taken for. */
  readonly visitorsPerAddress: number;
  /** Of the window: the address, or what is tried from where its owner is known. */
  readonly subject: string;
  readonly isKnown: boolean;
  readonly email: string;
};

/**
 * Takes a place for one try of a password; only who got one may look at it. An address that is nobody's takes places too. Whoever is
 * known has places of their own, and strangers can't use up their network's before them.
 */
export async function takePasswordTry(
  db: Queryable,
  { network, visitorsPerAddress, subject, isKnown, email }: PasswordAsker,
): Promise<{ readonly isAllowed: boolean; readonly ofNetwork: boolean; readonly known: PasswordRow | null }> {
  const rows = await db.query<{ [Name in keyof PasswordRow]: PasswordRow[Name] | null } & { allowed: boolean | null }>({
    name: "take password try",
    text: `
      with network as (
        insert into sign_in_windows as w (kind, subject, ends_at, codes)
        select 'password_network', $1, clock_timestamp() + interval '15 min', 1 where not $4::boolean
        ${takePlace("$5::int")}
      ),
      let_in as (select 1 from network union all select 1 where $4::boolean),
      tried as (
        insert into sign_in_windows as w (kind, subject, ends_at, codes)
        select 'password', $2, clock_timestamp() + interval '15 min', 1 from let_in
        ${takePlace(PASSWORD_TRIES)}
      )
      select (select true from tried) as allowed, p.id as seller_id, p.email, p.password_hash, has_second_factor(p.id, p.totp_sealed)
      from let_in left join sellers p on p.email = $3 and exists (select 1 from tried)`,
    values: [network, subject, email, isKnown, PASSWORD_TRIES * visitorsPerAddress],
  });
  const [row] = rows;
  return {
    isAllowed: row?.allowed === true,
    ofNetwork: row === undefined,
    known: row?.seller_id == null ? null : (row as PasswordRow),
  };
}

/** A session that is to be opened, and the one that the browser had until now, which ends. */
export type NewSellerSession = {
  readonly tokenHash: Buffer;
  readonly id: string;
  readonly userAgent: string;
  readonly network: string;
  readonly replaces: Buffer | null;
};

export const sessionValues = (session: NewSellerSession): readonly unknown[] => [
  session.tokenHash,
  session.id,
  session.userAgent,
  session.network,
  session.replaces,
];

/** Who opens a session, to be read from its values. */
export const SESSION_ACTOR = `jsonb_build_object('seller', null, 'user_agent', $3::text, 'network', $4::text)`;

/** Whether somebody has signed in from this browser before. */
export type Arrival = "known_browser" | "new_browser";

/** Parts of a `with`, before {@link OPEN_SESSION}: `person` (id, email) has signed in, and is told of a browser that is new. */
export const arrived = (arrival: string): string => `
      arrived as (${noteSql({
        kind: `case ${arrival}::text when 'new_browser' then 'signed_in_new_browser' else 'signed_in' end`,
        from: "person",
        seller: "person.id",
        actor: SESSION_ACTOR,
      })}),
      arrival_told as (
        insert into mails (recipient, template, params, created)
        select email, 'seller_new_browser', jsonb_build_object('user_agent', $3::text, 'network', $4::text) || ${languageOf("person.email")}, service_now()
        from person where ${arrival}::text = 'new_browser'
      ),`;

/** Parts of a `with`: the session is for the row of `person` (id, generation). Its values come first: $1 to $5. */
export const OPEN_SESSION = `
      replaced as (
        delete from seller_sessions where token_hash = $5 and exists (select 1 from person)
      ),
      opened as (
        insert into seller_sessions
          (token_hash, id, seller_id, user_agent, network, generation, created, seen_at, expires_at, ends_at)
        select $1, $2, id, $3, $4, generation, service_now(), service_now(),
          clock_timestamp() + interval '${IDLE_DAYS} days', clock_timestamp() + interval '${SESSION_DAYS_MAX} days'
        from person
        returning 1
      )`;

/**
 * Parts of a `with`, before {@link OPEN_SESSION}: the other sessions of `person` (id, email) end, and a mail says what was
 * changed.
 */
export const endOthersAndTell = (what: "second_factor_on" | "passkey_added" | "password_changed"): string => `
      ended as (
        delete from seller_sessions where seller_id = (select id from person) and token_hash is distinct from $5
      ),
      told as (
        insert into mails (recipient, template, params, created)
        select email, 'seller_security', '{"what":"${what}"}' || ${languageOf("person.email")}, service_now() from person
      ),`;

/**
 * Opens a session after the right password, and forgets the tries before it. False when the password was changed meanwhile,
 * or a second factor was switched on.
 */
export async function openSellerSession(
  db: Queryable,
  session: NewSellerSession,
  { seller_id, password_hash, subject, arrival }: PasswordRow & { subject: string; arrival: Arrival },
): Promise<boolean> {
  const rows = await db.query({
    name: "open seller session",
    text: `
      with person as (
        select id, email, generation from sellers p where id = $6 and password_hash = $7 and not has_second_factor(p.id, p.totp_sealed) for share
      ),
      forgotten as (
        delete from sign_in_windows where kind = 'password' and subject = $8 and exists (select 1 from person)
      ),${arrived("$9")}${OPEN_SESSION}
      select 1 from opened`,
    values: [...sessionValues(session), seller_id, password_hash, subject, arrival],
  });
  return rows.length === 1;
}

export async function endSellerSession(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.query({
    name: "end seller session",
    text: "delete from seller_sessions where token_hash = $1",
    values: [tokenHash],
  });
}

export type ListedSessionRow = {
  readonly id: string;
  readonly user_agent: string;
  readonly network: string;
  readonly created: string;
  readonly seen_at: string;
};

/** The open sessions of a person, the one that was used last first. */
export function listSellerSessions(db: Queryable, sellerId: string): Promise<readonly ListedSessionRow[]> {
  return db.query<ListedSessionRow>({
    name: "list seller sessions",
    text: `
      select s.id, s.user_agent, s.network, s.created, s.seen_at
      from seller_sessions s join sellers p on p.id = s.seller_id
      where s.seller_id = $1 and s.expires_at > clock_timestamp() and s.generation = p.generation
      order by s.seen_at desc, s.created desc, s.id limit 100`,
    values: [sellerId],
  });
}

/** False when the person has no such session. */
export async function endSessionOf(db: Queryable, sellerId: string, sessionId: string): Promise<boolean> {
  const rows = await db.query({
    name: "end session of seller",
    text: "delete from seller_sessions where seller_id = $1 and id = $2 returning 1",
    values: [sellerId, sessionId],
  });
  return rows.length === 1;
}

/** Ends all sessions of a person, and those that are being opened. */
export async function endSessionsOf(db: Queryable, sellerId: string, actor: Actor): Promise<void> {
  await db.query({
    name: "end sessions of seller",
    text: `
      with ended as (update sellers set generation = generation + 1 where id = $1 returning id),
      noted as (${noteSql({ kind: "'signed_out_everywhere'", from: "ended", seller: "ended.id", actor: "$2" })})
      delete from seller_sessions where seller_id = $1`,
    values: [sellerId, actorJson(actor)],
  });
}

export async function renameSeller(db: Queryable, sellerId: string, name: string): Promise<void> {
  await db.query({
    name: "rename seller",
    text: "update sellers set name = $2 where id = $1",
    values: [sellerId, name],
  });
}

/**
 * Puts a new password in the place of the one that was looked at, ends every session, opens one for this browser, and tells
 * the person by mail. False when another change was faster.
 */
export async function changePassword(
  db: Queryable,
  session: NewSellerSession,
  change: { readonly sellerId: string; readonly oldHash: string; readonly newHash: string },
): Promise<boolean> {
  const rows = await db.query({
    name: "change password",
    text: `
      with person as (
        update sellers set password_hash = $8, generation = generation + 1, factor_tries = 0 where id = $6 and password_hash = $7
        returning id, generation, email
      ),
      noted as (${noteSql({ kind: "'password_changed'", from: "person", seller: "person.id", actor: SESSION_ACTOR })}),${endOthersAndTell("password_changed")}${OPEN_SESSION}
      select 1 from opened`,
    values: [...sessionValues(session), change.sellerId, change.oldHash, change.newHash],
  });
  return rows.length === 1;
}

/** Makes the person with this address an operator, or takes that back; null when nobody has the address. */
export async function setOperator(db: Queryable, email: string, isOperator: boolean): Promise<OperatorRow | null> {
  const rows = await db.query<OperatorRow>({
    name: "set operator",
    text: `
      with person as (
        update sellers set is_operator = $2 where email = $1
        returning id, email, name, is_operator, has_second_factor(id, totp_sealed), created
      ),
      noted as (${noteSql({
        kind: "case when $2 then 'operator_granted' else 'operator_revoked' end",
        from: "person",
        seller: "person.id",
        actor: "$3",
      })})
      select email, name, is_operator, has_second_factor, created from person`,
    values: [email, isOperator, actorJson(COMMAND_LINE_ACTOR)],
  });
  return rows[0] ?? null;
}

export type OperatorRow = {
  readonly email: string;
  readonly name: string;
  readonly is_operator: boolean;
  readonly has_second_factor: boolean;
  readonly created: string;
};

export function listOperators(db: Queryable): Promise<readonly OperatorRow[]> {
  return db.query<OperatorRow>({
    name: "list operators",
    text: `
      select email, name, is_operator, has_second_factor(id, totp_sealed), created
      from sellers where is_operator order by email`,
  });
}

/** Makes a person, its address taken as proved, the owner of an account. Throws a unique violation for a known address. */
export async function insertOwner(
  db: Queryable,
  owner: { account: AccountId; id: string; email: string; name: string; passwordHash: string },
): Promise<void> {
  await db.query({
    name: "insert owner",
    text: `
      with person as (
        insert into sellers (id, email, name, password_hash, created) values ($2, $3, $4, $5, service_now()) returning id
      )
      insert into team_members (account_id, seller_id, role, created) select $1, id, 'owner', service_now() from person`,
    values: [owner.account, owner.id, owner.email, owner.name, owner.passwordHash],
  });
}
