/** A list as its page shows it: what it is filtered by, its rows, and what day it is. */
import type { Database } from "../../platform/database.js";
import { readClock } from "../../store/read/clock.js";
import type { Search } from "../../store/read/console/search.js";
import type { List, Page, PageRequest } from "../../store/read/page.js";
import type { Query } from "./filters.js";

export type Opened<Row> = {
  /** Fields of the form that say something. */
  readonly query: Query;
  /** What a search among orders found; null without one. */
  readonly search?: Search | null;
  readonly list: List<Row>;
};

export type Listed<Row> = Omit<Opened<Row>, "list"> & {
  readonly page: Page<Row>;
  /** Unix seconds of the service's clock. */
  readonly now: number;
};

export async function listed<Row>(
  { list, ...opened }: Opened<Row>,
  request: PageRequest,
  { db }: { readonly db: Database },
): Promise<Listed<Row>> {
  const [page, { now }] = await Promise.all([list.page(request), readClock(db)]);
  return { ...opened, page, now };
}

/** What of an address is kept: the fields that say something. */
export const keptOf = (fields: Readonly<Record<string, string | null>>): Query =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== "")) as Query;
