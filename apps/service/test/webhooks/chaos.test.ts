/** A bad day on the network, on request: what the sandbox does to an endpoint's deliveries so that a shop can test itself. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { attemptsOf } from "../../src/commands/list-attempts.js";
import { wide } from "../bounds.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { allEvents, confirmed, funded, openSession } from "../stories.js";
import { allHaveLooked, type Listening, listen, openStreet, type Street, until, verify } from "./shop.js";

let world: World;
let street: Street;
let shop: Merchant;
let endpoint: Listening;
let shops = 0;

beforeAll(async () => {
  street = await openStreet();
  world = await startWorld({ webhookAllowedOrigins: [street.origin] });
});
afterAll(async () => {
  await world.close();
  await street.close();
});
beforeEach(async () => {
  shop = await world.merchant();
  shops += 1;
  endpoint = await listen({ world, street }, shop, `/shop/${shops}`);
});

async function have(chaos: Json): Promise<void> {
  expect((await shop.post(`/test_helpers/webhooks/${endpoint.name}/chaos`, chaos)).status).toBe(200);
}

async function states(): Promise<readonly string[]> {
  const told = await attemptsOf(world.db, endpoint);
  return told.ok ? told.value.map((one) => one.state) : [];
}

/** Each delivery that is open was tried so often. */
const tried = (attempts: number) =>
  until(
    () =>
      world.db.query<{ attempts: number }>({
        name: "test: tried",
        text: "select distinct attempts from webhook_queue where endpoint_id = $1",
        values: [endpoint.id],
      }),
    (rows) => rows.length === 1 && rows[0]?.attempts === attempts,
  );

const recorded = (count: number) => until(states, (rows) => rows.length >= count);

test("duplicate: each event comes twice, the same delivery, each copy signed for itself; one attempt in the log", async () => {
  await have({ duplicate: true });
  await confirmed(shop);
  const arrived = await street.wait(endpoint.path, 4);
  const ids = arrived.map(({ event }) => event["id"]);
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) {
    const copies = arrived.filter(({ event }) => event["id"] === id);
    expect(copies).toHaveLength(2);
    expect(new Set(copies.map(({ headers }) => headers["x-escrow-delivery"])).size).toBe(1);
    for (const copy of copies) verify(copy, endpoint.secret);
  }
  await recorded(2);
  expect(await states()).toEqual(["SUCCEEDED", "SUCCEEDED"]);
});

test("shuffle: what happened within two seconds arrives in reverse", wide(), async () => {
  await have({ shuffle: true });
  // From the start of two seconds of the service's clock, so that all of it falls into them.
  await until(
    () =>
      world.db.query<{ into: number }>({ name: "test: into", text: "select (service_now_ms() % 2000)::int as into" }),
    ([row]) => (row?.into ?? 2000) < 100,
  );
  await funded(shop);
  const feed = (await allEvents(shop)).map((event) => event["id"]);
  expect(feed).toHaveLength(3);
  const arrived = await street.wait(endpoint.path, 3);
  expect(arrived.map(({ event }) => event["id"])).toEqual(feed.toReversed());
});

test("delay_seconds: nothing comes before its time", async () => {
  await have({ delay_seconds: 120 });
  const session = await openSession(shop);
  await shop.post(`/checkout/sessions/${session["id"]}/expire`);
  await world.advance(90);
  await allHaveLooked({ world, street });
  expect(street.at(endpoint.path)).toHaveLength(0);
  await world.advance(30);
  await street.wait(endpoint.path, 1);
});

test("drop_first: the first attempts of each delivery never leave, and do not count towards disabling", async () => {
  await have({ drop_first: 2 });
  for (let order = 0; order < 30; order += 1) await confirmed(shop);
  await tried(1);
  await world.advance(61);
  await tried(2);
  expect(street.at(endpoint.path)).toHaveLength(0);
  await world.advance(301);
  await street.wait(endpoint.path, 60);
  const [row] = await world.db.query<{ status: string }>({
    name: "test: status",
    text: "select status from webhook_endpoints where id = $1",
    values: [endpoint.id],
  });
  expect(row?.status).toBe("ENABLED");
});

test("nothing of it once it is turned off", async () => {
  await have({ duplicate: true, shuffle: true, delay_seconds: 60, drop_first: 3 });
  await have({});
  await confirmed(shop);
  await street.wait(endpoint.path, 2);
  await allHaveLooked({ world, street });
  expect(street.at(endpoint.path)).toHaveLength(2);
});
