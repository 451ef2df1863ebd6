import type { Result } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { type EndpointKey, type EndpointRow, findEndpoint } from "../store/read/webhooks/endpoints.js";
import { enableLane } from "../store/write/endpoints.js";
import { orUnknownEndpoint } from "./endpoint-parts.js";

/** Sends again what was held, oldest event first, or skips it for good. An enabled endpoint stays as it is. */
export async function enableEndpoint(
  db: Queryable,
  endpoint: EndpointKey,
  how: { readonly skipHeld: boolean },
): Promise<Result<EndpointRow, string>> {
  await enableLane(db, endpoint, how);
  return orUnknownEndpoint(await findEndpoint(db, endpoint), endpoint.id);
}
