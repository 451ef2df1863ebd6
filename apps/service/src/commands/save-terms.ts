import type { AccountId } from "../domain/ids.js";
import type { Terms } from "../domain/model.js";
import { ok, type Result, refused } from "../domain/result.js";
import { type TermName, termsOutOfBounds } from "../domain/settings.js";
import type { Queryable } from "../platform/database.js";
import { updateTerms } from "../store/write/settings.js";

/** For sessions that are created from now on: what a buyer was told before never changes. */
export async function saveTerms(
  db: Queryable,
  account: AccountId,
  terms: Terms,
): Promise<Result<null, readonly TermName[]>> {
  const wrong = termsOutOfBounds(terms);
  if (wrong.length > 0) return refused(wrong);
  await updateTerms(db, account, terms);
  return ok(null);
}
