import { listBursts, listSecurityEvents } from "../../../store/read/security-events.js";
import { aged } from "../../kit/csv.js";
import { pageIn } from "../../kit/paging.js";
import type { Handler } from "../../kit/route.js";
import { sendSecurityCsv } from "../../kit/security-log.js";
import type { DeskContext } from "../access.js";
import type { LateDeskReads } from "../load.js";
import { SecurityPage } from "./view.js";

type SecurityHandler = Handler<DeskContext, LateDeskReads>;

/** What happened to sign-ins and access, over all accounts. */
export const showDeskSecurity: SecurityHandler = async (context, { query }, { late }) => {
  const lists = await late.open();
  const [page, bursts] = await Promise.all([
    listSecurityEvents(lists, null, pageIn(query, "number")),
    listBursts(lists),
  ]);
  return <SecurityPage context={context} page={page} bursts={bursts} ageSeconds={lists.ageSeconds} />;
};

export const downloadDeskSecurity: SecurityHandler = async ({ site: { zone } }, { reply }, { late }) => {
  const lists = await late.open();
  return sendSecurityCsv(aged(reply, lists.ageSeconds), { name: "security.csv", zone }, (page) =>
    listSecurityEvents(lists, null, page),
  );
};
