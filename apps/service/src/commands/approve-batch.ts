import type { Queryable } from "../platform/database.js";
import { approveBatch as write } from "../store/write/rail-batches.js";
import { asItSays, type BatchOutcome } from "./batch-rules.js";

/** Another operator than who made it has looked through its orders: its file may be written. */
export const approveBatch = (db: Queryable, given: Parameters<typeof write>[1]): Promise<BatchOutcome> =>
  asItSays(() => write(db, given));
