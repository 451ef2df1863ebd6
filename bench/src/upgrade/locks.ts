/** How long sessions of a database wait for locks of tables, seen by looking again and again. */
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

const LOOK_EVERY_MS = 10;

const WAITS = `
  select coalesce(max(extract(epoch from clock_timestamp() - waitstart)), 0)::float8 * 1000 as ms
  from pg_locks where not granted and locktype = 'relation' and database = (select oid from pg_database where datname = current_database())`;

/** The longest wait since it was opened, in milliseconds, to within a look. */
export function watchLocks(database: pg.Pool): { stop(): Promise<number> } {
  let isOver = false;
  const watching = (async () => {
    let longest = 0;
    while (!isOver) {
      const { rows } = await database.query<{ ms: number }>(WAITS);
      longest = Math.max(longest, rows[0]?.ms ?? 0);
      await sleep(LOOK_EVERY_MS);
    }
    return longest;
  })();
  return {
    stop: () => {
      isOver = true;
      return watching;
    },
  };
}
