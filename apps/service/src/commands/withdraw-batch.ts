/** A batch that was never sent is taken back by two operators: one asks, another one agrees. What was in it is due again. */
import type { BatchOperator, BatchStatus } from "../domain/batches.js";
import type { Queryable } from "../platform/database.js";
import {
  askWithdrawal as ask,
  keepBatch as keep,
  withdrawBatch as withdraw,
} from "../store/write/batch-withdrawals.js";
import { asItSays, type BatchOutcome } from "./batch-rules.js";

type Named = { readonly operator: BatchOperator; readonly code: string };

/** Nothing is exported from now on until it was decided. */
export const askWithdrawal = (
  db: Queryable,
  named: Named,
  given: { readonly seen: BatchStatus; readonly reason: string },
): Promise<BatchOutcome> => asItSays(() => ask(db, named, given));

export const keepBatch = (db: Queryable, named: Named): Promise<BatchOutcome> => keep(db, named);

/** @param seen as the operator saw it. */
export const withdrawBatch = (db: Queryable, named: Named, seen: BatchStatus): Promise<BatchOutcome> =>
  asItSays(() => withdraw(db, named, seen));
