/**
 * Right receivers that the doctor must leave in peace, in the frameworks that are at hand here: Fastify by hand, and the SDK's
 * handler on Node, on Fastify and on Fetch. Those that bring a framework along are in tools/clients.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { createHandler, type Inbox } from "../../../../packages/sdk/src/webhooks.js";
import { examine, type Report } from "../../src/doctor/examine.js";
import { openResolver } from "../../src/outbound/resolve.js";
import { openSender } from "../../src/outbound/send.js";
import { bodyOf, RIGHT, SECRET, verify } from "./receivers.js";

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

/** How far each order is, and how often it was shipped: what a probe tells. */
function openShop() {
  const orders = new Map<string, { stage: number; shipped: number }>();
  const reach = (reference: string, stage: number): void => {
    const order = orders.get(reference) ?? { stage: 0, shipped: 0 };
    orders.set(reference, {
      stage: Math.max(order.stage, stage),
      shipped: order.shipped + (order.stage < 2 && stage >= 2 ? 1 : 0),
    });
  };
  return {
    reach,
    probe: async ({ reference }: { reference: string }) => JSON.stringify(orders.get(reference) ?? null),
  };
}

type Shop = ReturnType<typeof openShop>;

const STAGES: Readonly<Record<string, number>> = {
  "checkout.session.completed": 1,
  "escrow.funded": 2,
  "escrow.completed": 3,
};

function sdkHandler({ reach }: Shop) {
  const kept = new Map<string, unknown>();
  const store: Inbox = {
    add: async (event) => !kept.has(event.id) && kept.set(event.id, event).size > 0,
    done: async () => undefined,
    pending: async () => [],
  };
  const on = Object.fromEntries(
    Object.entries(STAGES).map(([type, stage]) => [
      type,
      (event: { data: { object: { external_reference: string } } }) =>
        reach(event.data.object.external_reference, stage),
    ]),
  );
  return createHandler({ secret: SECRET, store, on, onError: (error) => expect.unreachable(String(error)) });
}

/** Starts a receiver; resolves with its origin. */
type Start = (shop: Shop) => Promise<string>;

async function serve(listener: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(listener as never).listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(async () => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const byHand: Start = async ({ reach }) => {
  const app = fastify();
  closing.push(() => app.close());
  const seen = new Set<string>();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, async (_: unknown, body: Buffer) => body);
  app.post("/hooks", async (request, reply) => {
    const raw = request.body as Buffer;
    if (!verify({ method: "POST", headers: request.headers as Record<string, string>, raw }, RIGHT))
      return reply.code(401).send();
    const event = JSON.parse(raw.toString()) as {
      id: string;
      type: string;
      data: { object: { external_reference: string } };
    };
    const stage = STAGES[event.type];
    if (!seen.has(event.id) && stage !== undefined) reach(event.data.object.external_reference, stage);
    seen.add(event.id);
    return reply.code(204).send();
  });
  app.get("/hooks", async (_, reply) => reply.code(405).header("allow", "POST").send());
  return app.listen({ port: 0, host: "127.0.0.1" });
};

const RECEIVERS: readonly (readonly [string, Start])[] = [
  ["Fastify, by hand", byHand],
  ["the SDK on Node", async (shop) => serve((request, response) => void sdkHandlerOf(shop).node(request, response))],
  [
    "the SDK on Fastify",
    async (shop) => {
      const app = fastify();
      closing.push(() => app.close());
      await app.register(sdkHandlerOf(shop).fastify("/hooks"));
      app.get("/hooks", async (_, reply) => reply.code(405).send());
      return app.listen({ port: 0, host: "127.0.0.1" });
    },
  ],
  [
    "the SDK on Fetch, as in Next and workers",
    async (shop) =>
      serve(async (request, response) => {
        const body = await bodyOf(request);
        const headers = new Headers(request.headers as Record<string, string>);
        const { method = "" } = request;
        const init = { method, headers, body: method === "POST" ? new Uint8Array(body) : null };
        const answer = await sdkHandlerOf(shop).fetch(new Request("http://shop.example/hooks", init));
        response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
      }),
  ],
];

const handlers = new WeakMap<Shop, ReturnType<typeof sdkHandler>>();
function sdkHandlerOf(shop: Shop): ReturnType<typeof sdkHandler> {
  const handler = handlers.get(shop) ?? sdkHandler(shop);
  handlers.set(shop, handler);
  return handler;
}

async function look(origin: string, probe: Shop["probe"] | null): Promise<Report> {
  const url = `${origin}/hooks`;
  const resolver = openResolver();
  const sender = openSender({ policy: { allowedOrigins: [origin] }, resolver });
  const patient = {
    url,
    secret: SECRET,
    previous: null,
    isOfSandbox: true,
    addressProblem: null,
    probe,
    account: null,
  };
  const report = await examine(patient, {
    send: (request) => sender.send({ url, ...request }),
    pace: { quietMs: 20, changeMs: 2_000 },
  });
  await sender.close();
  resolver.close();
  return report;
}

const wrong = ({ findings }: Report) => findings.filter(({ verdict }) => verdict === "fail" || verdict === "warn");
const untold = ({ findings }: Report) =>
  findings.filter(({ verdict, group }) => verdict === "unknown" && group === "behaviour").map(({ check }) => check);

test.for(RECEIVERS)("%s: no false alarm", { concurrent: false }, async ([, start]) => {
  const shop = openShop();
  const origin = await start(shop);
  const report = await look(origin, shop.probe);
  expect([wrong(report), untold(report)]).toEqual([[], []]);
});

test("what the SDK's handler says of itself takes the place of a probe where repeats are concerned", async () => {
  const [, [, start]] = RECEIVERS as readonly (readonly [string, Start])[] as [unknown, readonly [string, Start]];
  const report = await look(await start(openShop()), null);
  expect([wrong(report), untold(report)]).toEqual([[], ["funded_first", "funded_last"]]);
});
