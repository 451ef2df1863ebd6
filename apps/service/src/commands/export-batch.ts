import type { BatchOperator } from "../domain/batches.js";
import { type Rail, railProvider } from "../domain/rails.js";
import { refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { brokenUnique } from "../platform/database-errors.js";
import { writeBatchFile } from "../providers/manual/files/batch-file.js";
import { readClock } from "../store/read/clock.js";
import { findBatch, listOrders } from "../store/read/desk/rail-batches.js";
import { countFilesToday, exportBatch as write } from "../store/write/rail-batches.js";
import { asItSays, type BatchOutcome } from "./batch-rules.js";

/** Another file of the rail may have been written at the very moment; then it is counted, and this one is written anew. */
const TRIES = 3;

/** Writes the file of an approved batch, once: every later download has the same bytes. */
export async function exportBatch(
  db: Queryable,
  given: { readonly operator: BatchOperator; readonly code: string },
  rails: readonly Rail[],
): Promise<BatchOutcome> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const batch = await findBatch(db, given.code);
    if (batch === null) return refused("not_found");
    if (batch.status !== "APPROVED") return refused("stale");
    const rail = rails.find((one) => railProvider(one) === batch.provider);
    const [orders, { now }, before] = await Promise.all([
      listOrders(db, given.code),
      readClock(db),
      countFilesToday(db, batch.provider),
    ]);
    const file = rail === undefined ? null : writeBatchFile(rail, { ...batch, orders }, { at: now, before });
    if (file === null) return refused("not_offered");
    try {
      return await asItSays(() => write(db, given, { ...file, before }));
    } catch (error) {
      if (brokenUnique(error) !== "rail_batches_provider_day_nth_key") throw error;
    }
  }
  return refused("stale");
}
