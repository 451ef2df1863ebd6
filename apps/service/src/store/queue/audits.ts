/**
 * Audits of the ledger: one always waits or runs. It is claimed by a lease in real time; one whose worker died is taken
 * again by the next that looks. The statement that ends one also
 * puts the next in its place.
 */
import type { Queryable } from "../../platform/database.js";
import type { AuditFinding } from "../read/money/audit.js";

export type ClaimedAudit = { readonly id: string; readonly fence: number };

/** The audit that is due, for a minute; null while none is. */
export async function claimAudit(db: Queryable): Promise<ClaimedAudit | null> {
  const rows = await db.query<ClaimedAudit>({
    name: "claim audit",
    text: `
      with due as (
        select id from ledger_audits
        where status in ('WAITING', 'RUNNING') and due_at <= clock_timestamp()
          and (leased_until is null or leased_until < clock_timestamp())
        for update skip locked
      )
      update ledger_audits a set status = 'RUNNING', leased_until = clock_timestamp() + interval '1 minute',
        fence = a.fence + 1, started = service_now()
      from due where a.id = due.id
      returning a.id, a.fence`,
  });
  return rows[0] ?? null;
}

/** Still at it. */
export async function keepAudit(db: Queryable, { id, fence }: ClaimedAudit): Promise<void> {
  await db.query({
    name: "keep audit",
    text: `
      update ledger_audits set leased_until = clock_timestamp() + interval '1 minute'
      where id = $1 and fence = $2 and status = 'RUNNING'`,
    values: [id, fence],
  });
}

/** Given up for now: the next worker that looks takes it. */
export async function releaseAudit(db: Queryable, { id, fence }: ClaimedAudit): Promise<void> {
  await db.query({
    name: "release audit",
    text: "update ledger_audits set leased_until = null where id = $1 and fence = $2 and status = 'RUNNING'",
    values: [id, fence],
  });
}

export type EndedAudit = { readonly durationMs: number; readonly rules: number } & (
  | { readonly findings: readonly AuditFinding[] }
  | { readonly error: string }
);

/** Says nothing when somebody else has claimed the audit since. The next one is due in a day, after a failure in an hour. */
export async function endAudit(db: Queryable, { id, fence }: ClaimedAudit, ended: EndedAudit): Promise<void> {
  const error = "error" in ended ? ended.error : null;
  const findings = "findings" in ended ? ended.findings : [];
  await db.query({
    name: "end audit",
    text: `
      with ended as (
        update ledger_audits set status = case when $4::text is null then 'DONE' else 'FAILED' end, error = $4,
          leased_until = null, finished = service_now(), duration_ms = $3, rules = $5,
          findings = case when $4::text is null then cardinality($6::text[]) end
        where id = $1 and fence = $2 and status = 'RUNNING' returning id
      ),
      found as (
        insert into ledger_audit_findings (audit_id, position, rule, account, object, found)
        select ended.id, given.position, given.rule, given.account, given.object, given.found
        from ended, unnest($6::text[], $7::text[], $8::text[], $9::text[])
          with ordinality as given (rule, account, object, found, position)
      )
      insert into ledger_audits (due_at)
      select clock_timestamp() + case when $4::text is null then interval '1 day' else interval '1 hour' end from ended`,
    values: [
      id,
      fence,
      ended.durationMs,
      error,
      ended.rules,
      findings.map(({ rule }) => rule),
      findings.map(({ account }) => account),
      findings.map(({ object }) => object),
      findings.map(({ found }) => found),
    ],
  });
}

/** Ends what connections of this name are at: behind a pooler the number of a server process is another's a moment later. */
export async function interrupt(db: Queryable, applicationName: string): Promise<void> {
  await db.query({
    name: "interrupt audit",
    text: "select pg_cancel_backend(pid) from pg_stat_activity where application_name = $1 and state = 'active'",
    values: [applicationName],
  });
}
