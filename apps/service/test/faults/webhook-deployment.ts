/**
 * Parts of a deployment as an operator runs them, processes of their own that share one database, and the shops that
 * they send to, which are here and remember what they saw.
 */
import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { API_PATH } from "@holdfast/contract";
import { expect } from "vitest";
import { registerEndpoint } from "../../src/commands/register-endpoint.js";
import { type AccountId, type EndpointId, formatId } from "../../src/domain/ids.js";
import { openMerchant } from "../../src/identity/merchants.js";
import { NO_REGISTRY } from "../../src/identity/registry.js";
import { type Database, openDatabase } from "../../src/platform/database.js";
import { agreeOnKey } from "../../src/store/identity/secret-key.js";
import type { WebhookPace } from "../../src/workers/webhooks.js";
import { type Merchant, newDatabase } from "../harness.js";
import { call, type Environment, paced, type Served, serve, until } from "../process/launch.js";
import { allEvents, asBuyer, funded, openSession, submit } from "../stories.js";
import { type Arrival, type Listening, openStreet, type Street, TEST_KEY, testSeal, verify } from "../webhooks/shop.js";

// --- Shops -------------------------------------------------------------------------------------------------------------

/** One arrival of a delivery. Moments are those of `performance.now()`. */
type Copy = { readonly arrival: Arrival; readonly at: number; answeredAt: number | null };

/** So many milliseconds, or until something has happened; null: for ever. `head only`: the head comes at once, the rest never. */
export type Pause = number | Promise<unknown> | "head only" | null;

export type Shops = {
  readonly street: Street;
  /** What arrived, by the number of the delivery, in the order of arrival. */
  readonly copies: ReadonlyMap<string, readonly Copy[]>;
  readonly arrivals: number;
  /** From now on requests there are answered after this pause, asked for anew for each of them. */
  answerAfter(path: string, pause: () => Pause): void;
  /** Requests there that have no answer yet and whose sender is still there. */
  unanswered(path: string): number;
  /** Everything that was sent to the shops before this call has arrived; the worker that sent it may be gone. */
  settle(): Promise<void>;
};

export async function openShops(): Promise<Shops> {
  const street = await openStreet();
  const copies = new Map<string, Copy[]>();
  const open = new Map<string, number>();
  let arrivals = 0;
  const remember = (arrival: Arrival, response: ServerResponse): Copy => {
    const copy: Copy = { arrival, at: performance.now(), answeredAt: null };
    const number = arrival.headers["x-escrow-delivery"] ?? "";
    copies.set(number, [...(copies.get(number) ?? []), copy]);
    arrivals += 1;
    const add = (change: number) => open.set(arrival.path, (open.get(arrival.path) ?? 0) + change);
    add(1);
    response.once("close", () => add(-1));
    return copy;
  };
  return {
    street,
    copies,
    get arrivals() {
      return arrivals;
    },
    answerAfter: (path, pause) =>
      street.behave(path, (_request, response, arrival) => {
        const copy = remember(arrival, response);
        const chosen = pause();
        if (chosen === "head only") response.flushHeaders();
        if (chosen === null || chosen === "head only") return;
        void (typeof chosen === "number" ? sleep(chosen) : chosen).then(() => {
          copy.answeredAt = performance.now();
          response.end("thanks");
        });
      }),
    unanswered: (path) => open.get(path) ?? 0,
    async settle() {
      // Connections are accepted in their order, and read one turn of the event loop later: two strangers tell.
      for (let stranger = 0; stranger < 2; stranger += 1) {
        const answer = await fetch(`${street.origin}/stranger`, {
          method: "POST",
          body: "{}",
          headers: { connection: "close" },
        });
        await answer.text();
      }
    },
  };
}

/**
 * Every event of the shop's feed arrived at each of its endpoints: at least once, each time under the one number, with
 * the bytes of the feed and a signature that counts. Returns the numbers.
 */
export async function checkArrivals(shops: Shops, shop: Merchant, endpoints: readonly Listening[]): Promise<string[]> {
  const events = new Map((await allEvents(shop)).map((event) => [event["id"] as string, JSON.stringify(event)]));
  const numbers: string[] = [];
  for (const { path, secret } of endpoints) {
    const numberOf = new Map<string, string>();
    for (const arrival of shops.street.at(path)) {
      const id = arrival.event["id"] as string;
      const number = arrival.headers["x-escrow-delivery"] as string;
      verify(arrival, secret);
      expect(JSON.stringify(arrival.event), `${id} at ${path}`).toBe(events.get(id));
      expect(numberOf.get(id) ?? number, `the delivery of ${id} at ${path}`).toBe(number);
      numberOf.set(id, number);
    }
    const lost = [...events.keys()].filter((id) => !numberOf.has(id));
    expect(lost, `events that never arrived at ${path}`).toEqual([]);
    numbers.push(...numberOf.values());
  }
  expect(new Set(numbers).size, "each event has a number of its own at each endpoint").toBe(numbers.length);
  return numbers;
}

// --- Processes ---------------------------------------------------------------------------------------------------------

/** What every process of a deployment is told. */
export const settingsFor = (street: Street): Environment => ({
  SECRET_KEY: TEST_KEY.toString("base64"),
  WEBHOOK_ALLOWED_ORIGINS: street.origin,
  LOG_LEVEL: "warn",
});

export type WorkerProcess = Served & {
  /** As it is known in the database. */
  readonly id: string;
  /** Of its connections to the database. */
  readonly name: string;
};

/** A process of this role on the database, whose connections bear the name. */
function serveRole(
  role: "web" | "worker",
  { databaseUrl, street, name, pace }: { databaseUrl: string; street: Street; name: string; pace?: WebhookPace },
): Promise<Served> {
  const url = new URL(databaseUrl);
  url.searchParams.set("application_name", name);
  const env = { ...settingsFor(street), ROLE: role, DATABASE_URL: url.href };
  return serve(pace === undefined ? env : { ...env, ...paced({ webhooks: pace }) });
}

/** Starts a worker and finds out who it is: no other may be started at the same time. */
async function startWorker(
  db: Database,
  at: { readonly databaseUrl: string; readonly street: Street; readonly pace?: WebhookPace },
): Promise<WorkerProcess> {
  const before = new Set((await workersOf(db)).map(({ id }) => id));
  const name = `worker ${randomUUID()}`;
  const served = await serveRole("worker", { ...at, name });
  let id: string | undefined;
  await until(async () => {
    id = (await workersOf(db)).find((one) => !before.has(one.id))?.id;
    return id !== undefined;
  }, "the worker says that it lives");
  return { ...served, id: id as string, name };
}

/** Every statement that the process sent has ended: those outlive their sender. */
export const statementsEnded = (db: Database, { name }: WorkerProcess): Promise<void> =>
  until(async () => {
    const rows = await db.query({
      name: "test: statements",
      text: "select 1 from pg_stat_activity where application_name = $1",
      values: [name],
    });
    return rows.length === 0;
  }, "the statements of a dead process end");

const STOPPED_WITHIN_MS = 15_000;

/** Asks it to stop, and holds it to what was promised: exit 0 within 15 s. */
export async function stopInTime(worker: WorkerProcess): Promise<void> {
  const askedAt = performance.now();
  expect((await worker.stop()).code).toBe(0);
  expect(performance.now() - askedAt).toBeLessThan(STOPPED_WITHIN_MS);
}

/** What a process shows of its deliveries: the value of `holdfast_webhook_` and the name, NaN for what it does not show. */
export async function webhookMetrics(origin: string): Promise<(name: string) => number> {
  const { text } = await call(origin, "GET", "/metrics");
  const values = text.split("\n").map((line) => line.split(/ (?=\S+$)/) as [string, string]);
  const byName = new Map(values);
  return (name) => Number(byName.get(`holdfast_webhook_${name}`) ?? Number.NaN);
}

// --- The database ------------------------------------------------------------------------------------------------------

/** `leaseMs`: how long from now on it counts as alive without another word; negative when it no longer does. */
export const workersOf = (db: Database) =>
  db.query<{ id: string; leaseMs: number }>({
    name: "test: workers",
    text: `
      select id, (extract(epoch from alive_until - clock_timestamp()) * 1000)::float8 as "leaseMs" from webhook_workers`,
  });

export const lanesOf = async (db: Database, worker: string): Promise<readonly EndpointId[]> => {
  const rows = await db.query<{ id: EndpointId }>({
    name: "test: lanes",
    text: "select id from webhook_endpoints where worker = $1",
    values: [worker],
  });
  return rows.map(({ id }) => id);
};

/** Who has lanes. */
export const holders = async (db: Database): Promise<readonly string[]> => {
  const rows = await db.query<{ worker: string }>({
    name: "test: holders",
    text: "select distinct worker from webhook_endpoints where worker is not null",
  });
  return rows.map(({ worker }) => worker);
};

/** Numbers of the deliveries that are open in lanes of this worker. */
export const openIn = async (db: Database, worker: string): Promise<readonly string[]> => {
  const rows = await db.query<{ id: string }>({
    name: "test: open deliveries",
    text: `
      select q.id from webhook_queue q join webhook_endpoints e on e.account_id = q.account_id and e.id = q.endpoint_id
      where e.worker = $1`,
    values: [worker],
  });
  return rows.map(({ id }) => id);
};

export const openDeliveries = async (db: Database): Promise<number> => {
  const rows = await db.query<{ count: number }>({
    name: "test: queue",
    text: "select count(*)::int as count from webhook_queue",
  });
  return rows[0]?.count ?? 0;
};

export const allDelivered = (db: Database, withinMs?: number): Promise<void> =>
  until(async () => (await openDeliveries(db).catch(() => 1)) === 0, "nothing waits to be delivered", withinMs);

export type Deployment = {
  readonly databaseUrl: string;
  readonly db: Database;
  readonly shops: Shops;
  /** @param pace in place of a deployment's. */
  worker(pace?: WebhookPace): Promise<WorkerProcess>;
  web(): Promise<Served>;
  /** What its processes, dead or alive, wrote into their logs as errors. */
  errors(): readonly string[];
  /** Closes what is in this process; the other processes must be gone. */
  close(): Promise<void>;
};

/** A database of its own and a street of shops; no process runs yet. */
export async function openDeployment(): Promise<Deployment> {
  const databaseUrl = await newDatabase();
  const db = openDatabase(databaseUrl, { connections: 4 });
  const shops = await openShops();
  // As the first worker does; endpoints can be registered from now on.
  expect(await agreeOnKey(db, testSeal().fingerprint)).toBe(true);
  const processes: Served[] = [];
  const remember = <Process extends Served>(started: Process): Process => {
    processes.push(started);
    return started;
  };
  return {
    databaseUrl,
    db,
    shops,
    worker: async (pace) =>
      remember(await startWorker(db, { databaseUrl, street: shops.street, ...(pace === undefined ? {} : { pace }) })),
    web: async () => remember(await serveRole("web", { databaseUrl, street: shops.street, name: "web" })),
    errors: () => processes.flatMap((one) => one.stdout().match(/^{"level":[56]0.*$/gm) ?? []),
    close: async () => {
      await shops.street.close();
      await db.close();
    },
  };
}

/** A merchant who speaks to this process. */
export async function openShop(db: Database, origin: string, name: string): Promise<Merchant> {
  const email = `${randomUUID()}@example.com`;
  const opened = await openMerchant({ db, registry: NO_REGISTRY }, { email, tradingName: name, verified: true });
  const key = opened.apiKey;
  return {
    ...opened,
    get: (path) => call(origin, "GET", relative(path), { key }),
    post: (path, body) => call(origin, "POST", relative(path), { key, ...(body === undefined ? {} : { body }) }),
  };
}

/** A list's link to its next page names the public URL, which is not where a test reaches the process. */
const relative = (path: string): string =>
  path.startsWith("http") ? path.replace(/^https?:\/\/[^/]+/, "") : API_PATH + path;

/** Registers an endpoint, which answers each request after a pause, asked for anew each time. */
export async function openEndpoint(
  { db, shops }: Pick<Deployment, "db" | "shops">,
  shop: Merchant,
  pause: () => Pause,
): Promise<Listening> {
  const path = `/hooks/${randomUUID()}`;
  shops.answerAfter(path, pause);
  const told = await registerEndpoint(
    { db, seal: testSeal(), checkUrl: async () => null },
    { account: shop.account as AccountId, url: shops.street.origin + path, events: null },
  );
  if (!told.ok) throw new Error(told.reason);
  const { endpoint, secret } = told.value;
  return { account_id: endpoint.account_id, id: endpoint.id, name: formatId("endpoint", endpoint.id), path, secret };
}

/** A shop with its endpoints. */
export type Trading = { readonly shop: Merchant; readonly endpoints: readonly Listening[] };

export async function openTrading(
  parts: Pick<Deployment, "db" | "shops">,
  origin: string,
  how: { readonly shops: number; readonly endpointsEach: number; readonly pause: () => Pause },
): Promise<readonly Trading[]> {
  const trading: Trading[] = [];
  for (let index = 0; index < how.shops; index += 1) {
    const shop = await openShop(parts.db, origin, `Shop ${index}`);
    const endpoints: Listening[] = [];
    for (let count = 0; count < how.endpointsEach; count += 1)
      endpoints.push(await openEndpoint(parts, shop, how.pause));
    trading.push({ shop, endpoints });
  }
  return trading;
}

/** An order from its first to its last event. */
export async function wholeOrder(shop: Merchant, pauseMs = 0): Promise<void> {
  const escrow = await funded(shop);
  await sleep(pauseMs);
  await submit(shop, escrow);
  await sleep(pauseMs);
  await asBuyer(shop, escrow, "approve");
}

/** One event. */
export async function oneEvent(shop: Merchant): Promise<void> {
  const session = await openSession(shop);
  expect((await shop.post(`/checkout/sessions/${session["id"]}/expire`)).status).toBe(200);
}
