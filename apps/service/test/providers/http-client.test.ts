/** How providers are reached: nowhere else, nothing twice, and no answer that can't be believed. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type HttpClient,
  jsonIn,
  openHttpClient,
  type Request,
  refusalOf,
  untilGivenUp,
} from "../../src/providers/http-client.js";

let server: Server;
let base = "";
let httpClient: HttpClient;
let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
const requests: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      requests.push(`${request.method} ${request.url} ${Buffer.concat(chunks).toString()}`);
      answer(request, response);
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  httpClient = openHttpClient({ bases: [base], isSandbox: true, withinMs: 500 });
});
afterAll(async () => {
  await httpClient.close();
  server.closeAllConnections();
  server.close();
});

const question = (path: string): Request => ({ method: "GET", url: base + path, headers: {}, body: null });
const get = (path: string) => httpClient.ask(question(path));
const post = (path: string, body: string) => httpClient.ask({ method: "POST", url: base + path, headers: {}, body });

test("a question is put as it is, and its answer read whole", async () => {
  answer = (_request, response) => response.writeHead(402, { "request-id": "req_1" }).end('{"é":1}');
  requests.length = 0;
  const answered = await post("/v1/refunds?a=1", "amount=5");
  expect(answered).toMatchObject({ kind: "answered", status: 402, headers: { "request-id": "req_1" } });
  expect(answered.kind === "answered" && jsonIn(answered)).toEqual({ é: 1 });
  await get("/v1/refunds");
  expect(requests).toEqual(["POST /v1/refunds?a=1 amount=5", "GET /v1/refunds "]);
});

test("a redirect is an answer, and followed by nobody", async () => {
  requests.length = 0;
  answer = (_request, response) => response.writeHead(302, { location: "/elsewhere" }).end();
  const answered = await post("/v1/refunds", "");
  expect(answered.kind === "answered" && refusalOf(answered)).toMatchObject({ kind: "unreachable", isUndone: false });
  expect(requests).toHaveLength(1);
});

test.each<[string, (response: ServerResponse) => void]>([
  ["cut in the head", (response) => response.destroy()],
  [
    "cut in the body",
    (response) => void response.writeHead(200, { "content-length": "9" }).write("{", () => response.destroy()),
  ],
  ["of 5 MB", (response) => response.end("x".repeat(5_000_000))],
  ["that does not end", (response) => void response.writeHead(200).write("{")],
  ["that does not come", () => undefined],
])("of an answer %s nobody knows whether it was done, and nothing is asked again by itself", async (_what, give) => {
  requests.length = 0;
  answer = (_request, response) => give(response);
  const first = await post("/v1/refunds", "amount=5");
  expect(first).toMatchObject({ kind: "unreachable", isUndone: false, reason: expect.stringMatching(/\S/) });
  expect(requests).toHaveLength(1);
});

test("where nobody listens, nothing was done", async () => {
  const gone = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => gone.once("listening", resolve));
  const origin = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`;
  await new Promise((resolve) => gone.close(resolve));
  const other = openHttpClient({ bases: [origin], isSandbox: true });
  const answered = await other.ask({ method: "POST", url: `${origin}/v1`, headers: {}, body: "" });
  expect(answered).toMatchObject({ kind: "unreachable", isUndone: true });
  await other.close();
});

test("once a call is given up, what it waits for is broken off and nothing more of it is sent", async () => {
  requests.length = 0;
  answer = () => undefined;
  const patient = openHttpClient({ bases: [base], isSandbox: true, withinMs: 600_000 });
  const giveUp = new AbortController();
  const chain = untilGivenUp(giveUp.signal, async () => [
    await patient.ask(question("/v1/payments")),
    await patient.ask({ ...question("/v1/refunds"), method: "POST" }),
  ]);
  await expect.poll(() => requests).toHaveLength(1);
  giveUp.abort();
  expect(await chain).toMatchObject([
    { kind: "unreachable", isUndone: false },
    { kind: "unreachable", isUndone: true },
  ]);
  answer = (_request, response) => response.end("{}");
  expect(await patient.ask(question("/v1/balance"))).toMatchObject({ kind: "answered" });
  expect(requests).toEqual(["GET /v1/payments ", "GET /v1/balance "]);
  await patient.close();
});

test("no host but those of the configuration is connected to, and in live mode no address of this network", async () => {
  requests.length = 0;
  const elsewhere = await httpClient.ask({ method: "GET", url: "http://127.0.0.2/", headers: {}, body: null });
  expect(elsewhere).toMatchObject({ kind: "unreachable", isUndone: true });
  const live = openHttpClient({ bases: [base], isSandbox: false });
  expect(await live.ask({ method: "GET", url: `${base}/`, headers: {}, body: null })).toMatchObject({
    kind: "unreachable",
    isUndone: true,
  });
  await live.close();
  expect(requests).toEqual([]);
});

test("in live mode an address of this network is connected to where the operator has named it, and no other", async () => {
  requests.length = 0;
  const ask = { method: "GET", headers: {}, body: null } as const;
  const other = "http://127.0.0.2:1";
  const near = openHttpClient({ bases: [base, other], near: [base], isSandbox: false });
  expect((await near.ask({ ...ask, url: `${base}/v1/balance` })).kind).toBe("answered");
  expect(await near.ask({ ...ask, url: `${other}/` })).toMatchObject({ kind: "unreachable", isUndone: true });
  await near.close();
  expect(requests).toEqual(["GET /v1/balance "]);
});

test.each([
  [401, { cause: "key", isUndone: true }],
  [403, { cause: "key", isUndone: true }],
  [429, { cause: "busy", isUndone: true, retryAfterSeconds: 17 }],
  [409, { isUndone: false }],
  [500, { isUndone: false }],
  [503, { isUndone: false, retryAfterSeconds: 17 }],
])("what HTTP %i means is the same for every provider", async (status, meaning) => {
  answer = (_request, response) => response.writeHead(status, { "retry-after": "17" }).end();
  const answered = await get("/v1");
  expect(answered.kind === "answered" && refusalOf(answered)).toMatchObject({ kind: "unreachable", ...meaning });
});
