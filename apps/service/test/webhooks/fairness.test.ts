/**
 * A dead or slow endpoint costs only itself. Ten accounts with all the endpoints that they may have, six of each hostile: the
 * healthy ones have all that is theirs while the hostile ones still hang. Order is what is asserted, not time.
 */

import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Merchant, startWorld, type World } from "../harness.js";
import { confirmed } from "../stories.js";
import { type Listening, listen, openStreet, type Street, until } from "./shop.js";

/** Of each account: twenty is all that one may have. */
const HOSTILE = 6;
const HEALTHY = 14;
const ACCOUNTS = 10;

let street: Street;
let pits: readonly [Pit, Pit];
let world: World;

/** Takes connections and says nothing, or resets them, by turns. */
type Pit = { readonly server: Server; readonly origin: string; readonly caught: Set<Socket> };

async function openPit(): Promise<Pit> {
  const caught = new Set<Socket>();
  let turn = 0;
  const server = createServer((socket) => {
    // Read, or it would never be told that the other side gave up: what counts is what is held on to there.
    socket.on("error", () => undefined).resume();
    turn += 1;
    if (turn % 5 === 0) socket.resetAndDestroy();
    else caught.add(socket);
    socket.on("close", () => caught.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, caught };
}

beforeAll(async () => {
  street = await openStreet();
  pits = [await openPit(), await openPit()];
  world = await startWorld({ webhookAllowedOrigins: [street.origin, ...pits.map(({ origin }) => origin)] });
});
afterAll(async () => {
  for (const { server, caught } of pits) {
    for (const socket of caught) socket.destroy();
    server.close();
  }
  await world.close();
  await street.close();
});

/** Hostile endpoints first, so that they stand first in every line. */
async function settle(shops: readonly Merchant[], pit: Pit): Promise<readonly Listening[]> {
  const of = (index: number): Merchant => shops[index % shops.length] as Merchant;
  for (let index = 0; index < HOSTILE * shops.length; index += 1)
    await listen({ world, street: { ...street, origin: pit.origin } }, of(index), `/pit/${index}`);
  const healthy: Listening[] = [];
  for (let index = 0; index < HEALTHY * shops.length; index += 1) {
    healthy.push(await listen({ world, street }, of(index), `/${shops[0]?.account}/${index}`));
  }
  return healthy;
}

/** Each story has a pit of its own: what the workers still have in hand for an earlier one hangs there. */
async function expectUnharmed(shops: readonly Merchant[], pit: Pit): Promise<void> {
  const healthy = await settle(shops, pit);
  const hostile = HOSTILE * shops.length;
  for (const round of [1, 2, 3]) {
    for (const shop of shops) await confirmed(shop);
    await Promise.all(healthy.map(({ path }) => street.wait(path, 2 * round, 8_000)));
    await until(
      async () => pit.caught.size,
      (size) => size > hostile / 2,
    );
  }
  // What hangs is bounded: an endpoint that has never answered holds a connection or two, however much waits for it.
  expect(pit.caught.size).toBeLessThanOrEqual(2 * hostile);
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

test("in ten accounts", async () => {
  const shops: Merchant[] = [];
  for (let count = 0; count < ACCOUNTS; count += 1) shops.push(await world.merchant());
  await expectUnharmed(shops, pits[0]);
});

test("in one account", async () => {
  await expectUnharmed([await world.merchant()], pits[1]);
});
