/** The bridge as a process of its own, for every shop that can make and take a signed call over HTTP. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { SignatureError, verify } from "@holdfast/sdk/webhooks";
import pg from "pg";
import { type Bridge, openBridge } from "./bridge.js";
import { type BridgeOptions, type LogLine, messageOf } from "./context.js";
import { type Database, type Pool, postgres } from "./database.js";
import { takeEvent } from "./serve/events.js";
import { type Metrics, openMetrics } from "./serve/metrics.js";
import { openRemoteShop } from "./serve/remote-shop.js";
import { mustBeUsable } from "./serve/signature.js";
import { sqlite } from "./sqlite.js";

export interface ServeOptions extends Pick<BridgeOptions, "shop" | "prefix" | "holdfast" | "leaseMs"> {
  /** `postgres://…`, or the path of an SQLite file. */
  readonly database: string;
  /** Where the shop takes calls. */
  readonly shopUrl: string;
  /** Of messages from and to the shop. Several while it is rotated; the first one signs. */
  readonly secrets: readonly [string, ...string[]];
  /** Of a webhook endpoint of Holdfast's, at `/webhooks`. Without it the feed alone is read. */
  readonly webhookSecrets: readonly string[];
  readonly host: string;
  /** 0 for a free one. */
  readonly port: number;
  /** Told of each step, before the next one is taken. */
  readonly log: (line: LogLine) => void;
  /** Milliseconds between rounds while nothing happens; 5,000 by default. */
  readonly everyMs?: number | undefined;
  /** Seconds for which a connection stays open while nobody asks: longer than a balancer in front keeps it. 620 by default. */
  readonly keepAliveSeconds?: number | undefined;
}

export interface Serving {
  readonly port: number;
  /** Ends the round under way, and answers what was asked. */
  close(): Promise<void>;
}

/** An event bears an order, which was a body of 1 MiB at most, and what was submitted for it. */
const BODY_BYTES_MAX = 2 * 1024 * 1024;
const CONNECTIONS = 4;
const REQUEST_MS = 15_000;
/** Balancers keep a connection for 60 to 600 seconds: one that is closed here first costs a request. */
const KEEP_ALIVE_SECONDS = 620;

export async function serve(options: ServeOptions): Promise<Serving> {
  for (const secret of [...options.secrets, ...options.webhookSecrets]) mustBeUsable(secret);
  const metrics = openMetrics();
  const { database, close: closeDatabase } = openDatabase(options.database);
  const log = (line: LogLine): void => {
    metrics.countStep(line);
    options.log(line);
  };
  const adapter = openRemoteShop({ url: options.shopUrl, secret: options.secrets[0], onCall: metrics.countCall });
  const bridge = await openBridge({ ...options, adapter, database, log });
  const parts = { bridge, metrics, options };
  const server = createServer((request, response) => {
    void answer(parts, request)
      .catch((error: unknown): Answer => {
        if (error instanceof TooLarge) return { status: 413, body: { error: { message: "too large" } } };
        log({ level: "error", step: "request failed", reason: messageOf(error) });
        return { status: 500, body: { error: { message: "not kept: send it again" } } };
      })
      .then((told) => {
        // A connection that stays open would hold up the end.
        if (!server.listening) response.setHeader("Connection", "close");
        send(response, told);
      });
  });
  server.requestTimeout = REQUEST_MS;
  server.keepAliveTimeout = (options.keepAliveSeconds ?? KEEP_ALIVE_SECONDS) * 1_000;
  await listen(server, options);
  const ending = new AbortController();
  const running = bridge.run({ signal: ending.signal, everyMs: options.everyMs });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      ending.abort();
      server.close();
      server.closeIdleConnections();
      await Promise.all([running, once(server, "close")]);
      await closeDatabase();
    },
  };
}

async function listen(server: Server, { host, port }: ServeOptions): Promise<void> {
  server.listen(port, host);
  await once(server, "listening");
}

function openDatabase(where: string): { readonly database: Database; close(): Promise<void> } {
  if (/^postgres(?:ql)?:/.test(where)) {
    const pool = new pg.Pool({ connectionString: where, max: CONNECTIONS, connectionTimeoutMillis: 5_000 });
    // A connection that dies while nobody uses it is replaced.
    pool.on("error", () => undefined);
    return { database: postgres(pool as Pool), close: () => pool.end() };
  }
  const database = sqlite(where);
  return { database, close: async () => database.close() };
}

type Answer = { readonly status: number; readonly body: object | string; readonly contentType?: string };
type Parts = { readonly bridge: Bridge; readonly metrics: Metrics; readonly options: ServeOptions };

const NOT_FOUND: Answer = {
  status: 404,
  body: { error: { message: "POST /events, POST /webhooks, GET /healthz, GET /metrics" } },
};

async function answer({ bridge, metrics, options }: Parts, request: IncomingMessage): Promise<Answer> {
  const { method, headers } = request;
  switch (`${method} ${request.url}`) {
    case "POST /events":
      return takeEvent(bridge, { headers, body: await bodyOf(request) }, options.secrets);
    case "POST /webhooks":
      return options.webhookSecrets.length === 0 ? NOT_FOUND : wake({ bridge, metrics, options }, request);
    case "GET /healthz":
      return { status: 200, body: { status: "ok", round_age_seconds: Math.floor(metrics.roundAgeSeconds()) } };
    case "GET /metrics": {
      const { text, contentType } = await metrics.render(bridge);
      return { status: 200, body: text, contentType };
    }
    default:
      return NOT_FOUND;
  }
}

/** What happened stands in the feed: the delivery only says that something did. */
async function wake({ bridge, options }: Parts, request: IncomingMessage): Promise<Answer> {
  try {
    await verify({ headers: request.headers, body: await bodyOf(request) }, { secret: options.webhookSecrets });
    bridge.wake();
    return { status: 200, body: {} };
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error;
    return { status: 400, body: { error: { message: error.message } } };
  }
}

class TooLarge extends Error {}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > BODY_BYTES_MAX) throw new TooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function send(response: ServerResponse, { status, body, contentType = "application/json" }: Answer): void {
  response.writeHead(status, { "Content-Type": contentType });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}
