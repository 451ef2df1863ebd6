/** Opens accounts and keys, for the command line and the first start. */
import { API_VERSION, SCOPES, type Scope } from "@holdfast/contract";
import { type AccountId, formatId, type KeyId } from "../domain/ids.js";
import { type Actor, COMMAND_LINE_ACTOR } from "../domain/security.js";
import type { Queryable } from "../platform/database.js";
import { brokenUnique } from "../platform/database-errors.js";
import { digits, spokenCode, uuidv7 } from "../platform/random.js";
import { insertAccount } from "../store/identity/accounts.js";
import { insertKey } from "../store/identity/keys.js";
import { newApiKey, readApiKey } from "./api-key.js";
import type { Registry } from "./registry.js";

/** The names that a new account goes by. */
export const newAccountNames = (): { account: AccountId; sellerCode: string } => ({
  account: newAccountId(),
  sellerCode: spokenCode(8),
});

/** 19 digits below 2^63: a first digit from 1 to 8, then 18 random ones. */
function newAccountId(): AccountId {
  const first = 1 + (Number(digits(3)) % 8);
  return `${first}${digits(9)}${digits(9)}` as AccountId;
}

/** Where accounts and keys are, and where they are written down before. */
export type Openings = { readonly db: Queryable; readonly registry: Registry };

/** Opens an account with its first key. @throws a unique violation when the address has an account already; DirectoryAway */
export async function openMerchant(
  openings: Openings,
  { email, tradingName, verified }: { email: string; tradingName: string; verified: boolean },
): Promise<{ account: AccountId; sellerCode: string; apiKey: string }> {
  const { db, registry } = openings;
  const { account, sellerCode } = newAccountNames();
  await registry.enterAccount({ account, sellerCode });
  await insertAccount(db, {
    id: account,
    seller_code: sellerCode,
    trading_name: tradingName,
    email,
    verification_status: verified ? "VERIFIED" : "UNVERIFIED",
    api_version: API_VERSION,
  }).catch(async (error: unknown) => {
    if (brokenUnique(error) !== null) await registry.withdrawAccount(account);
    throw error;
  });
  const key = await openKey(openings, { account });
  if (key === null) throw new Error("a new account has no room for a key");
  return { account, sellerCode, apiKey: key.apiKey };
}

/** Ten years. */
export const KEY_DAYS_MAX = 3650;

/** What a new key may do, until when and from where; what is not said is not bounded. */
export type KeyBounds = {
  /** At least one. */
  readonly scopes?: readonly Scope[];
  /** Whole days until its end; null for none. */
  readonly days?: number | null;
  /** As {@link readNetwork} writes them, at most NETWORKS_MAX. */
  readonly networks?: readonly string[];
};

/**
 * A new key, shown in full this once; null when the account has as many active keys as it may.
 * @param given.name what its owner calls it, at most 80 characters.
 * @param given.actor who makes it: the command line unless it is told. @throws DirectoryAway
 */
export async function openKey(
  { db, registry }: Openings,
  {
    account,
    scopes = SCOPES,
    days = null,
    networks = [],
    name = "",
    actor = COMMAND_LINE_ACTOR,
  }: KeyBounds & { account: AccountId; name?: string; actor?: Actor },
): Promise<{ id: string; apiKey: string } | null> {
  const apiKey = newApiKey();
  const presented = readApiKey(apiKey);
  if (presented === null) throw new Error("a new key does not read back");
  const id = uuidv7() as KeyId;
  const { lookup } = presented;
  await registry.enterKey({ account, lookup });
  const inserted = await insertKey(db, { account, id, scopes, days, networks, name, actor, ...presented });
  if (!inserted) await registry.withdrawKey(lookup);
  return inserted ? { id: formatId("key", id), apiKey } : null;
}
