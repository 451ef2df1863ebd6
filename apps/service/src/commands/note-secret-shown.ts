import type { AccountId } from "../domain/ids.js";
import type { Actor } from "../domain/security.js";
import type { Queryable } from "../platform/database.js";
import { insertSecretShown } from "../store/write/endpoints.js";

/** Writes down, and tells the owners, that the secret of an endpoint is about to be shown. */
export const noteSecretShown = (
  db: Queryable,
  endpoint: { readonly account: AccountId; readonly url: string },
  actor: Actor,
): Promise<void> => insertSecretShown(db, endpoint, actor);
