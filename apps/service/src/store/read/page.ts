/** Keyset pages: a page costs the same wherever it lies, and what a reader has seen never moves. */
import type { Database } from "../../platform/database.js";

/** Where a page starts: at the newest, or beyond a position on either side of it (exclusive). */
export type PageRequest = {
  readonly limit: number;
  readonly from: { readonly position: string; readonly direction: "older" | "newer" } | null;
};

/** Rows newest first, and whether any lie beyond either end. */
export type Page<Row> = { readonly rows: readonly Row[]; readonly hasNewer: boolean; readonly hasOlder: boolean };

type Listing = {
  /** With the filters and the direction, the identity of the prepared statement. */
  readonly name: string;
  readonly select: string;
  readonly from: string;
  readonly key: string;
  readonly keyType: "uuid" | "bigint";
  /** Conditions, each ending in `$` where its parameter goes. */
  readonly filters: readonly { readonly sql: string; readonly value: unknown }[];
  readonly page: PageRequest;
};

export async function pageOf<Row>(db: Pick<Database, "read">, listing: Listing): Promise<Page<Row>> {
  const { limit, from } = listing.page;
  const values: unknown[] = listing.filters.map(({ value }) => value);
  const conditions = listing.filters.map(({ sql }, index) => `${sql}${index + 1}`);
  const direction = from?.direction ?? "newest";
  values.push(limit + 1);
  const limitParameter = values.length;
  let beyond = "";
  let behind = "false";
  if (from !== null) {
    values.push(from.position);
    const position = `$${values.length}::${listing.keyType}`;
    beyond = `and ${listing.key} ${direction === "older" ? "<" : ">"} ${position}`;
    // Whether anything lies on the side that the reader came from: the position itself, unless it left the filter.
    behind = `exists (select 1 from ${listing.from} where ${conditions.join(" and ")} and ${listing.key} ${direction === "older" ? ">=" : "<="} ${position})`;
  }
  const order = direction === "newer" ? "asc" : "desc";
  const rows = await db.read<Row & { behind: boolean }>({
    // The server cuts names at 63 bytes, so the columns stand for the conditions.
    name: [listing.name, direction, ...listing.filters.map(({ sql }) => /\b(\w+) = \$$/.exec(sql)?.[1])].join(" "),
    text: `select ${listing.select}, ${behind} as behind from ${listing.from}
           where ${conditions.join(" and ")} ${beyond}
           order by ${listing.key} ${order} limit $${limitParameter}`,
    values,
  });
  const more = rows.length > limit;
  const shown = more ? rows.slice(0, limit) : rows;
  // An empty page has no row to say so: a request with a cursor came from another page.
  const back = rows[0]?.behind ?? from !== null;
  return direction === "newer"
    ? { rows: shown.toReversed(), hasNewer: more, hasOlder: back }
    : { rows: shown, hasNewer: back, hasOlder: more };
}
