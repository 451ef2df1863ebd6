/** A list as its page shows it: what it is filtered by, its rows, and what day it is. */
import { add, type Cents } from "../../domain/money.js";
import type { OrderList } from "../../store/read/console/lists.js";
import type { Search } from "../../store/read/console/search.js";
import type { List, Page, PageRequest, Totals } from "../../store/read/page.js";
import type { Query } from "./filters.js";

export type Opened<Row> = {
  /** Fields of the form that say something. */
  readonly query: Query;
  /** What a search among orders found; null without one. */
  readonly search?: Search | null;
  readonly list: List<Row>;
};

/** A list whose page says how many rows it has and what they come to. */
export type OpenedOrders<Row> = Omit<Opened<Row>, "list"> & { readonly list: OrderList<Row> };

export type Listed<Row> = Omit<Opened<Row>, "list"> & {
  readonly page: Page<Row>;
  readonly oldestFirst: boolean;
  /** Unix seconds of the service's clock. */
  readonly now: number;
};

/** @param reader for whom it is: who they are was asked a moment ago. */
export async function listed<Row>(
  { list, ...opened }: Opened<Row>,
  request: PageRequest,
  { now }: { readonly now: number },
): Promise<Listed<Row>> {
  return { ...opened, page: await list.page(request), oldestFirst: request.oldestFirst ?? false, now };
}

export type ListedOrders<Row> = Listed<Row> & { readonly totals: Totals };

/** With the sums of the whole list, which for a list of one page are read off its rows. */
export async function listedOrders<Row extends { readonly amount: Cents }>(
  { list, ...opened }: OpenedOrders<Row>,
  request: PageRequest,
  reader: { readonly now: number },
): Promise<ListedOrders<Row>> {
  const found = await listed({ ...opened, list }, request, reader);
  const { rows, hasNewer, hasOlder } = found.page;
  const isWhole = !hasNewer && !hasOlder;
  const totals = isWhole
    ? { rows: rows.length, amount: add(...rows.map(({ amount }) => amount)) }
    : await list.totals();
  return { ...found, totals };
}

/** Whether a list is filtered by more than its tab: what is counted behind the tabs then is not what they would show. */
export const isNarrowed = (query: Query): boolean => Object.keys(query).some((name) => name !== "status");

/** What of an address is kept: the fields that say something. */
export const keptOf = (fields: Readonly<Record<string, string | null>>): Query =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== "")) as Query;
