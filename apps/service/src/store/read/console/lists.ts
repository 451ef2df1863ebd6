/**
 * Lists of the console: filters and a search over an account's rows, newest first. Ids are ordered by time, so lists walk
 * them. Each part of what a filter or a search takes in is a branch with an index of its own; the newest of each branch are
 * put together, so a page costs the same however many rows the account has and however few of them match.
 */
import type { AccountId } from "../../../domain/ids.js";
import { ZERO } from "../../../domain/money.js";
import type { Reads } from "../../../platform/late-reads.js";
import { toCents } from "../../rows.js";
import {
  type DayRange,
  directionOf,
  type List,
  type Page,
  type PageRequest,
  pageFrom,
  ROWS_COUNTED,
  ROWS_SUMMED,
  type Totals,
} from "../page.js";

/** A condition on the row `t`; `$` stands for the value, if there is one. */
export type Condition = { readonly sql: string; readonly value?: unknown };

/** Conditions of which a row meets at least one. The name tells these texts from others. */
export type Branches = { readonly name: string; readonly conditions: readonly Condition[] };

type Listing = {
  /** With the branches and the direction, the identity of the prepared statement. */
  readonly name: string;
  readonly table: "escrows" | "checkout_sessions";
  /** Of the row `e`. */
  readonly columns: string;
  readonly account: AccountId;
  /** Null takes every row. */
  readonly status: Branches | null;
  readonly search: Branches | null;
  readonly days: DayRange;
};

type Asked = Listing & { readonly page: PageRequest };

/** A list of orders, whose sums a page says. */
export type OrderList<Row> = List<Row> & { readonly totals: () => Promise<Totals> };

export const linesOf = <Raw, Row>(db: Reads, listing: Listing, fromRow: (row: Raw) => Row): OrderList<Row> => ({
  page: async (page) => {
    const found = await listLines<Raw>(db, { ...listing, page });
    return { ...found, rows: found.rows.map(fromRow) };
  },
  count: () => countLines(db, listing),
  totals: () => sumLines(db, listing),
});

const NOTHING = { rows: [], hasNewer: false, hasOlder: false };

/** One statement; before it, for days, one that finds between which ids they lie. */
async function listLines<Row>(db: Reads, listing: Asked): Promise<Page<Row>> {
  const bounds = await boundsOf(db, listing);
  if (bounds === null) return NOTHING;
  const rows = await db.read<Row>(statementOf(listing, bounds));
  // A request with a position came from a row on the other side of it.
  return pageFrom(rows, listing.page, listing.page.from !== null);
}

async function countLines(db: Reads, listing: Listing): Promise<number> {
  const bounds = await boundsOf(db, listing);
  if (bounds === null) return 0;
  const { name, table } = listing;
  const { branches, shape, values } = conditionsOf({ ...listing, page: { limit: 0, from: null } }, bounds);
  const counted = branches.map((branch) => `(select t.id from ${table} t where ${branch} limit ${ROWS_COUNTED})`);
  const [row] = await db.read<{ count: string }>({
    name: [name, "count", ...shape].join(" "),
    text: `select count(*) from (select 1 from (${counted.join(" union ")}) every limit ${ROWS_COUNTED}) counted`,
    values,
  });
  return Number(row?.count);
}

/** One statement, through `ROWS_SUMMED` rows of each branch at most. */
async function sumLines(db: Reads, listing: Listing): Promise<Totals> {
  const bounds = await boundsOf(db, listing);
  if (bounds === null) return { rows: 0, amount: ZERO };
  const { name, table } = listing;
  const { branches, shape, values } = conditionsOf({ ...listing, page: { limit: 0, from: null } }, bounds);
  const most = ROWS_SUMMED + 1;
  const found = branches.map(
    (branch) => `(select t.id, t.amount from ${table} t where ${branch} order by t.id desc limit ${most})`,
  );
  const [row] = await db.read<{ rows: string; amount: string }>({
    name: [name, "totals", ...shape].join(" "),
    text: `select count(*) as rows, coalesce(sum(amount), 0) as amount
      from (select amount from (${found.join(" union ")}) every limit ${most}) counted`,
    values,
  });
  const rows = Number(row?.rows);
  return row === undefined || rows > ROWS_SUMMED ? null : { rows, amount: toCents(row.amount) };
}

/** More of a group than so many are not told apart. */
export const GROUP_COUNTED = 100;

/** A part of a statement: how many rows `t` of account `$1` meet one of the conditions, none of which takes a value. Each is walked for GROUP_COUNTED rows at most. */
export const groupCount = (table: Listing["table"], conditions: readonly Condition[]): string => {
  const branches = conditions.map(
    ({ sql }) =>
      `(select t.id from ${table} t where t.account_id = $1 and ${sql} order by t.id desc limit ${GROUP_COUNTED})`,
  );
  return `(select count(*)::int from (select 1 from (${branches.join(" union ")}) every limit ${GROUP_COUNTED}) counted)`;
};

function statementOf(listing: Asked, bounds: Bounds) {
  const { name, table, columns, page } = listing;
  // In the text: the server plans for all lengths alike, and takes one that it does not know to be a tenth of the table.
  const limit = page.limit + 1;
  const direction = directionOf(page);
  const order = direction === "newer" || direction === "oldest" ? "asc" : "desc";
  const { branches, shape, values } = conditionsOf(listing, bounds);
  const newest = branches.map(
    (branch) => `(select t.id from ${table} t where ${branch} order by t.id ${order} limit ${limit})`,
  );
  return {
    name: [name, limit, direction, ...shape].join(" "),
    text: `
      select ${columns} from (
        select id from (${newest.join(" union ")}) newest order by id ${order} limit ${limit}
      ) found join ${table} e on e.account_id = $1 and e.id = found.id
      order by e.id ${order}`,
    values,
  };
}

/** What a row of each branch meets, with its values; `shape` tells these texts from others of the same listing. */
function conditionsOf({ account, status, search, days, page }: Asked, bounds: Bounds) {
  const values: unknown[] = [account];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const filled = ({ sql, value }: Condition): string =>
    value === undefined ? sql : sql.replace(/\$(?!\d)/, () => parameter(value));
  const isNewer = page.from?.direction === "newer";
  const everywhere = [
    "t.account_id = $1",
    ...(page.from === null ? [] : [`t.id ${isNewer ? ">" : "<"} ${parameter(page.from.position)}::uuid`]),
    ...(bounds.low === null ? [] : [`t.created >= ${parameter(days.from)} and t.id >= ${parameter(bounds.low)}::uuid`]),
    ...(bounds.high === null
      ? []
      : [`t.created < ${parameter(days.until)} and t.id <= ${parameter(bounds.high)}::uuid`]),
    // What a search finds is little: it is looked through for the status. "is true" keeps the server from walking an index of the status
    // instead, which it would where it takes its rows to be few: that of open sessions has those of all accounts.
    ...(search === null || status === null ? [] : [`(${status.conditions.map(filled).join(" or ")}) is true`]),
  ].join(" and ");
  const branches = ((search ?? status)?.conditions.map(filled) ?? ["true"]).map((one) => `${everywhere} and ${one}`);
  const shape = [status?.name, search?.name, bounds.low === null ? "" : "from", bounds.high === null ? "" : "until"];
  return { branches, shape, values };
}

type Bounds = { readonly low: string | null; readonly high: string | null };

/** How far an id may be from the moment that its row tells: clocks of processes and of the database differ. */
const SLACK_MS = 3_600_000;

/** The ids between which the days lie, and a little more, since the row itself is looked at too. Null for no rows at all. */
async function boundsOf(
  db: Reads,
  { table, account, days: { from, until } }: Pick<Listing, "table" | "account" | "days">,
): Promise<Bounds | null> {
  if (from === null && until === null) return { low: null, high: null };
  // Either look-up takes one step in the index of (account_id, created).
  const [row] = await db.read<Bounds>({
    name: `days of ${table}`,
    text: `
      select
        (select t.id from ${table} t where t.account_id = $1 and t.created >= $2 order by t.created limit 1) as low,
        (select t.id from ${table} t where t.account_id = $1 and t.created < $3 order by t.created desc limit 1) as high`,
    values: [account, from ?? 0, until ?? Number.MAX_SAFE_INTEGER],
  });
  if (row === undefined || row.low === null || row.high === null) return null;
  return {
    low: from === null ? null : shifted(row.low, -SLACK_MS, "0"),
    high: until === null ? null : shifted(row.high, SLACK_MS, "f"),
  };
}

/** The first or last id of a moment that many milliseconds away (RFC 9562, section 5.7: 48 bits of milliseconds lead). */
function shifted(id: string, byMs: number, filling: "0" | "f"): string {
  const ms = Math.max(0, Number.parseInt(id.replace("-", "").slice(0, 12), 16) + byMs);
  const hex = ms.toString(16).padStart(12, "0") + filling.repeat(20);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
