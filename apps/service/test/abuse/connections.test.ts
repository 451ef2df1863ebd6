/** Connections and heads: how many one address may hold, and what is refused before anybody looks at it. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { API_PATH, LIMITS } from "@holdfast/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { boundConnections } from "../../src/api/connections.js";
import { startService } from "../../src/app.js";
import { readConfig } from "../../src/config/index.js";
import type { Log } from "../../src/platform/log.js";
import { openTurns } from "../../src/webhooks/turns.js";
import { bound, isDeep } from "../bounds.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { ask, everything, needsAddresses, open } from "./clients.js";

const SECRET = Buffer.alloc(32, "a key that only tests know");

let world: World;
let shop: Merchant;
let sockets: Socket[] = [];
beforeAll(async () => {
  world = await startWorld({ opsPort: 0 });
  shop = await world.merchant();
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});
afterAll(() => world.close());

const HALF_A_HEAD = "GET /healthz HTTP/1.1\r\nHost: x\r\n";
const ops = (): string => `http://127.0.0.1:${world.service.opsPort}`;

async function half(from: string): Promise<Socket> {
  const socket = open(world.url, { from, bytes: HALF_A_HEAD });
  sockets.push(socket);
  await once(socket, "connect");
  return socket;
}

const isOpen = (socket: Socket): boolean => !socket.destroyed && socket.readyState === "open";

test("heads that never end stand in nobody's way: not of another address, not of those who watch, not of their own", async (context) => {
  await needsAddresses(context);
  const wanted = bound("halfOpenHeads");
  for (let opened = 0; opened < wanted; opened += 100) {
    await Promise.all(Array.from({ length: 100 }, () => half("127.0.0.2")));
    sockets = sockets.filter(isOpen);
  }
  for (const [url, from] of [
    [world.url, "127.0.0.1"],
    [world.url, "127.0.0.2"],
    [ops(), "127.0.0.2"],
  ] as const) {
    expect(await ask(`${url}/healthz`, { from })).toMatchObject({ status: 200 });
  }
  // They have a second; who comes later pushes them out.
  const left = async (): Promise<number> => {
    await ask(`${world.url}/healthz`, { from: "127.0.0.2" });
    return sockets.filter(isOpen).length;
  };
  await expect.poll(left).toBeLessThanOrEqual(100);
}, 300_000);

test("a large body is not waited for where its key is none, nor where nobody would read it", async () => {
  const head = (method: string, path: string, key = "") =>
    `${method} ${API_PATH}${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${key}Content-Length: ${LIMITS.bodyBytes}\r\n\r\n`;
  for (const [bytes, status] of [
    [head("POST", "/checkout/sessions"), 401],
    [head("POST", "/checkout/sessions", `Authorization: Bearer ${shop.apiKey.slice(0, -1)}\r\n`), 401],
    [head("POST", "/nowhere"), 404],
    [head("DELETE", "/checkout/sessions"), 405],
  ] as const) {
    // Not a byte of the body was sent, and the sender still means to.
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const socket = open(world.url, { bytes });
        sockets.push(socket);
        const [answer] = (await once(socket, "data")) as [Buffer];
        return answer.toString().slice(9, 12);
      }),
    );
    expect(new Set(answers)).toEqual(new Set([String(status)]));
  }
});

test("an address that keeps more connections than it may loses the oldest that does nothing, and is still served", async (context) => {
  await needsAddresses(context);
  const whole = `${HALF_A_HEAD}\r\n`;
  for (let opened = 0; opened < 1_080; opened += 40) {
    const some = Array.from({ length: 40 }, () => open(world.url, { from: "127.0.0.3", bytes: whole }));
    await Promise.all(some.map((socket) => once(socket, "data")));
    sockets.push(...some);
  }
  await expect.poll(() => sockets.filter(isOpen).length).toBe(1_000);
  expect(sockets.slice(0, 60).some(isOpen)).toBe(false);
  expect((await ask(`${world.url}/healthz`, { from: "127.0.0.3" })).status).toBe(200);
});

test("connections that do nothing hold no place that others want, from however many addresses they come", async (context) => {
  await needsAddresses(context);
  const server = createServer((_request, response) => response.end("served")).listen(0, "127.0.0.1");
  boundConnections(server, ["127.0.0.9"], 20);
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keep = async (from: string): Promise<Socket> => {
    const socket = open(url, { from, bytes: `${HALF_A_HEAD}\r\n` });
    await once(socket, "data");
    sockets.push(socket);
    return socket;
  };
  for (let network = 20; network < 60; network += 1) await keep(`127.0.0.${network}`);
  await expect.poll(() => sockets.filter(isOpen).length).toBe(18);
  expect(sockets.slice(0, 22).some(isOpen)).toBe(false);
  // What was used a moment ago outlasts what was not.
  const used = sockets.at(-18)!;
  used.write(`${HALF_A_HEAD}\r\n`);
  await once(used, "data");
  await keep("127.0.0.60");
  expect(isOpen(used)).toBe(true);
  // And a load balancer's are never closed for others.
  const balanced = await keep("127.0.0.9");
  for (let network = 70; network < 90; network += 1) await keep(`127.0.0.${network}`);
  expect(isOpen(balanced)).toBe(true);
  server.closeAllConnections();
  server.close();
});

test("a connection is kept for as long as is set, and no longer than until the service stops", async () => {
  const other = await world.another({ keepAliveSeconds: 1 });
  const kept = await world.another({ keepAliveSeconds: 700 });
  const ended = async (port: number): Promise<Socket> => {
    const socket = open(`http://127.0.0.1:${port}`, { bytes: `${HALF_A_HEAD}\r\n` });
    const [answer] = await once(socket, "data");
    expect(String(answer)).toContain(`Keep-Alive: timeout=${port === kept.port ? 700 : 1}\r\n`);
    socket.resume();
    return socket;
  };
  await once(await ended(other.port), "close");
  const idle = await ended(kept.port);
  expect(isOpen(idle)).toBe(true);
  const closed = once(idle, "close");
  await kept.close();
  await closed;
});

test("those who watch ask at a port of their own, and nobody else does", async () => {
  for (const path of ["/healthz", "/readyz", "/metrics"]) {
    const [there, here] = [await ask(ops() + path), await ask(world.url + path)];
    expect([there.status, here.status], path).toEqual([200, 200]);
  }
  for (const path of ["/docs", `${API_PATH}/account`]) expect((await ask(ops() + path)).status, path).toBe(404);
});

test("a head that stalls is cut in the time that is documented", async ({ skip }) => {
  skip(!isDeep, "it takes 15 seconds, in test:deep");
  const began = performance.now();
  const answer = await everything(open(world.url, { bytes: HALF_A_HEAD }));
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect((performance.now() - began) / 1000).toBeGreaterThan(14);
  expect((performance.now() - began) / 1000).toBeLessThan(18);
}, 60_000);

describe("of two headers that say whom a request is for, none is believed", () => {
  const bearer = (): string => `Authorization: Bearer ${shop.apiKey}\r\n`;
  test.each([
    ["two hosts", "Host", () => `Host: a\r\nhost: b\r\n${bearer()}`],
    ["the same host twice", "Host", () => `Host: a\r\nHost: a\r\n${bearer()}`],
    ["two keys", "Authorization", () => `Host: a\r\n${bearer()}${bearer()}`],
  ])("%s", async (_what, name, headers) => {
    const bytes = `GET ${API_PATH}/account HTTP/1.1\r\n${headers()}Connection: close\r\n\r\n`;
    const answer = await everything(open(world.url, { bytes }));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain(`"details":{"${name}":["Is sent once in a request."]}`);
  });
});

test("a name that somebody else may lead here is not answered; addresses, and names of this network alone, are", async () => {
  const as = (Host: string) => ask(`${world.url}/docs`, { headers: { Host } });
  for (const host of ["localhost", "shop.localhost:3000", "127.0.0.1", "[::1]:3000", "192.168.1.20:3000", "holdfast"])
    expect((await as(host)).status, host).toBe(200);
  for (const host of ["rebind.example", "rebind.example:3000", "localhost.evil.example", "127.0.0.1.nip.io", "a b"]) {
    const { status, text } = await as(host);
    expect(status, host).toBe(400);
    expect(text).not.toContain("openapi");
  }
  const named = await world.another({ publicUrl: "https://pay.example" });
  const behind = await ask(`http://127.0.0.1:${named.port}/docs`, { headers: { Host: "pay.example" } });
  expect(behind.status).toBe(200);
});

test("answers of the API are kept by nobody and guessed at by nobody; pages ask for no device", async () => {
  const named = await world.another({ publicUrl: "https://pay.example" });
  const [plain, secure] = [world.url, `http://127.0.0.1:${named.port}`];
  for (const path of ["/account", "/nothing", "/openapi.json"]) {
    const { headers } = await ask(plain + API_PATH + path);
    expect([headers["cache-control"], headers["x-content-type-options"]], path).toEqual(["no-store", "nosniff"]);
    expect(headers["strict-transport-security"], path).toBeUndefined();
    const { headers: over } = await ask(secure + API_PATH + path);
    expect(over["strict-transport-security"], path).toBe("max-age=31536000");
  }
  const broken = await everything(open(secure, { bytes: "no request at all\r\n\r\n" }));
  expect(broken).toMatch(/\r\nCache-Control: no-store\r\n[\s\S]*\r\nStrict-Transport-Security: max-age=31536000\r\n/);
  expect((await ask(`${plain}/docs`)).headers["permissions-policy"]).toContain("camera=()");
});

test("a caller who hangs up in the middle of a body has not made anything fail", async () => {
  const said: string[] = [];
  const say = (_about: object, what: string): void => void said.push(what);
  const log = { info: say, warn: say, error: say, debug: say, flush: () => undefined } as unknown as Log;
  const config = { ...readConfig({}), port: 0, databaseUrl: world.databaseUrl, secretKey: SECRET };
  const service = await startService({ config, databaseUrl: world.databaseUrl, log });
  const head = `POST ${API_PATH}/checkout/sessions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${shop.apiKey}\r\n`;
  const body = 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"title":';
  // Once its key was looked at, the body is waited for: on a busy machine a caller may hang up before, and another comes.
  const hangUp = async (): Promise<readonly string[]> => {
    const socket = open(`http://127.0.0.1:${service.port}`, { bytes: head + body });
    await new Promise((resolve) => setTimeout(resolve, 500));
    socket.destroy();
    return said;
  };
  await expect.poll(hangUp).toContain("hung up");
  expect(said).not.toContain("request failed");
  await service.close();
});

test("a turn that fails takes no other's", () => {
  const given: string[] = [];
  const turns = openTurns<string>((item) => {
    if (item === "broken") throw new Error("it broke");
    given.push(item);
  });
  expect(() => turns.want("broken")).toThrow("it broke");
  turns.want("sound");
  expect(given).toEqual(["sound"]);
});
