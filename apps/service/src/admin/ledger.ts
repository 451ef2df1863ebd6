/** `ledger check`. */
import type { Database } from "../platform/database.js";
import type { AuditFinding } from "../store/read/money/audit.js";
import { findAudit, type LedgerAudit, listFindings } from "../store/read/money/ledger-audits.js";
import { proveByCommand } from "../workers/prove.js";

export { AUDIT_RULES } from "../store/read/money/audit.js";

export type LedgerCheck = Pick<LedgerAudit, "since" | "started" | "rules"> & {
  readonly findings: readonly AuditFinding[];
};

/**
 * Every way in which the books do not add up; none when all is well. A check that was killed goes on where it stopped.
 * @param all to look at everything even where what was written since the last time would do
 */
export async function checkLedger(db: Database, { all }: { readonly all: boolean }): Promise<LedgerCheck> {
  const id = await proveByCommand(db, { all });
  const [ended, findings] = await Promise.all([findAudit(db, id), listFindings(db, id)]);
  if (ended === null) throw new Error("an audit of the command line has ended");
  return { since: ended.since, started: ended.started, rules: ended.rules, findings };
}
