import type { Operator } from "../domain/operators.js";
import { ok, type Result, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { askForAudit } from "../store/write/operators.js";

/** An audit of the ledger, by whichever worker looks next. `under_way`: one is asked for, or runs, already. */
export const runAudit = async (db: Queryable, operator: Operator): Promise<Result<null, "under_way">> =>
  (await askForAudit(db, operator)) ? ok(null) : refused("under_way");
