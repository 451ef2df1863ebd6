/** How much is left to deliver, over all accounts. */
import type { Queryable } from "../../platform/database.js";
import { NOW_MS } from "../read/clock.js";

export type Backlog = {
  /** Deliveries of endpoints that are enabled, and of those that are not. */
  readonly open: number;
  readonly held: number;
  /** Age of the oldest delivery that is due and had no attempt yet, whatever it waits for; 0 for none. */
  readonly oldestUntriedSeconds: number;
};

export async function readBacklog(db: Queryable): Promise<Backlog> {
  const rows = await db.query<{ open: string; held: string; oldest: string | null }>({
    name: "read backlog",
    text: `
      with clock as materialized (select ${NOW_MS} as now)
      select count(*) filter (where e.status = 'ENABLED') as open, count(*) filter (where e.status = 'DISABLED') as held,
        max((select now from clock) - q.due_at) filter (where e.status = 'ENABLED' and q.attempts = 0) as oldest
      from webhook_queue q join webhook_endpoints e on e.account_id = q.account_id and e.id = q.endpoint_id`,
  });
  const [row] = rows;
  return {
    open: Number(row?.open),
    held: Number(row?.held),
    oldestUntriedSeconds: Math.max(0, Number(row?.oldest ?? 0)) / 1000,
  };
}
