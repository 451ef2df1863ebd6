/** The passkeys of a seller. Each function is one statement. */
import type { Actor } from "../../domain/security.js";
import type { Queryable } from "../../platform/database.js";
import { brokenUnique } from "../../platform/database-errors.js";
import { actorJson } from "../security-events.js";
import { notePerson, OWN_PERSON, type OwnSession, SESSION_STANDS, securityMailSql, spendChallenge } from "./proofs.js";
import { replaceRecoveryCodes } from "./second-factor.js";
import { endOthersAndTell, type NewSellerSession, OPEN_SESSION, sessionValues } from "./sellers.js";

/** Of one person. */
const PASSKEYS_MAX = 10;

export type NewPasskey = {
  readonly id: string;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly transports: readonly string[];
  /** What its owner calls it, 1 to 80 characters. */
  readonly name: string;
};

export type PasskeyRow = {
  readonly id: string;
  readonly public_key: Buffer;
  readonly sign_count: string;
  readonly transports: readonly string[];
  readonly name: string;
  readonly created: string;
  readonly last_used_at: string | null;
};

/** Oldest first. */
export function listPasskeys(db: Queryable, sellerId: string): Promise<readonly PasskeyRow[]> {
  return db.query<PasskeyRow>({
    name: "list passkeys",
    text: `
      select id, public_key, sign_count, transports, name, created, last_used_at
      from seller_passkeys where seller_id = $1 order by created, id limit ${PASSKEYS_MAX}`,
    values: [sellerId],
  });
}

type Adding = { readonly sellerId: string; readonly passkey: NewPasskey; readonly challengeHash: Buffer };

const columnsOf = ({ passkey, challengeHash }: Adding): readonly unknown[] => [
  challengeHash,
  passkey.id,
  passkey.publicKey,
  passkey.signCount,
  passkey.transports,
  passkey.name,
];

/** Text of SQL that adds the passkey whose values begin with the parameter of that number, the hash of its challenge. */
const ADD = (first: number): string => `
      answer as (${spendChallenge(`$${first}::bytea`)}),
      added as (
        insert into seller_passkeys (seller_id, id, public_key, sign_count, transports, name, created)
        select person.id, $${first + 1}, $${first + 2}, $${first + 3}, $${first + 4}::text[], $${first + 5}, service_now()
        from person join answer on true
        where (select count(*) from seller_passkeys k where k.seller_id = person.id) < ${PASSKEYS_MAX}
        returning seller_id as id
      )`;

/**
 * The first factor, which brings recovery codes. All sessions end but a new one for this browser. False when there is a factor
 * by now, or the challenge was answered before.
 */
export async function addFirstPasskey(
  db: Queryable,
  session: NewSellerSession,
  adding: Adding & { readonly recoveryHashes: readonly Buffer[] },
): Promise<boolean> {
  return added(
    db.query({
      name: "add first passkey",
      text: `
        with answered as materialized (
          select 1 from spent_challenges where hash = $7
        ),
        person as (
          update sellers p set generation = generation + 1
          where id = $6 and not has_second_factor(p.id, p.totp_sealed) and not exists (select 1 from answered)
          returning id, email, generation
        ),${ADD(7)},${replaceRecoveryCodes("$13")},
        noted as (${notePerson("passkey_added")}),${endOthersAndTell("passkey_added")}${OPEN_SESSION}
        select 1 from opened join added on true`,
      values: [...sessionValues(session), adding.sellerId, ...columnsOf(adding), adding.recoveryHashes],
    }),
  );
}

/** Another one, beside a factor that there is. */
export async function addPasskey(
  db: Queryable,
  { id, sessionId }: OwnSession,
  { actor, ...adding }: Omit<Adding, "sellerId"> & { readonly actor: Actor },
): Promise<boolean> {
  return added(
    db.query({
      name: "add passkey",
      text: `
        with ${OWN_PERSON},${ADD(4)},
        told as (${securityMailSql("passkey_added")}),
        noted as (${notePerson("passkey_added", "$3")})
        select 1 from added`,
      values: [id, sessionId, actorJson(actor), ...columnsOf({ ...adding, sellerId: id })],
    }),
  );
}

/** False when it was not written: the authenticator is known, the session ended, or somebody was faster. */
async function added(rows: Promise<readonly unknown[]>): Promise<boolean> {
  try {
    return (await rows).length === 1;
  } catch (error) {
    if (brokenUnique(error) === "seller_passkeys_pkey" || brokenUnique(error) === "seller_passkeys_id") return false;
    throw error;
  }
}

/** Recovery codes go with the last factor. False when the person has no such passkey. */
export async function removePasskey(
  db: Queryable,
  { id, sessionId }: OwnSession,
  { passkey, actor }: { readonly passkey: string; readonly actor: Actor },
): Promise<void> {
  await db.query({
    name: "remove passkey",
    text: `
      with person as (
        delete from seller_passkeys k using sellers p where k.seller_id = $1 and k.id = $4 and p.id = k.seller_id and ${SESSION_STANDS}
        returning p.id, p.email
      ),
      codes as (
        delete from seller_recovery_codes where seller_id = (select id from person)
          and not exists (select 1 from seller_passkeys where seller_id = $1 and id <> $4)
          and not exists (select 1 from sellers where id = $1 and totp_sealed is not null)
      ),
      told as (${securityMailSql("passkey_removed")}),
      noted as (${notePerson("passkey_removed", "$3")})
      select 1 from person`,
    values: [id, sessionId, actorJson(actor), passkey],
  });
}
