/** A world in which nobody sends, what stories of webhook endpoints are made of, and what they look at. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect } from "vitest";
import { registerEndpoint } from "../../src/commands/register-endpoint.js";
import { type AccountId, type EndpointId, type EventId, formatId } from "../../src/domain/ids.js";
import type { Result } from "../../src/domain/result.js";
import { type Database, openDatabase, type Queryable } from "../../src/platform/database.js";
import { uuidv7 } from "../../src/platform/random.js";
import { openSeal } from "../../src/platform/seal.js";
import { agreeOnKey } from "../../src/store/identity/secret-key.js";
import type { EndpointKey } from "../../src/store/read/webhooks/endpoints.js";
import { insertEvents, lockCounters, type StoredEvent } from "../../src/store/write/events.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { until } from "../process/launch.js";
import { openSession } from "../stories.js";

export const URL_OF_SHOP = "https://shop.example/hooks";
export const secretKey = randomBytes(32);
export const seal = openSeal(secretKey);

export let world: World;
export let db: Database;

/** Makes the world of a test file, and proves its books at the end. */
export function inAWorld(): void {
  beforeAll(async () => {
    world = await startWorld({ role: "web", secretKey });
    db = openDatabase(world.databaseUrl, { connections: 16 });
    expect(await agreeOnKey(db, seal.fingerprint)).toBe(true);
  });
  afterAll(async () => {
    await world.checkLedger();
    await db.close();
    await world.close();
  });
}

export const anyUrl = { checkUrl: async () => null };

/** What a verb answered; a refusal fails the test. */
export async function done<Value>(verb: Promise<Result<Value, string>>): Promise<Value> {
  const told = await verb;
  if (!told.ok) throw new Error(told.reason);
  return told.value;
}

export async function expectRefused(verb: Promise<Result<unknown, string>>, reason: RegExp | string): Promise<void> {
  const told = await verb;
  expect(told).toEqual({ ok: false, reason: typeof reason === "string" ? reason : expect.stringMatching(reason) });
}

export type Registered = { readonly id: EndpointId; readonly secret: string };

export async function register(shop: Merchant, events: readonly string[] | null = null): Promise<Registered> {
  const account = shop.account as AccountId;
  const { endpoint, secret } = await done(
    registerEndpoint({ db, seal, ...anyUrl }, { account, url: URL_OF_SHOP, events }),
  );
  owners.set(endpoint.id, account);
  return { id: endpoint.id, secret };
}

const owners = new Map<EndpointId, AccountId>();

/** As verbs name it. */
export const keyOf = (id: EndpointId): EndpointKey => ({ account_id: owners.get(id) ?? ("1" as AccountId), id });

/** Something happens to the shop: one event. */
export async function happen(shop: Merchant): Promise<void> {
  const session = await openSession(shop);
  expect((await shop.post(`/checkout/sessions/${session["id"]}/expire`)).status).toBe(200);
}

export async function rows<Row = Json>(text: string, ...values: unknown[]): Promise<readonly Row[]> {
  return (await db.pool.query(text, values)).rows as Row[];
}

export const endpointRow = async (id: EndpointId): Promise<Json> =>
  (await rows("select * from webhook_endpoints where id = $1", id))[0] as Json;

export type Waiting = {
  readonly id: string;
  readonly number: string;
  readonly origin: string;
  readonly due_at: string;
  readonly created: string;
};

/** What waits for the endpoint, in the order in which it would be sent. */
export const waiting = (id: EndpointId): Promise<readonly Waiting[]> =>
  rows<Waiting>(
    "select id, event_number as number, origin, due_at, created from webhook_queue where endpoint_id = $1 order by due_at, id",
    id,
  );

/** What is over and done with, by the number of its event. */
export const closed = (id: EndpointId): Promise<readonly Json[]> =>
  rows(
    "select id, event_number as number, state, attempts, created, closed_at from webhook_deliveries where endpoint_id = $1 order by id",
    id,
  );

export const numbersOf = (list: readonly { number: string }[]): number[] => list.map(({ number }) => Number(number));
export const upTo = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

/** What a worker writes when the last attempt of a delivery is over. */
export async function settle(delivery: string | number, state: "SUCCEEDED" | "FAILED"): Promise<void> {
  const settled = await rows(
    `with over as (delete from webhook_queue where id = $1 returning *)
     insert into webhook_deliveries (account_id, id, endpoint_id, event_number, origin, state, attempts, created, closed_at)
     select account_id, id, endpoint_id, event_number, origin, $2, 9, created / 1000, service_now() from over returning 1`,
    delivery,
    state,
  );
  expect(settled).toHaveLength(1);
}

/** Runs `second` while `first` is written and not committed yet, and commits as soon as `second` waits for it. */
export async function whileUncommitted<Value>(
  first: (tx: Queryable) => Promise<unknown>,
  second: () => Promise<Value>,
): Promise<Value> {
  const { promise, resolve } = Promise.withResolvers<Promise<Value>>();
  await db.transaction(async (tx) => {
    await first(tx);
    const running = second();
    running.catch(() => undefined);
    await until(async () => (await waitingForLocks()) > 0, "the second waits for the first");
    resolve(running);
  });
  return promise;
}

const waitingForLocks = async (): Promise<number> =>
  (
    await rows(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and state = 'active'",
    )
  ).length;

/** An event of the shop as the executor writes it, inside a transaction that somebody else commits. */
export const eventOf = (shop: Merchant): StoredEvent => {
  const id = uuidv7() as EventId;
  const body = `{"id":"${formatId("event", id)}"}`;
  return { account: shop.account as AccountId, id, type: "escrow.funded", body, created: 1 };
};
export const writing =
  (events: readonly StoredEvent[]) =>
  async (tx: Queryable): Promise<void> => {
    await tx.query(lockCounters(events));
    await tx.query(insertEvents(events));
  };

export const lastNumber = async (shop: Merchant): Promise<number> =>
  Number(
    (await rows("select last_number from event_counters where account_id = $1", shop.account))[0]?.["last_number"],
  );

export const NOBODY = "0192f0c1-0000-7000-8000-000000000001" as EndpointId;
export const UNKNOWN = /^There is no webhook endpoint we_\w{26}\.$/;
