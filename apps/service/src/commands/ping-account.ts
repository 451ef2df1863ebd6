import type { AccountId, EventId } from "../domain/ids.js";
import type { Queryable } from "../platform/database.js";
import { uuidv7 } from "../platform/random.js";
import { readClock } from "../store/read/clock.js";
import { listEndpoints } from "../store/read/webhooks/endpoints.js";
import { writeDirectedEvents } from "../store/write/events.js";
import { writePing } from "../wire/event.js";

const MESSAGE = "A test of your webhooks. Nothing happened.";

/**
 * Writes a test into the account's feed for each endpoint that is enabled, and sends it there; without such an endpoint
 * one that is in the feed alone.
 */
export async function pingAccount(db: Queryable, account: AccountId): Promise<void> {
  const enabled = (await listEndpoints(db, account)).filter(({ status }) => status === "ENABLED");
  const targets = enabled.length === 0 ? [null] : enabled.map(({ id }) => id);
  const { now: created } = await readClock(db);
  await writeDirectedEvents(
    db,
    targets.map((endpoint) => {
      const id = uuidv7() as EventId;
      return { account, id, type: "ping", body: writePing(id, MESSAGE, created), created, endpoint };
    }),
  );
}
