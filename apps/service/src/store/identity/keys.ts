/** Makes, lists and revokes API keys. Nothing here is cached: a revocation holds at once everywhere. */
import { LIMITS, type Scope } from "@holdfast/contract";
import type { AccountId, KeyId } from "../../domain/ids.js";
import type { Actor } from "../../domain/security.js";
import type { Queryable } from "../../platform/database.js";
import { brokenUnique } from "../../platform/database-errors.js";
import { accessChanged, accessNoted, actorJson } from "../security-events.js";

export type NewKey = {
  readonly account: AccountId;
  readonly id: KeyId;
  readonly lookup: string;
  readonly hash: Buffer;
  readonly lastFour: string;
  /** At least one. */
  readonly scopes: readonly Scope[];
  /** After how many days it ends; null for never. */
  readonly days: number | null;
  /** Outside of these it is of no use; none for everywhere. */
  readonly networks: readonly string[];
  /** What its owner calls it, at most 80 characters. */
  readonly name: string;
  readonly actor: Actor;
};

/**
 * Stores a key in a free slot of the account. False when all ten are taken. Each slot has a unique index behind it, so
 * two that race for the last one can't both have it.
 */
export async function insertKey(db: Queryable, key: NewKey): Promise<boolean> {
  await endExpiredKeys(db, key.account);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const rows = await db.query({
        name: "insert key",
        text: `
          with added as (
            insert into api_keys
              (account_id, id, lookup, secret_hash, last_four, scopes, name, expires_at, networks, slot, created, created_by)
            select $1, $2, $3, $4, $5, $6, $7, service_now() + $8::bigint * 86400, $9::cidr[], min(slot), service_now(),
              ($10::jsonb ->> 'seller')::uuid
            from generate_series(1, 10) as slot
            where not exists (
              select 1 from api_keys k where k.account_id = $1 and k.revoked_at is null and k.slot = slot.slot)
            having min(slot) is not null
            returning account_id, last_four
          ),${accessChanged({ kind: "key_created", from: "added", account: "added.account_id", subject: MASKED("added"), actor: "$10" })}
          select 1 from added`,
        values: [
          ...[key.account, key.id, key.lookup, key.hash, key.lastFour, key.scopes, key.name, key.days, key.networks],
          actorJson(key.actor),
        ],
      });
      return rows.length === 1;
    } catch (error) {
      if (brokenUnique(error) !== "api_keys_slot" || attempt > LIMITS.activeApiKeys) throw error;
    }
  }
}

/** Those that have come to their end take no place any more. */
async function endExpiredKeys(db: Queryable, account: AccountId): Promise<void> {
  await db.query({
    name: "end expired keys",
    text: `
      update api_keys set revoked_at = expires_at
      where account_id = $1 and revoked_at is null and expires_at <= service_now()`,
    values: [account],
  });
}

/** As the log calls a key: by its last characters. */
const MASKED = (row: string): string => `'key ending in ' || ${row}.last_four`;

export type ListedKey = {
  readonly id: KeyId;
  readonly lookup: string;
  readonly last_four: string;
  readonly scopes: readonly Scope[];
  readonly networks: readonly string[];
  readonly expires_at: string | null;
  readonly is_expired: boolean;
  readonly name: string;
  readonly created: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
};

const LISTED = `id, lookup, last_four, scopes, networks::text[] as networks, expires_at,
  coalesce(expires_at <= service_now(), false) as is_expired, name, created, last_used_at, revoked_at`;

export function listKeys(db: Queryable, account: AccountId): Promise<readonly ListedKey[]> {
  return db.query<ListedKey>({
    name: "list keys",
    text: `select ${LISTED} from api_keys where account_id = $1 order by id`,
    values: [account],
  });
}

/** Revokes a key; revoking it again changes nothing. Null when the account has no such key. */
export async function revokeKey(
  db: Queryable,
  { account, id }: { readonly account: AccountId; readonly id: KeyId },
  actor: Actor,
): Promise<ListedKey | null> {
  const rows = await db.query<ListedKey>({
    name: "revoke key",
    text: `
      with open as (
        select account_id, last_four from api_keys where account_id = $1 and id = $2 and revoked_at is null
      ),${accessNoted({ kind: "key_revoked", from: "open", account: "open.account_id", subject: MASKED("open"), actor: "$3" })}
      update api_keys set revoked_at = coalesce(revoked_at, service_now())
      where account_id = $1 and id = $2 returning ${LISTED}`,
    values: [account, id, actorJson(actor)],
  });
  return rows[0] ?? null;
}
