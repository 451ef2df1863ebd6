/** A list as its page shows it: what it is filtered by, its rows, and what day it is. */
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

/** @param reader for whom it is: who they are was asked a moment ago. */
export async function listed<Row>(
  { list, ...opened }: Opened<Row>,
  request: PageRequest,
  { now }: { readonly now: number },
): Promise<Listed<Row>> {
  return { ...opened, page: await list.page(request), now };
}

/** What of an address is kept: the fields that say something. */
export const keptOf = (fields: Readonly<Record<string, string | null>>): Query =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== "")) as Query;
