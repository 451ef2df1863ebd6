import type { Result } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import type { EndpointKey } from "../store/read/webhooks/endpoints.js";
import { recover } from "../store/write/endpoints.js";
import { type Held, orUnknownEndpoint } from "./endpoint-parts.js";

/** At most so many at a time. */
export const RESENT_AT_ONCE = 50;

/**
 * Sends the events of failed deliveries of the endpoint again; how many. What succeeded later or is under way is left out, so asking
 * twice sends once. @param deliveries their numbers, all digits; what is behind the first `RESENT_AT_ONCE` is left out.
 */
export async function resendDeliveries(
  db: Queryable,
  endpoint: EndpointKey,
  deliveries: readonly string[],
): Promise<Result<{ readonly count: number } & Held, string>> {
  return orUnknownEndpoint(
    await recover(db, endpoint, { since: 0, deliveries: deliveries.slice(0, RESENT_AT_ONCE) }),
    endpoint.id,
  );
}
