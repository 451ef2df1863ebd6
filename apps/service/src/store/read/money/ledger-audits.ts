/** Audits of the ledger, as operators and metrics see them. */
import type { Queryable } from "../../../platform/database.js";
import { toNumber } from "../../rows.js";
import type { AuditFinding } from "./audit.js";

export type LedgerAudit = {
  readonly id: string;
  readonly status: "DONE" | "FAILED";
  /** Who asked for it; null for the one of the day. */
  readonly askedBy: string | null;
  /** Unix seconds of the service's clock. */
  readonly started: number;
  readonly finished: number;
  readonly durationMs: number;
  readonly rules: number;
  /** Null for one that FAILED: then `error` says why. */
  readonly findings: number | null;
  readonly error: string | null;
};

/** The one that waits or runs. */
export type NextAudit = {
  readonly id: string;
  /** `asked` is due at once; `waiting` when its day has passed. */
  readonly state: "waiting" | "asked" | "running";
  readonly askedBy: string | null;
  /** Seconds of real time until it is due; never negative. */
  readonly dueInSeconds: number;
};

type Row = {
  readonly id: string;
  readonly status: LedgerAudit["status"];
  readonly asked_by: string | null;
  readonly started: string;
  readonly finished: string;
  readonly duration_ms: number;
  readonly rules: number;
  readonly findings: number | null;
  readonly error: string | null;
};

const auditFromRow = ({ asked_by, started, finished, duration_ms, ...row }: Row): LedgerAudit => ({
  ...row,
  askedBy: asked_by,
  started: Number(started),
  finished: Number(finished),
  durationMs: duration_ms,
});

/** The last ones that ended, newest first. */
export async function listAudits(db: Queryable, limit: number): Promise<readonly LedgerAudit[]> {
  const rows = await db.query<Row>({
    name: "list ledger audits",
    text: `
      select id, status, asked_by, started, finished, duration_ms, rules, findings, error from ledger_audits
      where status in ('DONE', 'FAILED') order by id desc limit $1`,
    values: [limit],
  });
  return rows.map(auditFromRow);
}

export async function findNextAudit(db: Queryable): Promise<NextAudit> {
  const rows = await db.query<{ id: string; is_running: boolean; asked_by: string | null; due_in: string }>({
    name: "find next audit",
    text: `
      select id, status = 'RUNNING' as is_running, asked_by,
        greatest(0, extract(epoch from due_at - clock_timestamp()))::bigint as due_in
      from ledger_audits where status in ('WAITING', 'RUNNING')`,
  });
  const [row] = rows;
  if (row === undefined) throw new Error("no audit of the ledger waits");
  const dueInSeconds = Number(row.due_in);
  const state = row.is_running ? "running" : dueInSeconds === 0 ? "asked" : "waiting";
  return { id: row.id, state, askedBy: row.asked_by, dueInSeconds };
}

/** In the order of the rules. */
export const listFindings = (db: Queryable, audit: string): Promise<readonly AuditFinding[]> =>
  db.query<AuditFinding>({
    name: "list audit findings",
    text: "select rule, account, object, found from ledger_audit_findings where audit_id = $1 order by position",
    values: [audit],
  });

/** What there is to worry about: findings of the last audit that came to an end, and how long ago that was. */
export async function readLastAudit(
  db: Queryable,
): Promise<{ readonly findings: number; readonly ageSeconds: number } | null> {
  const rows = await db.query<{ findings: number; age: string | null }>({
    name: "read last audit",
    text: `
      select findings, service_now() - finished as age from ledger_audits where status = 'DONE' order by id desc limit 1`,
  });
  const [row] = rows;
  return row === undefined ? null : { findings: row.findings, ageSeconds: toNumber(row.age) ?? 0 };
}
