import { listed } from "../../kit/listed.js";
import { pageIn } from "../../kit/paging.js";
import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import { askOthers, merged, moreOf, newest, oldestAge } from "../cells.js";
import { ACCOUNTS_PATH } from "../links.js";
import type { LateDeskReads } from "../load.js";
import { ACCOUNTS, openAccounts } from "./load.js";
import { AccountsPage } from "./view.js";

/** All accounts, or those that are searched for. */
export const showDeskAccounts: Handler<DeskContext, LateDeskReads> = async (context, { query }, services) => {
  const lists = await services.late.open();
  const opened = await openAccounts(query, { ...services, lists, zone: context.site.zone });
  const request = pageIn(query, "number");
  const [own, all] = await Promise.all([
    listed(opened, request, context.seller),
    askOthers(
      context,
      services.otherCells,
      request.from === null && { question: ACCOUNTS, asked: { ...query, zone: context.site.zone ?? "" } },
    ),
  ]);
  const others = all.found.map(({ cell, answer }) => ({ cell, rows: answer.rows }));
  const rows = merged(
    own.page.rows,
    others,
    newest(({ created }) => created),
  );
  const more = moreOf(all.found, { path: ACCOUNTS_PATH, query: own.query, turn: "older" });
  const ageSeconds = oldestAge(lists.ageSeconds, all.found);
  return <AccountsPage context={all.context} listed={own} all={{ rows, more }} ageSeconds={ageSeconds} />;
};
