/** Which workers live, and the lanes of those that don't. Leases are real time: the sandbox's clock does not move them. */
import type { EndpointId } from "../../domain/ids.js";
import type { Queryable } from "../../platform/database.js";

/** Says that the worker lives for so many milliseconds from now; false when it had been given up, or is new. */
export async function renewWorker(db: Queryable, worker: string, leaseMs: number): Promise<boolean> {
  const rows = await db.query<{ was_alive: boolean }>({
    name: "renew worker",
    text: `
      with known as (select 1 from webhook_workers where id = $1)
      insert into webhook_workers (id, alive_until) values ($1, clock_timestamp() + $2::int * interval '1 ms')
      on conflict (id) do update set alive_until = excluded.alive_until
      returning exists (select 1 from known) as was_alive`,
    values: [worker, leaseMs],
  });
  return rows[0]?.was_alive === true;
}

/**
 * Frees the lanes of workers that have not been heard of, and those that this worker has without knowing: it took them, or
 * let them go, and the answer was lost with the connection. Returns how many. What is still reported of them is refused.
 * @param given.known endpoints whose lanes the worker knows that it has; it must not be taking any meanwhile.
 */
export async function reapLanes(
  db: Queryable,
  given: { readonly worker: string; readonly known: readonly EndpointId[] },
): Promise<number> {
  const rows = await db.query({
    name: "reap lanes",
    text: `
      with dead as (delete from webhook_workers where alive_until < clock_timestamp() returning id),
      lost as materialized (
        select e.account_id, e.id from webhook_endpoints e
        where e.worker is not null
          and (not exists (select 1 from webhook_workers w where w.id = e.worker and w.alive_until >= clock_timestamp())
            or (e.worker = $1 and e.id not in (select unnest($2::uuid[]))))
        order by e.account_id, e.id for update of e skip locked
      )
      update webhook_endpoints e set worker = null, fence = e.fence + 1, ready_at = case when e.status = 'ENABLED' then 0 end
      from lost where e.account_id = lost.account_id and e.id = lost.id
      returning 1`,
    values: [given.worker, given.known],
  });
  return rows.length;
}

/** Takes the worker off the list; its lanes must have been released. */
export async function removeWorker(db: Queryable, worker: string): Promise<void> {
  await db.query({ name: "remove worker", text: "delete from webhook_workers where id = $1", values: [worker] });
}
