/** The clock of the deployment (operating contract, "Sandbox helpers"). */
import type { Queryable } from "../../platform/database.js";

export type Clock = { readonly now: number; readonly offset: number };

export async function readClock(db: Queryable): Promise<Clock> {
  const rows = await db.query<{ now: string; offset: string }>({
    name: "read test clock",
    text: 'select service_now() as now, offset_seconds as "offset" from test_clock',
  });
  return { now: Number(rows[0]?.now), offset: Number(rows[0]?.offset) };
}
