/** Keyset pages: a page costs the same wherever it lies, and what a reader has seen never moves. */
import type { Cents } from "../../domain/money.js";
import type { Reads } from "../../platform/late-reads.js";

/** Where a page starts: at the newest, or beyond a position on either side of it (exclusive). */
export type PageRequest = {
  readonly limit: number;
  readonly from: { readonly position: string; readonly direction: "older" | "newer" } | null;
  /** Whether the rows come oldest first; else newest first. */
  readonly oldestFirst?: boolean;
};

/** Rows in the order that was asked for, and whether any lie beyond either end. */
export type Page<Row> = { readonly rows: readonly Row[]; readonly hasNewer: boolean; readonly hasOlder: boolean };

type Listing = {
  /** With the filters and the direction, the identity of the prepared statement. */
  readonly name: string;
  readonly select: string;
  readonly from: string;
  readonly key: string;
  readonly keyType: "uuid" | "bigint";
  /** Conditions, each ending in `$` where its parameter goes. */
  readonly filters: readonly Filter[];
};

export type Filter = {
  readonly sql: string;
  readonly value: unknown;
  /** What tells the condition from others in the name of the statement; else the column that equals the value. */
  readonly mark?: string;
};

/** A list as its pages and its file read it. */
export type List<Row> = {
  readonly page: (request: PageRequest) => Promise<Page<Row>>;
  /** How many rows there are, counted no further than `ROWS_COUNTED`. */
  readonly count: () => Promise<number>;
};

/** How many rows a list has and what their sellers get of them; of a list that has more than `ROWS_SUMMED`, null. */
export type Totals = { readonly rows: number; readonly amount: Cents } | null;

/** Rows are counted up to here: counting goes through them. */
export const ROWS_COUNTED = 100_000;

/** What a page says of its whole list goes through no more rows than these: it is read with every page. */
export const ROWS_SUMMED = 500;

/** Which way rows are read for a page: `oldest` and `newest` begin at an end of the list. */
export const directionOf = ({ from, oldestFirst = false }: PageRequest): "older" | "newer" | "oldest" | "newest" =>
  from?.direction ?? (oldestFirst ? "oldest" : "newest");

/**
 * A page of the rows that were read: one more than it holds, if there are more.
 * @param back whether any lie on the side that the reader came from.
 */
export function pageFrom<Row>(found: readonly Row[], request: PageRequest, back: boolean): Page<Row> {
  const direction = directionOf(request);
  const rises = direction === "newer" || direction === "oldest";
  const more = found.length > request.limit;
  const shown = more ? found.slice(0, request.limit) : found;
  const rows = rises === (request.oldestFirst ?? false) ? shown : shown.toReversed();
  return rises ? { rows, hasNewer: more, hasOlder: back } : { rows, hasNewer: back, hasOlder: more };
}

export const listOf = <Raw, Row>(db: Reads, listing: Listing, fromRow: (row: Raw) => Row): List<Row> => ({
  page: async (page) => {
    const found = await pageOf<Raw>(db, { ...listing, page });
    return { ...found, rows: found.rows.map(fromRow) };
  },
  count: () => countOf(db, listing),
});

/** Days by a column of Unix seconds. */
export const daysFilter = (column: string, { from, until }: DayRange): readonly Filter[] => [
  ...(from === null ? [] : [{ sql: `${column} >= $`, value: from, mark: "from" }]),
  ...(until === null ? [] : [{ sql: `${column} < $`, value: until, mark: "until" }]),
];

/** Days of UTC by the service's clock, as Unix seconds: the first second that counts, and the first that does not. */
export type DayRange = { readonly from: number | null; readonly until: number | null };

const conditionsOf = ({ filters }: Listing): string =>
  filters.map(({ sql }, index) => `${sql}${index + 1}`).join(" and ");

/** The server cuts names at 63 bytes, so columns and marks stand for the conditions. */
const marksOf = ({ filters }: Listing): readonly (string | undefined)[] =>
  filters.map(({ sql, mark }) => mark ?? /\b(\w+) = \$$/.exec(sql)?.[1]);

async function countOf(db: Reads, listing: Listing): Promise<number> {
  const [row] = await db.read<{ count: string }>({
    name: [listing.name, "count", ...marksOf(listing)].join(" "),
    text: `
      select count(*) as count from (
        select 1 from ${listing.from} where ${conditionsOf(listing)} limit ${ROWS_COUNTED}
      ) counted`,
    values: listing.filters.map(({ value }) => value),
  });
  return Number(row?.count);
}

/**
 * More than any page has, of a file's parts too: the rows that a statement may give, as a number that it shows. Of a limit that is a parameter the server expects a tenth of all rows, and in a
 * large account would take sorting them, or compiling the statement anew each time (`jit`), to be worth it.
 */
const ROWS_MAX = 1_001;

export async function pageOf<Row>(db: Reads, listing: Listing & { readonly page: PageRequest }): Promise<Page<Row>> {
  const { limit, from } = listing.page;
  if (limit >= ROWS_MAX) throw new Error(`a page has less than ${ROWS_MAX} rows`);
  const values: unknown[] = listing.filters.map(({ value }) => value);
  const conditions = conditionsOf(listing);
  const direction = directionOf(listing.page);
  values.push(limit + 1);
  const limitParameter = values.length;
  let beyond = "";
  let behind = "";
  if (from !== null) {
    values.push(from.position);
    const position = `$${values.length}::${listing.keyType}`;
    beyond = `and ${listing.key} ${direction === "older" ? "<" : ">"} ${position}`;
    // Whether anything lies on the side that the reader came from: the position itself, unless it left the filter. In its order, for
    // asked as `exists` the server reads the table from its beginning, which is far from the newest.
    const [side, nearest] = direction === "older" ? [">=", "asc"] : ["<=", "desc"];
    behind = `, (select true from ${listing.from} where ${conditions} and ${listing.key} ${side} ${position}
             order by ${listing.key} ${nearest} limit 1) is not null as behind`;
  }
  const order = direction === "newer" || direction === "oldest" ? "asc" : "desc";
  const rows = await db.read<Row & { behind?: boolean }>({
    name: [listing.name, direction, ...marksOf(listing)].join(" "),
    text: `select * from (
             select ${listing.select}${behind} from ${listing.from}
             where ${conditions} ${beyond}
             order by ${listing.key} ${order} limit ${ROWS_MAX}
           ) page limit $${limitParameter}`,
    values,
  });
  // An empty page has no row to say so: a request with a cursor came from another page. Behind the newest lies nothing.
  return pageFrom(rows, listing.page, rows[0]?.behind ?? from !== null);
}
