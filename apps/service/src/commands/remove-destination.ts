import type { AccountId, DestinationId } from "../domain/ids.js";
import { ok, type Result, refused } from "../domain/result.js";
import type { Actor } from "../domain/security.js";
import type { Queryable } from "../platform/database.js";
import { removeDestination as removeRow } from "../store/write/payouts.js";

/** `not_found`: it was not there, or removed before. Payouts that are under way to it go on. */
export const removeDestination = async (
  db: Queryable,
  destination: { readonly account: AccountId; readonly id: DestinationId },
  actor: Actor,
): Promise<Result<null, "not_found">> => ((await removeRow(db, destination, actor)) ? ok(null) : refused("not_found"));
