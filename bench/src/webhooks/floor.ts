/**
 * Floor B, as a process of its own: a bare loop that claims 500 deliveries by `skip locked`, keeps 64 in flight, signs each,
 * and records outcomes in batches. None of the service's rules: no shares, no guard, no limits, no log of attempts.
 */
import pg from "pg";
import { gather } from "../../../apps/service/dist/platform/gather.js";
import { type BareDelivery, bareSend, IN_FLIGHT, openAgent } from "./bare-send.js";
import { answerQuestions, type DrainOrder } from "./messages.js";

const CLAIM_MAX = 500;
const LEASE_MS = 30_000;

const CLAIM = `
  with due as materialized (
    select id from floor_webhook_queue where status = 'PENDING' and due_at <= $1
    order by due_at, id limit ${CLAIM_MAX} for update skip locked
  ),
  claimed as (
    update floor_webhook_queue q set due_at = $1::bigint + ${LEASE_MS}, attempts = q.attempts + 1
    from due where q.id = due.id returning q.id, q.url, q.event_number
  )
  select claimed.id as delivery, claimed.url, e.id as event, e.type, e.body
  from claimed join floor_webhook_events e on e.number = claimed.event_number`;

const RECORD = `
  update floor_webhook_queue q set status = case when given.status_code between 200 and 299 then 'SUCCEEDED' else 'PENDING' end,
    status_code = given.status_code, duration_ms = given.duration_ms
  from unnest($1::bigint[], $2::smallint[], $3::int[]) as given (id, status_code, duration_ms) where q.id = given.id`;

type Outcome = { readonly id: string; readonly status: number; readonly durationMs: number };

function openFloor(databaseUrl: string, ca: string): () => Promise<void> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 4,
    options: "-c plan_cache_mode=force_generic_plan",
  });
  const agent = openAgent(ca);
  const record = gather<Outcome, null>({
    lanes: 2,
    batchMax: CLAIM_MAX,
    run: async (outcomes) => {
      const values = [
        outcomes.map((one) => one.id),
        outcomes.map((one) => one.status),
        outcomes.map((one) => one.durationMs),
      ];
      await pool.query({ name: "record", text: RECORD, values });
      return outcomes.map(() => null);
    },
  });
  const claim = async (): Promise<readonly BareDelivery[]> =>
    (await pool.query<BareDelivery>({ name: "claim", text: CLAIM, values: [Date.now()] })).rows;
  const attempt = async (due: BareDelivery): Promise<Outcome> => {
    const began = performance.now();
    const status = await bareSend(due, agent);
    return { id: due.delivery, status, durationMs: Math.round(performance.now() - began) };
  };

  return async () => {
    const waiting: BareDelivery[] = [];
    const recorded: Promise<null>[] = [];
    let isEmpty = false;
    let claiming: Promise<void> | null = null;
    // The next ones are claimed while the last ones are sent.
    const refill = (): Promise<void> => {
      claiming ??= claim().then((rows) => {
        isEmpty = rows.length === 0;
        waiting.push(...rows);
        claiming = null;
      });
      return claiming;
    };
    const sendOn = async (): Promise<void> => {
      for (;;) {
        const due = waiting.shift();
        if (!isEmpty && waiting.length < CLAIM_MAX / 2) {
          const more = refill();
          if (due === undefined) await more;
          else more.catch(() => undefined);
        }
        if (due !== undefined) recorded.push(record(await attempt(due)));
        else if (isEmpty && waiting.length === 0) return;
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, sendOn));
    await Promise.all(recorded);
  };
}

answerQuestions<DrainOrder>(openFloor(process.env["DATABASE_URL"] ?? "", process.env["BENCH_CA"] ?? ""));
process.send?.({ port: 0 });
