/** Starts floor B (floor.ts) and gives it work. */
import { type EventId, formatId } from "../../../apps/service/dist/domain/ids.js";
import { uuidv7 } from "../../../apps/service/dist/platform/random.js";
import { type Helper, startHelper } from "../processes.js";
import type { WebhookFixture } from "./fixture.js";
import type { Endpoint } from "./lanes.js";

const BATCH = 2_000;

export async function startFloorB({ ca, keep, world }: WebhookFixture): Promise<Helper> {
  const settings = { DATABASE_URL: world.floorUrl, BENCH_CA: ca };
  return keep(await startHelper(new URL("./floor.js", import.meta.url), settings));
}

/** So many deliveries, due long ago: endpoints of one account share their events, as they do in the service. */
export async function fillFloor(
  { world, event }: WebhookFixture,
  endpoints: readonly Endpoint[],
  count: number,
): Promise<void> {
  const { floorDatabase } = world;
  const { rows } = await floorDatabase.query<{ last: string }>(
    "select coalesce(max(number), 0) as last from floor_webhook_events",
  );
  const urlsOf = Map.groupBy(endpoints, ({ account }) => account);
  const accounts = [...urlsOf.keys()];
  const events = (count / endpoints.length) * accounts.length;
  for (let from = 0; from < events; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, events - from) }, (_, index) => {
      const id = formatId("event", uuidv7() as EventId);
      const account = accounts[(from + index) % accounts.length] as string;
      return { number: Number(rows[0]?.last) + from + index + 1, id, account };
    });
    await floorDatabase.query(
      "insert into floor_webhook_events select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[])",
      [
        batch.map(({ number }) => number),
        batch.map(({ id }) => id),
        batch.map(() => event.type),
        batch.map(({ id }) => event.bodyOf(id)),
      ],
    );
    const due = batch.flatMap(({ number, account }) => (urlsOf.get(account) ?? []).map(({ url }) => ({ number, url })));
    await floorDatabase.query(
      `insert into floor_webhook_queue (url, event_number, due_at)
       select url, number, 1790000000000 + number from unnest($1::text[], $2::bigint[]) as given (url, number)`,
      [due.map(({ url }) => url), due.map(({ number }) => number)],
    );
  }
}
