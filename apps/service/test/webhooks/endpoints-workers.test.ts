/** What owners do to their endpoints while two processes deliver to them: nothing is lost, and nothing is left behind. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteEndpoint } from "../../src/commands/delete-endpoint.js";
import { disableEndpoint } from "../../src/commands/disable-endpoint.js";
import { enableEndpoint } from "../../src/commands/enable-endpoint.js";
import { recoverDeliveries } from "../../src/commands/recover-deliveries.js";
import { resendDelivery } from "../../src/commands/resend-delivery.js";
import { rotateSecret } from "../../src/commands/rotate-secret.js";
import { type AccountId, type EndpointId, formatId } from "../../src/domain/ids.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { allEvents, openSession } from "../stories.js";
import { type Arrival, type Listening, listen, openStreet, type Street, testSeal, until, verify } from "./shop.js";

let world: World;
let street: Street;
beforeAll(async () => {
  street = await openStreet();
  world = await startWorld({ webhookAllowedOrigins: [street.origin] });
  await world.another();
});
afterAll(async () => {
  await world.close();
  await street.close();
});

async function happen(shop: Merchant): Promise<void> {
  const session = await openSession(shop);
  expect((await shop.post(`/checkout/sessions/${session["id"]}/expire`)).status).toBe(200);
}

const count = async (text: string, id: EndpointId): Promise<number> =>
  Number((await world.db.pool.query(`select count(*) as count from ${text} and endpoint_id = $1`, [id])).rows[0].count);
const waiting = (id: EndpointId): Promise<number> => count("webhook_queue where true", id);

/** Two writers, until they are told to end; then how many events the shop has. */
function write(shop: Merchant): () => Promise<readonly Json[]> {
  let isOver = false;
  const writers = [1, 2].map(async () => {
    while (!isOver) await happen(shop);
  });
  return async () => {
    isOver = true;
    await Promise.all(writers);
    return allEvents(shop);
  };
}

const idsOf = (arrivals: readonly Arrival[]): ReadonlySet<string> => new Set(arrivals.map(({ event }) => event["id"]));

test("switched off and on, sent again and recovered all the while: every event arrives, and the lane is empty in the end", async () => {
  const shop = await world.merchant();
  const endpoint = await listen({ world, street }, shop, "/hooks/switched");
  const { db } = world;
  const end = write(shop);
  for (let round = 0; round < 25; round += 1) {
    await until(
      async () => street.at(endpoint.path).length,
      (arrived) => arrived > round,
    );
    const last = street.at(endpoint.path).at(-1) as Arrival;
    await Promise.all([
      disableEndpoint(db, endpoint),
      resendDelivery(db, shop.account as AccountId, Number(last.headers["x-escrow-delivery"])),
      recoverDeliveries(db, endpoint, 0),
    ]);
    await Promise.all([
      enableEndpoint(db, endpoint, { skipHeld: false }),
      enableEndpoint(db, endpoint, { skipHeld: false }),
    ]);
  }
  const events = await end();
  await until(
    () => waiting(endpoint.id),
    (left) => left === 0,
  );
  expect(idsOf(street.at(endpoint.path))).toEqual(new Set(events.map(({ id }) => id)));
  expect(await count("webhook_deliveries where state <> 'SUCCEEDED'", endpoint.id)).toBe(0);
  expect(await count("webhook_deliveries where origin = 'event'", endpoint.id)).toBe(events.length);
});

test("what happens after a rotation is signed with the new secret, and with the old one only as long as asked", async () => {
  const shop = await world.merchant();
  const endpoint = await listen({ world, street }, shop, "/hooks/rotated");
  let { secret } = endpoint;
  for (const overlapHours of [null, 1, 2, null, 168, null]) {
    const told = await rotateSecret({ db: world.db, seal: testSeal() }, endpoint, overlapHours);
    if (!told.ok) throw new Error(told.reason);
    const before = street.at(endpoint.path).length;
    await happen(shop);
    const arrival = (await street.wait(endpoint.path, before + 1)).at(-1) as Arrival;
    expect(verify(arrival, told.value.secret)).toEqual(arrival.event);
    if (overlapHours === null) expect(() => verify(arrival, secret)).toThrow();
    else expect(verify(arrival, secret)).toEqual(arrival.event);
    ({ secret } = told.value);
  }
});

const closedOf = (endpoint: string): Promise<readonly { event: string; state: string }[]> =>
  world.db.query({
    name: "test: closed deliveries",
    text: `
      select e.id as event, d.state from webhook_deliveries d
      join events e on e.account_id = d.account_id and e.number = d.event_number where d.endpoint_id = $1`,
    values: [endpoint],
  });

test("deleted while it is sent to: each delivery has one end, and soon nothing arrives any more", async () => {
  const shop = await world.merchant();
  const endpoints: Listening[] = [];
  for (const name of ["a", "b", "c", "d"])
    endpoints.push(await listen({ world, street }, shop, `/hooks/deleted/${name}`));
  const survivor = await listen({ world, street }, shop, "/hooks/deleted/not");
  const end = write(shop);
  for (const { id, path } of endpoints) {
    const sofar = street.at(path).length;
    await street.wait(path, sofar + 3);
    // Outcomes are recorded together, a moment after they came.
    await until(
      async () => (await closedOf(id)).length,
      (told) => told > 0,
    );
    expect(await deleteEndpoint(world.db, { account_id: shop.account as AccountId, id })).toMatchObject({ ok: true });
    expect(await waiting(id)).toBe(0);
  }
  await street.wait(survivor.path, street.at(survivor.path).length + 10);
  const arrived = endpoints.map(({ path }) => street.at(path).length);
  await street.wait(survivor.path, street.at(survivor.path).length + 20);
  expect(endpoints.map(({ path }) => street.at(path).length)).toEqual(arrived);
  const events = await end();
  await until(
    () => waiting(survivor.id),
    (left) => left === 0,
  );
  expect(idsOf(street.at(survivor.path)).size).toBe(events.length);
  for (const { id, path } of endpoints) {
    expect(await waiting(id)).toBe(0);
    const closed = await closedOf(id);
    expect(new Set(closed.map(({ event }) => event)).size).toBe(closed.length);
    const succeeded = closed.filter(({ state }) => state === "SUCCEEDED");
    const seen = idsOf(street.at(path));
    for (const { event } of succeeded) expect(seen).toContain(formatId("event", event as never));
    expect(succeeded.length).toBeGreaterThan(0);
  }
});
