import { OPERATOR_ACTIONS } from "../../../domain/operators.js";
import type { Asked } from "../../kit/answer.js";
import { pageIn } from "../../kit/paging.js";
import type { PersonContext } from "../../kit/person-context.js";
import type { Handler } from "../../kit/route.js";
import type { DeskReads } from "../load.js";
import { loadAuditLog, type Wanted } from "./load.js";
import { AuditPage } from "./view.js";

/** What operators did. */
export const showAudit: Handler<PersonContext, DeskReads> = async (context, { query }, services) => {
  const wanted = wantedIn(query);
  return (
    <AuditPage context={context} wanted={wanted} log={await loadAuditLog(wanted, pageIn(query, "number"), services)} />
  );
};

const wantedIn = ({ operator = "", account = "", action }: Asked["query"]): Wanted => ({
  operator: operator.trim(),
  account: account.trim().toUpperCase(),
  action: OPERATOR_ACTIONS.find((one) => one === action) ?? null,
});
