/**
 * Audits the ledger once a day, and when an operator asks. An audit of a large deployment takes minutes, so it has a
 * connection of its own without the bounds of a request, and a lease that is renewed meanwhile. A stop interrupts it, and
 * the next worker begins anew.
 */
import { stopwatch } from "../platform/clock.js";
import { type Database, openDatabase } from "../platform/database.js";
import type { Log } from "../platform/log.js";
import type { Metrics } from "../platform/metrics.js";
import { uuidv7 } from "../platform/random.js";
import { type ClaimedAudit, claimAudit, endAudit, interrupt, keepAudit, releaseAudit } from "../store/queue/audits.js";
import { AUDIT_RULES, auditLedger } from "../store/read/money/audit.js";
import { readLastAudit } from "../store/read/money/ledger-audits.js";
import { startTicker, TICK_MS, type Ticker } from "./ticker.js";

const KEEP_MS = 15_000;
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
        await run(audit, { ...means, own, isStopping: () => isStopping });
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
  const duration = stopwatch();
  const keeping = setInterval(() => void keepAudit(db, audit).catch(() => undefined), KEEP_MS);
  const rules = AUDIT_RULES.length;
  try {
    const findings = await auditLedger(own);
    await endAudit(db, audit, { durationMs: duration(), rules, findings });
    if (findings.length === 0) log.info({ rules, durationMs: duration() }, "the books balance");
    else log.error({ rules, durationMs: duration(), findings }, "the books do not balance");
  } catch (error) {
    if (isStopping()) return await releaseAudit(db, audit);
    log.error({ err: error }, "the audit of the ledger failed");
    await endAudit(db, audit, { durationMs: duration(), rules, error: reasonOf(error) });
  } finally {
    clearInterval(keeping);
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && error.message !== "" ? error.message : "unknown";
