import { type Told, told } from "../domain/told.js";
import type { Queryable } from "../platform/database.js";
import { type AttemptRow, type EndpointKey, findEndpoint, listAttempts } from "../store/read/webhooks/endpoints.js";
import { unknownEndpoint } from "./endpoint-parts.js";

/** The last 50 attempts, newest first. */
export async function attemptsOf(db: Queryable, endpoint: EndpointKey): Promise<Told<readonly AttemptRow[], string>> {
  const found = await findEndpoint(db, endpoint);
  return found === null ? unknownEndpoint(endpoint.id) : told(await listAttempts(db, found));
}
