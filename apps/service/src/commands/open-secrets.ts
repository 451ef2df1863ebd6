import type { AccountId, EndpointId } from "../domain/ids.js";
import type { Queryable } from "../platform/database.js";
import type { Seal } from "../platform/seal.js";
import { readSecrets } from "../store/read/webhooks/endpoint-health.js";

/** An endpoint of the account with the secrets that it signs with, or did before the last rotation. */
export type OpenedSecrets = {
  readonly id: EndpointId;
  readonly url: string;
  readonly secret: string;
  readonly previous: string | null;
};

/** @param id null for all endpoints of the account. @throws when they were sealed with another key. */
export async function openSecrets(
  { db, seal }: { readonly db: Queryable; readonly seal: Seal },
  account: AccountId,
  id: EndpointId | null,
): Promise<readonly OpenedSecrets[]> {
  const rows = await readSecrets(db, account, id);
  return rows.map((row) => ({
    id: row.id,
    url: row.url,
    secret: seal.open(row.secret, row.id),
    previous: row.previous_secret === null ? null : seal.open(row.previous_secret, row.id),
  }));
}
