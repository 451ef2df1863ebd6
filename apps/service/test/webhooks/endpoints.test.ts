/**
 * Webhook endpoints as their owners see them, on a real database in which nobody sends: what is registered and rotated is
 * right whatever else is written at the same time, and no secret is ever stored in clear.
 */
import { randomBytes } from "node:crypto";
import { EVENT_TYPES } from "@holdfast/contract";
import { describe, expect, test } from "vitest";
import { createWebhook } from "../../src/admin/webhooks.js";
import { registerEndpoint } from "../../src/commands/register-endpoint.js";
import { rotateSecret } from "../../src/commands/rotate-secret.js";
import { readConfig } from "../../src/config/index.js";
import type { AccountId, EndpointId } from "../../src/domain/ids.js";
import type { Result } from "../../src/domain/result.js";
import type { Queryable } from "../../src/platform/database.js";
import { openSeal } from "../../src/platform/seal.js";
import { listEndpoints } from "../../src/store/read/webhooks/endpoints.js";
import { until } from "../process/launch.js";
import {
  anyUrl,
  db,
  done,
  endpointRow,
  eventOf,
  expectRefused,
  happen,
  inAWorld,
  keyOf,
  lastNumber,
  NOBODY,
  numbersOf,
  type Registered,
  register,
  rows,
  seal,
  secretKey,
  UNKNOWN,
  URL_OF_SHOP,
  upTo,
  waiting,
  whileUncommitted,
  world,
  writing,
} from "./lane-stories.js";

inAWorld();

describe("registering", () => {
  test("shows the secret once, and keeps it sealed for that endpoint alone", async () => {
    const shop = await world.merchant();
    const { id, secret } = await register(shop);
    expect(secret).toMatch(/^whsec_[0-9A-Za-z]{40}$/);
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
        secret: expect.any(Buffer),
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
    ["https://localhost:8443/hooks", "the host localhost has no public address."],
    ["https://orders.internal/hooks", "the host orders.internal has no public address."],
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
    await expect(rotateSecret({ db, seal: stranger }, keyOf(id), null)).rejects.toThrow(/another SECRET_KEY/);
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
  const rotate = (id: EndpointId, hours: number | null = null): Promise<Result<{ secret: string }, string>> =>
    rotateSecret({ db, seal }, keyOf(id), hours);

  test("without overlap only the new secret is left; with it the old one stays for that long, and no older one", async () => {
    const { id, secret: first } = await register(await world.merchant());
    const { secret: second } = await done(rotate(id));
    expect(second).toMatch(/^whsec_[0-9A-Za-z]{40}$/);
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
