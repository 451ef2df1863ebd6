import { ACCOUNT_STANDINGS, type ListedAccount, listDeskAccounts } from "../../../store/read/desk/accounts.js";
import type { Asked } from "../../kit/answer.js";
import { daysOf, readTyped } from "../../kit/list-query.js";
import { keptOf, type Opened } from "../../kit/listed.js";
import type { DeskLists } from "../load.js";

/** All accounts, or those that are searched for. */
export async function openAccounts(query: Asked["query"], { lists }: DeskLists): Promise<Opened<ListedAccount>> {
  const typed = readTyped(query);
  const standing = ACCOUNT_STANDINGS.find((one) => one === query["standing"]) ?? null;
  const search = typed.q.trim();
  return {
    query: keptOf({ q: search, standing, from: typed.from, until: typed.until }),
    list: await listDeskAccounts(lists, { ...daysOf(typed), search, standing }),
  };
}
