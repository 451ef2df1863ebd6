import type { Result } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import type { EndpointKey, EndpointRow } from "../store/read/webhooks/endpoints.js";
import { writeEventTypes } from "../store/write/endpoints.js";
import { orUnknownEndpoint, typesOf } from "./endpoint-parts.js";

/**
 * From the next event on the endpoint gets these types and no others; what waits for it already is sent all the same.
 * @param events types of the contract, each counted once; `*` alone, or null, stands for all of them.
 */
export async function changeEventTypes(
  db: Queryable,
  endpoint: EndpointKey,
  events: readonly string[] | null,
): Promise<Result<EndpointRow, string>> {
  const types = typesOf(events);
  return types.ok ? orUnknownEndpoint(await writeEventTypes(db, endpoint, types.value), endpoint.id) : types;
}
