/** What the command line does with API keys. */
import { isScope, READ_SCOPES, SCOPES, type Scope } from "@holdfast/contract";
import { revokeKey } from "../commands/revoke-key.js";
import type { Config } from "../config/index.js";
import { formatId, parseId } from "../domain/ids.js";
import { COMMAND_LINE } from "../domain/operators.js";
import { maskKey } from "../identity/api-key.js";
import { KEY_DAYS_MAX, type KeyBounds, openKey } from "../identity/merchants.js";
import { NETWORKS_MAX, readNetwork } from "../identity/networks.js";
import type { Database } from "../platform/database.js";
import { type ListedKey, listKeys } from "../store/identity/keys.js";
import { CommandRefused, existingAccount } from "./arguments.js";
import { withRegistry } from "./cells.js";

/** As they were typed. */
export type KeyOptions = {
  readonly account: string;
  readonly readOnly?: boolean;
  /** Separated by commas, as `networks`. */
  readonly scopes?: string;
  readonly expiresInDays?: string;
  readonly networks?: string;
};

/** @throws CommandRefused for an option that can't be read. */
function boundsIn({ readOnly = false, scopes, expiresInDays, networks }: Omit<KeyOptions, "account">): KeyBounds {
  if (readOnly && scopes !== undefined) throw new CommandRefused("--read-only and --scopes exclude each other.");
  return {
    scopes: readOnly ? READ_SCOPES : scopes === undefined ? SCOPES : scopesIn(scopes),
    days: expiresInDays === undefined ? null : daysIn(expiresInDays),
    networks: networks === undefined ? [] : networksIn(networks),
  };
}

function scopesIn(text: string): readonly Scope[] {
  const named = text.split(",").map((one) => one.trim());
  if (!named.every(isScope)) throw new CommandRefused(`--scopes takes ${SCOPES.join(", ")}, separated by commas.`);
  return SCOPES.filter((scope) => named.includes(scope));
}

function daysIn(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= KEY_DAYS_MAX) return Number(text);
  throw new CommandRefused(`--expires-in-days takes a whole number from 1 to ${KEY_DAYS_MAX}.`);
}

function networksIn(text: string): readonly string[] {
  const read = text.split(",").map(readNetwork);
  if (read.length <= NETWORKS_MAX && read.every((one) => one !== null)) return read;
  throw new CommandRefused(`--networks takes up to ${NETWORKS_MAX} addresses or networks, such as 203.0.113.0/24.`);
}

export async function createKey(
  db: Database,
  config: Pick<Config, "cell">,
  { account, ...options }: KeyOptions,
): Promise<{ id: string; api_key: string }> {
  const bounds = boundsIn(options);
  const id = await existingAccount(db, account);
  const key = await withRegistry(config, (registry) => openKey({ db, registry }, { account: id, ...bounds }));
  if (key === null) throw new CommandRefused(`account ${account} has 10 active keys; revoke one first.`);
  return { id: key.id, api_key: key.apiKey };
}

export type KeyObject = ReturnType<typeof keyObject>;

const keyObject = (row: Omit<ListedKey, "name" | "last_used_at">) => ({
  id: formatId("key", row.id),
  api_key: maskKey({ lookup: row.lookup, lastFour: row.last_four }),
  read_only: !row.scopes.some((scope) => scope.endsWith(":write")),
  scopes: row.scopes,
  networks: row.networks,
  expires_at: row.expires_at === null ? null : Number(row.expires_at),
  status: row.revoked_at !== null ? "REVOKED" : row.is_expired ? "EXPIRED" : "ACTIVE",
  created: Number(row.created),
  revoked_at: row.revoked_at === null ? null : Number(row.revoked_at),
});

export async function keys(db: Database, account: string): Promise<readonly KeyObject[]> {
  return (await listKeys(db, await existingAccount(db, account))).map(keyObject);
}

export async function revoke(db: Database, key: string): Promise<KeyObject> {
  const id = parseId("key", key);
  const revoked = id === null ? null : await revokeKey(db, COMMAND_LINE, id);
  const row = revoked?.ok ? (await listKeys(db, revoked.value)).find((one) => one.id === id) : undefined;
  if (row === undefined) throw new CommandRefused(`there is no key ${key}; \`key list\` shows the ids.`);
  return keyObject(row);
}
