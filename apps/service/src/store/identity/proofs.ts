/** Proofs of a second factor: how one is taken, once, within the statement that it is for. */

import { noteSql } from "../security-events.js";
import { languageOf } from "../seller-language.js";
import { SESSION_ACTOR } from "./sellers.js";

/** Which proof was right: the step of a code, none of which is taken twice; a recovery code; or a passkey's answer. */
export type Proof =
  | { readonly step: number }
  | { readonly recoveryHash: Buffer }
  | { readonly passkey: string; readonly signCount: number; readonly challengeHash: Buffer };

/** As one parameter of a statement. */
export const proofJson = (proof: Proof): string =>
  JSON.stringify(
    "step" in proof
      ? { step: proof.step }
      : "passkey" in proof
        ? { passkey: proof.passkey, count: proof.signCount, challenge: proof.challengeHash.toString("hex") }
        : { recovery: proof.recoveryHash.toString("hex") },
  );

/** How long a challenge for a passkey may be answered. */
export const CHALLENGE_MINUTES = 10;

/** Text of SQL: remembers that a challenge was answered; no row when it was before. */
export const spendChallenge = (hash: string): string => `
  insert into spent_challenges (hash, expires_at)
  select ${hash}, clock_timestamp() + interval '${2 * CHALLENGE_MINUTES} min' where ${hash} is not null
  on conflict do nothing returning 1`;

/**
 * Parts of a `with`, after `waiting` (seller_id): takes the proof and makes `person` (id, email, generation), which has a row
 * when it was right and not taken before. Guesses before it are forgotten.
 */
export const takeProof = ({
  proof,
  actor,
  condition = "true",
}: {
  readonly proof: string;
  readonly actor: string;
  readonly condition?: string;
}): string => `
      recovered as (
        delete from seller_recovery_codes
        where code_hash = decode(${proof}::jsonb ->> 'recovery', 'hex') and seller_id = (select seller_id from waiting)
        returning seller_id
      ),
      spent as (${spendChallenge(`decode(${proof}::jsonb ->> 'challenge', 'hex')`)}),
      answered as (
        update seller_passkeys set sign_count = (${proof}::jsonb ->> 'count')::bigint, last_used_at = service_now()
        where seller_id = (select seller_id from waiting) and id = ${proof}::jsonb ->> 'passkey'
          and exists (select 1 from spent)
          and ((${proof}::jsonb ->> 'count')::bigint > sign_count or (${proof}::jsonb ->> 'count')::bigint = 0 and sign_count = 0)
        returning seller_id
      ),
      person as (
        update sellers p set totp_step = greatest(p.totp_step, (${proof}::jsonb ->> 'step')::bigint), factor_tries = 0
        from waiting where p.id = waiting.seller_id and ${condition} and (
          exists (select 1 from recovered) or exists (select 1 from answered)
          or p.totp_sealed is not null and (${proof}::jsonb ->> 'step')::bigint > coalesce(p.totp_step, -1))
        returning p.id, p.email, p.generation
      ),
      forgotten as (
        delete from sign_in_windows where kind = 'second_factor' and subject = (select id::text from person)
      ),
      recovery_told as (
        insert into mails (recipient, template, params, created)
        select email, 'seller_security', '{"what":"recovery_code_used"}' || ${languageOf("person.email")}, service_now() from person
        where exists (select 1 from recovered)
      ),
      recovery_noted as (${noteSql({
        kind: "'recovery_code_used'",
        from: "person join recovered on true",
        seller: "person.id",
        actor,
      })})`;

/** The same for somebody who is signed in: `$1` is the person, `$2` the proof, `$3` the actor. */
export const TAKE_OWN_PROOF = `
      waiting as (select $1::uuid as seller_id),${takeProof({ proof: "$2", actor: "$3" })}`;

/** Somebody who is signed in and has proved lately who they are, which the page has looked at. */
export type OwnSession = { readonly id: string; readonly sessionId: string };

/** Text of SQL: the session `$2` of the person `p` wasn't ended since the page looked, as a new factor ends all. */
export const SESSION_STANDS = "exists (select 1 from seller_sessions s where s.id = $2 and s.seller_id = p.id)";

/** Text of SQL: `person`, whom `$1` and `$2` name as above, and who has a second factor. */
export const OWN_PERSON = `person as (
        select p.id, p.email from sellers p
        where p.id = $1 and ${SESSION_STANDS} and has_second_factor(p.id, p.totp_sealed) for update of p
      )`;

/** Text of SQL that tells `person` by mail what was changed about the sign-in. */
export const securityMailSql = (what: string): string => `
  insert into mails (recipient, template, params, created)
  select email, 'seller_security', '{"what":"${what}"}' || ${languageOf("person.email")}, service_now() from person`;

/** Text of SQL that writes down what happened to the sign-in of `person`. */
export const notePerson = (kind: string, actor: string = SESSION_ACTOR, subject = "''"): string =>
  noteSql({ kind: `'${kind}'`, from: "person", seller: "person.id", subject, actor });
