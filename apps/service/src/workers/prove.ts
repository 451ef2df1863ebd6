/** Audits of the ledger, rule by rule to their end. */
import { COMMAND_LINE } from "../domain/operators.js";
import { stopwatch } from "../platform/clock.js";
import type { Database, Queryable } from "../platform/database.js";
import {
  beginAudit,
  booksOf,
  type ClaimedAudit,
  claimCommandAudit,
  endAudit,
  keepAudit,
  recordRule,
  releaseAudit,
} from "../store/queue/audits.js";
import { AUDIT_RULES, proveRules } from "../store/read/money/audit.js";

const KEEP_MS = 5_000;

/** Somebody else has claimed the audit, and goes on with it. */
export class AuditTaken extends Error {
  constructor() {
    super("the audit was taken over by another process.");
  }
}

/**
 * Looks at every rule that is left, says of each that it is done, and ends the audit.
 * @param ways.own for what takes long @throws AuditTaken
 */
export async function prove(
  { db, own }: { readonly db: Queryable; readonly own: Pick<Database, "transaction"> },
  audit: ClaimedAudit,
  { all }: { readonly all: boolean },
): Promise<void> {
  const begun = await beginAudit(db, audit, { books: await booksOf(db), all });
  if (begun === null) throw new AuditTaken();
  if (begun.isOfOthers) throw new Error("the audit was begun with other rules, or in another database.");
  const keeping = setInterval(() => void keepAudit(db, audit).catch(() => undefined), KEEP_MS);
  try {
    let at = begun.proved;
    let last = 0;
    const clock = stopwatch();
    await proveRules(own, { first: at, since: begun.since }, async (findings) => {
      const now = clock();
      if (!(await recordRule(db, audit, { at, ms: now - last, findings }))) throw new AuditTaken();
      at += 1;
      last = now;
    });
    if (!(await endAudit(db, audit, { rules: AUDIT_RULES.length }))) throw new AuditTaken();
  } finally {
    clearInterval(keeping);
  }
}

/** An audit of the command line, to its end: the one that was killed, once its lease is over, or a new one. @returns its id */
export async function proveByCommand(db: Database, { all }: { readonly all: boolean }): Promise<string> {
  const audit = await claimCommandAudit(db, { books: await booksOf(db), all, askedBy: COMMAND_LINE.name });
  try {
    await prove({ db, own: db }, audit, { all });
  } catch (error) {
    await releaseAudit(db, audit).catch(() => undefined);
    throw error;
  }
  return audit.id;
}
