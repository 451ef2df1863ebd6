import type { Operator } from "../domain/operators.js";
import type { BookedTo } from "../domain/reconciliation.js";
import { ok, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { endDifference } from "../store/write/house-accounts.js";
import type { Acted } from "./on-account.js";

/**
 * A person closes a difference between a provider's statement and our books, and says where what stands in suspense goes.
 * Stale when it is not open any more.
 * @param given.reason checked by the caller.
 */
export async function closeDifference(
  db: Queryable,
  operator: Operator,
  given: { readonly id: string; readonly bookedTo: BookedTo; readonly reason: string },
): Promise<Acted> {
  return (await endDifference(db, operator, given)) ? ok(null) : refused("stale");
}
