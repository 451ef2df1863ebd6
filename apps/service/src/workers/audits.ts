/**
 * Audits the ledger once a day, and when an operator asks. An audit of a large deployment takes minutes, so it has a
 * connection of its own without the bounds of a request, and a lease that is renewed meanwhile. A stop interrupts it, and
 * the next worker goes on where it stopped.
 */
import { type Database, openDatabase } from "../platform/database.js";
import { DatabaseUnavailable } from "../platform/database-errors.js";
import type { Log } from "../platform/log.js";
import type { Metrics } from "../platform/metrics.js";
import { uuidv7 } from "../platform/random.js";
import { type ClaimedAudit, claimAudit, endAudit, interrupt, releaseAudit } from "../store/queue/audits.js";
import { AUDIT_RULES } from "../store/read/money/audit.js";
import { findAudit, listFindings, readLastAudit } from "../store/read/money/ledger-audits.js";
import { inJob } from "./job.js";
import { AuditTaken, prove } from "./prove.js";
import { startTicker, TICK_MS, type Ticker } from "./ticker.js";

const STOP_AGAIN_MS = 200;
/** For one rule. */
const TIMEOUT_MS = 1_800_000;

export type Audits = Pick<Ticker, "poke"> & {
  /** Resolves when nothing is under way any more; an audit that is, is interrupted. */
  stop(): Promise<void>;
};

export function startAudits(means: {
  readonly db: Database;
  readonly databaseUrl: string;
  readonly log: Log;
  readonly metrics: Pick<Metrics, "watchAudits">;
  readonly tickMs?: number | undefined;
}): Audits {
  const { db, log, tickMs = TICK_MS } = means;
  /** Its connection, told from those of other processes. */
  const applicationName = `holdfast-audit-${uuidv7()}`;
  let isStopping = false;
  const ticker = startTicker(tickMs, async () => {
    try {
      const audit = await claimAudit(db);
      if (audit === null) return false;
      const own = openDatabase(means.databaseUrl, {
        connections: 1,
        applicationName,
        timeoutMs: TIMEOUT_MS,
      });
      try {
        await inJob("audit", () => run(audit, { ...means, own, isStopping: () => isStopping }));
      } finally {
        await own.close();
      }
    } catch (error) {
      log.warn({ err: error }, "the audit of the ledger was not recorded, and will be made again");
    }
    return false;
  });
  means.metrics.watchAudits(() => readLastAudit(db));
  return {
    poke: ticker.poke,
    stop: async () => {
      isStopping = true;
      const interrupts = setInterval(() => {
        void interrupt(db, applicationName).catch(() => undefined);
      }, STOP_AGAIN_MS);
      await ticker.stop().finally(() => clearInterval(interrupts));
    },
  };
}

type Run = {
  readonly db: Database;
  readonly own: Database;
  readonly log: Log;
  readonly isStopping: () => boolean;
};

async function run(audit: ClaimedAudit, { db, own, log, isStopping }: Run): Promise<void> {
  const rules = AUDIT_RULES.length;
  try {
    await prove({ db, own }, audit, { all: false });
  } catch (error) {
    if (error instanceof AuditTaken) return log.warn({ audit: audit.id }, error.message);
    // The next one to look goes on where this one stopped.
    if (isStopping() || error instanceof DatabaseUnavailable) return await releaseAudit(db, audit);
    log.error({ err: error }, "the audit of the ledger failed");
    await endAudit(db, audit, { rules, error: reasonOf(error) });
    return;
  }
  const [ended, findings] = await Promise.all([findAudit(db, audit.id), listFindings(db, audit.id)]);
  const what = { rules, durationMs: ended?.durationMs, since: ended?.since };
  if (findings.length === 0) log.info(what, "the books balance");
  else log.error({ ...what, findings }, "the books do not balance");
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && error.message !== "" ? error.message : "unknown";
