/**
 * A world for a test: the whole service on its own database, spoken to over real sockets. Every answer is checked
 * against the published OpenAPI document, whatever else the test looks at.
 */

import { API_PATH, API_VERSION } from "@holdfast/contract";
import { expect, inject } from "vitest";
import { type Pace, type Service, startService } from "../src/app.js";
import { openDirectory } from "../src/cells/directory.js";
import { takeRates } from "../src/commands/take-rates.js";
import { type Config, readConfig } from "../src/config/index.js";
import { openMerchant } from "../src/identity/merchants.js";
import { NO_REGISTRY, type Registry } from "../src/identity/registry.js";
import type { ResolverOptions } from "../src/outbound/resolve.js";
import { type Database, openDatabase, type Queryable } from "../src/platform/database.js";
import { type Log, openLog } from "../src/platform/log.js";
import { uuidv7 } from "../src/platform/random.js";
import { readClock } from "../src/store/read/clock.js";
import { auditLedger } from "../src/store/read/money/audit.js";
import { newClient } from "./client.js";
import { FEW_CONNECTIONS, takeDatabase } from "./cluster.js";
import { publishedChecker } from "./published.js";

export type Json = Record<string, any>;

export type Reply = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Json;
};

type CallOptions = {
  readonly headers?: Record<string, string>;
  readonly raw?: string | Uint8Array<ArrayBuffer>;
};

/** A merchant and its way to talk to the service. */
export type Merchant = {
  readonly account: string;
  readonly apiKey: string;
  readonly sellerCode: string;
  get(path: string, options?: CallOptions): Promise<Reply>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<Reply>;
};

export type World = {
  readonly url: string;
  readonly databaseUrl: string;
  readonly db: Database;
  /** Where people sign in: the directory's database with several cells. */
  readonly people: Queryable;
  /** Where a key that a story makes past the service is written down before. */
  readonly registry: Registry;
  readonly service: Service;
  /** Its name among several cells. */
  readonly cell: string | null;
  readonly config: Pick<Config, "cell" | "operator">;
  merchant(name?: string): Promise<Merchant>;
  /** A merchant's voice with another key. */
  speakAs(apiKey: string, base?: string): Pick<Merchant, "get" | "post">;
  advance(seconds: number): Promise<void>;
  /** The cell has heard which codes of buyers were refused, as its workers see to within a second. */
  hear(): Promise<void>;
  /** Rates of now, as their source gives them: by currency, such as `{ KES: "129.35" }`. Every service of the world knows them. */
  rates(given: Readonly<Record<string, string>>): Promise<void>;
  /** Proves the books; fails the test with the findings otherwise. */
  checkLedger(): Promise<void>;
  /** A second process' worth of service on the same database. */
  another(overrides?: Partial<Config>): Promise<Service>;
  close(): Promise<void>;
};

export const SECRET_KEY = Buffer.alloc(32, "a key that only tests know");

const DEFAULTS: Partial<Config> = {
  port: 0,
  requestsPerMinute: 1_000_000_000,
  secretKey: SECRET_KEY,
  logLevel: "silent",
  secondOperatorFrom: null,
  databaseConnections: FEW_CONNECTIONS,
};

/** Of a reader who unpacks nothing: to pack every answer is a tenth of what a story costs. */
export const AS_IT_IS = { "Accept-Encoding": "identity" };

/** Of looks for work: a story that waits for one costs nothing, while the looks of an idle service cost a tenth of a core. */
const PACE: Pace = { tickMs: 400, webhooks: { pollMs: 400, drainMs: 1_000 } };

/** The URL of a database of its own: migrated, empty, and gone with the run. */
export const newDatabase = (): Promise<string> =>
  takeDatabase({ adminUrl: inject("adminUrl"), templateUrl: inject("templateUrl") });

/** The owner's URL of a database without any schema. */
export async function emptyDatabase(): Promise<string> {
  const name = `empty_${uuidv7().replaceAll("-", "")}`;
  const admin = newClient(inject("adminUrl"));
  await admin.connect();
  await admin.query(`create database ${name} owner holdfast`);
  await admin.end();
  const url = new URL(inject("templateUrl"));
  url.pathname = `/${name}`;
  return url.href;
}

/** The same database as the role that serves. */
export function asService(databaseUrl: string): string {
  const url = new URL(inject("serviceUrl"));
  url.pathname = new URL(databaseUrl).pathname;
  return url.href;
}

/** Drops a database, also while connections use it. */
export async function dropDatabase(url: string): Promise<void> {
  const admin = newClient(inject("adminUrl"));
  await admin.connect();
  await admin.query(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
  await admin.end();
}

/** Of how many cells each world of a run is one; 1 is a deployment of one cell. */
const CELLS = Number(process.env["TEST_CELLS"] ?? "1");

/**
 * @param overrides.databaseUrl of the role that serves, for a story on a server of its own.
 * @param given for a story that reads what is logged.
 */
export async function startWorld(
  overrides: Partial<Config> = {},
  given: Log | null = null,
  names: ResolverOptions = {},
): Promise<World> {
  if (CELLS > 1 && overrides.cell === undefined && overrides.databaseUrl == null)
    return (await import("./cells/fixture.js")).startSpread(CELLS, overrides, given);
  const databaseUrl = overrides.databaseUrl ?? (await newDatabase());
  const config: Config = { ...readConfig({}), ...DEFAULTS, databaseUrl, ...overrides };
  const log = given ?? openLog(config.logLevel);
  // As in a deployment: the service owns nothing, and the test looks as the owner.
  const serving = overrides.databaseUrl == null ? asService(databaseUrl) : databaseUrl;
  const service = await startService({ config, databaseUrl: serving, log, pace: PACE, names });
  const db = openDatabase(databaseUrl, { connections: 4 });
  const directory = config.cell === null ? null : openDirectory(config.cell);
  const others: Service[] = [];
  const url = `http://127.0.0.1:${service.port}`;
  const speakAs = (apiKey: string, base = url): Pick<Merchant, "get" | "post"> =>
    speaker(base, service.publicUrl, apiKey, config.mode);
  const world: World = {
    url,
    databaseUrl,
    db,
    people: directory?.people ?? db,
    registry: directory?.registry ?? NO_REGISTRY,
    service,
    cell: config.cell?.cell ?? null,
    config,
    speakAs,
    merchant: async (name = "Northwind Ceramics") => {
      const email = `${uuidv7()}@example.com`;
      const { account, apiKey, sellerCode } = await openMerchant(
        { db, registry: world.registry },
        { email, tradingName: name, verified: true },
      );
      return { account, apiKey, sellerCode, ...speakAs(apiKey) };
    },
    advance: async (seconds) => {
      const operator = await world.merchant("Clock");
      expect((await operator.post("/test_helpers/clock/advance", { seconds })).status).toBe(200);
    },
    hear: async () => undefined,
    rates: async (given) => {
      const { now: at } = await readClock(db);
      const rates = Object.entries(given).map(([currency, rate]) => ({ currency, rate, at, source: "Central Bank" }));
      const taken = await takeRates(db, { rates, ageMaxSeconds: config.rates.ageMaxSeconds, firstWaits: false });
      expect(taken.filter(({ verdict }) => verdict !== "CURRENT")).toEqual([]);
      await Promise.all([service, ...others].map((one) => one.refreshRates()));
    },
    checkLedger: async () => {
      expect(await auditLedger(db)).toEqual([]);
    },
    another: async (more = {}) => {
      const other = await startService({ config: { ...config, ...more }, databaseUrl: serving, log, pace: PACE });
      others.push(other);
      return other;
    },
    close: async () => {
      await Promise.all([service, ...others].map((one) => one.close()));
      await Promise.all([db.close(), directory?.close()]);
    },
  };
  return world;
}

/** Sends JSON with the key; checks what comes back against the published document. */
function speaker(
  base: string,
  publicUrl: string,
  apiKey: string,
  mode: "sandbox" | "live",
): Pick<Merchant, "get" | "post"> {
  const published = publishedChecker(mode);
  const send = async (method: string, path: string, { headers = {}, raw }: CallOptions): Promise<Reply> => {
    const target = path.startsWith("http") ? path.replace(publicUrl, base) : `${base}${API_PATH}${path}`;
    const response = await fetch(target, {
      method,
      headers: {
        ...AS_IT_IS,
        Authorization: `Bearer ${apiKey}`,
        ...(raw === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(raw === undefined ? {} : { body: raw }),
    });
    const text = await response.text();
    const reply = { status: response.status, headers: response.headers, text, body: JSON.parse(text) as Json };
    expect(response.headers.get("escrow-version")).toBe(API_VERSION);
    expect(response.headers.get("request-id")).toMatch(/^req_/);
    published({ method, url: target, reply });
    return reply;
  };
  return {
    get: (path, options = {}) => send("GET", path, options),
    post: (path, body, options = {}) =>
      send("POST", path, body === undefined ? options : { ...options, raw: JSON.stringify(body) }),
  };
}
