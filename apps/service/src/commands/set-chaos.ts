import type { AccountId, EndpointId } from "../domain/ids.js";
import type { Queryable } from "../platform/database.js";
import { type Chaos, writeChaos } from "../store/write/chaos.js";

/**
 * Sandbox: from now on deliveries to the endpoint are repeated, reordered, delayed or failed at first, as told here and
 * no longer as told before. False, and nothing changed, when the account has no such endpoint, or has deleted it.
 */
export const setChaos = (
  db: Queryable,
  target: { readonly account: AccountId; readonly endpoint: EndpointId; readonly chaos: Chaos },
): Promise<boolean> => writeChaos(db, target);
