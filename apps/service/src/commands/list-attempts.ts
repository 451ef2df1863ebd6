import type { EndpointId } from "../domain/ids.js";
import { type Told, told } from "../domain/told.js";
import type { Queryable } from "../platform/database.js";
import { type AttemptRow, findEndpoint, listAttempts } from "../store/read/webhooks/endpoints.js";
import { unknownEndpoint } from "./endpoint-parts.js";

/** The last 50 attempts, newest first. */
export async function attemptsOf(db: Queryable, id: EndpointId): Promise<Told<readonly AttemptRow[], string>> {
  const endpoint = await findEndpoint(db, id);
  return endpoint === null ? unknownEndpoint(id) : told(await listAttempts(db, endpoint));
}
