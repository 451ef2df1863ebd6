import { question } from "../../../platform/other-cells.js";
import { ACCOUNT_STANDINGS, type ListedAccount, listDeskAccounts } from "../../../store/read/desk/accounts.js";
import { readZone } from "../../../words/zone.js";
import type { Asked } from "../../kit/answer.js";
import { daysOf, readTyped } from "../../kit/list-query.js";
import { keptOf, type Opened } from "../../kit/listed.js";
import { ROWS_A_PAGE } from "../../kit/paging.js";
import type { Site } from "../../kit/site.js";
import { type LatePage, latePage } from "../cells.js";
import type { DeskLists, LateDeskReads } from "../load.js";

/** The newest accounts of another cell that a query finds, in which `zone` says whose days are meant. */
export const ACCOUNTS = question<Asked["query"], LatePage<ListedAccount>>("desk-accounts");

export const answerAccounts = (query: Asked["query"], services: LateDeskReads): Promise<LatePage<ListedAccount>> =>
  latePage(services.late, async (lists) => {
    const { list } = await openAccounts(query, { ...services, lists, zone: readZone(query["zone"]) });
    return list.page({ limit: ROWS_A_PAGE, from: null });
  });

/** All accounts, or those that are searched for. */
export async function openAccounts(
  query: Asked["query"],
  { lists, zone }: DeskLists & Pick<Site, "zone">,
): Promise<Opened<ListedAccount>> {
  const typed = readTyped(query);
  const standing = ACCOUNT_STANDINGS.find((one) => one === query["standing"]) ?? null;
  const search = typed.q.trim();
  return {
    query: keptOf({ q: search, standing, from: typed.from, until: typed.until }),
    list: await listDeskAccounts(lists, { ...daysOf(typed, { zone }), search, standing }),
  };
}
