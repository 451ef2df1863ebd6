import type { Operator } from "../domain/operators.js";
import { ok, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { type DecidedRate, decideRate as writeDecision } from "../store/write/rates.js";
import type { Acted } from "./on-account.js";

/**
 * An operator accepts a rate that waits, which is current from then on, or refuses it. Stale when it does not wait any more, be it
 * decided or replaced, or is too old to be accepted.
 * @param decided.reason checked by the caller.
 */
export async function decideRate(db: Queryable, operator: Operator, decided: DecidedRate): Promise<Acted> {
  return (await writeDecision(db, operator, decided)) ? ok(null) : refused("stale");
}
