/** What the database has of deliveries, and what has to agree in it. */
import { expect } from "vitest";
import type { EndpointId } from "../../src/domain/ids.js";
import type { Database } from "../../src/platform/database.js";
import { auditLedger } from "../../src/store/read/money/audit.js";

/** What is written of deliveries and of endpoints' luck, all of it. */
export const recordsOf = async (db: Database) => ({
  deliveries: await db.query({
    name: "test: deliveries",
    text: "select * from webhook_deliveries order by id",
  }),
  attempts: await db.query({
    name: "test: attempts",
    text: "select * from webhook_attempts order by endpoint_id, number",
  }),
  endpoints: await db.query({
    name: "test: endpoints",
    text: "select id, status, attempts_made, consecutive_failures from webhook_endpoints order by id",
  }),
  waiting: await db.query({ name: "test: waiting", text: "select * from webhook_queue order by id" }),
});

/** Attempts made and failures in a row of an endpoint, and the attempts of the one delivery that waits there. */
export async function luckOf(db: Database, id: EndpointId): Promise<readonly (number | null)[]> {
  const rows = await db.query<{ made: number; failures: number; attempts: number | null }>({
    name: "test: luck",
    text: `
      select attempts_made::int as made, consecutive_failures as failures, q.attempts
      from webhook_endpoints e left join webhook_queue q on q.account_id = e.account_id and q.endpoint_id = e.id where e.id = $1`,
    values: [id],
  });
  expect(rows).toHaveLength(1);
  return rows.flatMap(({ made, failures, attempts }) => [made, failures, attempts]);
}

/**
 * The books balance, and the log of attempts agrees with the deliveries: an endpoint's attempts are numbered without a
 * gap, a delivery's too, and what the last one left it as is what it is.
 */
export async function checkBooks(db: Database): Promise<void> {
  expect(await auditLedger(db)).toEqual([]);
  const findings = await db.query({
    name: "test: log of attempts",
    text: `
      with made as (
        select account_id, id, endpoint_id, state, attempts from webhook_deliveries where state <> 'SKIPPED'
        union all
        select account_id, id, endpoint_id, 'PENDING', attempts from webhook_queue
      ),
      whole as (select account_id, id from webhook_endpoints where attempts_made <= 50)
      select 'endpoint' as what, e.id::text as id from webhook_endpoints e
      left join (select endpoint_id, count(*) as count, max(number) as last from webhook_attempts group by 1) a on a.endpoint_id = e.id
      where coalesce(a.count, 0) <> least(e.attempts_made, 50) or coalesce(a.last, 0) <> e.attempts_made
      union all
      select 'sum of attempts', e.id::text from webhook_endpoints e
      left join (select endpoint_id, sum(attempts) as sum from made group by 1) m on m.endpoint_id = e.id
      where coalesce(m.sum, 0) <> e.attempts_made
      union all
      select 'delivery', made.id::text from made join whole on whole.account_id = made.account_id and whole.id = made.endpoint_id
      left join (
        select delivery_id, array_agg(attempt order by number)::int[] as attempts, (array_agg(state order by number desc))[1] as state
        from webhook_attempts group by 1
      ) logged on logged.delivery_id = made.id
      where coalesce(logged.attempts, '{}') <> array(select generate_series(1, made.attempts))
        or coalesce(logged.state, 'PENDING') <> made.state`,
  });
  expect(findings).toEqual([]);
}

// --- Shops of a deployment ---------------------------------------------------------------------------------------------
