import type { Queryable } from "../../platform/database.js";

/** Moves what every process on this database calls now. */
export async function moveClock(db: Queryable, seconds: number): Promise<void> {
  await db.query({
    name: "move test clock",
    text: "update test_clock set offset_seconds = offset_seconds + $1",
    values: [seconds],
  });
}
