/** Rows of an account on their way from one cell's database to another's, by the tables' own columns. */
import type { AccountId } from "../../domain/ids.js";
import type { Queryable } from "../../platform/database.js";
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

const arriving = (columns: readonly string[], { changed = {} }: MovedTable): string =>
  columns.map((column) => changed[column] ?? column).join(", ");

export type Tally = { readonly rows: string; readonly hash: string };

/** How many rows, and a hash of what they are; `asArrived`, as they will be in the other cell. */
export async function tallyRows(
  db: Queryable,
  table: MovedTable,
  { account, asArrived }: { readonly account: AccountId; readonly asArrived: boolean },
): Promise<Tally> {
  const columns = await columnsOf(db, table.name);
  const row = `md5(row(${asArrived ? arriving(columns, table) : columns.join(", ")})::text)`;
  const [tally] = await db.query<Tally>({
    name: `tally ${table.name}${asArrived ? " as arrived" : ""}`,
    text: `
      select count(*) as rows, md5(coalesce(string_agg(row, '' order by row), '')) as hash
      from (select ${row} as row from ${table.name} where ${table.where}) rows`,
    values: [account],
  });
  if (tally === undefined) throw new Error("an aggregate has a row");
  return tally;
}

const AT_ONCE = 2_000;

/** Both inside of a transaction. How many rows arrived. @param isShared rows that are there already stay as they are. */
export async function copyRows(
  { from, to }: { readonly from: Queryable; readonly to: Queryable },
  table: MovedTable,
  { account, isShared }: { readonly account: AccountId; readonly isShared: boolean },
): Promise<void> {
  const columns = await columnsOf(from, table.name);
  const { name, where, atOnce = AT_ONCE } = table;
  await from.query({
    name: `open ${name}`,
    text: `declare moved no scroll cursor for select t::text as row from ${name} t where ${where}`,
    values: [account],
  });
  const fetchNext = () => from.query<{ row: string }>({ name: `fetch ${atOnce}`, text: `fetch ${atOnce} from moved` });
  for (let next = fetchNext(); ; ) {
    const rows = await next;
    if (rows.length === 0) break;
    next = fetchNext(); // while these arrive
    await to.query({
      name: `arrive ${name}`,
      text: `
        insert into ${name} (${columns.join(", ")})
        select ${arriving(columns, table)} from (
          -- Without the offset each column would read the whole row again.
          select (read.row).* from (select given.row::${name} as row from unnest($1::text[]) as given (row) offset 0) read
        ) arrived
        ${isShared ? "on conflict do nothing" : ""}`,
      values: [rows.map(({ row }) => row)],
    });
  }
  await from.query({ name: "close moved", text: "close moved" });
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
