/** Which cell an account lives in: rows of the directory's database, which no cell's statement reaches. */
import type { AccountId } from "../../domain/ids.js";
import type { Queryable } from "../../platform/database.js";

/**
 * A cell of this name may have accounts from now on. Its place among the cells, from 1, which it keeps.
 * @param address where the others reach it; null leaves what is known.
 */
export async function enterCell(directory: Queryable, cell: string, address: string | null): Promise<number> {
  const [row] = await directory.query<{ ordinal: number }>({
    name: "enter cell",
    text: `
      with entered as (
        insert into cells (name, address) select $1::text, $2 where not exists (select 1 from cells where name = $1)
        on conflict do nothing returning ordinal
      ),
      moved as (update cells set address = $2 where name = $1 and $2 is not null and address is distinct from $2)
      select ordinal from entered union all select ordinal from cells where name = $1`,
    values: [cell, address],
  });
  // Another process of the cell has entered it since this statement began.
  return row === undefined ? enterCell(directory, cell, address) : row.ordinal;
}

/** All cells of a directory are of the mode that the first was started in: which one that is. */
export async function agreeOnMode(directory: Queryable, mode: "sandbox" | "live"): Promise<"sandbox" | "live"> {
  const rows = await directory.query<{ mode: "sandbox" | "live" }>({
    name: "agree on mode",
    text: `
      with entered as (insert into deployment (mode) values ($1) on conflict do nothing returning mode)
      select mode from entered union all select mode from deployment`,
    values: [mode],
  });
  // Another cell has entered its own since this statement began.
  return rows[0]?.mode ?? agreeOnMode(directory, mode);
}

export async function enterAccount(
  directory: Queryable,
  { account, sellerCode, cell }: { readonly account: AccountId; readonly sellerCode: string; readonly cell: string },
): Promise<void> {
  await directory.query({
    name: "enter account",
    text: "insert into accounts (id, seller_code, cell) values ($1, $2, $3)",
    values: [account, sellerCode, cell],
  });
}

/** Takes an entry back whose account never came to be, with its keys. */
export async function withdrawAccount(directory: Queryable, account: AccountId): Promise<void> {
  await directory.query({
    name: "withdraw account",
    text: "delete from accounts where id = $1",
    values: [account],
  });
}

/** False when the account lives in another cell, or is about to, or is in no cell at all. */
export async function enterKey(
  directory: Queryable,
  key: { readonly account: AccountId; readonly lookupHash: Buffer; readonly cell: string },
): Promise<boolean> {
  const rows = await directory.query({
    name: "enter key",
    text: `
      insert into keys (lookup_hash, account_id)
      select $1, id from accounts where id = $2 and cell = $3 and state = 'SETTLED' for share
      returning 1`,
    values: [key.lookupHash, key.account, key.cell],
  });
  return rows.length === 1;
}

export async function withdrawKey(directory: Queryable, lookupHash: Buffer): Promise<void> {
  await directory.query({
    name: "withdraw key",
    text: "delete from keys where lookup_hash = $1",
    values: [lookupHash],
  });
}

export type Found = { readonly cell: string; readonly is_moving: boolean };

/** Null for a key that no account has. */
export async function findCellOfKey(directory: Queryable, lookupHash: Buffer): Promise<Found | null> {
  const rows = await directory.query<Found>({
    name: "find cell of key",
    text: "select a.cell, a.state = 'MOVING' as is_moving from keys k join accounts a on a.id = k.account_id where k.lookup_hash = $1",
    values: [lookupHash],
  });
  return rows[0] ?? null;
}

/** Null for a code that no seller has. */
export async function findCellOfSeller(directory: Queryable, sellerCode: string): Promise<Found | null> {
  const rows = await directory.query<Found>({
    name: "find cell of seller",
    text: "select cell, state = 'MOVING' as is_moving from accounts where seller_code = $1",
    values: [sellerCode],
  });
  return rows[0] ?? null;
}

/** Deliveries of one cell: its place among the cells times this is where it begins, and numbers stay below 2^53 for 8,191 cells. */
export const DELIVERIES_EACH = 2n ** 40n;

/** Of the cell itself. Those that have a higher number already go on from there. */
export async function numberDeliveriesFrom(cell: Queryable, least: bigint): Promise<void> {
  await cell.query({ name: "number deliveries", text: "select number_deliveries_from($1)", values: [String(least)] });
}
