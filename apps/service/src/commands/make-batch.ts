import type { BatchOperator, BatchRefusal } from "../domain/batches.js";
import { type Rail, railProvider } from "../domain/rails.js";
import { shortCode } from "../domain/reference-key.js";
import { type Result, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { uuidv7 } from "../platform/random.js";
import { makeBatch as write } from "../store/write/rail-batches.js";

/** Gathers what is due on a rail, at most 500 orders, into a draft that another operator approves. An order is in one batch or none. */
export const makeBatch = async (
  db: Queryable,
  operator: BatchOperator,
  rail: Rail | undefined,
): Promise<Result<string, BatchRefusal>> => {
  if (rail?.payouts == null) return refused("not_offered");
  return write(db, operator, { provider: railProvider(rail), code: shortCode("HB", uuidv7()) });
};
