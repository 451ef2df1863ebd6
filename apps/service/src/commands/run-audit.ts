import type { Operator } from "../domain/operators.js";
import { refused, type Told, told } from "../domain/told.js";
import type { Queryable } from "../platform/database.js";
import { askForAudit } from "../store/write/operators.js";

/** An audit of the ledger, by whichever worker looks next. `under_way`: one is asked for, or runs, already. */
export const runAudit = async (db: Queryable, operator: Operator): Promise<Told<null, "under_way">> =>
  (await askForAudit(db, operator)) ? told(null) : refused("under_way");
