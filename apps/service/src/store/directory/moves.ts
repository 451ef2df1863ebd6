/** Moves of accounts, as the directory knows them. */
import type { AccountId } from "../../domain/ids.js";
import type { Queryable } from "../../platform/database.js";

export type Home = {
  readonly cell: string;
  readonly state: "SETTLED" | "MOVING";
  /** Where it moves; null unless it does. */
  readonly target: string | null;
  readonly epoch: string;
};

export async function findHome(directory: Queryable, account: AccountId): Promise<Home | null> {
  const rows = await directory.query<Home>({
    name: "find home",
    text: "select cell, state, target, epoch from accounts where id = $1",
    values: [account],
  });
  return rows[0] ?? null;
}

/** The place of a cell among the cells, from 1; null for a name that no cell has. */
export async function findPlace(directory: Queryable, cell: string): Promise<number | null> {
  const rows = await directory.query<{ ordinal: number }>({
    name: "find place of cell",
    text: "select ordinal from cells where name = $1",
    values: [cell],
  });
  return rows[0]?.ordinal ?? null;
}

type Move = { readonly account: AccountId; readonly from: string; readonly to: string };

/** False when it is not there, moves elsewhere, or the other cell is none. Done again it changes nothing. */
export async function beginMove(directory: Queryable, { account, from, to }: Move): Promise<boolean> {
  const rows = await directory.query({
    name: "begin move",
    text: `
      update accounts set state = 'MOVING', target = $3
      where id = $1 and cell = $2 and (state = 'SETTLED' or target = $3) and exists (select 1 from cells where name = $3)
      returning 1`,
    values: [account, from, to],
  });
  return rows.length === 1;
}

/** From now on the other cell is its home. False when it is not moving there. */
export async function turnMove(directory: Queryable, { account, from, to }: Move): Promise<boolean> {
  const rows = await directory.query({
    name: "turn move",
    text: `
      update accounts set cell = $3, state = 'SETTLED', target = null, epoch = epoch + 1
      where id = $1 and cell = $2 and state = 'MOVING' and target = $3 returning 1`,
    values: [account, from, to],
  });
  return rows.length === 1;
}

export async function giveMoveUp(directory: Queryable, { account, from }: Omit<Move, "to">): Promise<void> {
  await directory.query({
    name: "give move up",
    text: "update accounts set state = 'SETTLED', target = null where id = $1 and cell = $2 and state = 'MOVING'",
    values: [account, from],
  });
}
