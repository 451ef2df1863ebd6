import { findNextAudit } from "../../../store/read/money/ledger-audits.js";
import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import type { DeskReads } from "../load.js";
import { loadLedger, versionOf } from "./load.js";
import { LedgerPage } from "./view.js";

type LedgerHandler = Handler<DeskContext, DeskReads>;

/** What audits of the ledger found. While one runs the page looks for its end by itself. */
export const showLedger: LedgerHandler = async (context, { query }, services) => (
  <LedgerPage context={context} ledger={await loadLedger(services)} said={query["said"]} />
);

export const showLedgerStatus: LedgerHandler = async (_context, { reply }, { db }) =>
  reply.header("Cache-Control", "no-store").send({ version: versionOf(await findNextAudit(db)) });
