import { OPERATOR_ACTIONS } from "../../../domain/operators.js";
import { plainCode } from "../../../domain/typed.js";
import { findDeskAccount } from "../../../store/read/desk/accounts.js";
import { type LoggedAction, listActing, listOperatorActions } from "../../../store/read/desk/operator-actions.js";
import type { List } from "../../../store/read/page.js";
import type { Asked } from "../../kit/answer.js";
import { daysOf, readTyped } from "../../kit/list-query.js";
import { keptOf, type Listed, listed, type Opened } from "../../kit/listed.js";
import { pageIn } from "../../kit/paging.js";
import type { Site } from "../../kit/site.js";
import type { DeskContext } from "../access.js";
import type { DeskLists, LateDeskReads } from "../load.js";

export type AuditLog = {
  /** Names of all who have done something. */
  readonly operators: readonly string[];
  readonly listed: Listed<LoggedAction>;
  readonly ageSeconds: number | null;
};

const NOTHING: List<LoggedAction> = {
  page: async () => ({ rows: [], hasNewer: false, hasOlder: false }),
  count: async () => 0,
};

/** By operator, action, seller code and days. */
export async function openAudit(
  query: Asked["query"],
  { db, lists, zone }: DeskLists & Pick<Site, "zone">,
): Promise<Opened<LoggedAction>> {
  const typed = readTyped(query);
  const operator = (query["operator"] ?? "").trim();
  const code = plainCode(query["account"] ?? "").toUpperCase();
  const action = OPERATOR_ACTIONS.find((one) => one === query["action"]) ?? null;
  const account = code === "" ? null : await findDeskAccount(db, code);
  const wanted = {
    ...daysOf(typed, { zone }),
    operator: operator === "" ? null : operator,
    account: account?.id ?? null,
    action,
  };
  return {
    query: keptOf({ operator, account: code, action, from: typed.from, until: typed.until }),
    list: code !== "" && account === null ? NOTHING : listOperatorActions(lists, wanted),
  };
}

export async function loadAuditLog(
  { seller, site }: DeskContext,
  query: Asked["query"],
  services: LateDeskReads,
): Promise<AuditLog> {
  const lists = await services.late.open();
  const opened = await openAudit(query, { ...services, lists, zone: site.zone });
  const [operators, found] = await Promise.all([listActing(lists), listed(opened, pageIn(query, "number"), seller)]);
  return { operators, listed: found, ageSeconds: lists.ageSeconds };
}
