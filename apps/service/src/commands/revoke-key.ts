import type { AccountId, KeyId } from "../domain/ids.js";
import type { Operator } from "../domain/operators.js";
import { refused, type Told, told } from "../domain/told.js";
import type { Queryable } from "../platform/database.js";
import { revokeAnyKey } from "../store/write/operators.js";

/** An operator revokes a key, and is told whose it is. One that is revoked already stays as it is. */
export async function revokeKey(db: Queryable, operator: Operator, key: KeyId): Promise<Told<AccountId, "not_found">> {
  const account = await revokeAnyKey(db, operator, key);
  return account === null ? refused("not_found") : told(account);
}
