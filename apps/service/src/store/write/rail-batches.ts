/**
 * Batches of what leaves rails of the operator's own. Each verb is one statement: the batch, its orders, and the line of the audit log; the
 * rows are locked first, so of two at once the second meets what the first made of it.
 */
import { BATCH_LINES_MAX, type BatchOperator, type BatchRefusal } from "../../domain/batches.js";
import type { OperatorActionKind } from "../../domain/operators.js";
import { ok, type Result, refused } from "../../domain/result.js";
import type { Queryable, Statement } from "../../platform/database.js";
import { ACCOUNT_OF, BUYER_OF, IS_FREE } from "../rail-orders.js";

/** The line, from the CTE `changed` with the columns code, before and after. `$1` is the operator's id, `$2` the name. */
const logged = (action: OperatorActionKind, reason = "''"): string => `
  insert into operator_actions (operator_id, operator, action, subject, before, after, reason, created)
  select $1::uuid, $2::text, '${action}', 'batch ' || changed.code, changed.before, changed.after, ${reason}, service_now() from changed`;

const dollars = (column: string): string => `to_char(${column} / 100.0, 'FM999999999999990.00')`;
const shown = (row: string): string => `jsonb_build_object('provider', ${row}.provider, 'lines', ${row}.lines::text,
  'total', ${dollars(`${row}.total`)}, 'currency', ${row}.currency)`;
const state = (row: string): string => `jsonb_build_object('state', lower(${row}.status))`;

/**
 * All that is due on a rail, the longest first; what somebody else gathers at the same moment is left to them. Of accounts that the
 * operator belongs to, and of orders that the operator bought, nothing is taken.
 */
export async function makeBatch(
  db: Queryable,
  operator: BatchOperator,
  { provider, code }: { readonly provider: string; readonly code: string },
): Promise<Result<string, BatchRefusal>> {
  const [row] = await db.query<{ code: string }>({
    name: "desk: make batch",
    text: `
      with due as (
        select o.provider, o.kind, o.reference, o.amount, o.currency, o.created
        from rail_outgoing o join accounts a on a.id = ${ACCOUNT_OF}
        where o.provider = $3 and o.status = 'OPEN' and o.batch is null and o.payee is not null and o.code is not null
          and ${IS_FREE} and a.id <> all($5::bigint[]) and ${BUYER_OF} is distinct from lower($2::text)
        order by o.created, o.reference limit ${BATCH_LINES_MAX} for update of o skip locked
      ),
      made as (
        insert into rail_batches (provider, code, currency, lines, total, made_by, made_name, created)
        select min(provider), $4, min(currency), count(*), sum(amount), $1::uuid, $2::text, service_now() from due
        having count(*) > 0
        returning id, provider, code, currency, lines, total
      ),
      taken as (
        update rail_outgoing o set batch = made.id, line = n.line
        from made, (select *, row_number() over (order by created, reference) as line from due) n
        where o.provider = n.provider and o.kind = n.kind and o.reference = n.reference
      ),
      changed as (select code, null::jsonb as before, ${shown("made")} as after from made),
      logged as (${logged("make_batch")})
      select code from made`,
    values: [operator.id, operator.name, provider, code, operator.accounts],
  });
  return row === undefined ? refused("nothing") : ok(row.code);
}

/** `$1` to `$4`: the operator's id, name and accounts, and the batch's code. */
type Deciding = { readonly operator: BatchOperator; readonly code: string };
const deciding = ({ operator, code }: Deciding, ...more: readonly unknown[]): readonly unknown[] => [
  operator.id,
  operator.name,
  operator.accounts,
  code,
  ...more,
];
const OLD = "select b.* from rail_batches b where b.code = $4::text for no key update";
/** What may stand in the way, from the CTE `old`. */
const IN_THE_WAY = `
  select coalesce(bool_or(a.id = any($3::bigint[]) or ${BUYER_OF} is not distinct from lower($2::text)), false) as is_own, coalesce(bool_or(not ${IS_FREE}), false) as is_held
  from old join rail_outgoing o on o.batch = old.id join accounts a on a.id = ${ACCOUNT_OF}`;
const ANSWER = (isMine: string): string => `
  select (select count(*) from changed)::int as done, ${isMine} as is_mine, way.is_own, way.is_held from old, way`;

async function decide(db: Queryable, statement: Statement): Promise<Result<null, BatchRefusal>> {
  const [row] = await db.query<{ done: number; is_mine: boolean; is_own: boolean; is_held: boolean }>(statement);
  if (row === undefined) return refused("not_found");
  if (row.done > 0) return ok(null);
  if (row.is_mine) return refused("own_request");
  if (row.is_own) return refused("own_account");
  return refused(row.is_held ? "held" : "stale");
}

/** By another operator than who made it. */
export const approveBatch = (db: Queryable, given: Deciding): Promise<Result<null, BatchRefusal>> =>
  decide(db, {
    name: "desk: approve batch",
    text: `
      with old as (${OLD}),
      way as (${IN_THE_WAY}),
      approved as (
        update rail_batches b set status = 'APPROVED', approved_by = $1::uuid, approved_name = $2::text, approved_at = service_now()
        from old, way
        where b.id = old.id and old.status = 'DRAFT' and old.made_by <> $1::uuid and old.withdrawal_by is null
          and not way.is_own and not way.is_held
        returning b.code, b.status, b.provider, b.lines, b.total, b.currency
      ),
      changed as (select code, '{"state": "draft"}'::jsonb as before, ${state("approved")} || ${shown("approved")} as after from approved),
      logged as (${logged("approve_batch")})
      ${ANSWER("old.made_by = $1::uuid")}`,
    values: deciding(given),
  });

export type BatchFile = {
  readonly content: Buffer;
  readonly name: string;
  readonly digest: string;
  /** How many files of the rail were written on the same day before it: some formats count them. */
  readonly before: number;
};

/** How many files of a rail bear the day (UTC) of now. */
export async function countFilesToday(db: Queryable, provider: string): Promise<number> {
  const [row] = await db.query<{ files: number }>({
    name: "desk: count files of the day",
    text: `
      select coalesce(max(nth) + 1, 0)::int as files from rail_batches where provider = $1 and day = service_now() / 86400`,
    values: [provider],
  });
  return row?.files ?? 0;
}

/**
 * The file is written once.
 * @throws a violation of rail_batches_provider_day_nth_key where another file of the rail was written since {@link countFilesToday}.
 */
export const exportBatch = (db: Queryable, given: Deciding, file: BatchFile): Promise<Result<null, BatchRefusal>> =>
  decide(db, {
    name: "desk: export batch",
    text: `
      with old as (${OLD}),
      way as (${IN_THE_WAY}),
      exported as (
        update rail_batches b set status = 'EXPORTED', exported_by = $1::uuid, exported_name = $2::text, exported_at = service_now(),
          day = service_now() / 86400, nth = $8::smallint, file = $5::bytea, file_name = $6::text, digest = $7::text
        from old, way
        where b.id = old.id and old.status = 'APPROVED' and old.withdrawal_by is null and not way.is_held
        returning b.code, b.status, b.provider, b.lines, b.total, b.currency, b.file_name, b.digest
      ),
      changed as (
        select code, '{"state": "approved"}'::jsonb as before,
          ${state("exported")} || ${shown("exported")} || jsonb_build_object('file', file_name, 'digest', digest) as after
        from exported
      ),
      logged as (${logged("export_batch")})
      select (select count(*) from changed)::int as done, false as is_mine, false as is_own, way.is_held from old, way`,
    values: deciding(given, file.content, file.name, file.digest, file.before),
  });

export type FetchedFile = { readonly name: string; readonly content: Buffer };

/** Returns the file as it was written, and logs who fetched it. Null if there is none, or it must no longer be sent. */
export async function fetchBatchFile(db: Queryable, { operator, code }: Deciding): Promise<FetchedFile | null> {
  const [row] = await db.query<FetchedFile>({
    name: "desk: fetch batch file",
    text: `
      with old as (select b.* from rail_batches b where b.code = $3::text and b.status in ('EXPORTED', 'SETTLED')),
      changed as (select code, null::jsonb as before, jsonb_build_object('file', file_name, 'digest', digest) as after from old),
      logged as (${logged("fetch_batch")})
      select file_name as name, file as content from old`,
    values: [operator.id, operator.name, code],
  });
  return row ?? null;
}

/** Batches of a rail that were sent, and of which nothing is open any more, are over. */
export async function settleBatches(db: Queryable, provider: string): Promise<void> {
  await db.query({
    name: "settle rail batches",
    text: `
      update rail_batches b set status = 'SETTLED', ended_at = service_now(), withdrawal_by = null, withdrawal_name = null,
        withdrawal_reason = null
      where b.provider = $1 and b.status = 'EXPORTED' and not exists (
        select 1 from rail_outgoing o where o.batch = b.id and o.status = 'OPEN')`,
    values: [provider],
  });
}
