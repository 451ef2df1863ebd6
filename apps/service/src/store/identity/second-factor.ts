/**
 * The second factor of a seller: what the codes of an app are made of (sealed), codes for when it is lost, and the step of a
 * sign-in that waits for one. Each function is one statement. Passkeys are in passkeys.ts.
 */
import type { Actor } from "../../domain/security.js";
import type { Queryable } from "../../platform/database.js";
import { actorJson, noteSql } from "../security-events.js";
import {
  notePerson,
  OWN_PERSON,
  type OwnSession,
  type Proof,
  proofJson,
  SESSION_STANDS,
  securityMailSql,
  TAKE_OWN_PROOF,
  takeProof,
} from "./proofs.js";
import {
  type Arrival,
  arrived,
  endOthersAndTell,
  type NewSellerSession,
  OPEN_SESSION,
  type PasswordRow,
  SESSION_ACTOR,
  sessionValues,
} from "./sellers.js";
import { eraseCodes, MAIL_IDS } from "./sent-codes.js";
import { takePlace } from "./windows.js";

/** Of a person, in a quarter of an hour: a guess hits one of three codes in a million. */
const SECOND_FACTOR_TRIES = 5;
/** Of a person, until one is right or the password is a new one: of those who guess on and on, one in 6,000 hits. */
const SECOND_FACTOR_TRIES_MAX = 50;
export const SECOND_FACTOR_MINUTES = 10;

/** The password was right, and a second factor is to follow: no session yet. False when it was changed meanwhile. */
export async function openSecondStep(
  db: Queryable,
  step: { readonly browserHash: Buffer; readonly replaces: Buffer | null },
  { seller_id, password_hash, subject }: PasswordRow & { subject: string },
): Promise<boolean> {
  const rows = await db.query({
    name: "open second step",
    text: `
      with person as (
        select id, email, generation from sellers where id = $3 and password_hash = $4 for share
      ),
      forgotten as (
        delete from sign_in_windows where kind = 'password' and subject = $5 and exists (select 1 from person)
      ),
      replaced as (
        delete from seller_challenges where browser_hash = $2 and exists (select 1 from person) returning ${MAIL_IDS}
      ),
      erased as (${eraseCodes("replaced")}
      )
      insert into seller_challenges (browser_hash, kind, email, seller_id, generation, expires_at)
      select $1, 'second_factor', email, id, generation, clock_timestamp() + interval '${SECOND_FACTOR_MINUTES} min'
      from person
      returning 1`,
    values: [step.browserHash, step.replaces, seller_id, password_hash, subject],
  });
  return rows.length === 1;
}

export type SecondFactorRow = {
  readonly seller_id: string;
  /** Null when no app is set up, or none any more. */
  readonly totp_sealed: Buffer | null;
  /** Whether a try was left: only then may the code be looked at. */
  readonly is_allowed: boolean;
  /** Whether none will be until the password is a new one. */
  readonly is_blocked: boolean;
  /** Unix seconds of real time. */
  readonly now: string;
};

// The last of all tries is told by mail: somebody knows the password. `$2` is the actor.
const TRIED = `
      tried as (
        insert into sign_in_windows as w (kind, subject, ends_at, codes)
        select 'second_factor', seller_id::text, clock_timestamp() + interval '15 min', 1
        from waiting join sellers p on p.id = waiting.seller_id where p.factor_tries < ${SECOND_FACTOR_TRIES_MAX}
        ${takePlace(SECOND_FACTOR_TRIES)}
      ),
      counted as (
        update sellers p set factor_tries = factor_tries + 1 from tried cross join waiting
        where p.id = waiting.seller_id and p.factor_tries < ${SECOND_FACTOR_TRIES_MAX}
        returning p.id, p.email, p.totp_sealed, p.factor_tries
      ),
      person as (
        select id, email from counted where factor_tries = ${SECOND_FACTOR_TRIES_MAX}
      ),
      told as (${securityMailSql("second_factor_blocked")}),
      noted as (${notePerson("second_factor_blocked", "$2")})
      select waiting.seller_id, p.totp_sealed, counted.id is not null as is_allowed,
        p.factor_tries >= ${SECOND_FACTOR_TRIES_MAX} as is_blocked,
        floor(extract(epoch from clock_timestamp()))::bigint::text as now
      from waiting join sellers p on p.id = waiting.seller_id left join counted on true`;

const WAITING = "kind = 'second_factor' and expires_at > clock_timestamp()";

/** Takes one of the tries of the person who is signing in with this browser; null when nobody is. */
export async function takeSecondFactorTry(
  db: Queryable,
  browserHash: Buffer,
  actor: Actor,
): Promise<SecondFactorRow | null> {
  const rows = await db.query<SecondFactorRow>({
    name: "take second factor try",
    text: `with waiting as (select seller_id from seller_challenges where browser_hash = $1 and ${WAITING}),${TRIED}`,
    values: [browserHash, actorJson(actor)],
  });
  return rows[0] ?? null;
}

/** The same for somebody who is signed in, out of the same tries. */
export async function takeOwnSecondFactorTry(
  db: Queryable,
  sellerId: string,
  actor: Actor,
): Promise<SecondFactorRow | null> {
  const rows = await db.query<SecondFactorRow>({
    name: "take own second factor try",
    text: `with waiting as (select $1::uuid as seller_id),${TRIED}`,
    values: [sellerId, actorJson(actor)],
  });
  return rows[0] ?? null;
}

/** Who is signing in with this browser, and may do so with a second factor; null for nobody. */
export async function findSecondStep(
  db: Queryable,
  browserHash: Buffer,
): Promise<{ readonly seller_id: string } | null> {
  const rows = await db.query<{ seller_id: string }>({
    name: "find second step",
    text: `select seller_id from seller_challenges where browser_hash = $1 and ${WAITING}`,
    values: [browserHash],
  });
  return rows[0] ?? null;
}

/** Takes the proof and opens the session. False when the proof was taken before, or the step has ended. */
export async function completeSecondStep(
  db: Queryable,
  session: NewSellerSession,
  { browserHash, proof, arrival }: { readonly browserHash: Buffer; readonly proof: Proof; readonly arrival: Arrival },
): Promise<boolean> {
  const rows = await db.query({
    name: "complete second step",
    text: `
      with waiting as (
        select seller_id, generation from seller_challenges where browser_hash = $7 and ${WAITING} for update
      ),${takeProof({ proof: "$6", actor: SESSION_ACTOR, condition: "p.generation = waiting.generation" })},
      used as (
        delete from seller_challenges where browser_hash = $7 and exists (select 1 from person)
      ),${arrived("$8")}${OPEN_SESSION}
      select 1 from opened`,
    values: [...sessionValues(session), proofJson(proof), browserHash, arrival],
  });
  return rows.length === 1;
}

/** Takes the proof of somebody who is signed in: from now on the session is a fresh one. False when it was taken before. */
export async function proveWithFactor(
  db: Queryable,
  { sellerId, sessionId, proof }: { readonly sellerId: string; readonly sessionId: string; readonly proof: Proof },
  actor: Actor,
): Promise<boolean> {
  const rows = await db.query({
    name: "prove with second factor",
    text: `
      with ${TAKE_OWN_PROOF},
      noted as (${notePerson("proved", "$3")})
      update seller_sessions set proved_at = clock_timestamp()
      where id = $4 and seller_id = (select id from person) returning 1`,
    values: [sellerId, proofJson(proof), actorJson(actor), sessionId],
  });
  return rows.length === 1;
}

/** The password was right. For people without a second factor: false for others. */
export async function proveWithPassword(
  db: Queryable,
  {
    sellerId,
    sessionId,
    passwordHash,
  }: { readonly sellerId: string; readonly sessionId: string; readonly passwordHash: string },
  actor: Actor,
): Promise<boolean> {
  const rows = await db.query({
    name: "prove with password",
    text: `
      with person as (
        select id from sellers p where id = $1 and password_hash = $2 and not has_second_factor(p.id, p.totp_sealed)
      ),
      noted as (${notePerson("proved", "$3")})
      update seller_sessions set proved_at = clock_timestamp()
      where id = $4 and seller_id = (select id from person) returning 1`,
    values: [sellerId, passwordHash, actorJson(actor), sessionId],
  });
  return rows.length === 1;
}

type PendingSecret = {
  readonly sealed: Buffer;
  /** Of the key that it is sealed with. */
  readonly fingerprint: Buffer;
};

/** Not with a key that was retired meanwhile: what it seals nobody could open. */
const isCurrent = (fingerprint: string): string =>
  `exists (select 1 from secret_key_check where fingerprint = ${fingerprint})`;

/** Keeps what an app is being set up with, in the place of an earlier one. False when the session ended meanwhile. */
export async function keepPendingSecret(
  db: Queryable,
  { id, sessionId }: OwnSession,
  { sealed, fingerprint }: PendingSecret,
): Promise<boolean> {
  const rows = await db.query({
    name: "keep pending secret",
    text: `update sellers p set totp_pending = $3 where p.id = $1 and ${SESSION_STANDS} and ${isCurrent("$4")} returning 1`,
    values: [id, sessionId, sealed, fingerprint],
  });
  return rows.length === 1;
}

export async function findPendingSecret(
  db: Queryable,
  sellerId: string,
): Promise<{ readonly sealed: Buffer; readonly now: string } | null> {
  const rows = await db.query<{ sealed: Buffer; now: string }>({
    name: "find pending secret",
    text: `
      select totp_pending as sealed, floor(extract(epoch from clock_timestamp()))::bigint::text as now
      from sellers where id = $1 and totp_pending is not null`,
    values: [sellerId],
  });
  return rows[0] ?? null;
}

/** Text of SQL: recovery codes of `person` in the place of all earlier ones. */
export const replaceRecoveryCodes = (hashes: string): string => `
      codes_gone as (
        delete from seller_recovery_codes where seller_id = (select id from person)
      ),
      codes as (
        insert into seller_recovery_codes (seller_id, code_hash) select id, hash from person, unnest(${hashes}::bytea[]) as hash
      )`;

/**
 * Switches the app on that was set up, with its first code and new recovery codes, in the place of another one. All sessions
 * end but a new one for this browser. False when another secret was set up meanwhile.
 */
export async function switchOn(
  db: Queryable,
  session: NewSellerSession,
  factor: {
    readonly sellerId: string;
    readonly sealed: Buffer;
    readonly step: number;
    readonly recoveryHashes: readonly Buffer[];
  },
): Promise<boolean> {
  const rows = await db.query({
    name: "switch second factor on",
    text: `
      with person as (
        update sellers set totp_sealed = totp_pending, totp_pending = null, totp_step = $8, generation = generation + 1
        where id = $6 and totp_pending = $7
        returning id, email, generation
      ),${replaceRecoveryCodes("$9")},
      noted as (${notePerson("second_factor_on")}),${endOthersAndTell("second_factor_on")}${OPEN_SESSION}
      select 1 from opened`,
    values: [...sessionValues(session), factor.sellerId, factor.sealed, factor.step, factor.recoveryHashes],
  });
  return rows.length === 1;
}

/** The app's recovery codes go with the last factor. False when the session ended meanwhile. */
export async function switchOff(db: Queryable, { id, sessionId }: OwnSession, actor: Actor): Promise<boolean> {
  const rows = await db.query({
    name: "switch second factor off",
    text: `
      with person as (
        update sellers p set totp_sealed = null, totp_step = null, totp_pending = null where p.id = $1 and ${SESSION_STANDS}
        returning p.id, p.email
      ),
      codes as (
        delete from seller_recovery_codes where seller_id = (select id from person)
          and not exists (select 1 from seller_passkeys where seller_id = $1)
      ),
      told as (${securityMailSql("second_factor_off")}),
      noted as (${notePerson("second_factor_off", "$3")})
      select 1 from person`,
    values: [id, sessionId, actorJson(actor)],
  });
  return rows.length === 1;
}

/** In the place of all that are left. False when the session ended meanwhile, or there is no factor that they are for. */
export async function renewRecoveryCodes(
  db: Queryable,
  { id, sessionId }: OwnSession,
  { hashes, actor }: { readonly hashes: readonly Buffer[]; readonly actor: Actor },
): Promise<boolean> {
  const rows = await db.query({
    name: "renew recovery codes",
    text: `
      with ${OWN_PERSON},${replaceRecoveryCodes("$4")},
      told as (${securityMailSql("recovery_codes_new")}),
      noted as (${notePerson("recovery_codes_new", "$3")})
      select 1 from person`,
    values: [id, sessionId, actorJson(actor), hashes],
  });
  return rows.length === 1;
}

export async function countRecoveryCodes(db: Queryable, sellerId: string): Promise<number> {
  const [row] = await db.query<{ left: number }>({
    name: "count recovery codes",
    text: `select count(*)::int as "left" from seller_recovery_codes where seller_id = $1`,
    values: [sellerId],
  });
  return row?.left ?? 0;
}

/** Whether the codes of an app are one of the person's factors. */
export async function hasApp(db: Queryable, sellerId: string): Promise<boolean> {
  const rows = await db.query({
    name: "has app",
    text: "select 1 from sellers where id = $1 and totp_sealed is not null",
    values: [sellerId],
  });
  return rows.length === 1;
}

/** A code that was looked at and is wrong, or a sign-in that failed, for an address that may be somebody's. */
export async function noteFailure(
  db: Queryable,
  { kind, email }: { readonly kind: "sign_in_failed" | "code_wrong"; readonly email: string },
  actor: Actor,
): Promise<void> {
  const seller = "(select id from sellers where email = $2)";
  await db.query({
    name: "note failure",
    text: noteSql({ kind: "$1::text", from: "(values (1)) one", seller, subject: "$2::text", actor: "$3" }),
    values: [kind, email, actorJson(actor)],
  });
}
