/** Which keys the secrets of this database are sealed with, and the sealed secrets themselves, wherever they stand. */
import type { Queryable } from "../../platform/database.js";

/** The keys that something may be sealed with. */
export async function knownKeys(db: Queryable): Promise<readonly Buffer[]> {
  const rows = await db.query<{ fingerprint: Buffer }>({
    name: "known keys",
    text: "select fingerprint from secret_key_check",
  });
  return rows.map(({ fingerprint }) => fingerprint);
}

// The last are hashed with a key that is sealed itself.
const PEOPLE_SEALED = `exists (select 1 from sellers where totp_sealed is not null) or exists (select 1 from seller_recovery_codes)`;

/** Text of SQL. @param isSealed whether anything is, as an expression. */
const agreeSql = (isSealed: string): string => `
      with sealed as (
        select 1 where ${isSealed}
      ),
      forgotten as (
        delete from secret_key_check where fingerprint <> all($2::bytea[]) and not exists (select 1 from sealed)
      ),
      kept as (
        delete from kept_keys where not exists (select 1 from sealed)
          and exists (select 1 from secret_key_check where fingerprint <> all($2::bytea[]))
      ),
      verdict as (
        select not exists (select 1 from sealed)
          or not exists (select 1 from secret_key_check where fingerprint <> all($2::bytea[])) as agrees
      ),
      noted as (
        insert into secret_key_check (fingerprint) select $1 from verdict where agrees on conflict do nothing
      )
      select agrees from verdict`;

/**
 * True when these are all the keys that something is sealed with, which they become while nothing is. The first, which seals from now
 * on, is then one of them.
 */
export async function agreeOnKey(db: Queryable, first: Buffer, ...before: readonly Buffer[]): Promise<boolean> {
  const rows = await db.query<{ agrees: boolean }>({
    name: "agree on keys",
    text: agreeSql(`exists (select 1 from webhook_endpoints where status <> 'DELETED') or ${PEOPLE_SEALED}`),
    values: [first, [first, ...before]],
  });
  return rows[0]?.agrees === true;
}

/** The same for the secrets of people who are apart from cells. */
export async function agreeOnKeyOfPeople(
  people: Queryable,
  first: Buffer,
  ...before: readonly Buffer[]
): Promise<boolean> {
  const rows = await people.query<{ agrees: boolean }>({
    name: "agree on keys of people",
    text: agreeSql(PEOPLE_SEALED),
    values: [first, [first, ...before]],
  });
  return rows[0]?.agrees === true;
}

/** Nothing is sealed with any other key any more. Tells how many were known, beside this one. */
export async function forgetOtherKeys(db: Queryable, fingerprint: Buffer): Promise<number> {
  const rows = await db.query({
    name: "forget other keys",
    text: "delete from secret_key_check where fingerprint <> $1 returning 1",
    values: [fingerprint],
  });
  return rows.length;
}

/** The key of a purpose, sealed; the one that is given where there is none yet. */
export async function keptKey(db: Queryable, purpose: "recovery codes", sealed: Buffer): Promise<Buffer> {
  await db.query({
    name: "keep key",
    text: "insert into kept_keys (purpose, sealed) values ($1, $2) on conflict do nothing",
    values: [purpose, sealed],
  });
  // While nothing is sealed, a process with another key may have taken it away in this moment.
  return (await lookForKey(db, purpose)) ?? keptKey(db, purpose, sealed);
}

export async function findKeptKey(db: Queryable, purpose: "recovery codes"): Promise<Buffer> {
  const sealed = await lookForKey(db, purpose);
  if (sealed === null) throw new Error(`no key is kept for ${purpose}`);
  return sealed;
}

async function lookForKey(db: Queryable, purpose: "recovery codes"): Promise<Buffer | null> {
  const [row] = await db.query<{ sealed: Buffer }>({
    name: "find kept key",
    text: "select sealed from kept_keys where purpose = $1",
    values: [purpose],
  });
  return row?.sealed ?? null;
}

/** Where secrets stand. `place` is what they are sealed for, as an expression of SQL; so is `key`, which names the row as text. */
const SEALED = [
  { table: "webhook_endpoints", column: "secret", key: "id::text", place: "id::text", isOfCell: true },
  { table: "webhook_endpoints", column: "previous_secret", key: "id::text", place: "id::text", isOfCell: true },
  { table: "sellers", column: "totp_sealed", key: "id::text", place: "'totp ' || id" },
  { table: "sellers", column: "totp_pending", key: "id::text", place: "'totp ' || id" },
  { table: "kept_keys", column: "sealed", key: "purpose", place: "purpose" },
] as const;

export type SealedRow = {
  /** Of {@link SEALED}. */
  readonly at: number;
  readonly key: string;
  readonly place: string;
  readonly sealed: Buffer;
};

/** A secret of a deleted endpoint is erased, which leaves no bytes. */
const notYet = ({ column }: (typeof SEALED)[number], mark: string): string =>
  `octet_length(${column}) > 0 and substring(${column} from 1 for 9) <> ${mark}`;

type Seeking = {
  readonly mark: Buffer;
  readonly limit: number;
  readonly skip: readonly string[];
  /** Whether they are in a database of people alone. */
  readonly areApart: boolean;
};

/** Secrets that another key has sealed, at most `limit` of each place, beyond those that were passed by. */
export async function findSealedOtherwise(
  db: Queryable,
  { mark, limit, skip, areApart }: Seeking,
): Promise<readonly SealedRow[]> {
  const found = await Promise.all(
    SEALED.map(async (where, at) =>
      areApart && "isOfCell" in where
        ? []
        : db.query<Omit<SealedRow, "at">>({
            name: `find sealed otherwise ${at}`,
            text: `
          select ${where.key} as key, ${where.place} as place, ${where.column} as sealed from ${where.table}
          where ${notYet(where, "$1")} and ${at} || ' ' || ${where.key} <> all($3::text[]) order by ${where.key} limit $2`,
            values: [mark, limit, skip],
          }),
    ),
  );
  return found.flatMap((rows, at) => rows.map((row) => ({ ...row, at })));
}

/** Puts a secret that was sealed anew in the place of what was read; false when it changed meanwhile. */
export async function replaceSealed(db: Queryable, { at, key, sealed }: SealedRow, fresh: Buffer): Promise<boolean> {
  const where = SEALED[at];
  if (where === undefined) throw new Error("no secrets stand there");
  const rows = await db.query({
    name: `replace sealed ${at}`,
    text: `update ${where.table} set ${where.column} = $3 where ${where.key} = $1 and ${where.column} = $2 returning 1`,
    values: [key, sealed, fresh],
  });
  return rows.length === 1;
}
