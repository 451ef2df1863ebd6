/** What the client does when the way to the service fails: real sockets, and a server that does as it is told. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { ApiError, ConnectionError, Holdfast, HoldfastError, TimeoutError } from "../../src/index.js";
import { ORDER } from "../shop.js";

type Asked = { readonly method: string; readonly url: string; readonly headers: IncomingMessage["headers"] };
type Manner = (response: ServerResponse) => void;

const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing.splice(0)) close();
});

/** Answers the first request by the first manner, and so on; the last manner repeats. */
async function served(...manners: readonly Manner[]): Promise<{ readonly baseUrl: string; readonly asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    asked.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers });
    request.resume().once("end", () => manners[Math.min(asked.length, manners.length) - 1]?.(response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`, asked };
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Manner =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  };
const ok = json(200, { object: "account" });
const refusal = (status: number, code: string, headers: Record<string, string> = {}): Manner =>
  json(status, { error: { type: "api_error", code, message: "no" } }, { "request-id": "req_1", ...headers });
const cut: Manner = (response) => {
  response.destroy();
};
const half: Manner = (response) => {
  response.writeHead(200, { "content-length": "100" });
  response.write('{"object":', () => response.destroy());
};
const never: Manner = () => undefined;

const client = (baseUrl: string, more: object = {}): Holdfast => new Holdfast({ apiKey: "hf_key", baseUrl, ...more });
const thrownBy = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => "nothing",
    (error: unknown) => error,
  );

test.concurrent.each([
  ["the connection is cut", cut],
  ["half an answer comes", half],
  ["500", refusal(500, "internal_error")],
  ["503", refusal(503, "service_unavailable")],
  ["429", refusal(429, "rate_limited")],
  ["somebody on the way answers 502 in HTML", (response: ServerResponse) => response.writeHead(502).end("<html>")],
  ["somebody on the way answers 200 in HTML", (response: ServerResponse) => response.writeHead(200).end("<html>")],
])("asks again when %s, with the same key, three times in total", async (_, manner) => {
  const passing = await served(manner as Manner, manner as Manner, ok);
  await client(passing.baseUrl).sessions.create(ORDER);
  expect(passing.asked).toHaveLength(3);
  const keys = new Set(passing.asked.map(({ headers }) => headers["idempotency-key"]));
  expect(keys.size).toBe(1);
  expect([...keys][0]).toMatch(/^[\da-f-]{36}$/);

  const lasting = await served(manner as Manner);
  const error = await thrownBy(client(lasting.baseUrl).sessions.create(ORDER));
  expect(error).toBeInstanceOf(HoldfastError);
  expect(error).toMatchObject({ attempts: 3 });
  expect(lasting.asked).toHaveLength(3);
});

test.each([400, 401, 403, 404, 405, 409, 413, 431])("%i is final", async (status) => {
  const { baseUrl, asked } = await served(refusal(status, "some_code"));
  const error = await thrownBy(client(baseUrl).account.get());
  expect(error).toMatchObject({ name: "ApiError", status, code: "some_code", requestId: "req_1", attempts: 1 });
  expect(asked).toHaveLength(1);
});

test("a code that the package does not know is kept, and so is an answer that is not the API's", async () => {
  const unknown = await served(refusal(422, "code_of_tomorrow"));
  expect(await thrownBy(client(unknown.baseUrl).account.get())).toMatchObject({ code: "code_of_tomorrow" });
  const elsewhere = await served((response) =>
    response.writeHead(302, { location: "https://elsewhere.example/" }).end(),
  );
  const error = await thrownBy(client(elsewhere.baseUrl).account.get());
  expect(error).toMatchObject({ code: "unexpected_response", status: 302 });
  expect(elsewhere.asked).toHaveLength(1);
});

test("every request names the version, the key and what it takes", async () => {
  const { baseUrl, asked } = await served(ok);
  await client(baseUrl).account.get();
  expect(asked[0]?.headers).toMatchObject({
    authorization: "Bearer hf_key",
    "escrow-version": "2026-09-01",
    accept: "application/json",
  });
  expect(asked[0]?.headers["idempotency-key"]).toBeUndefined();
});

test("Retry-After is waited for, in seconds or as a date, and not when it takes longer than the call may", async () => {
  const wait = await served(refusal(429, "rate_limited", { "retry-after": "1" }), ok);
  const before = performance.now();
  await client(wait.baseUrl).account.get();
  expect(performance.now() - before).toBeGreaterThan(900);

  const past = await served(refusal(503, "service_unavailable", { "retry-after": new Date(0).toUTCString() }), ok);
  await client(past.baseUrl).account.get();
  expect(past.asked).toHaveLength(2);

  const long = await served(refusal(429, "rate_limited", { "retry-after": "61" }), ok);
  const error = await thrownBy(client(long.baseUrl).account.get());
  expect(error).toMatchObject({ code: "rate_limited", retryAfterSeconds: 61, attempts: 1 });
});

test("an attempt and the whole call have an end", async () => {
  const { baseUrl } = await served(never);
  const error = await thrownBy(client(baseUrl, { attemptTimeoutMs: 30 }).account.get({ retriesMax: 1 }));
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ attempts: 2 });
  expect(await thrownBy(client(baseUrl).account.get({ totalTimeoutMs: 30 }))).toMatchObject({ attempts: 1 });
});

test("a signal ends the call with its reason: before it, in it, and in the wait between attempts", async () => {
  const { baseUrl, asked } = await served(never, refusal(503, "service_unavailable", { "retry-after": "30" }));
  const reason = new Error("the customer left");
  expect(await thrownBy(client(baseUrl).account.get({ signal: AbortSignal.abort(reason) }))).toBe(reason);
  expect(asked).toHaveLength(0);
  for (const count of [1, 2]) {
    const leaving = new AbortController();
    const call = thrownBy(client(baseUrl).account.get({ signal: leaving.signal, retriesMax: count - 1 }));
    while (asked.length < count) await sleep(5);
    await sleep(20);
    leaving.abort(reason);
    expect(await call).toBe(reason);
  }
});

test("a call that nobody waits for is sent, and its failure is not hidden", async () => {
  const { baseUrl, asked } = await served(refusal(404, "not_found"));
  const unheard = new Promise((resolve) => process.once("unhandledRejection", resolve));
  void client(baseUrl).account.get();
  expect(await unheard).toBeInstanceOf(ApiError);
  expect(asked).toHaveLength(1);
  await expect(client(baseUrl).account.get().withResponse()).rejects.toBeInstanceOf(ApiError);
});

test.each([
  [{ apiKey: "" }, "apiKey is missing"],
  [{ apiKey: "ключ" }, /apiKey has a blank, a line break/],
  [{ baseUrl: "https://holdfast.example" }, "baseUrl ends in /api/v1"],
  [{ baseUrl: "holdfast" }, /URL/],
])("options that can't be used are told at once: %j", (options, message) => {
  const make = () => new Holdfast({ apiKey: "hf_key", baseUrl: "https://holdfast.example/api/v1", ...options });
  expect(make).toThrow(TypeError);
  expect(make).toThrow(message);
});

test.each([
  "hf_key\n",
  "\nhf_key",
  "hf_key\r\nX-Other: 1",
  "hf_key ",
  "hf_\tkey",
  "hf_key\0",
  "hf_kéy",
  "hf_key\u2028",
])("a key that no header can hold is refused without being repeated: %j", (apiKey) => {
  const make = () => new Holdfast({ apiKey, baseUrl: "https://holdfast.example/api/v1" });
  expect(make).toThrow("apiKey has a blank, a line break or another character that no key has");
  expect(make).not.toThrow(/hf_/);
});

test("an idempotency key with a line break is refused before anything is sent", async () => {
  const { baseUrl, asked } = await served(ok);
  const error = await thrownBy(client(baseUrl).sessions.create(ORDER, { idempotencyKey: "NW-1\nX-Other: 1" }));
  expect(error).toMatchObject({
    name: "TypeError",
    message: expect.stringContaining("idempotencyKey has a line break"),
  });
  expect(asked).toHaveLength(0);
});
