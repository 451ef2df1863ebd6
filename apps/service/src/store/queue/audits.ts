/**
 * Audits of the ledger: one of the workers always waits or runs, and the command line has as many as are asked for. An audit is claimed by
 * a lease in real time and says after each rule that it is done with it; one whose holder died is taken again, and goes on there. What an earlier
 * holder still says is refused by the fence.
 */
import type { Queryable } from "../../platform/database.js";
import { type AuditFinding, RULES_TEXT, SHOWN_MAX } from "../read/money/audit.js";
import type { Moment } from "../written-since.js";

export type ClaimedAudit = { readonly id: string; readonly fence: number };

const LEASED = "clock_timestamp() + interval '20 seconds'";
const CLAIMED = `status = 'RUNNING', leased_until = ${LEASED}, fence = a.fence + 1`;
const FREE = "(leased_until is null or leased_until < clock_timestamp())";
const HELD = "id = $1 and fence = $2 and status = 'RUNNING'";

/** The workers' audit if it is due, for twenty seconds; null while it is not. */
export async function claimAudit(db: Queryable): Promise<ClaimedAudit | null> {
  const rows = await db.query<ClaimedAudit>({
    name: "claim audit",
    text: `
      with due as (
        select id from ledger_audits
        where status in ('WAITING', 'RUNNING') and not by_command and due_at <= clock_timestamp() and ${FREE}
        for update skip locked
      )
      update ledger_audits a set ${CLAIMED} from due where a.id = due.id
      returning a.id, a.fence`,
  });
  return rows[0] ?? null;
}

/**
 * An audit of the command line: the one that was killed less than a day ago, or a new one. @param books of {@link booksOf}. @param all it
 * has to look at everything.
 */
export async function claimCommandAudit(
  db: Queryable,
  { books, all, askedBy }: { readonly books: string; readonly all: boolean; readonly askedBy: string },
): Promise<ClaimedAudit> {
  const [claimed] = await db.query<ClaimedAudit>({
    name: "claim audit of command",
    text: `
      with left_over as (
        select id from ledger_audits
        where status = 'RUNNING' and by_command and books = $1 and (after_id is null or not $2) and ${FREE}
          and due_at > clock_timestamp() - interval '1 day'
        order by id desc limit 1 for update skip locked
      ),
      taken as (
        update ledger_audits a set ${CLAIMED} from left_over where a.id = left_over.id returning a.id, a.fence
      ),
      made as (
        insert into ledger_audits (status, by_command, asked_by, due_at, leased_until)
        select 'RUNNING', true, $3, clock_timestamp(), ${LEASED}
        where not exists (select from taken) returning id, fence
      )
      select id, fence from taken union all select id, fence from made`,
    values: [books, all, askedBy],
  });
  if (claimed === undefined) throw new Error("there is always an audit");
  return claimed;
}

/** Names these rules in this database: what is proved of it says nothing of others, such as a copy that was loaded from a dump. */
export async function booksOf(db: Queryable): Promise<string> {
  const [row] = await db.query<{ books: string }>({
    name: "books of audit",
    text: `
      select concat_ws(' ', md5($1::text), system_identifier, (select oid from pg_database where datname = current_database())) as books
      from pg_control_system()`,
    values: [RULES_TEXT],
  });
  if (row === undefined) throw new Error("a server knows its identifier");
  return row.books;
}

/** Whole audits that take no longer than this are made each time, in milliseconds. */
const CHEAP_MS = 10_000;
/** And after a week, in seconds, what is old is looked at again. */
const OLD_SECONDS = 7 * 86_400;
/** Transactions. Of more the server can't tell which came first. */
const TRANSACTIONS_MAX = 2_000_000_000;

export type BegunAudit = {
  /** Rules that were done before. */
  readonly proved: number;
  /** Null when everything is looked at, and otherwise the beginning of the audit that did. */
  readonly since: Moment | null;
  /** Those of another release, or of another database. */
  readonly isOfOthers: boolean;
};

/**
 * Decides what the audit looks at, when it begins: at what was written since the last audit of everything, if that found nothing, is of these
 * rules and not too old, and took long. Null when somebody else has claimed the audit since.
 */
export async function beginAudit(
  db: Queryable,
  { id, fence }: ClaimedAudit,
  { books, all }: { readonly books: string; readonly all: boolean },
): Promise<BegunAudit | null> {
  const [row] = await db.query<{ proved: number; books: string; since: string | null }>({
    name: "begin audit",
    text: `
      with last as (
        select * from ledger_audits where status = 'DONE' and mark is not null and after_id is null order by id desc limit 1
      ),
      base as (
        select id from last
        where not $4 and findings = 0 and books = $3 and duration_ms > ${CHEAP_MS} and finished > service_now() - ${OLD_SECONDS}
          and pg_snapshot_xmax(pg_current_snapshot())::text::numeric - mark::text::numeric between 0 and ${TRANSACTIONS_MAX}
      ),
      begun as (
        update ledger_audits set mark = coalesce(mark, pg_snapshot_xmin(pg_current_snapshot())), books = coalesce(books, $3),
          after_id = case when mark is null then (select id from base) else after_id end, started = coalesce(started, service_now())
        where ${HELD} returning proved, books, after_id
      )
      select begun.proved, begun.books, base.mark as since from begun left join ledger_audits base on base.id = begun.after_id`,
    values: [id, fence, books, all],
  });
  if (row === undefined) return null;
  return {
    proved: row.proved,
    since: row.since === null ? null : { transaction: row.since },
    isOfOthers: row.books !== books,
  };
}

/** Still at it. */
export async function keepAudit(db: Queryable, { id, fence }: ClaimedAudit): Promise<void> {
  await db.query({
    name: "keep audit",
    text: `update ledger_audits set leased_until = ${LEASED} where ${HELD}`,
    values: [id, fence],
  });
}

/** Given up for now: the next that looks takes it, and goes on. */
export async function releaseAudit(db: Queryable, { id, fence }: ClaimedAudit): Promise<void> {
  await db.query({
    name: "release audit",
    text: `update ledger_audits set leased_until = null where ${HELD}`,
    values: [id, fence],
  });
}

export type ProvedRule = {
  /** Rules before it. */
  readonly at: number;
  /** For how long it was looked at. */
  readonly ms: number;
  readonly findings: readonly AuditFinding[];
};

/** Done with a rule. False when somebody else has claimed the audit since, and then nothing was written down. */
export async function recordRule(
  db: Queryable,
  { id, fence }: ClaimedAudit,
  { at, ms, findings }: ProvedRule,
): Promise<boolean> {
  const rows = await db.query({
    name: "record rule of audit",
    text: `
      with held as (
        update ledger_audits set proved = $3 + 1, duration_ms = coalesce(duration_ms, 0) + $4,
          leased_until = ${LEASED}
        where ${HELD} and proved = $3 returning id
      ),
      found as (
        insert into ledger_audit_findings (audit_id, position, rule, account, object, found)
        select held.id, $3 * ${SHOWN_MAX} + given.position, given.rule, given.account, given.object, given.found
        from held, unnest($5::text[], $6::text[], $7::text[], $8::text[])
          with ordinality as given (rule, account, object, found, position)
      )
      select from held`,
    values: [
      id,
      fence,
      at,
      ms,
      findings.map(({ rule }) => rule),
      findings.map(({ account }) => account),
      findings.map(({ object }) => object),
      findings.map(({ found }) => found),
    ],
  });
  return rows.length === 1;
}

/**
 * False when somebody else has claimed the audit since. Behind one of the workers' the next is due in a day, after a failure in an hour.
 * @param ended.error why it failed
 */
export async function endAudit(
  db: Queryable,
  { id, fence }: ClaimedAudit,
  { rules, error = null }: { readonly rules: number; readonly error?: string | null },
): Promise<boolean> {
  const rows = await db.query({
    name: "end audit",
    text: `
      with ended as (
        update ledger_audits set status = case when $4::text is null then 'DONE' else 'FAILED' end, error = $4, leased_until = null,
          finished = service_now(), duration_ms = coalesce(duration_ms, 0), rules = $3, started = coalesce(started, service_now()),
          findings = case when $4::text is null then (select count(*) from ledger_audit_findings where audit_id = $1) end
        where ${HELD} and ($4::text is not null or proved = $3) returning by_command
      ),
      next as (
        insert into ledger_audits (due_at)
        select clock_timestamp() + case when $4::text is null then interval '1 day' else interval '1 hour' end from ended where not by_command
      )
      select from ended`,
    values: [id, fence, rules, error],
  });
  return rows.length === 1;
}

/** Ends what connections of this name are at: behind a pooler the number of a server process is another's a moment later. */
export async function interrupt(db: Queryable, applicationName: string): Promise<void> {
  await db.query({
    name: "interrupt audit",
    text: "select pg_cancel_backend(pid) from pg_stat_activity where application_name = $1 and state = 'active'",
    values: [applicationName],
  });
}
