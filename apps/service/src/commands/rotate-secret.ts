import { LIMITS } from "@holdfast/contract";
import { ok, type Result, refused } from "../domain/result.js";
import { type Actor, COMMAND_LINE_ACTOR } from "../domain/security.js";
import type { Queryable } from "../platform/database.js";
import type { Seal } from "../platform/seal.js";
import { type EndpointKey, findEndpoint } from "../store/read/webhooks/endpoints.js";
import { replaceSecret, WrongKey } from "../store/write/endpoints.js";
import { newSecret, sealFor, unknownEndpoint } from "./endpoint-parts.js";

/**
 * A new secret, shown this once: it signs from the next attempt on.
 * @param overlapHours for so many hours, a whole number from 1 to 168, the one that it replaces signs too; null for none.
 */
export async function rotateSecret(
  { db, seal, actor = COMMAND_LINE_ACTOR }: { readonly db: Queryable; readonly seal: Seal; readonly actor?: Actor },
  endpoint: EndpointKey,
  overlapHours: number | null,
): Promise<Result<{ readonly secret: string }, string>> {
  const max = LIMITS.webhookOverlapHoursMax;
  if (overlapHours !== null && !(Number.isInteger(overlapHours) && overlapHours >= 1 && overlapHours <= max)) {
    return refused(`An overlap takes a whole number of hours from 1 to ${max}.`);
  }
  const secret = newSecret();
  if (await replaceSecret(db, endpoint, { sealed: sealFor(seal, endpoint.id, secret), overlapHours, actor }))
    return ok({ secret });
  if ((await findEndpoint(db, endpoint)) === null) return unknownEndpoint(endpoint.id);
  throw new WrongKey();
}
