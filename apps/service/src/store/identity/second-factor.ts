/**
 * The second factor of a seller: what its codes are made of (sealed), codes for when it is lost, and the step of a sign-in that
 * waits for one. Each function is one statement.
 */
import type { Queryable } from "../../platform/database.js";
import { endOthersAndTell, type NewSellerSession, OPEN_SESSION, type PasswordRow, sessionValues } from "./sellers.js";
import { takePlace } from "./windows.js";

/** Of a person, in a quarter of an hour: a guess hits one of three codes in a million. */
const SECOND_FACTOR_TRIES = 5;
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
        delete from seller_challenges where browser_hash = $2 and exists (select 1 from person) returning mail_id
      ),
      erased as (
        update mails set params = params - 'code' from replaced where id = replaced.mail_id
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
  /** Null when it was switched off meanwhile. */
  readonly totp_sealed: Buffer | null;
  /** Unix seconds of real time. */
  readonly now: string;
};

const TRIED = `
      tried as (
        insert into sign_in_windows as w (kind, subject, ends_at, codes)
        select 'second_factor', seller_id::text, clock_timestamp() + interval '15 min', 1 from waiting
        ${takePlace(SECOND_FACTOR_TRIES)}
      )
      select p.id as seller_id, p.totp_sealed, floor(extract(epoch from clock_timestamp()))::bigint::text as now
      from tried cross join waiting join sellers p on p.id = waiting.seller_id`;

/** Takes one of the tries of the person who is signing in with this browser; null when none is left, or nobody is. */
export async function takeSecondFactorTry(db: Queryable, browserHash: Buffer): Promise<SecondFactorRow | null> {
  const rows = await db.query<SecondFactorRow>({
    name: "take second factor try",
    text: `
      with waiting as (
        select seller_id from seller_challenges
        where browser_hash = $1 and kind = 'second_factor' and expires_at > clock_timestamp()
      ),${TRIED}`,
    values: [browserHash],
  });
  return rows[0] ?? null;
}

/** The same for somebody who is signed in, out of the same tries. */
export async function takeOwnSecondFactorTry(db: Queryable, sellerId: string): Promise<SecondFactorRow | null> {
  const rows = await db.query<SecondFactorRow>({
    name: "take own second factor try",
    text: `with waiting as (select $1::uuid as seller_id),${TRIED}`,
    values: [sellerId],
  });
  return rows[0] ?? null;
}

/** Which proof was right: the step of a code, none of which is taken twice, or a recovery code, which is used up. */
export type Proof = { readonly step: number } | { readonly recoveryHash: Buffer };

// A row of `person` when the proof was taken; the condition finds who it is for.
const takeProof = (condition: string): string => `
      recovered as (
        delete from seller_recovery_codes where code_hash = $7 and seller_id = (select seller_id from waiting)
        returning seller_id
      ),
      person as (
        update sellers p set totp_step = greatest(p.totp_step, $6::bigint)
        from waiting where p.id = waiting.seller_id and ${condition} and p.totp_sealed is not null and (
          exists (select 1 from recovered) or $6::bigint > coalesce(p.totp_step, -1))
        returning p.id, p.email, p.generation
      ),
      forgotten as (
        delete from sign_in_windows where kind = 'second_factor' and subject = (select id::text from person)
      ),
      told as (
        insert into mails (recipient, template, params, created)
        select email, 'seller_security', '{"what":"recovery_code_used"}', service_now() from person
        where exists (select 1 from recovered)
      )`;

const proofValues = (proof: Proof): readonly unknown[] =>
  "step" in proof ? [proof.step, null] : [null, proof.recoveryHash];

/** Takes the proof and opens the session. False when the proof was taken before, or the step has ended. */
export async function completeSecondStep(
  db: Queryable,
  session: NewSellerSession,
  { browserHash, proof }: { readonly browserHash: Buffer; readonly proof: Proof },
): Promise<boolean> {
  const rows = await db.query({
    name: "complete second step",
    text: `
      with waiting as (
        select seller_id, generation from seller_challenges
        where browser_hash = $8 and kind = 'second_factor' and expires_at > clock_timestamp() for update
      ),${takeProof("p.generation = waiting.generation")},
      used as (
        delete from seller_challenges where browser_hash = $8 and exists (select 1 from person)
      ),${OPEN_SESSION}
      select 1 from opened`,
    values: [...sessionValues(session), ...proofValues(proof), browserHash],
  });
  return rows.length === 1;
}

/** Keeps what a second factor that is being set up is made of, in the place of an earlier one. */
export async function keepPendingSecret(
  db: Queryable,
  sellerId: string,
  { sealed, fingerprint }: { readonly sealed: Buffer; readonly fingerprint: Buffer },
): Promise<void> {
  await db.query({
    name: "keep pending secret",
    // Not with a key that was retired meanwhile: what it seals nobody could open.
    text: `
      update sellers set totp_pending = $2 where id = $1 and totp_sealed is null
        and exists (select 1 from secret_key_check where fingerprint = $3)`,
    values: [sellerId, sealed, fingerprint],
  });
}

export async function findPendingSecret(
  db: Queryable,
  sellerId: string,
): Promise<{ readonly sealed: Buffer; readonly now: string } | null> {
  const rows = await db.query<{ sealed: Buffer; now: string }>({
    name: "find pending secret",
    text: `
      select totp_pending as sealed, floor(extract(epoch from clock_timestamp()))::bigint::text as now
      from sellers where id = $1 and totp_pending is not null and totp_sealed is null`,
    values: [sellerId],
  });
  return rows[0] ?? null;
}

/**
 * Switches the second factor on with the secret that was set up, its first code and new recovery codes. All sessions end but a new
 * one for this browser. False when it is on already, or another secret was set up meanwhile.
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
        where id = $6 and totp_pending = $7 and totp_sealed is null
        returning id, email, generation
      ),
      codes as (
        insert into seller_recovery_codes (seller_id, code_hash)
        select id, hash from person, unnest($9::bytea[]) as hash
      ),${endOthersAndTell("second_factor_on")}${OPEN_SESSION}
      select 1 from opened`,
    values: [...sessionValues(session), factor.sellerId, factor.sealed, factor.step, factor.recoveryHashes],
  });
  return rows.length === 1;
}

/** Takes the proof and switches the second factor off. False when the proof was taken before. */
export async function switchOff(db: Queryable, sellerId: string, proof: Proof): Promise<boolean> {
  const [step, recoveryHash] = proofValues(proof);
  const rows = await db.query({
    name: "switch second factor off",
    text: `
      with recovered as (
        delete from seller_recovery_codes where code_hash = $3 and seller_id = $1 returning seller_id
      ),
      person as (
        update sellers set totp_sealed = null, totp_step = null
        where id = $1 and totp_sealed is not null
          and (exists (select 1 from recovered) or $2::bigint > coalesce(totp_step, -1))
        returning id, email
      ),
      codes as (
        delete from seller_recovery_codes where seller_id = (select id from person) and code_hash is distinct from $3
      ),
      forgotten as (
        delete from sign_in_windows where kind = 'second_factor' and subject = (select id::text from person)
      )
      insert into mails (recipient, template, params, created)
      select email, 'seller_security', '{"what":"second_factor_off"}', service_now() from person
      returning 1`,
    values: [sellerId, step, recoveryHash],
  });
  return rows.length === 1;
}

/** Puts new recovery codes in the place of all that are left, and tells the person. False without a second factor. */
export async function renewRecoveryCodes(db: Queryable, sellerId: string, hashes: readonly Buffer[]): Promise<boolean> {
  const rows = await db.query({
    name: "renew recovery codes",
    text: `
      with person as (
        select id, email from sellers where id = $1 and totp_sealed is not null for no key update
      ),
      gone as (
        delete from seller_recovery_codes where seller_id = (select id from person)
      ),
      codes as (
        insert into seller_recovery_codes (seller_id, code_hash) select id, hash from person, unnest($2::bytea[]) as hash
      )
      insert into mails (recipient, template, params, created)
      select email, 'seller_security', '{"what":"recovery_codes_new"}', service_now() from person
      returning 1`,
    values: [sellerId, hashes],
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
