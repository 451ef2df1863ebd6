import { listed } from "../../kit/listed.js";
import { pageIn } from "../../kit/paging.js";
import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import type { DeskReads } from "../load.js";
import { openAccounts } from "./load.js";
import { AccountsPage } from "./view.js";

/** All accounts, or those that are searched for. */
export const showDeskAccounts: Handler<DeskContext, DeskReads> = async (context, { query }, services) => {
  const opened = await openAccounts(query, services);
  return <AccountsPage context={context} listed={await listed(opened, pageIn(query, "number"), services)} />;
};
