/**
 * A dead or slow endpoint costs only itself. Two hundred endpoints, sixty of them hostile, in one account and in many: the
 * healthy ones have all that is theirs while the hostile ones still hang. Order is what is asserted, not time.
 */

import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Merchant, startWorld, type World } from "../harness.js";
import { confirmed } from "../stories.js";
import { type Listening, listen, openStreet, type Street, until } from "./shop.js";

const HOSTILE = 60;
const HEALTHY = 140;
const ACCOUNTS = 10;

let street: Street;
let pit: Server;
let pitOrigin: string;
let world: World;
const caught = new Set<Socket>();

beforeAll(async () => {
  street = await openStreet();
  // Takes connections and says nothing, or resets them, by turns.
  let turn = 0;
  pit = createServer((socket) => {
    socket.on("error", () => undefined);
    turn += 1;
    if (turn % 5 === 0) socket.resetAndDestroy();
    else caught.add(socket);
    socket.on("close", () => caught.delete(socket));
  });
  pit.listen(0, "127.0.0.1");
  await once(pit, "listening");
  pitOrigin = `http://127.0.0.1:${(pit.address() as AddressInfo).port}`;
  world = await startWorld({ webhookAllowedOrigins: [street.origin, pitOrigin] });
});
afterAll(async () => {
  for (const socket of caught) socket.destroy();
  pit.close();
  await world.close();
  await street.close();
});

/** Hostile endpoints first, so that they stand first in every line. */
async function settle(shops: readonly Merchant[]): Promise<readonly Listening[]> {
  const of = (index: number): Merchant => shops[index % shops.length] as Merchant;
  for (let index = 0; index < HOSTILE; index += 1)
    await listen({ world, street: { ...street, origin: pitOrigin } }, of(index), `/pit/${index}`);
  const healthy: Listening[] = [];
  for (let index = 0; index < HEALTHY; index += 1) {
    healthy.push(await listen({ world, street }, of(index), `/${shops[0]?.account}/${index}`));
  }
  return healthy;
}

async function expectUnharmed(shops: readonly Merchant[]): Promise<void> {
  await world.db.query({
    name: "test: the pit of an earlier story",
    text: "update webhook_endpoints set status = 'DISABLED', ready_at = null where url like $1",
    values: [`${pitOrigin}%`],
  });
  // What a worker had read before goes out still, and hangs like the rest.
  await until(
    async () => {
      for (const socket of caught) socket.destroy();
      return caught.size;
    },
    (size) => size === 0,
  );
  const healthy = await settle(shops);
  for (const round of [1, 2, 3]) {
    for (const shop of shops) await confirmed(shop);
    await Promise.all(healthy.map(({ path }) => street.wait(path, 2 * round, 8_000)));
    expect(caught.size).toBeGreaterThan(HOSTILE / 2);
  }
  // What hangs is bounded: an endpoint that has never answered holds a connection or two, however much waits for it.
  expect(caught.size).toBeLessThanOrEqual(2 * HOSTILE);
  await until(
    () =>
      world.db.query<{ waiting: number }>({
        name: "test: waiting",
        text: `select count(*)::int as waiting from webhook_queue q join webhook_endpoints e on e.id = q.endpoint_id
               where e.account_id = any($1::bigint[]) and e.url like $2`,
        values: [shops.map((shop) => shop.account), `${street.origin}%`],
      }),
    ([row]) => row?.waiting === 0,
  );
}

test("in an account of its own", async () => {
  const shops: Merchant[] = [];
  for (let count = 0; count < ACCOUNTS; count += 1) shops.push(await world.merchant());
  await expectUnharmed(shops);
});

test("in the same account", async () => {
  await expectUnharmed([await world.merchant()]);
});
