import type { Queryable } from "../../platform/database.js";

/** The last second whose year has four digits: dates in reference codes have no room for more. */
const LAST_SECOND = 253_402_300_799;

/** Moves what every process on this database calls now; false, and nothing moved, beyond the year 9999. */
export async function moveClock(db: Queryable, seconds: number): Promise<boolean> {
  const rows = await db.query({
    name: "move test clock",
    text: `
      update test_clock set offset_seconds = offset_seconds + $1
      where service_now() + $1 <= $2
      returning 1`,
    values: [seconds, LAST_SECOND],
  });
  return rows.length === 1;
}
