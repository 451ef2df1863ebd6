/** The clock of the deployment (operating contract, "Sandbox helpers"). */
import type { Queryable } from "../../platform/database.js";

/**
 * `service_now()` of the schema, spelled out for the statements that every request sends: calling a SQL function costs
 * the server 45 µs, its text next to nothing.
 */
export const NOW = "(select floor(extract(epoch from clock_timestamp()))::bigint + offset_seconds from test_clock)";

/** `service_now_ms()`, likewise. */
export const NOW_MS =
  "(select floor(extract(epoch from clock_timestamp()) * 1000)::bigint + offset_seconds * 1000 from test_clock)";

export type Clock = { readonly now: number; readonly offset: number };

export async function readClock(db: Queryable): Promise<Clock> {
  const rows = await db.query<{ now: string; offset: string }>({
    name: "read test clock",
    text: 'select service_now() as now, offset_seconds as "offset" from test_clock',
  });
  return { now: Number(rows[0]?.now), offset: Number(rows[0]?.offset) };
}
