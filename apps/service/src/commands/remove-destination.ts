import type { AccountId, DestinationId } from "../domain/ids.js";
import type { Actor } from "../domain/security.js";
import { refused, type Told, told } from "../domain/told.js";
import type { Queryable } from "../platform/database.js";
import { removeDestination as removeRow } from "../store/write/payouts.js";

/** `not_found`: it was not there, or removed before. Payouts that are under way to it go on. */
export const removeDestination = async (
  db: Queryable,
  destination: { readonly account: AccountId; readonly id: DestinationId },
  actor: Actor,
): Promise<Told<null, "not_found">> => ((await removeRow(db, destination, actor)) ? told(null) : refused("not_found"));
