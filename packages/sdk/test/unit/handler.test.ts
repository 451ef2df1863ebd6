/** Receivers in the frameworks that this repository has; Express and Next are tried by `npm run clients`. */
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import type { Event } from "../../src/index.js";
import { memoryInbox, sign } from "../../src/testing.js";
import { createHandler, type Handler, type Inbox } from "../../src/webhooks.js";
import { funded, PING } from "../events.js";

const SECRET = "whsec_2Hq8vKx0TdE5nLrYb7sWcZ9uAiPfGj3MoXyQ1tAb";

type Receiver = {
  readonly handler: Handler;
  /** Ids of the events that were worked on. */
  readonly worked: string[];
  readonly errors: { error: unknown; event: Event | null }[];
};

function receiver({ store = memoryInbox(), work }: { store?: Inbox; work?: () => Promise<void> } = {}): Receiver {
  const worked: string[] = [];
  const errors: Receiver["errors"] = [];
  const handler = createHandler({
    secret: SECRET,
    store,
    on: {
      "escrow.funded": async ({ id }) => {
        await work?.();
        worked.push(id);
      },
    },
    onError: (error, event) => errors.push({ error, event }),
  });
  return { handler, worked, errors };
}

const closing: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(async () => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
}

const parsed = (body: Buffer): unknown => (body.length === 0 ? undefined : JSON.parse(body.toString()));

type Send = (request: Request) => Promise<Response>;

/** How each framework is given a handler. */
const FRAMEWORKS: Readonly<Record<string, (handler: Handler) => Promise<Send>>> = {
  fetch: async (handler) => (request) => handler.fetch(request, { params: {} }),
  node: async (handler) => {
    const url = await listening(handler.node);
    return (request) => fetch(new Request(url, request));
  },
  "node, behind a parser of raw bodies": async (handler) => {
    const url = await listening(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      await handler.node(Object.assign(request, { body: Buffer.concat(chunks) }), response);
    });
    return (request) => fetch(new Request(url, request));
  },
  "node, where a cloud function has parsed the body and kept it raw": async (handler) => {
    const url = await listening(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const rawBody = Buffer.concat(chunks);
      await handler.node(Object.assign(request, { rawBody, body: parsed(rawBody) }), response);
    });
    return (request) => fetch(new Request(url, request));
  },
  "node, behind a parser of text": async (handler) => {
    const url = await listening(async (request, response) => {
      let body = "";
      for await (const chunk of request.setEncoding("utf8")) body += chunk;
      await handler.node(Object.assign(request, { body }), response);
    });
    return (request) => fetch(new Request(url, request));
  },
  fastify: async (handler) => {
    const app = fastify();
    app.post("/json", async ({ body }) => body);
    app.register(handler.fastify("/hooks"));
    const url = await app.listen({ port: 0, host: "127.0.0.1" });
    closing.push(() => app.close());
    const other = await fetch(`${url}/json`, {
      method: "POST",
      body: '{"a":1}',
      headers: { "content-type": "application/json" },
    });
    expect(await other.json(), "other routes still get JSON").toEqual({ a: 1 });
    return (request) => fetch(new Request(`${url}/hooks`, request));
  },
};

const HOOKS = "http://shop.example/hooks";
const delivery = async (event: Event, secret = SECRET): Promise<Request> =>
  new Request(HOOKS, { method: "POST", ...(await sign(event, { secret })) });
const outcome = ({ status, headers }: Response): [number, string | null] => [status, headers.get("x-escrow-handled")];

test.each(Object.keys(FRAMEWORKS))("%s: new once, then duplicate; what nobody asked for is ignored", async (name) => {
  const { handler, worked, errors } = receiver();
  const send = await FRAMEWORKS[name]!(handler);
  expect(outcome(await send(await delivery(funded(1))))).toEqual([200, "new"]);
  expect(outcome(await send(await delivery(funded(1))))).toEqual([200, "duplicate"]);
  expect(outcome(await send(await delivery(PING)))).toEqual([200, "ignored"]);
  const tomorrow = { ...PING, type: "__proto__" } as unknown as Event;
  expect(outcome(await send(await delivery(tomorrow)))).toEqual([200, "ignored"]);
  expect(outcome(await send(await delivery(funded(2), "whsec_other")))).toEqual([400, null]);
  await handler.idle();
  expect(worked).toEqual(["evt_1"]);
  expect(errors).toEqual([]);
});

test.each(["fetch", "node"])("%s: other methods are refused, and so is a body without an end", async (name) => {
  const { handler } = receiver();
  const send = await FRAMEWORKS[name]!(handler);
  const get = await send(new Request(HOOKS));
  expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
  const flood = new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(65_536)) });
  const large = new Request(HOOKS, { method: "POST", body: flood, duplex: "half" } as RequestInit);
  // A server that answers before it has read everything may be gone before its answer is read.
  const status = await send(large).then(
    (response) => response.status,
    () => 413,
  );
  expect(status).toBe(413);
});

test("what is refused for its method is not read, so a body without an end can't fail behind the answer", async () => {
  const { handler } = receiver();
  const put = new Request(HOOKS, { method: "PUT", body: new Uint8Array(2_000_000) });
  expect((await handler.fetch(put)).status).toBe(405);
  expect(put.bodyUsed).toBe(false);
  let read = 0;
  const url = await listening(async (request, response) => {
    await handler.node(request, response);
    read += Number(request.readableDidRead);
  });
  expect((await fetch(url, { method: "PUT", body: "{}" })).status).toBe(405);
  expect(read).toBe(0);
});

test("a body that was parsed or read before is an error that says so, and comes again", async () => {
  const { handler, errors, worked } = receiver();
  const spent = async (listener: (request: IncomingMessage) => Promise<object>): Promise<number> => {
    const url = await listening(async (request, response) => {
      await handler.node(Object.assign(request, await listener(request)), response);
    });
    return (await fetch(new Request(url, await delivery(funded(1))))).status;
  };
  expect(await spent(async (request) => ({ body: await json(request) }))).toBe(500); // as express.json() does
  expect(await spent((request) => json(request).then(() => ({})))).toBe(500);
  const read = await delivery(funded(1));
  await read.json();
  expect((await handler.fetch(read)).status).toBe(500);
  expect(errors).toHaveLength(3);
  for (const { error, event } of errors) {
    expect(String(error)).toBe("TypeError: the body was parsed or read before: pass its raw bytes or text");
    expect(event).toBeNull();
  }
  expect(worked).toEqual([]);
});

test("an event that could not be kept is not answered with 200", async () => {
  const broken: Inbox = { ...memoryInbox(), add: () => Promise.reject(new Error("the database is away")) };
  const { handler, errors, worked } = receiver({ store: broken });
  expect(outcome(await handler.fetch(await delivery(funded(1))))).toEqual([500, null]);
  expect(errors).toEqual([{ error: new Error("the database is away"), event: null }]);
  expect(worked).toEqual([]);
});

test("it answers before it works, works once at a time, and takes up what failed", async () => {
  let fails = true;
  let begun = 0;
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const work = async (): Promise<void> => {
    begun += 1;
    await gate;
    if (fails) throw new Error("no parcel");
  };
  const { handler, errors, worked } = receiver({ work });
  expect(outcome(await handler.fetch(await delivery(funded(1))))).toEqual([200, "new"]);
  const resumed = handler.resume();
  release();
  await resumed;
  expect(begun).toBe(1);
  expect(errors).toMatchObject([{ error: new Error("no parcel"), event: { id: "evt_1" } }]);
  fails = false;
  expect(outcome(await handler.fetch(await delivery(funded(1))))).toEqual([200, "duplicate"]);
  await handler.resume();
  expect(worked).toEqual(["evt_1"]);
  await handler.resume();
  expect(begun).toBe(2);
});

test("a worker lives until the work is done", async () => {
  const { handler, worked } = receiver();
  const waits: Promise<unknown>[] = [];
  await handler.fetch(await delivery(funded(1)), { waitUntil: (work: Promise<unknown>) => waits.push(work) });
  expect(waits).toHaveLength(1);
  await waits[0];
  expect(worked).toEqual(["evt_1"]);
});
