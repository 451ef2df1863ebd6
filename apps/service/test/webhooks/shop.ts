/**
 * Shops that listen: one real HTTP server, an endpoint a path, and what arrived there. Signatures are checked by the
 * library of another payment service, which knows nothing of ours.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { expect } from "vitest";
import { pingEndpoint } from "../../src/commands/ping-endpoint.js";
import { registerEndpoint } from "../../src/commands/register-endpoint.js";
import type { AccountId } from "../../src/domain/ids.js";
import { type EndpointId, formatId } from "../../src/domain/ids.js";
import { token } from "../../src/platform/random.js";
import { openSeal, type Seal } from "../../src/platform/seal.js";
import type { Json, Merchant, World } from "../harness.js";

export type Arrival = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly event: Json;
  /** Unix milliseconds. */
  readonly at: number;
};

/** Answers one request; without a behaviour of its own a path answers 200. */
export type Manner = (request: IncomingMessage, response: ServerResponse, arrival: Arrival) => void;

export type Street = {
  readonly origin: string;
  readonly arrivals: readonly Arrival[];
  at(path: string): readonly Arrival[];
  behave(path: string, manner: Manner | null): void;
  /** Waits until so many have arrived there, and returns them. */
  wait(path: string, count: number, withinMs?: number): Promise<readonly Arrival[]>;
  close(): Promise<void>;
};

export const answerWith =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = "thanks"): Manner =>
  (_request, response) => {
    response.writeHead(status, headers).end(body);
  };

/** Fails the first `count` times that it sees each event. */
export function failFirst(count: number, status = 500): Manner {
  const seen = new Map<string, number>();
  return (request, response, arrival) => {
    const id = arrival.event["id"] as string;
    seen.set(id, (seen.get(id) ?? 0) + 1);
    answerWith((seen.get(id) as number) > count ? 200 : status)(request, response, arrival);
  };
}

export async function openStreet(): Promise<Street> {
  const arrivals: Arrival[] = [];
  const manners = new Map<string, Manner>();
  const watchers = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => undefined);
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const path = request.url ?? "";
      const headers = request.headers as Record<string, string>;
      const arrival = { path, headers, body, event: JSON.parse(body || "{}") as Json, at: Date.now() };
      arrivals.push(arrival);
      (manners.get(path) ?? answerWith(200))(request, response, arrival);
      for (const watcher of watchers) watcher();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const at = (path: string): readonly Arrival[] => arrivals.filter((arrival) => arrival.path === path);
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    at,
    behave: (path, manner) => (manner === null ? manners.delete(path) : manners.set(path, manner)),
    wait: (path, count, withinMs = 10_000) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (at(path).length < count) return;
          clearTimeout(timer);
          watchers.delete(look);
          resolve(at(path));
        };
        const timer = setTimeout(() => {
          watchers.delete(look);
          reject(new Error(`${at(path).length} of ${count} arrived at ${path}`));
        }, withinMs);
        watchers.add(look);
        look();
      }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export const TEST_KEY = Buffer.alloc(32, "a key that only tests know");
export const testSeal = (): Seal => openSeal(TEST_KEY);

export type Listening = {
  readonly account_id: AccountId;
  readonly id: EndpointId;
  /** As people name it. */
  readonly name: string;
  readonly path: string;
  readonly secret: string;
};

/** Registers an endpoint of the shop at a path of the street. */
export async function listen(
  { world, street }: { world: World; street: Street },
  shop: Merchant,
  path: string,
  events: readonly string[] | null = null,
): Promise<Listening> {
  const told = await registerEndpoint(
    { db: world.db, seal: testSeal(), checkUrl: async () => null },
    { account: shop.account as AccountId, url: street.origin + path, events },
  );
  expect(told.ok).toBe(true);
  if (!told.ok) throw new Error(told.reason);
  const id = told.value.endpoint.id;
  return { account_id: shop.account as AccountId, id, name: formatId("endpoint", id), path, secret: told.value.secret };
}

/** Gives the endpoint a secret of the length that they once had, which is no base64, and returns it. */
export async function storeOlderSecret(world: World, { id }: Pick<Listening, "id">): Promise<string> {
  const secret = `whsec_${token(38)}`;
  await world.db.query({
    name: "test: older secret",
    text: "update webhook_endpoints set secret = $2 where id = $1",
    values: [id, testSeal().seal(secret, id)],
  });
  return secret;
}

const witnesses = new WeakMap<World, Listening>();

/**
 * The workers of the world have looked for what was due when this was called, and sent it: two pings to somebody else, one after
 * the other, have come.
 */
export async function allHaveLooked({ world, street }: { world: World; street: Street }): Promise<void> {
  const witness = witnesses.get(world) ?? (await listen({ world, street }, await world.merchant(), "/witness"));
  witnesses.set(world, witness);
  for (let ping = 0; ping < 2; ping += 1) {
    const { length } = street.at(witness.path);
    await pingEndpoint(world.db, witness);
    await street.wait(witness.path, length + 1);
  }
}

const stripe = new Stripe("sk_test_unused");

/** The event, if header, body and secret fit together and it was signed within five minutes of its arrival; throws otherwise. */
export const verify = ({ body, headers, at }: Arrival, secret: string): Json => {
  const header = headers["x-escrow-signature"] as string;
  return stripe.webhooks.constructEvent(body, header, secret, undefined, undefined, at) as unknown as Json;
};

/** Waits until a question about the database has the answer. */
export async function until<Value>(ask: () => Promise<Value>, isIt: (value: Value) => boolean): Promise<Value> {
  for (let attempt = 0; ; attempt += 1) {
    const value = await ask();
    if (isIt(value)) return value;
    if (attempt === 400) expect.unreachable(`it never came true: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
