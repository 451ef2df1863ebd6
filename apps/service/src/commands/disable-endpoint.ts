import type { Result } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import type { EndpointKey, EndpointRow } from "../store/read/webhooks/endpoints.js";
import { disableLane } from "../store/write/endpoints.js";
import { orUnknownEndpoint } from "./endpoint-parts.js";

/** Nothing is sent any more: retries and new events are held. */
export async function disableEndpoint(db: Queryable, endpoint: EndpointKey): Promise<Result<EndpointRow, string>> {
  return orUnknownEndpoint(await disableLane(db, endpoint), endpoint.id);
}
