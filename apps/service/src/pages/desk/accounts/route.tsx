import { ACCOUNT_STANDINGS, listDeskAccounts } from "../../../store/read/desk/accounts.js";
import { pageIn } from "../../kit/paging.js";
import type { PersonContext } from "../../kit/person-context.js";
import type { Handler } from "../../kit/route.js";
import type { DeskReads } from "../load.js";
import { AccountsPage, SEARCH_MAX } from "./view.js";

/** All accounts, or those that are searched for. */
export const showDeskAccounts: Handler<PersonContext, DeskReads> = async (context, { query }, { db }) => {
  const search = (query["q"] ?? "").slice(0, SEARCH_MAX).trim();
  const standing = ACCOUNT_STANDINGS.find((one) => one === query["standing"]) ?? null;
  const page = await listDeskAccounts(db, { search, standing, page: pageIn(query, "number") });
  return <AccountsPage context={context} page={page} search={search} standing={standing} />;
};
