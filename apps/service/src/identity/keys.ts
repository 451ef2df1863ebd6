/** The API keys of an account as its people see them, and the end of one (contract, "Authentication"). */
import type { Scope } from "@holdfast/contract";
import { type AccountId, formatId, type KeyId, parseId } from "../domain/ids.js";
import type { Actor } from "../domain/security.js";
import type { Queryable } from "../platform/database.js";
import { type ListedKey, listKeys, revokeKey } from "../store/identity/keys.js";
import { maskKey } from "./api-key.js";

export type ShownKey = {
  /** `key_…` */
  readonly id: string;
  /** What its owner calls it; may be empty. */
  readonly name: string;
  readonly masked: string;
  readonly lookup: string;
  readonly scopes: readonly Scope[];
  /** Where it may be used; empty for everywhere. */
  readonly networks: readonly string[];
  /** Null for never. Unix seconds of the service's clock, as what follows. */
  readonly expiresAt: number | null;
  readonly isExpired: boolean;
  /** Unix seconds of the service's clock. */
  readonly created: number;
  /** A minute late at most; null when it never was. */
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
};

const shown = (row: ListedKey): ShownKey => ({
  id: formatId("key", row.id as KeyId),
  name: row.name,
  masked: maskKey({ lookup: row.lookup, lastFour: row.last_four }),
  lookup: row.lookup,
  scopes: row.scopes,
  networks: row.networks,
  expiresAt: row.expires_at === null ? null : Number(row.expires_at),
  isExpired: row.is_expired,
  created: Number(row.created),
  lastUsedAt: row.last_used_at === null ? null : Number(row.last_used_at),
  revokedAt: row.revoked_at === null ? null : Number(row.revoked_at),
});

/** Newest first, those that were revoked among them. */
export const keysOf = async (db: Queryable, account: AccountId): Promise<readonly ShownKey[]> =>
  (await listKeys(db, account)).map(shown).toReversed();

/**
 * From its very next request on the key is nobody's, in every process. Null when the account has no such key; one that was
 * revoked stays as it is.
 */
export async function revokeOwnKey(
  db: Queryable,
  { account, key }: { readonly account: AccountId; readonly key: string },
  actor: Actor,
): Promise<ShownKey | null> {
  const id = parseId("key", key);
  const row = id === null ? null : await revokeKey(db, { account, id }, actor);
  return row === null ? null : shown(row);
}
