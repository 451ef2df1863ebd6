/**
 * `kill -9` at any moment loses no acknowledged write: a real service on its own embedded database, which flushes to
 * disk as in production, under the load of several merchants, killed again and again in three ways at moments that chance
 * chooses. What the clients were told is kept here, on their side, and compared with what the next start knows.
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { API_PATH } from "@holdfast/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openMerchant } from "../../src/identity/merchants.js";
import { NO_REGISTRY } from "../../src/identity/registry.js";
import { openDataDir } from "../../src/platform/data-dir.js";
import { openDatabase } from "../../src/platform/database.js";
import { runningPostgres } from "../../src/platform/embedded-postgres.js";
import { readPostmaster } from "../../src/platform/postmaster.js";
import { auditLedger } from "../../src/store/read/money/audit.js";
import { bound, withinMs } from "../bounds.js";
import { expectMailOfEachStep } from "../mails/steps.js";
import {
  type Answer,
  call,
  childrenOf,
  cleanUp,
  holdfast,
  isRunning,
  launchService,
  type Served,
  serve,
  until,
  usedDataDir,
} from "../process/launch.js";
import { lookAfter, type Order, PLANS, type Step } from "./kill-plans.js";
import { chance, seedOfThisRun, withSeed } from "./random.js";

const KILLS = bound("kills");
const SHOPS = 4;
const BUYERS_PER_SHOP = 3;
/** Acknowledged writes between two kills: any number up to this one, so that a slow machine proves as much as a fast one. */
const LOAD_MAX = 60;

const seed = seedOfThisRun();
const random = chance(seed);

type Shop = {
  readonly apiKey: string;
  readonly orders: Order[];
  /** Every event seen, as its bytes, oldest first. */
  readonly events: string[];
};

// --- The service, and how clients meet it ------------------------------------------------------------------------------

const dataDir = usedDataDir();
const env = { DATA_DIR: dataDir, LOG_LEVEL: "warn" };
const shops: Shop[] = [];
let service: Served;

beforeAll(async () => {
  service = await serve(env);
  await withDatabase(async (db) => {
    for (let index = 0; index < SHOPS; index += 1) {
      const email = `shop${index}@example.com`;
      const { apiKey } = await openMerchant(
        { db, registry: NO_REGISTRY },
        { email, tradingName: `Shop ${index}`, verified: true },
      );
      shops.push({ apiKey, orders: [], events: [] });
    }
  });
});
afterAll(cleanUp);

async function withDatabase<Result>(work: (db: ReturnType<typeof openDatabase>) => Promise<Result>): Promise<Result> {
  const db = openDatabase((await runningPostgres(openDataDir(dataDir)))?.url ?? "", { connections: 2 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

const get = (shop: Shop, path: string): Promise<Answer> =>
  call(service.origin, "GET", API_PATH + path, { key: shop.apiKey });
const post = (shop: Shop, path: string, body?: object, headers?: Record<string, string>): Promise<Answer> =>
  call(service.origin, "POST", API_PATH + path, {
    key: shop.apiKey,
    ...(body === undefined ? {} : { body }),
    ...(headers === undefined ? {} : { headers }),
  });

/** One round of load: set when the kill came, so that lost connections are expected from then on. */
type Round = { over: boolean; unavailable: number; acknowledged: number };

/** An answer, or null when none came or it was a 503: nobody knows then what became of the request. */
async function ask(round: Round, request: Promise<Answer>): Promise<Answer | null> {
  const answer = await request.catch(() => null);
  if (answer === null || answer.status !== 503) return answer;
  round.unavailable += 1;
  expect(answer.body).toMatchObject({ error: { type: "api_error", code: "service_unavailable" } });
  expect(answer.body["error"].message).not.toBe("");
  expect(answer.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  return null;
}

function newOrder(shop: Shop): Order {
  const { milestones, steps } = random.pick(PLANS);
  const key = `order-${shops.indexOf(shop)}-${shop.orders.length}`;
  const order: Order = {
    key,
    body: { title: "Dinner set", amount: "249.90", external_reference: key, ...(milestones ? { milestones } : {}) },
    steps,
    created: null,
    session: "",
    escrow: "",
    milestones: [],
    done: 0,
    inDoubt: false,
    busy: false,
    touched: true,
  };
  shop.orders.push(order);
  return order;
}

const createOrder = (shop: Shop, order: Order): Promise<Answer> =>
  post(shop, "/checkout/sessions", order.body, { "Idempotency-Key": order.key });

function acknowledgeCreate(order: Order, answer: Answer): void {
  expect(answer.status, answer.text).toBe(201);
  order.created = answer.text;
  order.session = answer.body["id"];
}

/** What an escrow's answer says, in the words of the plans. */
const lookOf = ({ body }: Answer): string =>
  [
    body["status"],
    body["funded_amount"],
    ...body["milestones"].map((one: { status: string }) => one.status),
    ...(body["amount_refunded"] === undefined ? [] : [body["amount_refunded"]]),
  ].join(" ");

function acknowledgeStep(order: Order, answer: Answer): void {
  const isRefund = answer.body["object"] === "refund";
  expect(answer.status, answer.text).toBe(isRefund ? 201 : 200);
  if (isRefund) {
    order.done += 1;
    return;
  }
  const isEscrow = answer.body["object"] === "escrow";
  expect(isEscrow ? lookOf(answer) : answer.body["status"]).toBe(lookAfter(order, order.done + 1));
  if (isEscrow) rememberEscrow(order, answer);
  order.done += 1;
}

function rememberEscrow(order: Order, { body }: Answer): void {
  order.escrow = body["id"];
  order.milestones = body["milestones"].map((one: { id: string }) => one.id);
}

/** A buyer goes on with an order that nobody works on, or begins another, one step at a time, until the round is over. */
async function buy(round: Round, shop: Shop): Promise<void> {
  while (!round.over) {
    const order = shop.orders.find((one) => !one.busy && !one.inDoubt && one.done < one.steps.length) ?? newOrder(shop);
    Object.assign(order, { busy: true, touched: true });
    while (!round.over && !order.inDoubt && order.done < order.steps.length) {
      const step = order.created === null ? null : (order.steps[order.done] as Step);
      const answer = await ask(round, step ? post(shop, step.path(order), step.body) : createOrder(shop, order));
      if (answer === null) order.inDoubt = true;
      else if (step === null) acknowledgeCreate(order, answer);
      else acknowledgeStep(order, answer);
      if (answer !== null) round.acknowledged += 1;
      else await sleep(60); // as a client that was told to come back later, only sooner
    }
    order.busy = false;
  }
}

/** Follows the feed from where it stands; true when a page brought something. */
async function follow(round: Round, shop: Shop): Promise<boolean> {
  const last = shop.events.at(-1);
  const position = last === undefined ? "" : `&after=${JSON.parse(last).id}`;
  const answer = await ask(round, get(shop, `/events?limit=100${position}`));
  if (answer === null) return false;
  expect(answer.status, answer.text).toBe(200);
  const events: string[] = answer.body["data"].map((event: object) => JSON.stringify(event));
  for (const event of events) expect(answer.text).toContain(event);
  if (last === undefined && answer.body["next"] !== null) throw new Error("the feed was not followed from its start");
  shop.events.push(...(last === undefined ? events.reverse() : events));
  return events.length > 0;
}

async function followOn(round: Round, shop: Shop): Promise<void> {
  while (!round.over) {
    await follow(round, shop);
    await sleep(5);
  }
}

// --- Three ways to kill ------------------------------------------------------------------------------------------------

const postmaster = (): number => readPostmaster(join(dataDir, "postgres"))?.pid ?? 0;

async function killService(): Promise<void> {
  process.kill(service.pid, "SIGKILL");
  await service.ended;
}

async function killServiceAndDatabase(): Promise<void> {
  const pid = postmaster();
  process.kill(service.pid, "SIGKILL");
  process.kill(pid, "SIGKILL");
  await service.ended;
  await until(() => !isRunning(pid), "the database is gone");
}

/** What a crash of PostgreSQL is to a service that lives on. */
function killDatabase(): number {
  const pid = postmaster();
  const all = [pid, ...childrenOf(pid)];
  for (const one of all) {
    try {
      process.kill(one, "SIGKILL");
    } catch {
      // a child that went by itself in this instant
    }
  }
  return pid;
}

/** A start that is itself killed, at whatever it is doing, and then one that is let be. */
async function startAgain(interrupted: boolean): Promise<void> {
  if (interrupted) {
    const launched = launchService(env);
    await sleep(random.integer(50, 1200));
    launched.child.kill("SIGKILL");
    await launched.ended;
  }
  service = await serve(env);
}

// --- What must hold after each kill ------------------------------------------------------------------------------------

const QUIET: Round = { over: false, unavailable: 0, acknowledged: 0 };

/** The order is what was acknowledged; or one step further, when the answer to that step was lost. Nothing in between. */
async function checkOrder(shop: Shop, order: Order): Promise<void> {
  const wasInDoubt = order.inDoubt;
  Object.assign(order, { inDoubt: false, touched: false });
  if (order.created === null) {
    acknowledgeCreate(order, await createOrder(shop, order));
    const found = await get(shop, `/checkout/sessions?external_reference=${order.key}`);
    expect(found.body["data"].map((one: { id: string }) => one.id)).toEqual([order.session]);
  }
  const repeated = await createOrder(shop, order);
  expect({ status: repeated.status, replayed: repeated.headers.get("idempotent-replayed") }).toEqual({
    status: 201,
    replayed: "true",
  });
  expect(repeated.text).toBe(order.created);

  const session = await get(shop, `/checkout/sessions/${order.session}`);
  expect(session.status).toBe(200);
  let look: string = session.body["status"];
  if (look === "COMPLETED") {
    const escrow = await get(shop, `/escrows/${session.body["escrow"]}`);
    expect(escrow.status).toBe(200);
    rememberEscrow(order, escrow);
    look = lookOf(escrow);
  }
  const possible = [lookAfter(order, order.done)];
  if (wasInDoubt && order.done < order.steps.length) possible.push(lookAfter(order, order.done + 1));
  expect(possible).toContain(look);
  order.done += possible.indexOf(look);
}

/** Several at a time: what is checked here is the data, and there is much of it. */
async function checkOrders(shop: Shop, orders: readonly Order[]): Promise<void> {
  const waiting = [...orders];
  const check = async (): Promise<void> => {
    for (let order = waiting.shift(); order !== undefined; order = waiting.shift()) await checkOrder(shop, order);
  };
  await Promise.all(Array.from({ length: 4 }, check));
}

/** Every event that anybody saw is where it was, to the byte. */
async function checkFeed(shop: Shop): Promise<void> {
  while (await follow(QUIET, shop));
  const told: string[] = [];
  for (let next: string | null = `${API_PATH}/events?limit=100`; next !== null; ) {
    const page: Answer = await call(service.origin, "GET", next, { key: shop.apiKey });
    told.push(...page.body["data"].map((event: object) => JSON.stringify(event)));
    next = page.body["next"] === null ? null : page.body["next"].replace(/^https?:\/\/[^/]+/, "");
  }
  expect(told.reverse()).toEqual(shop.events);
}

async function checkEverything(orders: (shop: Shop) => readonly Order[]): Promise<void> {
  await withDatabase(async (db) => {
    expect(await auditLedger(db)).toEqual([]);
    // What the buyers were to be told stands with the steps, whatever was killed in between.
    await expectMailOfEachStep(db);
  });
  await Promise.all(shops.map(async (shop) => [await checkOrders(shop, orders(shop)), await checkFeed(shop)]));
}

/** What the last load touched, and some of what came before. */
const lately = ({ orders }: Shop): readonly Order[] => orders.filter((order) => order.touched || random.happens(0.02));

// --- The story ---------------------------------------------------------------------------------------------------------

const WAYS = ["the service", "the service and its database", "the database alone"] as const;

async function loadAndKill(way: (typeof WAYS)[number], interrupted: boolean): Promise<Round> {
  const round: Round = { over: false, unavailable: 0, acknowledged: 0 };
  const clients = Promise.all(
    shops.flatMap((shop) => [
      followOn(round, shop),
      ...Array.from({ length: BUYERS_PER_SHOP }, () => buy(round, shop)),
    ]),
  );
  clients.catch(() => {
    round.over = true;
  });
  const enough = random.integer(1, LOAD_MAX);
  await Promise.race([clients, until(() => round.acknowledged >= enough, `${enough} writes are acknowledged`)]);
  await sleep(random.integer(0, 20));
  if (way === "the database alone") {
    const { pid } = service;
    const killed = killDatabase();
    await until(
      async () => (await call(service.origin, "GET", "/readyz")).status === 200,
      "the service is ready again",
    );
    await sleep(50); // some load on the database that came back
    round.over = true;
    await clients;
    expect(round.unavailable, "answers of 503").toBeGreaterThan(0);
    expect(isRunning(pid)).toBe(true);
    expect(postmaster()).not.toBe(killed);
  } else {
    const killed = way === "the service" ? killService() : killServiceAndDatabase();
    round.over = true;
    await killed;
    await clients;
    await startAgain(interrupted);
  }
  return round;
}

test(
  `${KILLS} kills under load lose nothing that was acknowledged and leave nothing half done`,
  async () => {
    let acknowledged = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const way = WAYS[kill % WAYS.length] as (typeof WAYS)[number];
      await withSeed(seed, `kill ${kill} (${way})`, async () => {
        const round = await loadAndKill(way, kill % 6 === 0);
        acknowledged += round.acknowledged;
        await checkEverything(lately);
      });
    }
    await withSeed(seed, "after the last kill", async () => {
      await checkEverything(({ orders }) => orders);
      const books = await holdfast(["ledger", "check", "--json"], { DATA_DIR: dataDir });
      expect(JSON.parse(books.stdout)).toMatchObject({ balanced: true, findings: [] });
      expect(acknowledged, "acknowledged writes").toBeGreaterThan(KILLS * 10);
      expect((await service.stop()).code).toBe(0);
    });
  },
  withinMs("kills", 10_000),
);
