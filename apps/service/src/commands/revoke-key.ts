import type { AccountId, KeyId } from "../domain/ids.js";
import { type Operator, refusalOfOwn } from "../domain/operators.js";
import { ok, type Result, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { accountOfKey, revokeAnyKey } from "../store/write/operators.js";

/** An operator revokes a key, and is told whose it is. One that is revoked already stays as it is. */
export async function revokeKey(
  db: Queryable,
  operator: Operator,
  key: KeyId,
): Promise<Result<AccountId, "not_found" | "own_account">> {
  const account = await accountOfKey(db, key);
  if (account === null) return refused("not_found");
  const own = refusalOfOwn(operator, account);
  if (own !== null) return refused(own);
  await revokeAnyKey(db, operator, key);
  return ok(account);
}
