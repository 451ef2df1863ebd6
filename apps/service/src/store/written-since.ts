/** Which rows were written since a moment in the life of a database: PostgreSQL keeps with each row which transaction wrote it. */
import type { Queryable } from "../platform/database.js";

/** Every transaction before this one had ended: its rows were there to be seen, if they are there at all. */
export type Moment = { readonly transaction: string };

export async function readMoment(db: Queryable): Promise<Moment> {
  const [moment] = await db.query<Moment>({
    name: "read moment",
    text: "select pg_snapshot_xmin(pg_current_snapshot()) as transaction",
  });
  if (moment === undefined) throw new Error("there is always a moment");
  return moment;
}

/**
 * A condition: a later transaction wrote the row, or changed it. Never false of one that did, as long as fewer than two billion
 * transactions have begun since; true also of some rows that are older than those. Rows that were deleted can't be told.
 * @param moment a parameter, such as `$1`
 */
export const writtenSince = (row: string, moment: string): string =>
  `age(${row}.xmin) <= (select age(${moment}::xid8::xid))`;
