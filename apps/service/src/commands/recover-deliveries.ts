import type { Result } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import type { EndpointKey } from "../store/read/webhooks/endpoints.js";
import { recover } from "../store/write/endpoints.js";
import { type Held, orUnknownEndpoint } from "./endpoint-parts.js";

/**
 * Sends again every event whose delivery failed since then and neither succeeded later nor is under way; how many.
 * @param since Unix seconds of the service's clock; a delivery that failed in that very second counts.
 */
export async function recoverDeliveries(
  db: Queryable,
  endpoint: EndpointKey,
  since: number,
): Promise<Result<{ readonly count: number } & Held, string>> {
  return orUnknownEndpoint(await recover(db, endpoint, { since, deliveries: null }), endpoint.id);
}
