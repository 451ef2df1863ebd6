/** Sellers and operators of a cell that becomes one of several: how they sign in goes to the directory, and leaves the cell. */
import { COMMAND_LINE_ACTOR } from "../../domain/security.js";
import type { Queryable } from "../../platform/database.js";
import { actorJson } from "../security-events.js";
import { notePerson, securityMailSql } from "./proofs.js";
import type { KnownSeller } from "./sellers-apart.js";

/** Somebody who signs in to a cell still. Rows as JSON, as the directory's tables take them. */
export type SigningIn = {
  readonly id: string;
  readonly email: string;
  readonly is_operator: boolean;
  readonly password_hash: string;
  /** The secret of an app, sealed for this id; null without one. */
  readonly totp_sealed: Buffer | null;
  readonly totp_step: string | null;
  readonly factor_tries: number;
  readonly row: Readonly<Record<string, unknown>>;
  readonly passkeys: readonly Readonly<Record<string, unknown>>[];
  readonly codes: readonly unknown[];
};

/** In the cell: from behind an id, in the order of ids; at most `limit`. */
export function readSigningIn(cell: Queryable, after: string, limit: number): Promise<readonly SigningIn[]> {
  return cell.query<SigningIn>({
    name: "read people who sign in",
    text: `
      select p.id, p.email, p.is_operator, p.password_hash, p.totp_sealed, p.totp_step, p.factor_tries, to_jsonb(p) - 'totp_pending' as row,
        coalesce((select jsonb_agg(to_jsonb(k) order by k.id) from seller_passkeys k where k.seller_id = p.id), '[]') as passkeys,
        coalesce((select jsonb_agg(to_jsonb(c)) from seller_recovery_codes c where c.seller_id = p.id), '[]') as codes
      from sellers p where p.password_hash is not null and p.id > $1 order by p.id limit $2`,
    values: [after, limit],
  });
}

/** In the directory: enters those whom nobody there has the address or the id of; how many. Throws when a passkey is somebody else's. */
export async function enterPeople(
  people: Queryable,
  given: readonly Pick<SigningIn, "row" | "passkeys" | "codes">[],
  { withCodes }: { readonly withCodes: boolean },
): Promise<number> {
  const rows = await people.query({
    name: "enter people",
    text: `
      with entered as (
        insert into sellers
          (id, email, name, password_hash, is_operator, totp_sealed, totp_step, generation, created, factor_tries, locale, zone)
        select id, email, name, password_hash, is_operator, totp_sealed, totp_step, generation, created, factor_tries, locale, zone
        from jsonb_populate_recordset(null::sellers, $1)
        on conflict do nothing returning id
      ),
      passkeys as (
        insert into seller_passkeys
        select * from jsonb_populate_recordset(null::seller_passkeys, $2) where seller_id in (select id from entered)
      ),
      codes as (
        insert into seller_recovery_codes
        select * from jsonb_populate_recordset(null::seller_recovery_codes, $3) where seller_id in (select id from entered)
      )
      select id from entered`,
    values: [
      JSON.stringify(given.map(({ row }) => row)),
      JSON.stringify(given.flatMap(({ passkeys }) => passkeys)),
      JSON.stringify(withCodes ? given.flatMap(({ codes }) => codes) : []),
    ],
  });
  return rows.length;
}

export type Entered = Pick<SigningIn, "id" | "email" | "is_operator" | "password_hash" | "totp_sealed"> & {
  /** Raised by whatever gives somebody a first second factor. */
  readonly generation: number;
  /** Ids. */
  readonly passkeys: readonly string[];
};

/** In the directory: who has these addresses there. */
export function findEntered(people: Queryable, emails: readonly string[]): Promise<readonly Entered[]> {
  return people.query<Entered>({
    name: "find entered people",
    text: `
      select id, email, is_operator, password_hash, totp_sealed, generation,
        array(select k.id from seller_passkeys k where k.seller_id = p.id) as passkeys
      from sellers p where email = any($1)`,
    values: [emails],
  });
}

/** In the directory: the addresses of those who have these passkeys there, by the passkeys' ids. */
export async function findPasskeyOwners(
  people: Queryable,
  passkeys: readonly unknown[],
): Promise<ReadonlyMap<unknown, string>> {
  const rows = await people.query<{ id: string; email: string }>({
    name: "find owners of passkeys",
    text: "select k.id, p.email from seller_passkeys k join sellers p on p.id = k.seller_id where k.id = any($1)",
    values: [passkeys],
  });
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/**
 * In the directory: somebody without a second factor there gets that of another cell. As with any first factor every session ends, and
 * the person is told. False when they have one by now, or changed something else meanwhile.
 * @param given sealed for the id that the person has in the directory.
 */
export async function bringFactor(
  people: Queryable,
  { id, generation }: Pick<Entered, "id" | "generation">,
  given: Pick<SigningIn, "passkeys" | "totp_sealed" | "totp_step" | "factor_tries">,
): Promise<boolean> {
  const rows = await people.query({
    name: "bring second factor",
    text: `
      with person as (
        update sellers p set totp_sealed = $4, totp_step = case when $4::bytea is not null then $5::bigint end, totp_pending = null,
          generation = generation + 1, factor_tries = greatest(p.factor_tries, $6::smallint)
        where id = $1 and generation = $2 and not has_second_factor(p.id, p.totp_sealed)
        returning id, email
      ),
      passkeys as (
        insert into seller_passkeys
        select person.id, k.id, k.public_key, k.sign_count, k.transports, k.name, k.created, k.last_used_at
        from person cross join jsonb_populate_recordset(null::seller_passkeys, $3) k
      ),
      ended as (delete from seller_sessions where seller_id = (select id from person)),
      dropped as (delete from seller_challenges where seller_id = (select id from person)),
      told as (${securityMailSql("second_factor_on")}),
      noted as (${notePerson("second_factor_on", "$7")})
      select 1 from person`,
    values: [
      id,
      generation,
      JSON.stringify(given.passkeys),
      given.totp_sealed,
      given.totp_step,
      given.factor_tries,
      actorJson(COMMAND_LINE_ACTOR),
    ],
  });
  return rows.length === 1;
}

/** In the directory: tells somebody, once for each cell, that the sign-in they had there is one with this one; and writes it down. */
export async function notifyJoined(people: Queryable, id: string, cell: string): Promise<void> {
  await people.query({
    name: "tell of joined sign-ins",
    text: `
      with person as (
        select id, email from sellers where id = $1
          and not exists (select 1 from security_events where seller_id = $1 and kind = 'sign_ins_joined' and subject = $2)
      ),
      told as (${securityMailSql("sign_ins_joined")})
      ${notePerson("sign_ins_joined", "$3", "$2::text")}`,
    values: [id, cell, actorJson(COMMAND_LINE_ACTOR)],
  });
}

/** In the directory: people as cells keep them. */
export function findKnownSellers(people: Queryable, ids: readonly string[]): Promise<readonly KnownSeller[]> {
  return people.query<KnownSeller>({
    name: "find known sellers",
    text: "select id, email, name, locale, zone, is_operator, version from sellers where id = any($1::uuid[])",
    values: [ids],
  });
}

/** In the cell, in a transaction past its triggers: whatever refers to somebody refers to them by another id from now on. */
export async function renumberSeller(
  tx: Queryable,
  { id: from }: Pick<SigningIn, "id">,
  { id: to, totp_sealed: sealed }: Pick<SigningIn, "id" | "totp_sealed">,
): Promise<void> {
  // First, so that nobody refers to the old one meanwhile.
  await tx.query({
    name: "renumber seller",
    text: "update sellers set id = $2, totp_sealed = $3 where id = $1",
    values: [from, to, sealed],
  });
  const columns = await tx.query<{ table: string; column: string }>({
    name: "list columns of sellers",
    text: `
      select c.conrelid::regclass::text as table, quote_ident(a.attname) as column
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
      where c.contype = 'f' and (
        c.confrelid = 'sellers'::regclass or c.confrelid = 'team_members'::regclass and a.attname = 'seller_id')`,
  });
  for (const { table, column } of columns)
    await tx.query({
      name: `renumber ${table} ${column}`,
      text: `update ${table} set ${column} = $2 where ${column} = $1`,
      values: [from, to],
    });
}

/**
 * In the cell: they sign in at the directory from now on, and nothing of how they did is left. Those whose password or second factor
 * has changed since it was read stay as they are. The ids of the others.
 * @param given by the ids that they have in the cell by now.
 */
export async function leaveSignIns(cell: Queryable, given: readonly SigningIn[]): Promise<ReadonlySet<string>> {
  const rows = await cell.query<{ id: string }>({
    name: "leave sign-ins",
    text: `
      with gone as (
        update sellers p set password_hash = null, totp_pending = null, totp_sealed = null, totp_step = null
        from jsonb_to_recordset($1) as read (id uuid, generation integer, password_hash text, totp_sealed bytea, passkeys text[])
        where p.id = read.id and p.generation = read.generation and p.password_hash = read.password_hash
          and p.totp_sealed is not distinct from read.totp_sealed
          and array(select k.id from seller_passkeys k where k.seller_id = p.id order by k.id) = read.passkeys
        returning p.id
      ),
      sessions as (delete from seller_sessions where seller_id in (select id from gone)),
      challenges as (delete from seller_challenges where seller_id in (select id from gone)),
      passkeys as (delete from seller_passkeys where seller_id in (select id from gone)),
      codes as (delete from seller_recovery_codes where seller_id in (select id from gone))
      select id from gone`,
    values: [
      JSON.stringify(
        given.map(({ id, row, passkeys }) => ({ ...row, id, passkeys: passkeys.map((passkey) => passkey["id"]) })),
      ),
    ],
  });
  return new Set(rows.map(({ id }) => id));
}
