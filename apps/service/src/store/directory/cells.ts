/** The cells of a deployment, and what an existing one brings along when it becomes one of several. */
import type { AccountId } from "../../domain/ids.js";
import type { Queryable } from "../../platform/database.js";

export type CellRow = {
  readonly cell: string;
  /** Where the others reach it; null for one that did not say. */
  readonly address: string | null;
  readonly accounts: number;
  /** Those that are moving away. */
  readonly leaving: number;
};

export function listCells(directory: Queryable): Promise<readonly CellRow[]> {
  return directory.query<CellRow>({
    name: "list cells",
    text: `
      select c.name as cell, c.address, count(a.id)::int as accounts, count(a.id) filter (where a.state = 'MOVING')::int as leaving
      from cells c left join accounts a on a.cell = c.name group by c.name, c.address order by c.name`,
  });
}

/** All but this one, by name. */
export function listOtherCells(
  directory: Queryable,
  cell: string,
): Promise<readonly { readonly cell: string; readonly address: string | null }[]> {
  return directory.query({
    name: "list other cells",
    text: "select name as cell, address from cells where name <> $1 order by name",
    values: [cell],
  });
}

/** What a cell has, in the order of ids. */
export type Known = {
  readonly account: AccountId;
  readonly sellerCode: string;
  /** SHA-256 of the parts that name its keys. */
  readonly lookupHashes: readonly Buffer[];
};

/** Of the cell itself, from behind an id; at most `limit`. */
export function readAccountsAfter(cell: Queryable, after: AccountId, limit: number): Promise<readonly Known[]> {
  return cell.query<Known>({
    name: "read accounts for directory",
    text: `
      select a.id as account, a.seller_code as "sellerCode", array(
        select sha256(convert_to(k.lookup, 'UTF8')) from api_keys k where k.account_id = a.id) as "lookupHashes"
      from accounts a where a.id > $1 order by a.id limit $2`,
    values: [after, limit],
  });
}

/** Enters those that the directory does not know; how many accounts and keys these were. */
export async function enterKnown(
  directory: Queryable,
  cell: string,
  known: readonly Known[],
): Promise<{ readonly accounts: number; readonly keys: number }> {
  const keys = known.flatMap(({ account, lookupHashes }) => lookupHashes.map((hash) => ({ account, hash })));
  const rows = await directory.query<{ accounts: number; keys: number }>({
    name: "enter known accounts",
    text: `
      with entered as (
        insert into accounts (id, seller_code, cell)
        select id, code, $1 from unnest($2::bigint[], $3::text[]) as given (id, code)
        on conflict (id) do nothing returning id
      ),
      keyed as (
        insert into keys (lookup_hash, account_id)
        select hash, id from unnest($4::bytea[], $5::bigint[]) as given (hash, id)
        where id in (select id from entered union all select id from accounts where cell = $1)
        on conflict do nothing returning 1
      )
      select (select count(*)::int from entered) as accounts, (select count(*)::int from keyed) as keys`,
    values: [
      cell,
      known.map((one) => one.account),
      known.map((one) => one.sellerCode),
      keys.map((one) => one.hash),
      keys.map((one) => one.account),
    ],
  });
  return rows[0] ?? { accounts: 0, keys: 0 };
}
