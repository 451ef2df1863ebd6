import type { BatchRefusal } from "../domain/batches.js";
import { type Result, refused } from "../domain/result.js";
import { brokenCheck } from "../platform/database-errors.js";

/** What became of a batch. */
export type BatchOutcome = Result<null, BatchRefusal>;

/** The trigger on batches looks once more, at what was written a moment ago: what it refuses has changed since. */
export async function asItSays<Outcome>(
  act: () => Promise<Outcome>,
): Promise<Outcome | ReturnType<typeof refused<"stale">>> {
  try {
    return await act();
  } catch (error) {
    if (brokenCheck(error) !== "rail_batches_said") throw error;
    return refused("stale");
  }
}
