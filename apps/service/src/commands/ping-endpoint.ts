import type { EventId } from "../domain/ids.js";
import { ok, type Result, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { uuidv7 } from "../platform/random.js";
import { readClock } from "../store/read/clock.js";
import { type EndpointKey, findEndpoint } from "../store/read/webhooks/endpoints.js";
import { writeDirectedEvents } from "../store/write/events.js";
import { writePing } from "../wire/event.js";
import { unknownEndpoint } from "./endpoint-parts.js";

const PING = "A test of this endpoint. Nothing happened.";

/** Writes a test into the feed and sends it to this endpoint alone, whatever types it takes. */
export async function pingEndpoint(db: Queryable, endpoint: EndpointKey): Promise<Result<EventId, string>> {
  const found = await findEndpoint(db, endpoint);
  if (found === null) return unknownEndpoint(endpoint.id);
  if (found.status === "DISABLED")
    return refused("The endpoint is disabled: nothing is sent to it until it is enabled.");
  const event = uuidv7() as EventId;
  const { now } = await readClock(db);
  const body = writePing(event, PING, now);
  const { account_id: account, id } = found;
  await writeDirectedEvents(db, [{ account, id: event, type: "ping", body, created: now, endpoint: id }]);
  return ok(event);
}
