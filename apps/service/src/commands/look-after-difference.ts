import type { Operator } from "../domain/operators.js";
import { ok, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { lookAfter } from "../store/write/house-accounts.js";
import type { Acted } from "./on-account.js";

/** Says to the others who looks into a difference. Stale when it is not open any more. */
export async function lookAfterDifference(db: Queryable, operator: Operator, id: string): Promise<Acted> {
  return (await lookAfter(db, { id, by: operator.name })) ? ok(null) : refused("stale");
}
