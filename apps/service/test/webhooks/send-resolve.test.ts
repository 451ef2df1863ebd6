/** Names to addresses against a scripted name server. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { within } from "../../src/outbound/addresses.js";
import { readTarget } from "../../src/outbound/guard.js";
import { addressesOf, openResolver, type Resolver } from "../../src/outbound/resolve.js";
import { type NameServer, openNameServer } from "./name-server.js";

let names: NameServer;
let resolver: Resolver;

beforeAll(async () => {
  names = await openNameServer();
  resolver = openResolver({ servers: [names.at], tryTimeoutMs: 100, tries: 2, timeoutMs: 400 });
});
afterAll(async () => {
  resolver.close();
  await names.close();
});

const addressesOfUrl = (url: string) => {
  const policy = { allowedOrigins: ["http://inside.example:4242"] };
  const read = readTarget(url, policy);
  if (!read.ok) throw new Error(read.reason);
  return addressesOf(read.target, { resolver, policy });
};

const GOOGLE = "2001:4860:4860:0:0:0:0:8888";
const ok = (...addresses: string[]) => ({ ok: true, addresses });
const refused = (reason: string) => ({ ok: false, reason });
const keptOut = (host: string) => ({ ...refused(`The host ${host} has no public address.`), isRefused: true });

describe("what a name server says, and what comes of it", () => {
  test("both families, IPv4 first, in the order in which they are told", async () => {
    names.set("both.example", { a: ["8.8.8.8", "8.8.4.4"], aaaa: [GOOGLE] });
    expect(await resolver.lookUp("both.example")).toEqual(ok("8.8.8.8", "8.8.4.4", "2001:4860:4860::8888"));
    expect([names.asked("both.example", "A"), names.asked("both.example", "AAAA")]).toEqual([1, 1]);
  });

  test("one family is enough", async () => {
    names.set("four.example", { a: ["8.8.8.8"] });
    names.set("six.example", { aaaa: [GOOGLE] });
    expect(await resolver.lookUp("four.example")).toEqual(ok("8.8.8.8"));
    expect(await resolver.lookUp("six.example")).toEqual(ok("2001:4860:4860::8888"));
  });

  test("a chain of other names is followed", async () => {
    names.set("alias.example", { cname: ["b.example", "c.example", "d.example"], a: ["8.8.8.8"] });
    expect(await resolver.lookUp("alias.example")).toEqual(ok("8.8.8.8"));
    names.set("dangling.example", { cname: ["nowhere.example"] });
    expect(await resolver.lookUp("dangling.example")).toEqual(refused("The name dangling.example has no address."));
  });

  test.each([
    ["gone.example", { failure: "NXDOMAIN" }, "The name gone.example does not exist."],
    ["empty.example", {}, "The name empty.example has no address."],
    ["broken.example", { failure: "SERVFAIL" }, "The name servers of broken.example answer with a failure."],
    ["closed.example", { failure: "REFUSED" }, "The name servers refuse to answer for closed.example."],
    ["silent.example", { failure: "silence" }, "The name silent.example could not be looked up in time."],
    [
      "half.example",
      { failure: "silence", failureOf: "AAAA" },
      "The name half.example could not be looked up in time.",
    ],
    ["gone6.example", { failure: "NXDOMAIN", failureOf: "AAAA" }, "The name gone6.example does not exist."],
  ] as const)("%s: %j", async (name, zone, reason) => {
    names.set(name, zone);
    expect(await resolver.lookUp(name)).toEqual(refused(reason));
  });

  test("an answer that is none is no answer", async () => {
    names.set("garbage.example", { failure: "garbage" });
    expect(await resolver.lookUp("garbage.example")).toMatchObject({ ok: false });
  });

  test("a family whose question fails does not take the other one along", async () => {
    names.set("dumb6.example", { a: ["8.8.8.8"], failure: "silence", failureOf: "AAAA" });
    names.set("broken6.example", { a: ["8.8.8.8"], failure: "SERVFAIL", failureOf: "AAAA" });
    names.set("broken4.example", { aaaa: [GOOGLE], failure: "SERVFAIL", failureOf: "A" });
    expect(await resolver.lookUp("dumb6.example")).toEqual(ok("8.8.8.8"));
    expect(await resolver.lookUp("broken6.example")).toEqual(ok("8.8.8.8"));
    expect(await resolver.lookUp("broken4.example")).toEqual(ok("2001:4860:4860::8888"));
  });
});

test("texts are told whole, as none where there are none, and as unknown where nobody says", async () => {
  const servers = openResolver({ servers: [names.at], tryTimeoutMs: 100, tries: 2, timeoutMs: 400 });
  names.set("texts.example", { txt: ["v=spf1 -all", "escrow-domain=abc"] });
  names.set("textless.example", { a: ["8.8.8.8"] });
  names.set("gone.example", { failure: "NXDOMAIN" });
  names.set("silent.example", { failure: "silence" });
  expect(await servers.texts("texts.example")).toEqual(["v=spf1 -all", "escrow-domain=abc"]);
  expect(await servers.texts("textless.example")).toEqual([]);
  expect(await servers.texts("gone.example")).toEqual([]);
  expect(await servers.texts("silent.example")).toBeNull();
  servers.close();
});

test("a look-up ends in its time, whatever the servers do", async () => {
  names.set("slow.example", { failure: "silence" });
  const patient = openResolver({ servers: [names.at], tryTimeoutMs: 5000, tries: 4, timeoutMs: 150 });
  const start = performance.now();
  expect(await patient.lookUp("slow.example")).toEqual(
    refused("The name slow.example could not be looked up in time."),
  );
  expect(performance.now() - start).toBeLessThan(5000);
  patient.close();
});

test("a slow name holds up nobody else", async () => {
  names.set("quick.example", { a: ["8.8.8.8"] });
  const slow = Array.from({ length: 60 }, (_, index) => {
    names.set(`slow${index}.example`, { failure: "silence" });
    return resolver.lookUp(`slow${index}.example`);
  });
  const start = performance.now();
  expect(await resolver.lookUp("quick.example")).toEqual(ok("8.8.8.8"));
  expect(performance.now() - start).toBeLessThan(200);
  await Promise.all(slow);
});

test("look-ups of one moment share a question; the next moment asks again", async () => {
  names.set("often.example", { a: ["8.8.8.8"] }, { a: ["8.8.4.4"] });
  const together = await Promise.all(Array.from({ length: 50 }, () => resolver.lookUp("often.example")));
  expect(new Set(together.map((found) => JSON.stringify(found)))).toEqual(new Set([JSON.stringify(ok("8.8.8.8"))]));
  expect(names.asked("often.example")).toBe(1);
  expect(await resolver.lookUp("often.example")).toEqual(ok("8.8.4.4"));
});

test("nobody is asked about this machine", async () => {
  expect(await resolver.lookUp("localhost")).toEqual(ok("127.0.0.1", "::1"));
  expect(await resolver.lookUp("a.localhost")).toEqual(ok("127.0.0.1", "::1"));
  expect(names.asked("localhost") + names.asked("a.localhost")).toBe(0);
});

test("a look-up that is called off fails in words", async () => {
  names.set("never.example", { failure: "silence" });
  const other = openResolver({ servers: [names.at], tryTimeoutMs: 5000 });
  const lookUp = other.lookUp("never.example");
  other.close();
  expect(await lookUp).toEqual(refused("The look-up of never.example was called off."));
});

describe("addresses of a target", () => {
  test.each([
    ["first", { a: ["10.0.0.1", "8.8.8.8"] }, "10.0.0.1"],
    ["last", { a: ["8.8.8.8", "8.8.4.4", "127.0.0.1"] }, "127.0.0.1"],
    ["in the other family", { a: ["8.8.8.8"], aaaa: ["fd00:0:0:0:0:0:0:1"] }, "fd00::1"],
    ["behind another name", { cname: ["x.example"], a: ["169.254.169.254"] }, "169.254.169.254"],
    ["wrapped", { aaaa: ["0:0:0:0:0:ffff:7f00:1"] }, "::ffff:127.0.0.1"],
    ["in a tunnel", { a: ["8.8.8.8"], aaaa: ["2002:7f00:1:0:0:0:0:1"] }, "2002:7f00:1::1"],
  ] as const)("one that is not public refuses them all, and is not told: %s", async (_where, zone, address) => {
    names.set("mixed.example", zone);
    const told = await addressesOfUrl("https://mixed.example/");
    expect(told).toEqual(keptOut("mixed.example"));
    expect(JSON.stringify(told)).not.toContain(address);
  });

  test("public ones are taken, wrapped by a network without IPv4 as well", async () => {
    names.set("fine.example", { a: ["8.8.8.8"], aaaa: ["64:ff9b:0:0:0:0:808:808"] });
    expect(await addressesOfUrl("https://fine.example/")).toEqual(ok("8.8.8.8", "64:ff9b::808:808"));
  });

  test("of an allowed origin need not be public", async () => {
    names.set("inside.example", { a: ["10.0.0.1"] });
    expect(await addressesOfUrl("http://inside.example:4242/")).toEqual(ok("10.0.0.1"));
    expect(await addressesOfUrl("https://inside.example/")).toEqual(keptOut("inside.example"));
  });

  test("a name that nobody knows, that nobody answers for, and that leads inside are told in the same words", async () => {
    names.set("unknown.example", { failure: "NXDOMAIN" });
    names.set("failing.example", { failure: "SERVFAIL" });
    names.set("inner.example", { a: ["10.0.0.1"] });
    for (const host of ["unknown.example", "failing.example", "inner.example"]) {
      const told = await addressesOfUrl(`https://${host}/`);
      expect(told).toMatchObject({ ok: false, reason: `The host ${host} has no public address.` });
    }
  });

  test("in a network that the operator keeps to itself are as those that are not public", async () => {
    const isDenied = within(["198.41.0.0/24", "2001:503::/32"]);
    const policy = { allowedOrigins: [], isDenied };
    names.set("own.example", { a: ["8.8.8.8", "198.41.0.4"] });
    const target = readTarget("https://own.example/", policy);
    if (!target.ok) throw new Error(target.reason);
    expect(await addressesOf(target.target, { resolver, policy })).toEqual(keptOut("own.example"));
    expect(readTarget("https://[2001:503:ba3e::2:30]/", policy)).toMatchObject({ ok: false });
    expect(readTarget("https://8.8.8.8/", policy)).toMatchObject({ ok: true });
  });

  test("that is an address already are nobody's to look up", async () => {
    expect(await addressesOfUrl("https://8.8.8.8/")).toEqual(ok("8.8.8.8"));
  });
});
