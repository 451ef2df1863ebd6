/** Records what came of attempts, any number in one statement. */
import type { AccountId, EndpointId } from "../../domain/ids.js";
import type { Queryable } from "../../platform/database.js";
import { NOW_MS } from "../read/clock.js";

export type AttemptOutcome = {
  readonly account: AccountId;
  readonly endpoint: EndpointId;
  readonly fence: string;
  readonly delivery: string;
  /** As it was claimed: with the number it is the delivery's place in the queue. */
  readonly dueAt: string;
  /** What the delivery is now. */
  readonly state: "PENDING" | "SUCCEEDED" | "FAILED";
  /** From the recording to the next attempt, while PENDING. */
  readonly waitMs: number;
  /** Whether a failure counts towards disabling the endpoint. */
  readonly counts: boolean;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly response: string;
  readonly durationMs: number;
  /** `X-Escrow-Signature` as it was sent; null when nothing was. */
  readonly signature: string | null;
  /** `webhook-signature` beside it; null when there was none. */
  readonly standardSignature: string | null;
};

export type Recorded = {
  readonly endpoint_id: EndpointId;
  readonly fence: string;
  /** False once the failures in a row have disabled the endpoint, or somebody has. */
  readonly is_enabled: boolean;
};

// The lane is locked first and only if it is still the reporter's own: a worker that was given up in the meantime changes
// nothing. A report that is repeated finds its delivery moved on, and changes nothing either.
//
// What a later step needs travels along in its rows: the server, which can't know how many outcomes there are, would join
// them again each with each.
const RECORD = `
  with clock as materialized (select ${NOW_MS} as now),
  given as materialized (
    select * from unnest($2::bigint[], $3::uuid[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::bigint[], $9::boolean[],
      $10::smallint[], $11::text[], $12::text[], $13::integer[], $16::text[]) with ordinality
    as given (account_id, endpoint_id, fence, id, due_at, state, wait_ms, counts, status_code, error, response, duration_ms, signature, position)
  ),
  lanes as materialized (
    select e.account_id, e.id as endpoint_id, e.fence, e.status, e.consecutive_failures, e.attempts_made from webhook_endpoints e
    where (e.account_id, e.id, e.fence) in (select account_id, endpoint_id, fence from given) and e.worker = $1
    order by e.account_id, e.id for update of e
  ),
  own as materialized (
    select lanes.*, given.id, given.due_at, state, wait_ms, counts, status_code, error, response, duration_ms, signature, position
    from given join lanes using (account_id, endpoint_id, fence)
  ),
  closed as (
    delete from webhook_queue q using own
    where own.state <> 'PENDING' and q.account_id = own.account_id and q.endpoint_id = own.endpoint_id
      and q.due_at = own.due_at and q.id = own.id
    returning own.*, q.event_number, q.origin, q.attempts + 1 as attempts, q.created, null::bigint as next_due_at
  ),
  postponed as (
    update webhook_queue q set attempts = q.attempts + 1, due_at = (select now from clock) + own.wait_ms from own
    where own.state = 'PENDING' and q.account_id = own.account_id and q.endpoint_id = own.endpoint_id
      and q.due_at = own.due_at and q.id = own.id
    returning own.*, q.event_number, q.origin, q.attempts, q.created, q.due_at as next_due_at
  ),
  settled as materialized (
    select *, row_number() over (lane order by position) as place, count(*) over lane as made,
      max(case when state = 'SUCCEEDED' then position end) over lane as last_success
    from (select * from closed union all select * from postponed) settled
    window lane as (partition by account_id, endpoint_id)
  ),
  kept as (
    insert into webhook_deliveries (account_id, id, endpoint_id, event_number, origin, state, attempts, created, closed_at)
    select account_id, id, endpoint_id, event_number, origin, state, attempts, created / 1000, (select now from clock) / 1000
    from settled where state <> 'PENDING'
  ),
  logged as (
    insert into webhook_attempts (account_id, endpoint_id, slot, number, delivery_id, event_number, attempt, state, status_code, error,
      response, duration_ms, signature, created)
    select account_id, endpoint_id, (attempts_made + place - 1) % 50, attempts_made + place, id, event_number, attempts, state,
      status_code, error, response, duration_ms, signature, ((select now from clock) - duration_ms) / 1000
    from settled where made - place < 50
    on conflict (account_id, endpoint_id, slot) do update set number = excluded.number, delivery_id = excluded.delivery_id,
      event_number = excluded.event_number, attempt = excluded.attempt, state = excluded.state, status_code = excluded.status_code,
      error = excluded.error, response = excluded.response, duration_ms = excluded.duration_ms, signature = excluded.signature,
      created = excluded.created
  ),
  tally as materialized (
    select account_id, endpoint_id, count(state) as made, min(next_due_at) as next_due_at,
      case when max(last_success) is null then max(consecutive_failures) else 0 end as failures_before,
      count(*) filter (where state <> 'SUCCEEDED' and counts and origin = 'event' and position > coalesce(last_success, 0)) as failures
    from (
      select account_id, endpoint_id, state, next_due_at, last_success, consecutive_failures, counts, origin, position from settled
      union all
      select account_id, endpoint_id, null, null, null, consecutive_failures, null, null, null from lanes
    ) summed group by account_id, endpoint_id
  ),
  moved as (
    update webhook_endpoints e set attempts_made = e.attempts_made + tally.made,
      consecutive_failures = tally.failures_before + tally.failures,
      status = case when e.status = 'ENABLED' and tally.failures_before + tally.failures >= $14 then 'DISABLED' else e.status end,
      ready_at = case when e.status = 'ENABLED' and tally.failures_before + tally.failures < $14 then least(e.ready_at, tally.next_due_at) end
    from tally where e.account_id = tally.account_id and e.id = tally.endpoint_id
    returning e.account_id, e.id as endpoint_id, e.fence, e.url, e.status = 'ENABLED' as is_enabled,
      tally.failures_before, tally.failures_before + tally.failures as failures_after, tally.failures
  ),
  told as (
    insert into mails (recipient, template, params, created)
    select member.recipient, case when level = $14 then 'webhook_disabled' else 'webhook_failing' end,
      jsonb_build_object('endpoint', endpoint_id, 'url', url, 'failures', level) || member.about,
      (select now from clock) / 1000
    from moved cross join unnest($15::int[]) as level
    cross join lateral seller_mails(moved.account_id, 'endpoint_failing') member
    where failures_before < level and failures_after >= level and failures_before < $14
  )
  select endpoint_id, fence, is_enabled from moved`;

/**
 * @returns the lanes that were still the worker's; of the others nothing was recorded.
 * @param limits failures in a row that disable an endpoint, and those at which its sellers are told.
 */
export function recordOutcomes(
  db: Queryable,
  { worker, outcomes }: { readonly worker: string; readonly outcomes: readonly AttemptOutcome[] },
  limits: { readonly disableAfter: number; readonly mailAt: readonly number[] },
): Promise<readonly Recorded[]> {
  return db.query<Recorded>({
    name: "record outcomes",
    text: RECORD,
    values: [
      worker,
      outcomes.map((one) => one.account),
      outcomes.map((one) => one.endpoint),
      outcomes.map((one) => one.fence),
      outcomes.map((one) => one.delivery),
      outcomes.map((one) => one.dueAt),
      outcomes.map((one) => one.state),
      outcomes.map((one) => one.waitMs),
      outcomes.map((one) => one.counts),
      outcomes.map((one) => one.statusCode),
      outcomes.map((one) => one.error),
      outcomes.map((one) => one.response),
      outcomes.map((one) => one.durationMs),
      limits.disableAfter,
      limits.mailAt,
      // Both in one column, a line each: one reads them together, or not at all.
      outcomes.map((one) =>
        one.standardSignature === null ? one.signature : `${one.signature}\n${one.standardSignature}`,
      ),
    ],
  });
}
