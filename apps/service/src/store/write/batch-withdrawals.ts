/** Takes back batches that were never sent: one operator asks, another one agrees, and what was in them is due again. */
import type { BatchOperator, BatchRefusal, BatchStatus } from "../../domain/batches.js";
import { ok, type Result, refused } from "../../domain/result.js";
import type { Queryable, Statement } from "../../platform/database.js";

type Named = { readonly operator: BatchOperator; readonly code: string };

const LOGGED = `
  insert into operator_actions (operator_id, operator, action, subject, before, after, reason, created)
  select $1::uuid, $2::text, 'withdraw_batch', 'batch ' || changed.code, changed.before, changed.after, changed.reason, service_now()
  from changed`;
const OLD = `
  select b.*, (select count(*) from rail_outgoing o where o.batch = b.id and o.status <> 'OPEN') as ended
  from rail_batches b where b.code = $3::text for no key update of b`;

async function run(db: Queryable, statement: Statement): Promise<Result<null, BatchRefusal>> {
  const [row] = await db.query<{ done: number; is_mine: boolean }>(statement);
  if (row === undefined) return refused("not_found");
  if (row.done > 0) return ok(null);
  return refused(row.is_mine ? "own_request" : "stale");
}

/** @param given.seen as the operator saw it: what was exported meanwhile is another matter. */
export const askWithdrawal = (
  db: Queryable,
  { operator, code }: Named,
  given: { readonly seen: BatchStatus; readonly reason: string },
): Promise<Result<null, BatchRefusal>> =>
  run(db, {
    name: "desk: ask for withdrawal of batch",
    text: `
      with old as (${OLD}),
      asked as (
        update rail_batches b set withdrawal_by = $1::uuid, withdrawal_name = $2::text, withdrawal_reason = $5::text
        from old
        where b.id = old.id and old.status = $4::text and old.status in ('DRAFT', 'APPROVED', 'EXPORTED')
          and old.withdrawal_by is null and old.ended = 0
        returning b.code, b.status
      ),
      changed as (
        select code, jsonb_build_object('state', lower(status)) as before, '{"withdrawal": "asked for"}'::jsonb as after, $5::text as reason
        from asked
      ),
      logged as (${LOGGED})
      select (select count(*) from changed)::int as done, false as is_mine from old`,
    values: [operator.id, operator.name, code, given.seen, given.reason],
  });

/** It stays after all; anybody may say so. */
export const keepBatch = (db: Queryable, { operator, code }: Named): Promise<Result<null, BatchRefusal>> =>
  run(db, {
    name: "desk: keep batch",
    text: `
      with old as (${OLD}),
      kept as (
        update rail_batches b set withdrawal_by = null, withdrawal_name = null, withdrawal_reason = null
        from old where b.id = old.id and old.withdrawal_by is not null and old.status <> 'WITHDRAWN'
        returning b.code
      ),
      changed as (
        select code, '{"withdrawal": "asked for"}'::jsonb as before, '{"withdrawal": "declined"}'::jsonb as after, '' as reason from kept
      ),
      logged as (${LOGGED})
      select (select count(*) from changed)::int as done, false as is_mine from old`,
    values: [operator.id, operator.name, code],
  });

/** By another operator than who asked, while nothing of it has ended. */
export const withdrawBatch = (
  db: Queryable,
  { operator, code }: Named,
  seen: BatchStatus,
): Promise<Result<null, BatchRefusal>> =>
  run(db, {
    name: "desk: withdraw batch",
    text: `
      with old as (${OLD}),
      gone as (
        update rail_batches b set status = 'WITHDRAWN', withdrawn_by = $1::uuid, withdrawn_name = $2::text, ended_at = service_now()
        from old
        where b.id = old.id and old.status = $4::text and old.withdrawal_by is not null and old.withdrawal_by <> $1::uuid
          and old.status in ('DRAFT', 'APPROVED', 'EXPORTED') and old.ended = 0
        returning b.id, b.code, b.withdrawal_name, b.withdrawal_reason
      ),
      freed as (
        update rail_outgoing o set batch = null, line = null, end_by = null, end_name = null, end_reason = null
        from gone where o.batch = gone.id
      ),
      changed as (
        select gone.code, jsonb_build_object('state', lower(old.status), 'asked by', gone.withdrawal_name) as before,
          '{"state": "withdrawn"}'::jsonb as after, gone.withdrawal_reason as reason
        from gone, old
      ),
      logged as (${LOGGED})
      select (select count(*) from changed)::int as done, old.withdrawal_by = $1::uuid as is_mine from old`,
    values: [operator.id, operator.name, code, seen],
  });
