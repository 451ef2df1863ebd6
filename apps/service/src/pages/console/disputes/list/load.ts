import { searchOrders } from "../../../../store/read/console/search.js";
import { type DisputeFilter, type ListedDispute, listDisputes } from "../../../../store/read/orders/disputes.js";
import type { Asked } from "../../../kit/answer.js";
import { daysOf, readTyped } from "../../../kit/list-query.js";
import { keptOf, type Opened } from "../../../kit/listed.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices, ListedFrom } from "../../services.js";

export type DisputesServices = Pick<ConsoleServices, "db">;

export type Which = DisputeFilter["which"];

/** Those that wait are what one comes for; a search goes through all. */
export async function openDisputes(
  { member: { account }, site }: ConsoleContext,
  query: Asked["query"],
  { db, lists = db }: DisputesServices & ListedFrom,
): Promise<Opened<ListedDispute> & { readonly which: Which }> {
  const typed = readTyped(query);
  const { q, from, until } = typed;
  const asked = (["open", "ended", "all"] as const).find((one) => one === query["which"]) ?? null;
  const which = asked ?? (q.trim() === "" ? "open" : "all");
  const search = await searchOrders(db, account, { typed: q });
  return {
    query: keptOf({ q, which: asked, from, until }),
    search,
    which,
    list: listDisputes(lists, account, { ...daysOf(typed, site), which, sessions: search?.sessions ?? null }),
  };
}
