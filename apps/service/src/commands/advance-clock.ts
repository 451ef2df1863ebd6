import { ok, type Result, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { moveClock } from "../store/write/clock.js";
import type { Settling } from "./settle-due.js";

/**
 * Sandbox: moves the deployment's clock ahead and writes everything that came due on the way, of every account.
 * `too_far`, and nothing moved, beyond the year 9999.
 */
export async function advanceClock(
  db: Queryable,
  settleAll: Settling["settleAll"],
  seconds: number,
): Promise<Result<null, "too_far">> {
  if (!(await moveClock(db, seconds))) return refused("too_far");
  await settleAll();
  return ok(null);
}
