/** Which address an attempt connects to, and when it uses a connection that is there already. */
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { openAuthority } from "./certificates.js";
import { answer, type Behaviour, openDeafPort, openReceiver, otherLoopback, type Receiver } from "./receivers.js";
import { BODY, HEADERS, useBench } from "./send-harness.js";

const bench = useBench();
const authority = openAuthority();
const HERE = "127.0.0.1";
/** Another address of this machine, where the sink listens. */
let THERE: string;
beforeAll(async () => {
  THERE = await otherLoopback();
});

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((receiver) => receiver.close()));
});

/** Two receivers on one port, so that the address alone tells which of them was reached. */
async function pair(behave: Behaviour = answer(200)): Promise<{ here: Receiver; there: Receiver; port: number }> {
  const tls = authority.issue();
  const here = await openReceiver({ behave }, { host: HERE, tls });
  const there = await openReceiver({ behave }, { host: THERE, port: here.port, tls });
  open.push(here, there);
  return { here, there, port: here.port };
}

const zone = (...addresses: string[]) => ({
  a: addresses.filter((address) => address.includes(".")),
  aaaa: addresses.filter((address) => address === "::1").map(() => "0:0:0:0:0:0:0:1"),
});
/** Patient, for a machine that is busy; stories of impatience say how much they have. */
const sender = (isPublic: (address: string) => boolean, limits = {}) =>
  bench.open({
    policy: { allowedOrigins: [], isPublic },
    extraCa: authority.pem,
    limits: { headMs: 50_000, ...limits },
  });
const hook = (port: number) => ({ url: `https://hooks.test:${port}/`, headers: HEADERS, body: BODY });

const onlyHere = (address: string): boolean => address === HERE;
const both = (address: string): boolean => address === HERE || address === THERE;
const refusal = () => ({ kind: "failed", error: "The host hooks.test has no public address." });

describe("an address that is not public gets no packet", () => {
  test("as the only one, the first or the last", async () => {
    const { here, there, port } = await pair();
    for (const addresses of [[THERE], [THERE, HERE], [HERE, THERE]]) {
      bench.names().set("hooks.test", zone(...addresses));
      expect(await sender(onlyHere).send(hook(port))).toMatchObject(refusal());
    }
    expect([here.connections(), there.connections()]).toEqual([0, 0]);
  });

  test("when the name leads there through others", async () => {
    const { there, port } = await pair();
    bench.names().set("hooks.test", { cname: ["a.test", "b.test"], ...zone(THERE) });
    expect(await sender(onlyHere).send(hook(port))).toMatchObject(refusal());
    expect(there.connections()).toBe(0);
  });

  test("when the name changes between the check and the connection: nobody asks twice", async () => {
    const { here, there, port } = await pair();
    bench.names().set("hooks.test", zone(HERE), zone(THERE));
    const one = sender(onlyHere);
    expect(await one.send(hook(port))).toMatchObject({ kind: "answered" });
    expect([bench.names().asked("hooks.test", "A"), bench.names().asked("hooks.test", "AAAA")]).toEqual([1, 1]);
    expect(await one.send(hook(port))).toMatchObject(refusal());
    expect([here.connections(), there.connections()]).toEqual([1, 0]);
  });

  test("when the name changes from attempt to attempt, a kept connection or not", async () => {
    const { here, there, port } = await pair();
    const kept = sender(onlyHere);
    for (let round = 0; round < 5; round += 1) {
      bench.names().set("hooks.test", zone(HERE));
      expect(await kept.send(hook(port))).toMatchObject({ kind: "answered" });
      bench.names().set("hooks.test", zone(THERE));
      expect(await kept.send(hook(port))).toMatchObject(refusal());
    }
    expect([here.connections(), there.connections()]).toEqual([1, 0]);
  });

  test("for a redirect", async () => {
    const { there, port } = await pair(answer(307, "", `location: https://${THERE}/\r\n`));
    bench.names().set("hooks.test", zone(HERE));
    expect(await sender(onlyHere).send(hook(port))).toMatchObject({ kind: "answered", status: 307 });
    expect(there.connections()).toBe(0);
  });

  test("whose name nobody knows, or nobody answers for", async () => {
    const failures = {
      NXDOMAIN: "The host hooks.test has no public address.",
      SERVFAIL: "The host hooks.test has no public address.",
      silence: "The host hooks.test has no public address.",
    } as const;
    for (const [failure, error] of Object.entries(failures)) {
      bench.names().set("hooks.test", { failure: failure as keyof typeof failures });
      expect(await sender(both).send(hook(4242))).toMatchObject({ kind: "failed", error });
    }
  });
});

test("localhost is this machine for an allowed origin, whatever name servers say, and for no other", async () => {
  const receiver = await openReceiver({ behave: answer(200) });
  open.push(receiver);
  bench.names().set("localhost", zone(THERE));
  const url = `http://localhost:${receiver.port}/`;
  const allowed = bench.open({ allowedOrigins: [`http://localhost:${receiver.port}`] });
  expect(await allowed.send({ ...hook(0), url })).toMatchObject({ kind: "answered", status: 200 });
  expect(await sender(both).send({ ...hook(0), url })).toMatchObject({ kind: "failed" });
  expect([bench.names().asked("localhost"), receiver.connections()]).toEqual([0, 1]);
});

describe("addresses of both families take turns, so that a machine with one of them is connected at the second attempt", () => {
  /** Closed ports of this machine, one written as IPv6, which the system takes for what it is. */
  const DEAD_FOUR = ["127.0.0.11", "127.0.0.12", "127.0.0.13"];
  const DEAD_SIX = ["::ffff:127.0.0.11", "::ffff:127.0.0.12", "::ffff:127.0.0.13"];
  /** Where no route leads: the system says so, and no packet leaves. */
  const NO_ROUTE = "255.255.255.255";

  const dial = async (host: string, addresses: readonly string[], limits: { readonly dials?: number } = {}) => {
    const receiver = await openReceiver({ behave: answer(200) }, { host, tls: authority.issue() });
    open.push(receiver);
    const checked: string[] = [];
    const one = bench.open({
      resolver: { lookUp: async () => ({ ok: true, addresses }), close: () => undefined },
      policy: { allowedOrigins: [], isPublic: (address) => checked.push(address) > 0 },
      extraCa: authority.pem,
      limits: { headMs: 50_000, ...limits },
    });
    const told = await one.send(hook(receiver.port));
    // Each was looked at before any was dialled, also those that nobody came to.
    expect(checked).toEqual(addresses);
    return told;
  };

  test("three of IPv4 before one of IPv6", async () => {
    expect(await dial("::1", [...DEAD_FOUR, "::1"])).toMatchObject({ status: 200 });
    expect(await dial("::1", [...DEAD_FOUR, "::1"], { dials: 2 })).toMatchObject({ status: 200 });
  });

  test("three of IPv6 before one of IPv4", async () => {
    expect(await dial(HERE, [...DEAD_SIX, HERE])).toMatchObject({ status: 200 });
    expect(await dial(HERE, [...DEAD_SIX, HERE], { dials: 2 })).toMatchObject({ status: 200 });
  });

  test("a family without a route is not tried, and the other one has all of them", async () => {
    const dead = ["::ffff:127.0.0.11", "::ffff:127.0.0.12"];
    expect(await dial("::1", [NO_ROUTE, "::1"], { dials: 1 })).toMatchObject({ status: 200 });
    expect(await dial("::1", [NO_ROUTE, NO_ROUTE, NO_ROUTE, ...dead, "::1"])).toMatchObject({ status: 200 });
    expect(await dial("::1", [NO_ROUTE, NO_ROUTE, NO_ROUTE])).toMatchObject({ kind: "failed", stage: "dial" });
  });

  test("no more addresses are tried than the limit", async () => {
    expect(await dial("::1", [...DEAD_FOUR, ...DEAD_SIX, "::1"])).toMatchObject({ kind: "failed", stage: "dial" });
  });
});

describe("a connection", () => {
  test("is used again by the next attempt, and the next", async () => {
    const { here, port } = await pair();
    bench.names().set("hooks.test", zone(HERE));
    const one = sender(onlyHere);
    for (let sent = 0; sent < 5; sent += 1) expect(await one.send(hook(port))).toMatchObject({ status: 200 });
    expect([here.connections(), one.idleCount]).toEqual([1, 1]);
    expect(here.received().match(/POST/g)).toHaveLength(5);
  });

  test("carries one attempt at a time, and as many are kept as were needed", async () => {
    const { here, port } = await pair((socket, request) => void setTimeout(() => answer(200)(socket, request), 50));
    bench.names().set("hooks.test", zone(HERE));
    const one = sender(onlyHere);
    const burst = () => Promise.all(Array.from({ length: 10 }, () => one.send(hook(port))));
    await burst();
    await burst();
    expect([here.connections(), one.idleCount]).toEqual([10, 10]);
  });

  test("is left alone once the name leads elsewhere, and is used again when it comes back", async () => {
    const { here, there, port } = await pair();
    const one = sender(both);
    for (const address of [HERE, THERE, HERE, THERE]) {
      bench.names().set("hooks.test", zone(address));
      expect(await one.send(hook(port))).toMatchObject({ status: 200 });
    }
    expect([here.connections(), there.connections(), one.idleCount]).toEqual([1, 1, 2]);
    expect([here, there].map((receiver) => receiver.received().match(/POST/g)?.length)).toEqual([2, 2]);
  });

  test("to any of the addresses is better than a new one to the first", async () => {
    const { here, there, port } = await pair();
    const one = sender(both);
    bench.names().set("hooks.test", zone(THERE));
    await one.send(hook(port));
    bench.names().set("hooks.test", zone(HERE, THERE));
    await one.send(hook(port));
    expect([here.connections(), there.connections()]).toEqual([0, 1]);
  });

  test("belongs to its origin: another name or port at the same address gets its own", async () => {
    const tls = authority.issue({ names: ["hooks.test", "other.test"] });
    const receiver = await openReceiver({ behave: answer(200) }, { tls });
    open.push(receiver);
    bench.names().set("hooks.test", zone(HERE));
    bench.names().set("other.test", zone(HERE));
    const one = sender(onlyHere);
    for (const name of ["hooks.test", "other.test", "hooks.test"]) {
      await one.send({ ...hook(0), url: `https://${name}:${receiver.port}/` });
    }
    expect([receiver.connections(), one.idleCount]).toEqual([2, 2]);
  });

  test.each<[string, Behaviour]>([
    ["says so", answer(200, "ok", "connection: close\r\n")],
    ["says so by its version", (socket) => socket.write("HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok")],
    ["gives it no time", answer(200, "ok", "keep-alive: timeout=1\r\n")],
    ["ends its body with it", (socket) => socket.end("HTTP/1.1 200 OK\r\n\r\nok")],
  ])("is not kept when the receiver %s", async (_how, behave) => {
    const { here, port } = await pair(behave);
    bench.names().set("hooks.test", zone(HERE));
    const one = sender(onlyHere);
    for (let sent = 0; sent < 2; sent += 1) {
      expect(await one.send(hook(port))).toMatchObject({ status: 200, body: "ok" });
    }
    expect(here.connections()).toBe(2);
    await expect.poll(() => one.idleCount).toBe(0);
    await expect.poll(here.open).toBe(0);
  });

  test("that the receiver closed while it was idle is noticed", async () => {
    const { here, port } = await pair((socket, request) => {
      answer(200)(socket, request);
      setTimeout(() => socket.end(), 20);
    });
    bench.names().set("hooks.test", zone(HERE));
    const one = sender(onlyHere);
    await one.send(hook(port));
    await expect.poll(() => one.idleCount).toBe(0);
    expect(await one.send(hook(port))).toMatchObject({ status: 200 });
    expect(here.connections()).toBe(2);
  });

  test.each([
    ["closes", "end"],
    ["resets", "resetAndDestroy"],
  ] as const)("that the receiver %s just as it is used again costs no attempt", async (_what, how) => {
    let requests = 0;
    const behave: Behaviour = (socket, request) => {
      requests += 1;
      if (requests === 2) socket[how]();
      else answer(200)(socket, request);
    };
    const receiver = await openReceiver({ behave });
    open.push(receiver);
    const one = bench.open({ allowedOrigins: [`http://${HERE}:${receiver.port}`] });
    const request = { ...hook(0), url: `http://${HERE}:${receiver.port}/` };
    await one.send(request);
    expect(await one.send(request)).toMatchObject({ kind: "answered", status: 200 });
    expect([receiver.connections(), requests]).toEqual([2, 3]);
  });

  test("that the receiver closes after part of an answer is a failure, used again or not", async () => {
    let requests = 0;
    const { port } = await pair((socket, request) => {
      requests += 1;
      if (requests === 2) socket.end("HTTP/1.1 2");
      else answer(200)(socket, request);
    });
    bench.names().set("hooks.test", zone(HERE));
    const one = sender(onlyHere);
    await one.send(hook(port));
    expect(await one.send(hook(port))).toMatchObject({ kind: "failed" });
    expect(requests).toBe(2);
  });

  test("with an answer that nobody asked for is not trusted with another attempt", async () => {
    const forged = "HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nforged";
    const { here, port } = await pair(
      (socket) => void socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok${forged}`),
    );
    bench.names().set("hooks.test", zone(HERE));
    const one = sender(onlyHere);
    expect(await one.send(hook(port))).toMatchObject({ body: "ok" });
    expect(await one.send(hook(port))).toMatchObject({ body: "ok" });
    expect(here.connections()).toBe(2);
  });

  test("is closed when nobody uses it", async () => {
    const { here, port } = await pair();
    bench.names().set("hooks.test", zone(HERE));
    const one = sender(onlyHere, { idleMs: 100 });
    await one.send(hook(port));
    expect([one.idleCount, here.open()]).toEqual([1, 1]);
    await expect.poll(() => [one.idleCount, here.open()]).toEqual([0, 0]);
  });

  test("is closed when there are too many, the longest idle first", async () => {
    const names = Array.from({ length: 6 }, (_, index) => `shop${index}.test`);
    const receiver = await openReceiver({ behave: answer(200) }, { tls: authority.issue({ names }) });
    open.push(receiver);
    const one = sender(onlyHere, { idleMax: 3 });
    const send = (name: string) => one.send({ ...hook(0), url: `https://${name}:${receiver.port}/` });
    for (const name of names) {
      bench.names().set(name, zone(HERE));
      await send(name);
    }
    expect(one.idleCount).toBe(3);
    await expect.poll(receiver.open).toBe(3);
    expect(receiver.connections()).toBe(6);
    for (const name of names.slice(3)) await send(name); // still there
    expect(receiver.connections()).toBe(6);
    await send(names[0] as string);
    expect(receiver.connections()).toBe(7);
  });
});

describe("when an address does not take the connection, the next is tried", () => {
  test("as soon as the first refuses", async () => {
    const receiver = await openReceiver({ behave: answer(200) }, { host: THERE, tls: authority.issue() });
    open.push(receiver);
    bench.names().set("hooks.test", zone(HERE, THERE)); // nobody listens here
    expect(await sender(both).send(hook(receiver.port))).toMatchObject({ kind: "answered", status: 200 });
  });

  test("and after a while when the first says nothing", async () => {
    const deaf = await openDeafPort(HERE);
    open.push(deaf);
    const receiver = await openReceiver(
      { behave: answer(200) },
      { host: THERE, port: deaf.port, tls: authority.issue() },
    );
    open.push(receiver);
    bench.names().set("hooks.test", zone(HERE, THERE));
    expect(await sender(both).send(hook(deaf.port))).toMatchObject({ kind: "answered", status: 200 });
  });

  test("but not when it took the request and failed", async () => {
    const { here, there, port } = await pair((socket) => void socket.end());
    bench.names().set("hooks.test", zone(HERE, THERE));
    expect(await sender(both).send(hook(port))).toMatchObject({ kind: "failed" });
    await wait(20);
    expect([here.connections(), there.connections()]).toEqual([1, 0]);
  });

  test("until none is left", async () => {
    const gone = await openReceiver({});
    await gone.close();
    bench.names().set("hooks.test", zone(HERE, THERE));
    const sent = await sender(both).send(hook(gone.port));
    expect(sent).toMatchObject({ kind: "failed", error: "No connection could be made." });
  });
});
