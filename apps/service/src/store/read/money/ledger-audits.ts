/** Audits of the ledger, as operators and metrics see them. */
import type { Queryable } from "../../../platform/database.js";
import { toNumber } from "../../rows.js";
import type { AuditFinding } from "./audit.js";

export type LedgerAudit = {
  readonly id: string;
  readonly status: "DONE" | "FAILED";
  /** When the audit of everything began that this one builds on: it looked at what was written since. Null when it looked at everything. */
  readonly since: number | null;
  /** Who asked for it; null for the one of the day. */
  readonly askedBy: string | null;
  /** Unix seconds of the service's clock. What was written after it started, it may not have seen. */
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
  /** Rules that it is done with. */
  readonly proved: number;
  readonly askedBy: string | null;
  /** Seconds of real time until it is due; never negative. */
  readonly dueInSeconds: number;
};

type Row = {
  readonly id: string;
  readonly status: LedgerAudit["status"];
  readonly since: string | null;
  readonly asked_by: string | null;
  readonly started: string;
  readonly finished: string;
  readonly duration_ms: number;
  readonly rules: number;
  readonly findings: number | null;
  readonly error: string | null;
};

const auditFromRow = ({ since, asked_by, started, finished, duration_ms, ...row }: Row): LedgerAudit => ({
  ...row,
  since: toNumber(since),
  askedBy: asked_by,
  started: Number(started),
  finished: Number(finished),
  durationMs: duration_ms,
});

const AUDITS = `
  select a.id, a.status, base.started as since, a.asked_by, a.started, a.finished, a.duration_ms, a.rules, a.findings, a.error
  from ledger_audits a left join ledger_audits base on base.id = a.after_id`;

/** The last ones that ended, newest first. */
export async function listAudits(db: Queryable, limit: number): Promise<readonly LedgerAudit[]> {
  const rows = await db.query<Row>({
    name: "list ledger audits",
    text: `${AUDITS} where a.status in ('DONE', 'FAILED') order by a.id desc limit $1`,
    values: [limit],
  });
  return rows.map(auditFromRow);
}

/** One that has ended. */
export async function findAudit(db: Queryable, id: string): Promise<LedgerAudit | null> {
  const rows = await db.query<Row>({
    name: "find ledger audit",
    text: `${AUDITS} where a.id = $1 and a.status in ('DONE', 'FAILED')`,
    values: [id],
  });
  return rows.map(auditFromRow)[0] ?? null;
}

export async function findNextAudit(db: Queryable): Promise<NextAudit> {
  const rows = await db.query<{
    id: string;
    is_running: boolean;
    proved: number;
    asked_by: string | null;
    due_in: string;
  }>({
    name: "find next audit",
    text: `
      select id, status = 'RUNNING' as is_running, proved, asked_by,
        greatest(0, extract(epoch from due_at - clock_timestamp()))::bigint as due_in
      from ledger_audits where status in ('WAITING', 'RUNNING') and not by_command`,
  });
  const [row] = rows;
  if (row === undefined) throw new Error("no audit of the ledger waits");
  const dueInSeconds = Number(row.due_in);
  const state = row.is_running ? "running" : dueInSeconds === 0 ? "asked" : "waiting";
  return { id: row.id, state, proved: row.proved, askedBy: row.asked_by, dueInSeconds };
}

/** In the order of the rules. */
export const listFindings = (db: Queryable, audit: string): Promise<readonly AuditFinding[]> =>
  db.query<AuditFinding>({
    name: "list audit findings",
    text: "select rule, account, object, found from ledger_audit_findings where audit_id = $1 order by position",
    values: [audit],
  });

/** What there is to worry about: findings of the last audit that came to an end, how long ago that was, and how long ago one of everything began. */
export async function readLastAudit(
  db: Queryable,
): Promise<{ readonly findings: number; readonly ageSeconds: number; readonly wholeAgeSeconds: number } | null> {
  const rows = await db.query<{ findings: number; age: string | null; whole_age: string | null }>({
    name: "read last audit",
    text: `
      select findings, service_now() - finished as age, service_now() - (
          select started from ledger_audits where status = 'DONE' and after_id is null order by id desc limit 1) as whole_age
      from ledger_audits where status = 'DONE' order by id desc limit 1`,
  });
  const [row] = rows;
  if (row === undefined) return null;
  const [ageSeconds, wholeAgeSeconds] = [row.age, row.whole_age].map((age) => toNumber(age) ?? Number.NaN);
  return {
    findings: row.findings,
    ageSeconds: ageSeconds ?? Number.NaN,
    wholeAgeSeconds: wholeAgeSeconds ?? Number.NaN,
  };
}
