/** How many endpoints an account has, and whose they are: bounds that hold between processes, and between accounts. */
import { expect, test } from "vitest";
import { changeEventTypes } from "../../src/commands/change-event-types.js";
import { deleteEndpoint } from "../../src/commands/delete-endpoint.js";
import { disableEndpoint } from "../../src/commands/disable-endpoint.js";
import { enableEndpoint } from "../../src/commands/enable-endpoint.js";
import { attemptsOf } from "../../src/commands/list-attempts.js";
import { pingEndpoint } from "../../src/commands/ping-endpoint.js";
import { recoverDeliveries } from "../../src/commands/recover-deliveries.js";
import { registerEndpoint } from "../../src/commands/register-endpoint.js";
import { rotateSecret } from "../../src/commands/rotate-secret.js";
import type { AccountId } from "../../src/domain/ids.js";
import { openDatabase } from "../../src/platform/database.js";
import { listEndpoints } from "../../src/store/read/webhooks/endpoints.js";
import {
  anyUrl,
  db,
  done,
  endpointRow,
  expectRefused,
  inAWorld,
  keyOf,
  register,
  seal,
  UNKNOWN,
  URL_OF_SHOP,
  world,
} from "./lane-stories.js";

inAWorld();

const FULL = "An account has at most 20 endpoints. Delete one that is not used any more.";

test("of forty that are registered at once over two processes twenty stand, and one that is deleted makes room", async () => {
  const shop = await world.merchant();
  const account = shop.account as AccountId;
  const another = openDatabase(world.databaseUrl, { connections: 8 });
  const registering = (on: typeof db) =>
    registerEndpoint({ db: on, seal, ...anyUrl }, { account, url: URL_OF_SHOP, events: null });
  const told = await Promise.all(Array.from({ length: 40 }, (_, at) => registering(at % 2 === 0 ? db : another)));
  expect(told.filter(({ ok }) => ok)).toHaveLength(20);
  for (const one of told) if (!one.ok) expect(one.reason).toBe(FULL);
  const endpoints = await listEndpoints(db, account);
  expect(endpoints).toHaveLength(20);

  await done(deleteEndpoint(another, endpoints[7]!));
  const again = await Promise.all([registering(db), registering(another)]);
  expect(again.filter(({ ok }) => ok)).toHaveLength(1);
  await expectRefused(registering(db), FULL);
  await another.close();
});

test("an endpoint without a slot can't be written at all", async () => {
  const shop = await world.merchant();
  const writing = db.pool.query(
    `insert into webhook_endpoints (account_id, id, url, secret, since_number, created)
     values ($1, gen_random_uuid(), 'https://shop.example', 'x', 0, 1)`,
    [shop.account],
  );
  await expect(writing).rejects.toThrow(/slots/);
});

test("no verb reaches the endpoint of another account", async () => {
  const shop = await world.merchant();
  const stranger = await world.merchant();
  const { id } = await register(shop);
  const before = await endpointRow(id);
  const theirs = { account_id: stranger.account as AccountId, id };
  for (const verb of [
    rotateSecret({ db, seal }, theirs, null),
    changeEventTypes(db, theirs, ["ping"]),
    disableEndpoint(db, theirs),
    enableEndpoint(db, theirs, { skipHeld: true }),
    pingEndpoint(db, theirs),
    recoverDeliveries(db, theirs, 0),
    attemptsOf(db, theirs),
    deleteEndpoint(db, theirs),
  ])
    await expectRefused(verb as ReturnType<typeof pingEndpoint>, UNKNOWN);
  expect(await endpointRow(id)).toEqual(before);
  expect(await done(attemptsOf(db, keyOf(id)))).toEqual([]);
});
