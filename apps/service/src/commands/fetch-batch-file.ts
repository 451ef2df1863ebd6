import type { BatchOperator } from "../domain/batches.js";
import type { Queryable } from "../platform/database.js";
import { type FetchedFile, fetchBatchFile as fetch } from "../store/write/rail-batches.js";

/**
 * The file of a batch as it was written, and a line of the audit log that says who fetched it. Null where none was written, or it must not
 * be sent any more.
 */
export const fetchBatchFile = (
  db: Queryable,
  given: { readonly operator: BatchOperator; readonly code: string },
): Promise<FetchedFile | null> => fetch(db, given);
