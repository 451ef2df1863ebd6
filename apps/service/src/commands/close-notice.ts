import type { Operator } from "../domain/operators.js";
import { ok, type Result, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { closeNotice as writeClosed } from "../store/write/operators.js";

/**
 * A person has put right what a notice tells, or found that there is nothing to do. Nothing is booked by it. Stale when it
 * does not wait for a person, or somebody was faster.
 */
export const closeNotice = async (
  db: Queryable,
  operator: Operator,
  given: { readonly notice: string; readonly reason: string },
): Promise<Result<null, "stale">> => ((await writeClosed(db, operator, given)) ? ok(null) : refused("stale"));
