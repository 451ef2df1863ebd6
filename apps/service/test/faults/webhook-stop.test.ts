/** How a worker that sends webhooks stops: what is under way is waited for, recorded, or made again by another. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { API_PATH } from "@holdfast/contract";
import { expect, test } from "vitest";
import { wide } from "../bounds.js";
import { call, until } from "../process/launch.js";
import { confirmed } from "../stories.js";
import type { Listening } from "../webhooks/shop.js";
import { checkBooks, luckOf } from "./webhook-books.js";
import {
  allDelivered,
  checkArrivals,
  lanesOf,
  oneEvent,
  openDeliveries,
  openEndpoint,
  openShop,
  type Pause,
  stopInTime,
  webhookMetrics,
  workersOf,
} from "./webhook-deployment.js";
import { closeAtEnd, FAILED, newDeployment, QUICK, SUCCEEDED } from "./webhook-deployments.js";

closeAtEnd();

// --- Workers are asked to stop -----------------------------------------------------------------------------------------

/** A lease of one second, and answers that take more than two. */
test.concurrent("a stop waits for answers that come after the end of its lease and records them, while a successor is at work: nothing comes twice", async () => {
  const deployment = await newDeployment();
  const { db, shops } = deployment;
  const shop = await openShop(db, (await deployment.web()).origin, "Patient Ceramics");
  const worker = await deployment.worker(QUICK);
  const endpoints = [600, 2_500].map((delayMs) => openEndpoint(deployment, shop, () => delayMs));
  const [soon, late] = (await Promise.all(endpoints)) as [Listening, Listening];
  const leaseMs = async () => (await workersOf(db)).find(({ id }) => id === worker.id)?.leaseMs ?? 0;
  // The worst moment: the lease was last renewed a while ago, and ends before the answer comes.
  await until(async () => (await leaseMs()) < 800, "the lease is about to be renewed");
  await oneEvent(shop);
  await until(() => shops.unanswered(soon.path) + shops.unanswered(late.path) === 2, "two attempts are in flight");
  const stopped = stopInTime(worker);
  await sleep(800);
  const successor = await deployment.worker(QUICK);
  await stopped;
  expect(await openDeliveries(db)).toBe(0);
  expect(await lanesOf(db, worker.id)).toEqual([]);
  await oneEvent(shop);
  await allDelivered(db);
  for (const number of await checkArrivals(shops, shop, [soon, late])) expect(shops.copies.get(number)).toHaveLength(1);
  await checkBooks(db);
  await stopInTime(successor);
}, 60_000);

test.concurrent("a stop does not wait for ever: an attempt that hangs is made again after the restart, and its failure counts once", {
  ...wide(),
  timeout: 60_000,
}, async () => {
  const deployment = await newDeployment();
  const { db, shops } = deployment;
  const shop = await openShop(db, (await deployment.web()).origin, "Silent Ceramics");
  const worker = await deployment.worker({ ...QUICK, headMs: 1_000, drainMs: 1_300 });
  let isSilent = true;
  const pause = (): Pause => (isSilent ? null : 0);
  const silent = await openEndpoint(deployment, shop, pause);
  // Its second copy would hang until two seconds after the first was sent.
  const twice = await openEndpoint(deployment, shop, pause);
  expect((await shop.post(`/test_helpers/webhooks/${twice.name}/chaos`, { duplicate: true })).status).toBe(200);
  await oneEvent(shop);
  await until(() => shops.unanswered(silent.path) + shops.unanswered(twice.path) === 2, "two attempts are in flight");
  await stopInTime(worker);
  const luck = ({ id }: Listening) => luckOf(db, id);
  expect(await luck(silent)).toEqual([1, 1, 1]);
  // Called off before it was over, so it was no attempt.
  expect(await luck(twice)).toEqual([0, 0, 0]);
  await checkBooks(db);

  isSilent = false;
  const successor = await deployment.worker(QUICK);
  await until(() => shops.street.at(twice.path).length >= 3, "what was called off is sent again at once");
  expect(shops.street.at(silent.path)).toHaveLength(1);
  expect((await shop.post("/test_helpers/clock/advance", { seconds: 61 })).status).toBe(200);
  await allDelivered(db);
  await checkArrivals(shops, shop, [silent, twice]);
  expect(shops.street.at(silent.path)).toHaveLength(2);
  expect(await luck(silent)).toEqual([2, 0, null]);
  expect(await luck(twice)).toEqual([1, 0, null]);
  await checkBooks(db);
  await stopInTime(successor);
});

// --- Who does what -----------------------------------------------------------------------------------------------------

test.concurrent("a web process never sends; a worker serves no API, and shows how its deliveries do", async () => {
  const deployment = await newDeployment();
  const { db, shops } = deployment;
  const web = await deployment.web();
  const shop = await openShop(db, web.origin, "Divided Ceramics");
  const endpoint = await openEndpoint(deployment, shop, () => 0);
  await confirmed(shop);
  await shops.settle();
  expect(shops.arrivals).toBe(0);
  expect(await workersOf(db)).toEqual([]);
  const count = await openDeliveries(db);
  expect(count).toBeGreaterThan(0);
  const shownByWeb = await webhookMetrics(web.origin);
  for (const name of [SUCCEEDED, FAILED, "attempts_in_flight", "lanes"]) expect(shownByWeb(name), name).toBeNaN();

  const worker = await deployment.worker();
  await allDelivered(db);
  const numbers = await checkArrivals(shops, shop, [endpoint]);
  expect(shops.arrivals).toBe(count);
  expect(numbers).toHaveLength(count);
  const key = shop.apiKey;
  for (const path of ["/account", "/events", `/checkout/sessions/${randomUUID()}`])
    expect((await call(worker.origin, "GET", API_PATH + path, { key })).status, path).toBe(404);
  const created = await call(worker.origin, "POST", `${API_PATH}/checkout/sessions`, {
    key,
    body: { title: "x", amount: "9.00" },
  });
  expect(created.status).toBe(404);
  for (const path of ["/docs", `${API_PATH}/openapi.json`, "/"])
    expect((await call(worker.origin, "GET", path)).status, path).toBe(404);
  for (const path of ["/healthz", "/readyz"]) expect((await call(worker.origin, "GET", path)).status, path).toBe(200);
  const shown = await webhookMetrics(worker.origin);
  expect(shown(SUCCEEDED)).toBe(count);
  for (const name of ["attempts_in_flight", "open_deliveries", "held_deliveries", "oldest_untried_seconds"])
    expect(shown(name), name).toBe(0);
  expect([0, 1]).toContain(shown("lanes"));
  expect((await worker.stop()).code).toBe(0);
});
