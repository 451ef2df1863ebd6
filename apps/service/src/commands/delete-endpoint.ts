import type { Result } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import type { EndpointKey, EndpointRow } from "../store/read/webhooks/endpoints.js";
import { retireEndpoint } from "../store/write/endpoints.js";
import { orUnknownEndpoint } from "./endpoint-parts.js";

/** For good: its secrets are gone, what waits is not sent, and its id means nothing from here on. */
export async function deleteEndpoint(db: Queryable, endpoint: EndpointKey): Promise<Result<EndpointRow, string>> {
  return orUnknownEndpoint(await retireEndpoint(db, endpoint), endpoint.id);
}
