/**
 * Webhook endpoints as their owners see them, on a real database in which nobody sends: what is registered, rotated,
 * switched off and on, deleted, tested and sent again is right whatever else is written at the same time.
 */
import { randomBytes } from "node:crypto";
import { EVENT_TYPES } from "@holdfast/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWebhook } from "../../src/admin-webhooks.js";
import {
  attemptsOf,
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  pingEndpoint,
  recoverFailed,
  registerEndpoint,
  resendDelivery,
  rotateSecret,
  type Told,
} from "../../src/commands/endpoints.js";
import { readConfig } from "../../src/config.js";
import { type AccountId, type EndpointId, type EventId, formatId } from "../../src/domain/ids.js";
import { type Database, openDatabase, type Queryable } from "../../src/platform/database.js";
import { uuidv7 } from "../../src/platform/random.js";
import { openSeal } from "../../src/platform/seal.js";
import { agreeOnKey } from "../../src/store/identity/secret-key.js";
import { listEndpoints } from "../../src/store/read/endpoints.js";
import { insertEvents, lockCounters, type StoredEvent } from "../../src/store/write/events.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { until } from "../process/launch.js";
import { allEvents, expectRefusal, openSession } from "../stories.js";

const URL_OF_SHOP = "https://shop.example/hooks";
const secretKey = randomBytes(32);
const seal = openSeal(secretKey);

let world: World;
let db: Database;
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

const anyUrl = { checkUrl: async () => null };

/** What a verb answered; a refusal fails the test. */
async function done<Value>(verb: Promise<Told<Value>>): Promise<Value> {
  const told = await verb;
  if (!told.ok) throw new Error(told.reason);
  return told.value;
}

async function expectRefused(verb: Promise<Told<unknown>>, reason: RegExp | string): Promise<void> {
  const told = await verb;
  expect(told).toEqual({ ok: false, reason: typeof reason === "string" ? reason : expect.stringMatching(reason) });
}

type Registered = { readonly id: EndpointId; readonly secret: string };

async function register(shop: Merchant, events: readonly string[] | null = null): Promise<Registered> {
  const account = shop.account as AccountId;
  const { endpoint, secret } = await done(
    registerEndpoint({ db, seal, ...anyUrl }, { account, url: URL_OF_SHOP, events }),
  );
  return { id: endpoint.id, secret };
}

/** Something happens to the shop: one event. */
async function happen(shop: Merchant): Promise<void> {
  const session = await openSession(shop);
  expect((await shop.post(`/checkout/sessions/${session["id"]}/expire`)).status).toBe(200);
}

async function rows<Row = Json>(text: string, ...values: unknown[]): Promise<readonly Row[]> {
  return (await db.pool.query(text, values)).rows as Row[];
}

const endpointRow = async (id: EndpointId): Promise<Json> =>
  (await rows("select * from webhook_endpoints where id = $1", id))[0] as Json;

type Waiting = {
  readonly id: string;
  readonly number: string;
  readonly origin: string;
  readonly due_at: string;
  readonly created: string;
};

/** What waits for the endpoint, in the order in which it would be sent. */
const waiting = (id: EndpointId): Promise<readonly Waiting[]> =>
  rows<Waiting>(
    "select id, event_number as number, origin, due_at, created from webhook_queue where endpoint_id = $1 order by due_at, id",
    id,
  );

/** What is over and done with, by the number of its event. */
const closed = (id: EndpointId): Promise<readonly Json[]> =>
  rows(
    "select id, event_number as number, state, attempts, created, closed_at from webhook_deliveries where endpoint_id = $1 order by id",
    id,
  );

const numbersOf = (list: readonly { number: string }[]): number[] => list.map(({ number }) => Number(number));
const upTo = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, at) => first + at);

/** What a worker writes when the last attempt of a delivery is over. */
async function settle(delivery: string | number, state: "SUCCEEDED" | "FAILED"): Promise<void> {
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
async function whileUncommitted<Value>(
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

/** An event of the shop as the door writes it, inside a transaction that somebody else commits. */
const eventOf = (shop: Merchant): StoredEvent => {
  const id = uuidv7() as EventId;
  const body = `{"id":"${formatId("event", id)}"}`;
  return { account: shop.account as AccountId, id, type: "escrow.funded", body, created: 1 };
};
const writing =
  (events: readonly StoredEvent[]) =>
  async (tx: Queryable): Promise<void> => {
    await tx.query(lockCounters(events));
    await tx.query(insertEvents(events));
  };

const lastNumber = async (shop: Merchant): Promise<number> =>
  Number(
    (await rows("select last_number from event_counters where account_id = $1", shop.account))[0]?.["last_number"],
  );

const NOBODY = "0192f0c1-0000-7000-8000-000000000001" as EndpointId;
const UNKNOWN = /^There is no webhook endpoint we_\w{26}\.$/;

describe("registering", () => {
  test("shows the secret once, and keeps it sealed for that endpoint alone", async () => {
    const shop = await world.merchant();
    const { id, secret } = await register(shop);
    expect(secret).toMatch(/^whsec_[0-9A-Za-z]{38}$/);
    const row = await endpointRow(id);
    expect(row).toMatchObject({ status: "ENABLED", event_types: null, since_number: "0", ready_at: null });
    expect(seal.open(row["secret"], id)).toBe(secret);
    expect(() => seal.open(row["secret"], NOBODY)).toThrow();
    expect(await listEndpoints(db, shop.account as AccountId)).toEqual([
      {
        account_id: shop.account,
        id,
        url: URL_OF_SHOP,
        event_types: null,
        status: "ENABLED",
        consecutive_failures: 0,
        created: expect.stringMatching(/^\d+$/),
      },
    ]);
  });

  test("lists the account's own endpoints, oldest first", async () => {
    const [shop, other] = [await world.merchant(), await world.merchant()];
    const mine = [await register(shop), await register(shop), await register(shop)];
    await register(other);
    expect((await listEndpoints(db, shop.account as AccountId)).map(({ id }) => id)).toEqual(mine.map(({ id }) => id));
  });

  test("takes types of the contract, each once; * alone, or nothing, is all of them", async () => {
    const shop = await world.merchant();
    const typesOf = async (events: readonly string[] | null): Promise<unknown> =>
      (await endpointRow((await register(shop, events)).id))["event_types"];
    expect(await typesOf(["escrow.funded", "escrow.created", "escrow.funded"])).toEqual([
      "escrow.created",
      "escrow.funded",
    ]);
    expect(await typesOf([...EVENT_TYPES])).toEqual(EVENT_TYPES);
    expect(await typesOf(["*"])).toBe(null);
    expect(await typesOf(null)).toBe(null);
    const refused: readonly (readonly [readonly string[], string])[] = [
      [[], "Name at least one event type, or * for all of them."],
      [["escrow.funded", "escrow.payed"], 'There is no event type "escrow.payed".'],
      [["ESCROW.FUNDED"], 'There is no event type "ESCROW.FUNDED".'],
      [["escrow.*"], 'There is no event type "escrow.*".'],
      [["escrow.funded", "*"], "* stands for all event types, so it stands alone."],
    ];
    const account = shop.account as AccountId;
    for (const [events, reason] of refused) {
      await expectRefused(registerEndpoint({ db, seal, ...anyUrl }, { account, url: URL_OF_SHOP, events }), reason);
    }
    expect(await listEndpoints(db, account)).toHaveLength(4);
  });

  test("needs an account that exists", async () => {
    const account = "1000000000000000001" as AccountId;
    const given = { account, url: URL_OF_SHOP, events: null };
    await expectRefused(registerEndpoint({ db, seal, ...anyUrl }, given), `There is no account ${account}.`);
  });

  test.each([
    ["http://shop.example/hooks", "the URL must start with https://."],
    ["ftp://shop.example/hooks", "the URL must start with https://."],
    ["https://127.0.0.1/hooks", "the address 127.0.0.1 is not public."],
    ["https://10.1.2.3/hooks", "the address 10.1.2.3 is not public."],
    ["https://169.254.169.254/latest/meta-data", "the address 169.254.169.254 is not public."],
    ["https://[::1]/hooks", "the address ::1 is not public."],
    ["https://[::ffff:a00:1]/hooks", "the host must be written as the IPv4 address 10.0.0.1."],
    ["https://localhost:8443/hooks", "the host localhost is not a public name."],
    ["https://orders.internal/hooks", "the host orders.internal is not a public name."],
    ["https://user:password@shop.example/hooks", "the URL must not contain a user name or password."],
    ["https://shop.example:80/hooks", "the port must be 443, or from 1024 to 65535."],
    ["https://shop.example:25/hooks", "the port must be 443, or from 1024 to 65535."],
    ["https://0x7f.1/hooks", "the host and port must be written plainly, as 127.0.0.1."],
    ["https://shop.example/a b", "the URL contains a space or a character that cannot be seen."],
  ])("refuses %s in words", async (url, reason) => {
    const shop = await world.merchant();
    const config = { ...readConfig({}), secretKey };
    const creating = createWebhook({ db, config }, { account: shop.account, url, events: null });
    await expect(creating).rejects.toThrow(reason);
    expect(await listEndpoints(db, shop.account as AccountId)).toEqual([]);
  });

  test("takes an origin that the operator has exempted, and a public address", async () => {
    const shop = await world.merchant();
    const config = { ...readConfig({}), secretKey, webhookAllowedOrigins: ["http://127.0.0.1:4242"] };
    const create = (url: string): Promise<{ url: string }> =>
      createWebhook({ db, config }, { account: shop.account, url, events: "escrow.funded, ping" });
    expect(await create("http://127.0.0.1:4242/hooks")).toMatchObject({ url: "http://127.0.0.1:4242/hooks" });
    expect(await create("https://93.184.216.34/hooks")).toMatchObject({ url: "https://93.184.216.34/hooks" });
    await expect(create("http://127.0.0.1:4243/hooks")).rejects.toThrow("the URL must start with https://.");
  });

  test("stores nothing that the database's own key did not seal", async () => {
    const shop = await world.merchant();
    const { id, secret } = await register(shop);
    const stranger = openSeal(randomBytes(32));
    const given = { account: shop.account as AccountId, url: URL_OF_SHOP, events: null };
    await expect(registerEndpoint({ db, seal: stranger, ...anyUrl }, given)).rejects.toThrow(/another SECRET_KEY/);
    await expect(rotateSecret({ db, seal: stranger }, id, null)).rejects.toThrow(/another SECRET_KEY/);
    expect(await listEndpoints(db, given.account)).toHaveLength(1);
    expect(seal.open((await endpointRow(id))["secret"], id)).toBe(secret);
    const config = { ...readConfig({}), secretKey: randomBytes(32) };
    const creating = createWebhook({ db, config }, { ...given, account: shop.account });
    await expect(creating).rejects.toThrow(/SECRET_KEY=\(hidden\) is not usable/);
  });
});

describe("from registering on every event is delivered, and none from before", () => {
  test("an event whose commit is still to come when the endpoint is registered counts as before, whole", async () => {
    const shop = await world.merchant();
    await happen(shop);
    const { id } = await whileUncommitted(writing([eventOf(shop), eventOf(shop)]), () => register(shop));
    expect(await endpointRow(id)).toMatchObject({ since_number: "3" });
    await happen(shop);
    expect(numbersOf(await waiting(id))).toEqual([4]);
  });

  test("an event that waits for the registration to be committed is delivered", async () => {
    const shop = await world.merchant();
    const account = shop.account as AccountId;
    const registering = async (tx: Queryable): Promise<void> => {
      await done(registerEndpoint({ db: tx, seal, ...anyUrl }, { account, url: URL_OF_SHOP, events: null }));
    };
    await whileUncommitted(registering, () => happen(shop));
    const [endpoint] = await listEndpoints(db, account);
    expect(numbersOf(await waiting(endpoint?.id as EndpointId))).toEqual([1]);
  });

  test("twelve endpoints registered while eight writers write: each has all events after its own beginning", async () => {
    const shop = await world.merchant();
    let isOver = false;
    const writer = async (): Promise<void> => {
      while (!isOver) await happen(shop);
    };
    const writers = Array.from({ length: 8 }, writer);
    const endpoints: Registered[] = [];
    for (let round = 0; round < 4; round += 1) {
      await until(async () => (await lastNumber(shop)) > round * 12, "the writers get on");
      endpoints.push(...(await Promise.all([register(shop), register(shop), register(shop)])));
    }
    isOver = true;
    await Promise.all(writers);
    const last = await lastNumber(shop);
    const beginnings = new Set<number>();
    for (const { id } of endpoints) {
      const since = Number((await endpointRow(id))["since_number"]);
      beginnings.add(since);
      expect(numbersOf(await waiting(id)).toSorted((a, b) => a - b)).toEqual(upTo(since + 1, last));
    }
    expect(beginnings.size).toBeGreaterThan(2);
  });
});

describe("rotating", () => {
  const secretsOf = async (id: EndpointId): Promise<readonly (string | null)[]> => {
    const row = await endpointRow(id);
    return [row["secret"], row["previous_secret"]].map((sealed) => (sealed === null ? null : seal.open(sealed, id)));
  };
  const rotate = (id: EndpointId, hours: number | null = null): Promise<Told<{ secret: string }>> =>
    rotateSecret({ db, seal }, id, hours);

  test("without overlap only the new secret is left; with it the old one stays for that long, and no older one", async () => {
    const { id, secret: first } = await register(await world.merchant());
    const { secret: second } = await done(rotate(id));
    expect(second).toMatch(/^whsec_[0-9A-Za-z]{38}$/);
    expect(await secretsOf(id)).toEqual([second, null]);
    expect((await endpointRow(id))["previous_secret_until"]).toBe(null);

    const { secret: third } = await done(rotate(id, 168));
    expect(await secretsOf(id)).toEqual([third, second]);
    const [{ hours } = { hours: null }] = await rows(
      "select (previous_secret_until - service_now()) / 3600.0 as hours from webhook_endpoints where id = $1",
      id,
    );
    expect(Number(hours)).toBeGreaterThan(167.9);
    expect(Number(hours)).toBeLessThanOrEqual(168);

    const { secret: fourth } = await done(rotate(id, 1));
    expect(await secretsOf(id)).toEqual([fourth, third]);
    expect(new Set([first, second, third, fourth]).size).toBe(4);
    const { secret: fifth } = await done(rotate(id));
    expect(await secretsOf(id)).toEqual([fifth, null]);
  });

  test("takes whole hours up to a week, and an endpoint that exists", async () => {
    const { id, secret } = await register(await world.merchant());
    for (const hours of [0, -1, 169, 1.5, Number.NaN]) {
      await expectRefused(rotate(id, hours), "An overlap takes a whole number of hours from 1 to 168.");
    }
    await expectRefused(rotate(NOBODY), UNKNOWN);
    expect(await secretsOf(id)).toEqual([secret, null]);
  });

  test("no secret, old or new, stands anywhere in the database in clear", async () => {
    const { id, secret } = await register(await world.merchant());
    const { secret: next } = await done(rotate(id, 24));
    const tables = await rows<{ name: string }>(
      "select format('%I', tablename) as name from pg_tables where schemaname = 'public'",
    );
    expect(tables.length).toBeGreaterThan(15);
    const dump = (
      await Promise.all(tables.map(({ name }) => rows<{ row: string }>(`select t::text as row from ${name} t`)))
    )
      .flat()
      .map(({ row }) => row)
      .join("\n");
    expect(dump).toContain(id);
    for (const text of [secret, next]) {
      const forms = [text, text.slice(6), Buffer.from(text).toString("hex"), Buffer.from(text).toString("base64")];
      for (const form of forms) expect(dump).not.toContain(form);
    }
    expect(dump).not.toContain("whsec_");
  });
});

describe("switching off and on", () => {
  /** An endpoint that is off, with three events held; the first of them was to be tried again in a day. */
  async function held(shop: Merchant): Promise<EndpointId> {
    const { id } = await register(shop);
    await happen(shop);
    await rows(
      "update webhook_queue set attempts = 7, due_at = due_at + 86400000 where endpoint_id = $1 returning 1",
      id,
    );
    await rows("update webhook_endpoints set consecutive_failures = 50 where id = $1 returning 1", id);
    await done(disableEndpoint(db, id));
    await happen(shop);
    await happen(shop);
    return id;
  }

  test("while it is off events are held, and nobody is called to send them", async () => {
    const id = await held(await world.merchant());
    expect(await endpointRow(id)).toMatchObject({ status: "DISABLED", ready_at: null, consecutive_failures: 50 });
    expect(numbersOf(await waiting(id))).toEqual([2, 3, 1]);
    expect(await done(disableEndpoint(db, id))).toMatchObject({ id, status: "DISABLED" });
    expect(await waiting(id)).toHaveLength(3);
  });

  test("switched on, all that was held is due at once, oldest event first, and the count of failures begins anew", async () => {
    const id = await held(await world.merchant());
    const before = await waiting(id);
    expect(await done(enableEndpoint(db, id, { skipHeld: false }))).toMatchObject({
      id,
      status: "ENABLED",
      consecutive_failures: 0,
    });
    expect(await endpointRow(id)).toMatchObject({ ready_at: "0" });
    const after = await waiting(id);
    expect(numbersOf(after)).toEqual([1, 2, 3]);
    for (const { due_at, created } of after) expect(due_at).toBe(created);
    expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
    expect(await closed(id)).toEqual([]);
  });

  test("or what was held is skipped for good, and only what comes then is sent", async () => {
    const shop = await world.merchant();
    const id = await held(shop);
    const before = await waiting(id);
    await done(enableEndpoint(db, id, { skipHeld: true }));
    expect(await endpointRow(id)).toMatchObject({ status: "ENABLED", consecutive_failures: 0 });
    expect(await waiting(id)).toEqual([]);
    const skipped = await closed(id);
    expect(skipped.map(({ id, number, state, attempts }) => [id, number, state, attempts])).toEqual(
      before
        .toSorted((a, b) => Number(a.id) - Number(b.id))
        .map(({ id, number }) => [id, number, "SKIPPED", number === "1" ? 7 : 0]),
    );
    for (const { created, closed_at } of skipped) {
      expect(Number(created)).toBeGreaterThan(1_700_000_000);
      expect(Number(closed_at) - Number(created)).toBeLessThan(60);
    }
    await happen(shop);
    expect(numbersOf(await waiting(id))).toEqual([4]);
  });

  test("switching on what is on changes nothing, whatever was asked", async () => {
    const shop = await world.merchant();
    const { id } = await register(shop);
    await happen(shop);
    await rows(
      "update webhook_queue set attempts = 2, due_at = due_at + 1800000 where endpoint_id = $1 returning 1",
      id,
    );
    await rows("update webhook_endpoints set consecutive_failures = 2 where id = $1 returning 1", id);
    const before = [await endpointRow(id), await waiting(id)];
    for (const skipHeld of [false, true]) {
      expect(await done(enableEndpoint(db, id, { skipHeld }))).toMatchObject({ id, status: "ENABLED" });
      expect([await endpointRow(id), await waiting(id)]).toEqual(before);
    }
  });

  test.each([true, false])("two who switch on at once: the first has it, whole (skipping: %s)", async (skipHeld) => {
    const id = await held(await world.merchant());
    const enabling = (tx: Queryable) => enableEndpoint(tx, id, { skipHeld });
    await done(whileUncommitted(enabling, () => enableEndpoint(db, id, { skipHeld: !skipHeld })));
    expect([(await waiting(id)).length, (await closed(id)).length]).toEqual(skipHeld ? [0, 3] : [3, 0]);
    expect(await endpointRow(id)).toMatchObject({ status: "ENABLED" });
  });

  test("an event that is just being written when it is switched on is sent, whatever becomes of what was held", async () => {
    for (const skipHeld of [true, false]) {
      const shop = await world.merchant();
      const id = await held(shop);
      await done(whileUncommitted(writing([eventOf(shop)]), () => enableEndpoint(db, id, { skipHeld })));
      expect(numbersOf(await waiting(id))).toEqual(skipHeld ? [4] : [1, 2, 3, 4]);
      expect(await endpointRow(id)).toMatchObject({ status: "ENABLED", ready_at: "0" });
    }
  });

  test("an endpoint that nobody knows is refused", async () => {
    await expectRefused(disableEndpoint(db, NOBODY), UNKNOWN);
    await expectRefused(enableEndpoint(db, NOBODY, { skipHeld: false }), UNKNOWN);
  });
});

describe("deleting", () => {
  const verbs = (id: EndpointId): readonly Promise<Told<unknown>>[] => [
    rotateSecret({ db, seal }, id, null),
    disableEndpoint(db, id),
    enableEndpoint(db, id, { skipHeld: false }),
    enableEndpoint(db, id, { skipHeld: true }),
    deleteEndpoint(db, id),
    pingEndpoint(db, id),
    attemptsOf(db, id),
    recoverFailed(db, id, 0),
  ];

  test("what waited is skipped, the secrets are gone, no verb knows the id, and events pass it by", async () => {
    const shop = await world.merchant();
    const { id } = await register(shop);
    await done(rotateSecret({ db, seal }, id, 24));
    await happen(shop);
    const [delivery] = await waiting(id);
    expect(await done(deleteEndpoint(db, id))).toMatchObject({ id, status: "DELETED" });
    expect(await closed(id)).toMatchObject([{ id: delivery?.id, number: "1", state: "SKIPPED", attempts: 0 }]);
    const row = await endpointRow(id);
    expect(row).toMatchObject({ previous_secret: null, previous_secret_until: null, ready_at: null });
    expect(row["secret"]).toHaveLength(0);
    for (const verb of verbs(id)) await expectRefused(verb, UNKNOWN);
    await expectRefused(
      resendDelivery(db, Number(delivery?.id)),
      /^There is no delivery \d+, or its endpoint was deleted\.$/,
    );
    expect(await listEndpoints(db, shop.account as AccountId)).toEqual([]);
    await happen(shop);
    expect(await waiting(id)).toEqual([]);
    expect(await endpointRow(id)).toEqual(row);
  });

  test("an event that is just being written when it is deleted is skipped as well, and not left behind", async () => {
    const shop = await world.merchant();
    for (const isEnabled of [true, false]) {
      const { id } = await register(shop);
      if (!isEnabled) await done(disableEndpoint(db, id));
      await done(whileUncommitted(writing([eventOf(shop), eventOf(shop)]), () => deleteEndpoint(db, id)));
      expect(await waiting(id)).toEqual([]);
      expect((await closed(id)).map(({ state }) => state)).toEqual(["SKIPPED", "SKIPPED"]);
    }
  });

  test("against switching off and on, and writers: in the end it is gone, and each delivery was closed once", async () => {
    const shop = await world.merchant();
    const endpoints = await Promise.all(Array.from({ length: 8 }, () => register(shop)));
    const switching = async ({ id }: Registered, index: number): Promise<void> => {
      for (let round = 0; round < 6; round += 1) {
        const skipHeld = (index + round) % 2 === 0;
        await Promise.all([happen(shop), disableEndpoint(db, id), enableEndpoint(db, id, { skipHeld })]);
      }
      const ending = await Promise.all([
        enableEndpoint(db, id, { skipHeld: index % 2 === 0 }),
        deleteEndpoint(db, id),
        disableEndpoint(db, id),
        deleteEndpoint(db, id),
      ]);
      const deleted = [ending[1], ending[3]].filter(({ ok }) => ok);
      expect(deleted).toHaveLength(1);
    };
    let isOver = false;
    const writers = Array.from({ length: 4 }, async () => {
      while (!isOver) await happen(shop);
    });
    await Promise.all(endpoints.map(switching));
    isOver = true;
    await Promise.all(writers);
    for (const { id } of endpoints) {
      expect(await endpointRow(id)).toMatchObject({ status: "DELETED", ready_at: null });
      expect(await waiting(id)).toEqual([]);
      const over = await closed(id);
      expect(new Set(over.map(({ state }) => state))).toEqual(new Set(["SKIPPED"]));
      const numbers = numbersOf(over as { number: string }[]);
      expect(numbers.toSorted((a, b) => a - b)).toEqual(upTo(1, numbers.length));
    }
  });
});

describe("a ping", () => {
  test("is an event like any other, in the feed too, and goes to the one endpoint, whatever types it takes", async () => {
    const shop = await world.merchant();
    const { id } = await register(shop, ["escrow.funded"]);
    const { id: other } = await register(shop);
    const event = formatId("event", await done(pingEndpoint(db, id)));
    const feed = await allEvents(shop);
    expect(feed).toEqual([
      {
        id: event,
        object: "event",
        type: "ping",
        created: expect.any(Number),
        data: { object: { object: "ping", message: expect.stringMatching(/./) } },
      },
    ]);
    expect(await waiting(id)).toMatchObject([{ number: "1", origin: "ping" }]);
    expect(await waiting(other)).toEqual([]);
    expect(Number((await endpointRow(id))["ready_at"])).toBeGreaterThan(0);
  });

  test("is refused while the endpoint is off, or unknown, and then nothing is in the feed", async () => {
    const shop = await world.merchant();
    const { id } = await register(shop);
    await done(disableEndpoint(db, id));
    await expectRefused(pingEndpoint(db, id), "The endpoint is disabled: nothing is sent to it until it is enabled.");
    await expectRefused(pingEndpoint(db, NOBODY), UNKNOWN);
    expect(await allEvents(shop)).toEqual([]);
    expectRefusal(await shop.get("/events?after=evt_00000000000000000000000000"), 400, "validation_failed");
  });
});

describe("sending again", () => {
  const LATER = 4_000_000_000;

  test("one delivery, open or closed, by its number: a new one of the same event, due now", async () => {
    const shop = await world.merchant();
    const { id } = await register(shop);
    await happen(shop);
    const [open] = await waiting(id);
    const first = await done(resendDelivery(db, Number(open?.id)));
    expect(first).toEqual({ delivery: expect.any(Number), isHeld: false });
    expect(first.delivery).toBeGreaterThan(Number(open?.id));
    await settle(first.delivery, "SUCCEEDED");
    const second = await done(resendDelivery(db, first.delivery));
    const [, resent] = await waiting(id);
    expect(resent).toMatchObject({ id: String(second.delivery), number: "1", origin: "resend" });
    expect(resent?.due_at).toBe(resent?.created);
    expect(await closed(id)).toMatchObject([{ id: String(first.delivery), state: "SUCCEEDED" }]);
  });

  test("wakes whoever sends, and never later than it was to wake", async () => {
    const shop = await world.merchant();
    const { id } = await register(shop);
    await happen(shop);
    const [open] = await waiting(id);
    for (const [ready, expected] of [
      [null, "now"],
      [LATER * 1000, "now"],
      [5, "5"],
    ] as const) {
      await rows("update webhook_endpoints set ready_at = $2 where id = $1 returning 1", id, ready);
      await done(resendDelivery(db, Number(open?.id)));
      const newest = (await waiting(id)).at(-1);
      expect((await endpointRow(id))["ready_at"]).toBe(expected === "now" ? newest?.due_at : expected);
    }
  });

  test("to an endpoint that is off it is held with the rest", async () => {
    const shop = await world.merchant();
    const { id } = await register(shop);
    await happen(shop);
    await done(disableEndpoint(db, id));
    const [open] = await waiting(id);
    expect(await done(resendDelivery(db, Number(open?.id)))).toMatchObject({ isHeld: true });
    expect(await waiting(id)).toHaveLength(2);
    expect(await endpointRow(id)).toMatchObject({ ready_at: null });
  });

  test("a number that no delivery has is refused", async () => {
    await expectRefused(
      resendDelivery(db, 999_999_999),
      "There is no delivery 999999999, or its endpoint was deleted.",
    );
    await expectRefused(recoverFailed(db, NOBODY, 0), UNKNOWN);
  });

  /** Six events, delivered as told: each state is of one more delivery of the event, in that order. */
  async function failing(
    shop: Merchant,
    states: readonly (readonly ("SUCCEEDED" | "FAILED" | "OPEN")[])[],
  ): Promise<EndpointId> {
    const { id } = await register(shop);
    for (const _ of states) await happen(shop);
    const deliveries = (await waiting(id)).toSorted((a, b) => Number(a.id) - Number(b.id));
    for (const [index, list] of states.entries()) {
      const [first, ...more] = list;
      const { id: delivery } = deliveries[index] as Waiting;
      if (first !== "OPEN") await settle(delivery, first as "FAILED");
      for (const state of more) {
        const { delivery: again } = await done(resendDelivery(db, Number(delivery)));
        if (state !== "OPEN") await settle(again, state);
      }
    }
    return id;
  }

  test("recovering sends every event again that failed and neither succeeded later nor is under way", async () => {
    const shop = await world.merchant();
    const id = await failing(shop, [
      ["FAILED"],
      ["FAILED", "SUCCEEDED"],
      ["FAILED", "FAILED"],
      ["FAILED", "OPEN"],
      ["SUCCEEDED"],
      ["SUCCEEDED", "FAILED"],
      ["OPEN"],
    ]);
    const { id: other } = await register(shop);
    expect(await done(recoverFailed(db, other, 0))).toEqual({ count: 0, isHeld: false });
    const before = new Set((await waiting(id)).map(({ id }) => id));
    expect(await done(recoverFailed(db, id, 0))).toEqual({ count: 3, isHeld: false });
    const recovered = (await waiting(id)).filter(({ id }) => !before.has(id));
    expect(numbersOf(recovered)).toEqual([1, 3, 6]);
    for (const { origin, due_at, created } of recovered) expect([origin, due_at]).toEqual(["resend", created]);
    expect(await done(recoverFailed(db, id, 0))).toEqual({ count: 0, isHeld: false });
  });

  test("reaches back as far as it is told, that second included", async () => {
    const shop = await world.merchant();
    const id = await failing(shop, [["FAILED"]]);
    await world.advance(3600);
    await happen(shop);
    const [late] = await waiting(id);
    await settle(late?.id as string, "FAILED");
    const closedAt = Number((await closed(id))[1]?.["closed_at"]);
    expect(await done(recoverFailed(db, id, closedAt + 1))).toEqual({ count: 0, isHeld: false });
    expect(await done(recoverFailed(db, id, closedAt))).toEqual({ count: 1, isHeld: false });
    expect(numbersOf(await waiting(id))).toEqual([2]);
    expect(await done(recoverFailed(db, id, 0))).toEqual({ count: 1, isHeld: false });
  });

  test.each([true, false])("two who recover at once send nothing twice (endpoint on: %s)", async (isOn) => {
    const shop = await world.merchant();
    const id = await failing(shop, [["FAILED"], ["FAILED"]]);
    if (!isOn) await done(disableEndpoint(db, id));
    const first = async (tx: Queryable): Promise<void> => {
      expect(await done(recoverFailed(tx, id, 0))).toEqual({ count: 2, isHeld: !isOn });
    };
    expect(await done(whileUncommitted(first, () => recoverFailed(db, id, 0)))).toEqual({ count: 0, isHeld: !isOn });
    expect(await waiting(id)).toHaveLength(2);
    for (const { id: delivery } of await waiting(id)) await settle(delivery, "FAILED");
    const counts = await Promise.all(Array.from({ length: 12 }, () => done(recoverFailed(db, id, 0))));
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    expect(await endpointRow(id)).toMatchObject(isOn ? { status: "ENABLED" } : { ready_at: null });
  });

  test("what was skipped after it failed can be recovered again", async () => {
    const shop = await world.merchant();
    const id = await failing(shop, [["FAILED"]]);
    await done(recoverFailed(db, id, 0));
    await done(disableEndpoint(db, id));
    await done(enableEndpoint(db, id, { skipHeld: true }));
    expect(await done(recoverFailed(db, id, 0))).toEqual({ count: 1, isHeld: false });
  });
});

describe("the log of attempts", () => {
  test("shows the last fifty, newest first, each with its event", async () => {
    const shop = await world.merchant();
    const { id } = await register(shop);
    expect(await done(attemptsOf(db, id))).toEqual([]);
    await happen(shop);
    const [delivery] = await waiting(id);
    // As the 53rd attempt stands: the first three have lost their places.
    await rows(
      `insert into webhook_attempts (account_id, endpoint_id, slot, number, delivery_id, event_number, attempt, state, status_code,
         error, response, duration_ms, created)
       select $1, $2, (n - 1) % 50, n, $3, 1, 1 + (n - 1) % 9, case when n % 9 = 0 then 'FAILED' else 'PENDING' end,
         case when n % 2 = 0 then 500 end, case when n % 2 = 0 then 'The receiver answered 500.' else 'No answer within 10 s.' end,
         'secret answer', 7, 1000 + n
       from generate_series(4, 53) as n returning 1`,
      shop.account,
      id,
      delivery?.id,
    );
    const attempts = await done(attemptsOf(db, id));
    expect(attempts.map(({ created }) => Number(created))).toEqual(upTo(1004, 1053).toReversed());
    const [event] = await allEvents(shop);
    expect(attempts[0]).toEqual({
      delivery: delivery?.id,
      event: expect.any(String),
      type: "checkout.session.expired",
      attempt: 8,
      state: "PENDING",
      status_code: null,
      error: "No answer within 10 s.",
      duration_ms: 7,
      created: "1053",
    });
    expect(formatId("event", attempts[0]?.event as EventId)).toBe(event?.["id"]);
    expect(attempts[1]).toMatchObject({ attempt: 7, status_code: 500, error: "The receiver answered 500." });
    await expectRefused(attemptsOf(db, NOBODY), UNKNOWN);
  });
});
