import type { AccountId } from "../domain/ids.js";
import { ok, type Result, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { resend } from "../store/write/endpoints.js";
import type { Held } from "./endpoint-parts.js";

/** Sends an event again, by the number of an earlier delivery of the account, open or closed, as a new delivery. */
export async function resendDelivery(
  db: Queryable,
  account: AccountId,
  delivery: number,
): Promise<Result<{ readonly delivery: number } & Held, string>> {
  const row = await resend(db, account, delivery);
  if (row === null) return refused(`There is no delivery ${delivery}, or its endpoint was deleted.`);
  return ok({ delivery: Number(row.delivery), isHeld: row.is_held });
}
