import { runAudit } from "../../../commands/run-audit.js";
import type { Handler, Posted } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import { LEDGER_PATH } from "../links.js";
import type { DeskReads } from "../load.js";
import { operatorOf } from "../parts.js";

export const askForAudit: Handler<DeskContext, DeskReads, Posted> = async (context, _asked, { db }) =>
  `${LEDGER_PATH}?said=${(await runAudit(db, operatorOf(context))).ok ? "asked" : "underway"}`;
