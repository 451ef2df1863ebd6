import { listed } from "../../kit/listed.js";
import { pageIn } from "../../kit/paging.js";
import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import type { LateDeskReads } from "../load.js";
import { openAccounts } from "./load.js";
import { AccountsPage } from "./view.js";

/** All accounts, or those that are searched for. */
export const showDeskAccounts: Handler<DeskContext, LateDeskReads> = async (context, { query }, services) => {
  const lists = await services.late.open();
  const opened = await openAccounts(query, { ...services, lists });
  const found = await listed(opened, pageIn(query, "number"), services);
  return <AccountsPage context={context} listed={found} ageSeconds={lists.ageSeconds} />;
};
