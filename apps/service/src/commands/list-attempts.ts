import { ok, type Result } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { type AttemptRow, type EndpointKey, findEndpoint, listAttempts } from "../store/read/webhooks/endpoints.js";
import { unknownEndpoint } from "./endpoint-parts.js";

/** The last 50 attempts, newest first. */
export async function attemptsOf(db: Queryable, endpoint: EndpointKey): Promise<Result<readonly AttemptRow[], string>> {
  const found = await findEndpoint(db, endpoint);
  return found === null ? unknownEndpoint(endpoint.id) : ok(await listAttempts(db, found));
}
