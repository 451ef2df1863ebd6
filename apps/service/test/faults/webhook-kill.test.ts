/**
 * No event is lost, and none is repeated beyond what is promised, whatever becomes of the processes: workers are killed and
 * frozen, and their PostgreSQL is killed, while real orders go on and the shops take their time to answer. What arrived is
 * counted here, at the shops.
 *
 * The stories run side by side, each on a database of its own: most of what they do is to wait for a lease or a receiver.
 * Those of the kills have the leases of a deployment, the others live ten times as fast.
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { EndpointId } from "../../src/domain/ids.js";
import { openDataDir } from "../../src/platform/data-dir.js";
import { openDatabase } from "../../src/platform/database.js";
import { runningPostgres } from "../../src/platform/embedded-postgres.js";
import { readPostmaster } from "../../src/platform/postmaster.js";
import { bound, wide, withinMs } from "../bounds.js";
import type { Merchant } from "../harness.js";
import { call, childrenOf, holdfast, isRunning, serve, until, usedDataDir } from "../process/launch.js";
import { allEvents } from "../stories.js";
import { chance, seedOfThisRun, withSeed } from "./random.js";
import { checkBooks, recordsOf } from "./webhook-books.js";
import {
  allDelivered,
  checkArrivals,
  type Deployment,
  holders,
  lanesOf,
  oneEvent,
  openDeliveries,
  openEndpoint,
  openIn,
  openShop,
  openShops,
  openTrading,
  type Pause,
  settingsFor,
  statementsEnded,
  type Trading,
  type WorkerProcess,
  webhookMetrics,
  wholeOrder,
  workersOf,
} from "./webhook-deployment.js";
import { closeAtEnd, FAILED, newDeployment, open, QUICK, SUCCEEDED } from "./webhook-deployments.js";

closeAtEnd();

const seed = seedOfThisRun();
const random = chance(seed);

/** A shop on a good day: mostly prompt, sometimes slow. */
const asShopsDo = (): number =>
  random.happens(0.5) ? 0 : random.happens(0.7) ? random.integer(5, 250) : random.integer(300, 1500);

// --- Workers are killed --------------------------------------------------------------------------------------------------

const KILLS = bound("workerKills");
const TRADERS = 2;
/** Much longer than an outcome waits to be recorded, on a machine that is busy with this test. */
const RECORDED_WITHIN_MS = 3_000;

type KillRun = {
  readonly deployment: Deployment;
  readonly origin: string;
  readonly trading: Trading[];
  readonly paths: Map<EndpointId, string>;
  readonly workers: WorkerProcess[];
  /** How often a delivery was sent and not yet recorded when its worker was killed. */
  readonly hits: Map<string, number>;
  isOver: boolean;
};

async function startKillRun(): Promise<KillRun> {
  const deployment = await newDeployment();
  const { origin } = await deployment.web();
  const workers = [await deployment.worker(), await deployment.worker()];
  return { deployment, origin, trading: [], paths: new Map(), workers, hits: new Map(), isOver: false };
}

/**
 * A shop opens before each kill, so there is always somebody to send to while the lanes of those that were killed wait for
 * their leases to end: rounds overlap, and what one kill hit, another may hit again.
 */
async function openOne({ deployment, origin, trading, paths }: KillRun): Promise<void> {
  const opened = await openTrading(deployment, origin, { shops: 1, endpointsEach: 4, pause: asShopsDo });
  for (const { endpoints } of opened) for (const { id, path } of endpoints) paths.set(id, path);
  trading.push(...opened);
}

/** Orders go mostly to shops that are new. */
async function trade(killRun: KillRun): Promise<void> {
  while (!killRun.isOver) {
    const { shop } = random.pick(random.happens(0.8) ? killRun.trading.slice(-2) : killRun.trading);
    await wholeOrder(shop, random.integer(100, 500));
  }
}

/** Someone to whom a shop owes an answer at this moment. */
async function workerThatSends({ deployment: { db, shops }, workers, paths }: KillRun): Promise<WorkerProcess> {
  let found = random.pick(workers);
  await until(async () => {
    found = random.pick(workers);
    const lanes = await lanesOf(db, found.id);
    return lanes.some((lane) => shops.unanswered(paths.get(lane) ?? "") > 0);
  }, "a worker waits for an answer");
  return found;
}

async function killOne(killRun: KillRun): Promise<void> {
  const { deployment, workers } = killRun;
  await openOne(killRun);
  const victim = await workerThatSends(killRun);
  await sleep(random.integer(0, 150));
  const killedAt = performance.now();
  process.kill(victim.pid, "SIGKILL");
  const counted = countHits(killRun, victim, killedAt);
  const [fresh] = await Promise.all([deployment.worker(), counted]);
  workers.splice(workers.indexOf(victim), 1, fresh);
}

/**
 * What the kill hit, to the last delivery: the lanes of the dead stay its own until its lease ends, seven seconds at
 * least, so what arrived and is still open there was sent by it and by nobody else. Some were never answered, some were
 * answered a moment ago and the worker died before it could write that down.
 */
async function countHits(killRun: KillRun, victim: WorkerProcess, killedAt: number): Promise<void> {
  const { deployment, hits } = killRun;
  const { db, shops } = deployment;
  await victim.ended;
  await statementsEnded(db, victim);
  await shops.settle();
  for (const number of await openIn(db, victim.id)) {
    const copies = shops.copies.get(number) ?? [];
    const before = hits.get(number) ?? 0;
    if (copies.length <= before) continue; // it waits in the lane
    hits.set(number, before + 1);
    const answeredAt = copies.at(-1)?.answeredAt ?? killedAt;
    expect(killedAt - answeredAt, `ms that delivery ${number} was answered and not recorded`).toBeLessThan(
      RECORDED_WITHIN_MS,
    );
  }
}

async function checkKillRun({ deployment, trading, hits, workers }: KillRun): Promise<void> {
  const { db, shops } = deployment;
  const numbers: string[] = [];
  for (const { shop, endpoints } of trading) numbers.push(...(await checkArrivals(shops, shop, endpoints)));
  // One copy, and one more for each kill that hit it: neither fewer nor more.
  const wrong = numbers.filter((number) => shops.copies.get(number)?.length !== 1 + (hits.get(number) ?? 0));
  expect(
    wrong.map((number) => ({ number, copies: shops.copies.get(number)?.length, hits: hits.get(number) ?? 0 })),
  ).toEqual([]);
  const hitCount = [...hits.values()].reduce((sum, count) => sum + count, 0);
  expect(shops.arrivals - numbers.length, "extra copies").toBe(hitCount);
  expect(hitCount, "attempts that were in flight at the kills").toBeGreaterThan(KILLS);
  expect(numbers.length, "deliveries").toBeGreaterThan(KILLS * 10);
  await checkBooks(db);
  await until(async () => {
    const living = new Set((await workersOf(db)).filter(({ leaseMs }) => leaseMs > 0).map(({ id }) => id));
    return (await holders(db)).every((worker) => living.has(worker));
  }, "no lane is in the hands of the dead");
  expect((await Promise.all(workers.map((worker) => worker.stop()))).map(({ code }) => code)).toEqual([0, 0]);
  expect(await holders(db)).toEqual([]);
}

test.concurrent(
  `${KILLS} kills of workers that are sending lose nothing, and repeat what was in flight once for each kill`,
  () =>
    withSeed(seed, "workers are killed", async () => {
      const killRun = await startKillRun();
      const { databaseUrl, db, shops } = killRun.deployment;
      await openOne(killRun);
      const traders = Promise.all(Array.from({ length: TRADERS }, () => trade(killRun)));
      const stopTrading = (): void => {
        killRun.isOver = true;
      };
      traders.catch(stopTrading);
      for (let kill = 1; kill <= KILLS && !killRun.isOver; kill += 1)
        await withSeed(seed, `kill ${kill}`, () => killOne(killRun));
      stopTrading();
      await traders;
      await allDelivered(db);
      await shops.settle();
      await checkKillRun(killRun);
      const env = { DATABASE_URL: databaseUrl, ...settingsFor(shops.street) };
      const books = await holdfast(["ledger", "check", "--json"], env);
      expect(JSON.parse(books.stdout)).toMatchObject({ balanced: true, findings: [] });
    }),
  withinMs("workerKills", 5_000),
);

// --- A worker is frozen ------------------------------------------------------------------------------------------------

/** An attempt of the worker that freezes. */
const ATTEMPT_MS = 1_200;
/** Longer than its lease, and than any attempt of it may take. */
const FROZEN_MS = 1_600;

/**
 * Both hold the same deliveries: the frozen one in its memory, the other with attempts under way. `chatty`, `slow` and
 * `silent` are asked for the first time by the one, and by the other hear nothing before `release`.
 */
async function openSlowShop(deployment: Deployment, origin: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const shop = await openShop(deployment.db, origin, "Slow Ceramics");
  const endpointOf = (first: Pause) => {
    let asked = 0;
    return openEndpoint(deployment, shop, () => {
      asked += 1;
      return asked === 1 ? first : released;
    });
  };
  const slowOnes = [await endpointOf("head only"), await endpointOf(FROZEN_MS / 2), await endpointOf(null)];
  const quick = await openEndpoint(deployment, shop, () => 0);
  return { shop, slowOnes, endpoints: [...slowOnes, quick], release };
}

test.concurrent("a worker that froze for longer than its lease changes nothing when it wakes: its lanes and what it sent are another's", {
  ...wide(),
  timeout: 90_000,
}, async () => {
  const deployment = await newDeployment();
  const { db, shops } = deployment;
  const { shop, slowOnes, endpoints, release } = await openSlowShop(deployment, (await deployment.web()).origin);
  const copiesOf = (number: string): number => shops.copies.get(number)?.length ?? 0;
  const first = await deployment.worker({ ...QUICK, headMs: ATTEMPT_MS, bodyMs: ATTEMPT_MS });
  await oneEvent(shop);
  await until(() => slowOnes.every(({ path }) => shops.unanswered(path) === 1), "three attempts are in flight");
  await until(async () => (await openDeliveries(db)) === 3, "the fourth is recorded");
  process.kill(first.pid, "SIGSTOP");
  const wakeable = sleep(FROZEN_MS);
  const inFlight = slowOnes.map(({ path }) => shops.street.at(path)[0]?.headers["x-escrow-delivery"] as string);
  await wholeOrder(shop); // into lanes that the frozen one holds
  const second = await deployment.worker(QUICK);
  await until(() => inFlight.every((number) => copiesOf(number) === 2), "another takes over");
  const { length: eventCount } = await allEvents(shop);
  await until(async () => (await openDeliveries(db)) === 3 * eventCount, "only the slow ones have deliveries left");
  expect(await lanesOf(db, first.id)).toEqual([]);
  const records = await recordsOf(db);
  await wakeable;
  process.kill(first.pid, "SIGCONT");
  // It believes that one attempt succeeded, since the head of the answer had come, and that the others failed, since it
  // is long past their time.
  await until(async () => {
    const shown = await webhookMetrics(first.origin);
    return shown("attempts_in_flight") === 0 && shown(FAILED) === 2 && shown(SUCCEEDED) === 2;
  }, "it says what it believes of its four attempts");
  await sleep(500); // more than a report takes
  expect(await recordsOf(db)).toEqual(records);

  release();
  await allDelivered(db);
  await wholeOrder(shop); // both are at work
  await allDelivered(db);
  for (const number of await checkArrivals(shops, shop, endpoints))
    expect(copiesOf(number), `copies of delivery ${number}`).toBe(inFlight.includes(number) ? 2 : 1);
  await checkBooks(db);
  expect([(await first.stop()).code, (await second.stop()).code]).toEqual([0, 0]);
  expect(await holders(db)).toEqual([]);
});

// --- PostgreSQL is killed ----------------------------------------------------------------------------------------------

const DATABASE_KILLS = bound("databaseKills");

const postmasterOf = (dataDir: string): number | undefined => readPostmaster(join(dataDir, "postgres"))?.pid;

/** The postmaster alone, whose children find out by themselves, or all of them at once. Returns which one it was. */
function killDatabase(dataDir: string, isWhole: boolean): number {
  const pid = postmasterOf(dataDir);
  if (pid === undefined) throw new Error("there is no PostgreSQL to kill");
  for (const one of [pid, ...(isWhole ? childrenOf(pid) : [])]) {
    try {
      process.kill(one, "SIGKILL");
    } catch {
      // a child that went by itself in this instant
    }
  }
  return pid;
}

/** An order ends where the database went away; another one begins. */
async function tradeOn(shop: Merchant, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    try {
      await wholeOrder(shop, random.integer(0, 100));
    } catch (error) {
      if (!String(error).includes("service_unavailable")) throw error;
    }
    await sleep(100);
  }
}

test.concurrent(
  `${DATABASE_KILLS} kills of the embedded PostgreSQL: the service goes on, and every event arrives, each once`,
  { ...wide(), timeout: withinMs("databaseKills", 10_000) },
  () =>
    withSeed(seed, "PostgreSQL is killed", async () => {
      const shops = await openShops();
      const dataDir = usedDataDir();
      const service = await serve({ ...settingsFor(shops.street), DATA_DIR: dataDir });
      const db = openDatabase((await runningPostgres(openDataDir(dataDir)))?.url ?? "", { connections: 4 });
      open.push({ close: () => Promise.all([shops.street.close(), db.close()]).then(() => undefined) });
      const trading = await openTrading({ db, shops }, service.origin, {
        shops: 3,
        endpointsEach: 4,
        pause: asShopsDo,
      });
      let isOver = false;
      const traders = Promise.all(trading.map(({ shop }) => tradeOn(shop, () => isOver)));
      traders.catch(() => undefined);
      for (let kill = 0; kill < DATABASE_KILLS; kill += 1) {
        await sleep(random.integer(300, 2_000));
        const killed = killDatabase(dataDir, kill % 2 === 1);
        await until(() => ![undefined, killed].includes(postmasterOf(dataDir)), "the service starts another");
        const isReady = async () => (await call(service.origin, "GET", "/readyz")).status === 200;
        await until(isReady, "the service has its database again");
      }
      await sleep(500);
      isOver = true;
      await traders;
      await allDelivered(db);
      const numbers: string[] = [];
      for (const { shop, endpoints } of trading) numbers.push(...(await checkArrivals(shops, shop, endpoints)));
      // The worker lived: what it had sent it still knew, and wrote it down when there was a database again.
      expect(numbers.filter((number) => shops.copies.get(number)?.length !== 1)).toEqual([]);
      expect(numbers.length).toBeGreaterThan(DATABASE_KILLS * 12);
      await checkBooks(db);
      expect(isRunning(service.pid)).toBe(true);
      expect((await service.stop()).code).toBe(0);
    }),
);
