import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import type { LateDeskReads } from "../load.js";
import { loadAuditLog } from "./load.js";
import { AuditPage } from "./view.js";

/** What operators did. */
export const showAudit: Handler<DeskContext, LateDeskReads> = async (context, { query }, services) => (
  <AuditPage context={context} log={await loadAuditLog(context, query, services)} />
);
