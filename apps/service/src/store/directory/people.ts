/** Sellers and operators of a cell that becomes one of several: how they sign in goes to the directory, and leaves the cell. */
import type { Queryable } from "../../platform/database.js";

/** Somebody who signs in to a cell still. Rows as JSON, as the directory's tables take them. */
export type SigningIn = {
  readonly id: string;
  readonly email: string;
  readonly is_operator: boolean;
  /** The secret of an app, sealed for this id; null without one. */
  readonly totp_sealed: Buffer | null;
  readonly totp_step: string | null;
  readonly row: unknown;
  readonly passkeys: readonly Readonly<Record<string, unknown>>[];
  readonly codes: readonly unknown[];
};

/** In the cell: from behind an id, in the order of ids; at most `limit`. */
export function readSigningIn(cell: Queryable, after: string, limit: number): Promise<readonly SigningIn[]> {
  return cell.query<SigningIn>({
    name: "read people who sign in",
    text: `
      select p.id, p.email, p.is_operator, p.totp_sealed, p.totp_step, to_jsonb(p) - 'totp_pending' as row,
        coalesce((select jsonb_agg(to_jsonb(k)) from seller_passkeys k where k.seller_id = p.id), '[]') as passkeys,
        coalesce((select jsonb_agg(to_jsonb(c)) from seller_recovery_codes c where c.seller_id = p.id), '[]') as codes
      from sellers p where p.password_hash is not null and p.id > $1 order by p.id limit $2`,
    values: [after, limit],
  });
}

/** In the directory: enters those whose address nobody has there. How many these were. */
export async function enterPeople(
  people: Queryable,
  given: readonly SigningIn[],
  { withCodes }: { readonly withCodes: boolean },
): Promise<number> {
  const rows = await people.query({
    name: "enter people",
    text: `
      with entered as (
        insert into sellers
          (id, email, name, password_hash, is_operator, totp_sealed, totp_step, generation, created, factor_tries, locale)
        select id, email, name, password_hash, is_operator, totp_sealed, totp_step, generation, created, factor_tries, locale
        from jsonb_populate_recordset(null::sellers, $1)
        on conflict do nothing returning id
      ),
      passkeys as (
        insert into seller_passkeys
        select * from jsonb_populate_recordset(null::seller_passkeys, $2) where seller_id in (select id from entered)
        on conflict do nothing
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

export type Entered = { readonly id: string; readonly email: string };

/** In the directory: who has these addresses there. */
export function findEntered(people: Queryable, emails: readonly string[]): Promise<readonly Entered[]> {
  return people.query<Entered>({
    name: "find entered people",
    text: "select id, email from sellers where email = any($1)",
    values: [emails],
  });
}

/**
 * In the directory: somebody turns out to be one with somebody of another cell. Password and second factor stay as they are there; a
 * second factor that only the other cell has comes along, and so does the desk.
 * @param given.totpSealed for the id that the person has in the directory.
 */
export async function meet(
  people: Queryable,
  id: string,
  given: Pick<SigningIn, "is_operator" | "passkeys" | "totp_step"> & { readonly totpSealed: Buffer | null },
): Promise<void> {
  await people.query({
    name: "meet in directory",
    text: `
      with person as (
        select id from sellers p where id = $1 and not has_second_factor(p.id, p.totp_sealed)
      ),
      passkeys as (
        insert into seller_passkeys
        select person.id, k.id, k.public_key, k.sign_count, k.transports, k.name, k.created, k.last_used_at
        from person cross join jsonb_populate_recordset(null::seller_passkeys, $2) k
        on conflict do nothing
      )
      update sellers p set is_operator = p.is_operator or $3,
        totp_sealed = case when person.id is null then p.totp_sealed else $4::bytea end,
        totp_step = case when person.id is null then p.totp_step when $4::bytea is not null then $5::bigint end
      from (values (1)) one left join person on true where p.id = $1`,
    values: [id, JSON.stringify(given.passkeys), given.is_operator, given.totpSealed, given.totp_step],
  });
}

/** In the cell, in a transaction past its triggers: whatever refers to somebody refers to them by another id from now on. */
export async function renumberSeller(tx: Queryable, from: string, to: string): Promise<void> {
  // First, so that nobody refers to the old one meanwhile.
  await tx.query({ name: "renumber seller", text: "update sellers set id = $2 where id = $1", values: [from, to] });
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

/** In the cell: they sign in at the directory from now on, and nothing of how they did is left. */
export async function leaveSignIns(cell: Queryable, ids: readonly string[]): Promise<void> {
  await cell.query({
    name: "leave sign-ins",
    text: `
      with sessions as (delete from seller_sessions where seller_id = any($1::uuid[])),
      challenges as (delete from seller_challenges where seller_id = any($1::uuid[])),
      passkeys as (delete from seller_passkeys where seller_id = any($1::uuid[])),
      codes as (delete from seller_recovery_codes where seller_id = any($1::uuid[]))
      update sellers set password_hash = null, totp_pending = null, totp_sealed = null, totp_step = null
      where id = any($1::uuid[])`,
    values: [ids],
  });
}
