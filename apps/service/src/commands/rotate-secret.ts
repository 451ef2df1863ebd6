import { LIMITS } from "@holdfast/contract";
import { refused, type Told, told } from "../domain/told.js";
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
  { db, seal }: { readonly db: Queryable; readonly seal: Seal },
  endpoint: EndpointKey,
  overlapHours: number | null,
): Promise<Told<{ readonly secret: string }, string>> {
  const max = LIMITS.webhookOverlapHoursMax;
  if (overlapHours !== null && !(Number.isInteger(overlapHours) && overlapHours >= 1 && overlapHours <= max)) {
    return refused(`An overlap takes a whole number of hours from 1 to ${max}.`);
  }
  const secret = newSecret();
  if (await replaceSecret(db, endpoint, { sealed: sealFor(seal, endpoint.id, secret), overlapHours }))
    return told({ secret });
  if ((await findEndpoint(db, endpoint)) === null) return unknownEndpoint(endpoint.id);
  throw new WrongKey();
}
