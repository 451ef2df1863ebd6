/**
 * Taking lanes and what is due in them, and letting them go. A worker that has taken an endpoint's lane is the only one
 * that sends there: nothing is written for a delivery until its attempt is over.
 *
 * `ready_at` says from when on somebody should look into a lane. Putting something in lowers it; taking the lane sets
 * it to the next moment at which something will be due. Both hold the row, so neither overlooks the other.
 */
import type { AccountId, EndpointId, EventId } from "../../domain/ids.js";
import type { Queryable } from "../../platform/database.js";
import { isFree } from "../held.js";
import { FIELD, FIELD_SQL, PART, PART_SQL } from "../parted.js";
import { NOW_MS } from "../read/clock.js";

/** A taken lane; the numbers are exact, so they stay text. */
export type LaneRow = {
  readonly account_id: AccountId;
  readonly endpoint_id: EndpointId;
  readonly fence: string;
  readonly url: string;
  readonly secret: Buffer;
  /** Signs too; null once its time is over. */
  readonly previous_secret: Buffer | null;
  readonly consecutive_failures: number;
  readonly chaos_duplicate: boolean;
  readonly chaos_shuffle: boolean;
  readonly chaos_drop_first: number;
};

/** A delivery that is due. */
export type Due = {
  readonly delivery: string;
  readonly dueAt: string;
  /** Attempts already made. */
  readonly attempts: number;
  readonly event: EventId;
  readonly type: string;
  readonly body: string;
  /** The trace that it goes on with; null for none. */
  readonly traceparent: string | null;
};

/** A lane, and the first of what is due in it. */
export type LaneWithDue = { readonly lane: LaneRow; readonly due: readonly Due[] };

/** `isNew`: the lane was free; of one that the worker has already, what came in is to be fetched. */
export type ClaimedLane = LaneWithDue & { readonly isNew: boolean };

const LANE_COLUMNS = `
  e.account_id, e.id as endpoint_id, e.fence, e.url, e.secret,
  case when e.previous_secret_until > clock.now / 1000 then e.previous_secret end as previous_secret,
  e.consecutive_failures, e.chaos_duplicate, e.chaos_shuffle, e.chaos_drop_first`;

/**
 * What is due in a lane first, as one text: as a row for each, with all that is known of its lane, it took the process several times as long
 * to read.
 */
const dueOf = (condition: string, limit: string): string => `
  cross join lateral (
    select string_agg(concat_ws(${FIELD_SQL}, due.id, due.due_at, due.attempts, coalesce(due.traceparent, ''), events.id, events.type, events.body), ${PART_SQL}
      order by due.due_at, due.id) as due
    from (
      select q.id, q.due_at, q.attempts, q.event_number, q.traceparent from webhook_queue q
      where q.account_id = e.account_id and q.endpoint_id = e.id and q.due_at <= clock.now and ${condition}
      order by q.due_at, q.id limit ${limit}
    ) due
    join events on events.account_id = e.account_id and events.number = due.event_number
  ) first`;

type RowWithDue = LaneRow & { readonly due: string | null };

const withDue = ({ due, ...lane }: RowWithDue): LaneWithDue => ({
  lane,
  due: due === null ? [] : due.split(PART).map(dueFromText),
});

function dueFromText(text: string): Due {
  const [delivery = "", dueAt = "", attempts = "", trace = "", event = "", type = "", body = ""] = text.split(FIELD);
  const traceparent = trace === "" ? null : trace;
  return { delivery, dueAt, attempts: Number(attempts), event: event as EventId, type, body, traceparent };
}

const CLAIM = `
  with clock as materialized (select ${NOW_MS} as now),
  ready as materialized (
    select e.account_id, e.id, e.worker is null as is_new from webhook_endpoints e
    where e.ready_at <= (select now from clock) and (e.worker = $1 or e.worker is null and ${isFree("e.account_id")}) and e.id <> all($2::uuid[])
      and exists (select 1 from webhook_workers w where w.id = $1 and w.alive_until > clock_timestamp())
    order by e.ready_at limit $3
    for update of e skip locked
  ),
  taken as (
    update webhook_endpoints e set worker = $1,
      fence = e.fence + case when ready.is_new then 1 else 0 end,
      ready_at = (
        select min(q.due_at) from webhook_queue q
        where q.account_id = e.account_id and q.endpoint_id = e.id and q.due_at > (select now from clock))
    from ready where e.account_id = ready.account_id and e.id = ready.id
    returning e.*, ready.is_new
  )
  select ${LANE_COLUMNS}, first.due, e.is_new from taken e cross join clock ${dueOf("e.is_new", "$4")}`;

/**
 * Takes lanes in which something is due, those that waited longest first, and reads the first few deliveries of each.
 * @param busy endpoints whose lanes this worker has and can't send more to now.
 */
export async function claimLanes(
  db: Queryable,
  given: {
    readonly worker: string;
    readonly busy: readonly EndpointId[];
    readonly lanesMax: number;
    readonly dueMax: number;
  },
): Promise<readonly ClaimedLane[]> {
  const rows = await db.query<RowWithDue & { readonly is_new: boolean }>({
    name: "claim lanes",
    text: CLAIM,
    values: [given.worker, given.busy, given.lanesMax, given.dueMax],
  });
  return rows.map(({ is_new: isNew, ...row }) => ({ ...withDue(row), isNew }));
}

/** A lane that this worker has, and how much more it would take. */
export type Asked = {
  readonly account: AccountId;
  readonly endpoint: EndpointId;
  readonly fence: string;
  readonly wanted: number;
};

// As a subquery the numbers in hand are hashed once; as an array each row would be compared with all of them.
const FETCH = `
  with clock as materialized (select ${NOW_MS} as now),
  asked as (
    select * from unnest($2::bigint[], $3::uuid[], $4::bigint[], $5::int[]) as asked (account_id, endpoint_id, fence, wanted)
  )
  select ${LANE_COLUMNS}, first.due
  from asked join webhook_endpoints e on e.account_id = asked.account_id and e.id = asked.endpoint_id
    and e.fence = asked.fence and e.worker = $1 and e.status = 'ENABLED'
  cross join clock ${dueOf("q.id not in (select unnest($6::bigint[]))", "asked.wanted")}`;

/**
 * More of what is due in lanes that this worker has; nothing for a lane that it lost or that was disabled.
 * @param given.inHand numbers of deliveries that this worker has and has not recorded yet.
 */
export async function fetchDue(
  db: Queryable,
  given: { readonly worker: string; readonly asked: readonly Asked[]; readonly inHand: readonly string[] },
): Promise<readonly LaneWithDue[]> {
  const rows = await db.query<RowWithDue>({
    name: "fetch due",
    text: FETCH,
    values: [
      given.worker,
      given.asked.map((lane) => lane.account),
      given.asked.map((lane) => lane.endpoint),
      given.asked.map((lane) => lane.fence),
      given.asked.map((lane) => lane.wanted),
      given.inHand,
    ],
  });
  return rows.map(withDue);
}

// What is still in the lane is counted by this statement's own view, taken after the last outcome was recorded; what
// comes in while it waits for the row lock is told by `ready_at` of the row as it then is.
const RELEASE = `
  with given as (select * from unnest($2::bigint[], $3::uuid[], $4::bigint[]) as given (account_id, endpoint_id, fence)),
  held as materialized (
    select e.account_id, e.id from webhook_endpoints e
    where (e.account_id, e.id, e.fence) in (select * from given) and e.worker = $1
    order by e.account_id, e.id for update of e
  )
  update webhook_endpoints e set worker = null,
    ready_at = case when e.status = 'ENABLED' then least(e.ready_at, (
      select min(q.due_at) from webhook_queue q where q.account_id = e.account_id and q.endpoint_id = e.id)) end
  from held where e.account_id = held.account_id and e.id = held.id`;

/** Lets lanes go; the next worker that looks finds what is left in them. */
export async function releaseLanes(
  db: Queryable,
  worker: string,
  lanes: readonly Omit<Asked, "wanted">[],
): Promise<void> {
  await db.query({
    name: "release lanes",
    text: RELEASE,
    values: [
      worker,
      lanes.map((lane) => lane.account),
      lanes.map((lane) => lane.endpoint),
      lanes.map((lane) => lane.fence),
    ],
  });
}
