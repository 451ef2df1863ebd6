/** Rows of an account on their way from one cell's database to another's, by the tables' own columns. */
import type { AccountId } from "../../domain/ids.js";
import type { Queryable } from "../../platform/database.js";
import { type Moment, writtenSince } from "../written-since.js";
import type { MovedTable } from "./tables.js";

/** Columns that a row brings along: those that the server numbers or computes are made anew. */
async function columnsOf(db: Queryable, table: string): Promise<readonly string[]> {
  const rows = await db.query<{ name: string }>({
    name: "columns of moved table",
    text: `
      select quote_ident(attname) as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''
      order by attnum`,
    values: [table],
  });
  return rows.map(({ name }) => name);
}

async function keyOf(db: Queryable, table: string): Promise<readonly string[]> {
  const rows = await db.query<{ name: string }>({
    name: "key of moved table",
    text: `
      select quote_ident(a.attname) as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indrelid = $1::regclass and i.indisprimary`,
    values: [table],
  });
  return rows.map(({ name }) => name);
}

const arriving = (columns: readonly string[], { changed = {} }: MovedTable): string =>
  columns.map((column) => changed[column] ?? column).join(", ");

export type Tally = { readonly rows: string; readonly hash: string };

/** How many rows, and a hash of what they are in whatever order; `asArrived`, as they will be in the other cell. */
export async function tallyRows(
  db: Queryable,
  table: MovedTable,
  { account, asArrived }: { readonly account: AccountId; readonly asArrived: boolean },
): Promise<Tally> {
  const columns = await columnsOf(db, table.name);
  const row = `md5(row(${asArrived ? arriving(columns, table) : columns.join(", ")})::text)`;
  const [tally] = await db.query<Tally>({
    name: `tally ${table.name}${asArrived ? " as arrived" : ""}`,
    // Sorting them first would take as long as all the rest.
    text: `
      select count(*) as rows, concat_ws(' ', sum(('x' || left(row, 16))::bit(64)::bigint), sum(('x' || right(row, 16))::bit(64)::bigint)) as hash
      from (select ${row} as row from ${table.name} where ${table.where} offset 0) rows`,
    values: [account],
  });
  if (tally === undefined) throw new Error("an aggregate has a row");
  return tally;
}

const AT_ONCE = 2_000;

type Ways = { readonly from: Queryable; readonly to: Queryable };
type Which = {
  readonly account: AccountId;
  /** Those alone that were written since. */
  readonly since?: Moment;
};

/** Hands the rows over as text, some at a time. The other cell is busy with some while the next are read. */
async function eachRows(
  from: Queryable,
  { table: { name, where, atOnce = AT_ONCE }, account, since }: Which & { readonly table: MovedTable },
  hand: (rows: readonly string[]) => Promise<unknown>,
): Promise<void> {
  await from.query({
    name: `open ${name}${since === undefined ? "" : " since"}`,
    text: `
      declare moved no scroll cursor for
      select t::text as row from ${name} t where ${where}${since === undefined ? "" : ` and ${writtenSince("t", "$2")}`}`,
    values: [account, ...(since === undefined ? [] : [since.transaction])],
  });
  const fetchNext = () => from.query<{ row: string }>({ name: `fetch ${atOnce}`, text: `fetch ${atOnce} from moved` });
  for (let next = fetchNext(); ; ) {
    const rows = await next;
    if (rows.length === 0) break;
    next = fetchNext();
    await hand(rows.map(({ row }) => row));
  }
  await from.query({ name: "close moved", text: "close moved" });
}

/** Rows as they were handed over. Without the offset each column would read the whole row again. */
const given = (name: string): string =>
  `(select (read.row).* from (select given.row::${name} as row from unnest($1::text[]) as given (row) offset 0) read) arrived`;

/** Both inside of a transaction. @param isShared rows that are there already stay as they are. */
export async function copyRows(
  { from, to }: Ways,
  table: MovedTable,
  { isShared = false, ...which }: Which & { readonly isShared?: boolean },
): Promise<void> {
  const { name } = table;
  const columns = await columnsOf(from, name);
  await eachRows(from, { ...which, table }, (rows) =>
    to.query({
      name: `arrive ${name}`,
      text: `
        insert into ${name} (${columns.join(", ")}) select ${arriving(columns, table)} from ${given(name)}
        ${isShared ? "on conflict do nothing" : ""}`,
      values: [rows],
    }),
  );
}

/**
 * Brings what arrived at an earlier moment up to date: what was written since comes again, in place of what was there. Rows that were
 * deleted since stay; the tally tells.
 */
export async function catchUp({ from, to }: Ways, table: MovedTable, which: Required<Which>): Promise<void> {
  const [key, columns] = [await keyOf(from, table.name), await columnsOf(from, table.name)];
  const isKnown = key.every((column) => columns.includes(column));
  let written = 0;
  // All of them first: one may have what is unique from another.
  await eachRows(from, { ...which, table }, async (rows) => {
    written += rows.length;
    if (!isKnown) return;
    await to.query({
      name: `outdated ${table.name}`,
      text: `delete from ${table.name} where (${key.join(", ")}) in (select ${key.join(", ")} from ${given(table.name)})`,
      values: [rows],
    });
  });
  if (written === 0) return;
  if (isKnown) await copyRows({ from, to }, table, which);
  // A row that the server numbers has another number there: nobody could tell which it was.
  else await copyAnew({ from, to }, table, which.account);
}

/** All of them, in place of what arrived. */
export async function copyAnew({ from, to }: Ways, table: MovedTable, account: AccountId): Promise<void> {
  await purgeRows(to, table, account);
  await copyRows({ from, to }, table, { account });
}

/** Takes the account's rows away, for good. */
export async function purgeRows(db: Queryable, table: MovedTable, account: AccountId): Promise<void> {
  const kept = table.kept === undefined ? "" : ` and not (${table.kept})`;
  await db.query({
    name: `purge ${table.name}`,
    text: `delete from ${table.name} where ${table.where}${kept}`,
    values: [account],
  });
}
