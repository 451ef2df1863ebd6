/** `bridge serve` between a merchant of a running service and a shop over HTTP, which may be told to refuse its calls. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { API_PATH } from "@holdfast/contract";
import { Holdfast } from "@holdfast/sdk";
import { type Sandbox, sandbox, sign } from "@holdfast/sdk/testing";
import { Webhook } from "standardwebhooks";
import { type Json, newDatabase, type World } from "../../../apps/service/test/harness.js";
import { PING } from "../../sdk/test/events.js";
import type { LogLine } from "../src/index.js";
import { type ServeOptions, serve } from "../src/serve.js";

export const secretOf = (text: string): string => `whsec_${Buffer.alloc(30, text).toString("base64")}`;
const [SECRET, HOLDFASTS] = [secretOf("new"), secretOf("holdfast")];
/** The shop's, while it is rotated. */
export const OLD = secretOf("old");

type Told = { readonly status: number; readonly body: Json };

export type Served = {
  readonly holdfast: Holdfast;
  readonly buyer: Sandbox;
  readonly origin: string;
  readonly log: LogLine[];
  /** What the shop was called with. */
  readonly calls: Json[];
  /** What it answers. */
  status: number;
  /** The types of an order's calls. */
  typesOf(order: string): readonly string[];
  /** An event of the shop. */
  tell(type: string, data: object, how?: { readonly secret?: string; readonly body?: string }): Promise<Told>;
  /** A delivery of Holdfast's. */
  wake(secret?: string): Promise<number>;
  close(): Promise<void>;
};

export async function openServed(world: World, options: Partial<ServeOptions> = {}): Promise<Served> {
  const log: LogLine[] = [];
  const calls: Json[] = [];
  const shop = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = request.headers as Record<string, string>;
    if (served.status === 204)
      calls.push(new Webhook(SECRET).verify(Buffer.concat(chunks).toString(), headers) as Json);
    response.writeHead(served.status).end();
  });
  await new Promise<void>((resolve) => void shop.listen(0, "127.0.0.1", resolve));
  const holdfast = new Holdfast({ apiKey: (await world.merchant()).apiKey, baseUrl: `${world.url}${API_PATH}` });
  const serving = await serve({
    shop: "north",
    holdfast,
    database: await newDatabase(),
    shopUrl: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/holdfast`,
    secrets: [SECRET, OLD],
    webhookSecrets: [HOLDFASTS],
    host: "127.0.0.1",
    port: 0,
    everyMs: 1_000_000, // what happens, happens because the bridge was woken
    log: (line) => log.push(line),
    ...options,
  });
  const origin = `http://127.0.0.1:${serving.port}`;
  const served: Served = {
    holdfast,
    buyer: sandbox(holdfast),
    origin,
    log,
    calls,
    status: 204,
    typesOf: (order) => calls.filter(({ data }) => data.order === order).map(({ type }) => type),
    tell: async (type, data, { secret = SECRET, body = JSON.stringify({ type, data }) } = {}) => {
      const now = new Date();
      const id = crypto.randomUUID();
      const headers = {
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
        "webhook-signature": new Webhook(secret).sign(id, now, body),
      };
      const answer = await fetch(`${origin}/events`, { method: "POST", headers, body });
      return { status: answer.status, body: (await answer.json()) as Json };
    },
    wake: async (secret = HOLDFASTS) => {
      const { headers, body } = await sign(PING, { secret });
      return (await fetch(`${origin}/webhooks`, { method: "POST", headers, body })).status;
    },
    close: async () => {
      await serving.close();
      shop.close();
    },
  };
  return served;
}
