/**
 * Many people behind one address, as carriers and offices have them: what one of them does costs the others nothing, what all of them do
 * has an end, and whoever runs the service hears of it.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { networkOf, readAddress, readForwarded } from "../../src/identity/networks.js";
import type { Log } from "../../src/platform/log.js";
import { uuidv7 } from "../../src/platform/random.js";
import { startWorld, type World } from "../harness.js";
import { newVisitor, sqlOf } from "../visitor.js";

type Line = { readonly level: string; readonly said: readonly unknown[] };
const lines: Line[] = [];
const at =
  (level: string) =>
  (...said: unknown[]): void => {
    lines.push({ level, said });
  };
const LOG = {
  debug: at("debug"),
  info: at("info"),
  warn: at("warn"),
  error: at("error"),
  fatal: at("fatal"),
  flush: () => undefined,
} as Log;
const warnings = (part: string): readonly Line[] =>
  lines.filter(({ level, said }) => level === "warn" && JSON.stringify(said).includes(part));

let world: World;
beforeAll(async () => {
  world = await startWorld({ role: "web", trustedProxies: ["127.0.0.0/8", "10.0.0.0/8"], visitorsPerAddress: 2 }, LOG);
});
afterAll(() => world?.close());
const sql = sqlOf(() => world);
beforeEach(() => sql("delete from sign_in_windows"));

const refusals = async (limit: string): Promise<number> => {
  const text = await (await fetch(`${world.url}/metrics`)).text();
  return Number(new RegExp(`^holdfast_address_refusals_total\\{limit="${limit}"\\} (\\d+)$`, "m").exec(text)?.[1] ?? 0);
};

/** Asks for a code from an address; whether it came. */
async function asks(from: string): Promise<boolean> {
  const visitor = newVisitor(world);
  await visitor.post("/sign-in", { email: `${uuidv7()}@example.com` }, { "X-Forwarded-For": from });
  return visitor.cookies.has("hf_code");
}

test("an address gets so many codes as its visitors may ask for; the next is refused, counted, and told once a minute", async () => {
  const codes: boolean[] = [];
  for (let time = 0; time < 33; time += 1) codes.push(await asks("198.51.100.7"));
  expect(codes.indexOf(false)).toBe(30);
  expect(codes.filter((yes) => !yes)).toHaveLength(3);
  expect(await asks("198.51.100.8")).toBe(true);
  expect(await refusals("codes")).toBe(3);
  expect(warnings("VISITORS_PER_ADDRESS")).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toContain("198.51.100.7");
});

test("a port, brackets, quotes or a mapped address make no other visitor of one", async () => {
  const spelled = [
    "198.51.100.9",
    "198.51.100.9:51234",
    '"198.51.100.9:443"',
    "::ffff:198.51.100.9",
    "[::ffff:c633:6409]:8080",
    " 198.51.100.9 ",
  ];
  for (let time = 0; time < 30; time += 1) expect(await asks(spelled[time % spelled.length]!)).toBe(true);
  for (const one of spelled) expect(await asks(one), one).toBe(false);
  const six = ["2001:db8::1", "[2001:db8::2]:443", "2001:0db8:0000:0000:ffff::3", "2001:db8::4%eth0", "[2001:DB8::5]"];
  for (let time = 0; time < 30; time += 1) expect(await asks(six[time % six.length]!)).toBe(true);
  for (const one of six) expect(await asks(one), one).toBe(false);
  expect(await asks("2001:db8:0:1::1")).toBe(true);
});

test("what is no address counts as the one who wrote it, and what stands before it is not believed", async () => {
  for (let time = 0; time < 30; time += 1)
    expect(await asks(["unknown", "_hidden", "198.51.100.1, unknown, 10.0.0.1"][time % 3]!)).toBe(true);
  const networks = await sql<{ subject: string; codes: number }>(
    "select subject, codes from sign_in_windows where kind = 'network' order by subject",
  );
  expect(networks).toEqual([
    { subject: "10.0.0.1", codes: 10 },
    { subject: "127.0.0.1", codes: 20 },
  ]);
  expect(await asks("198.51.100.2, 198.51.100.3")).toBe(true);
  expect(await asks("spoofed, 198.51.100.3:1")).toBe(true);
  const [counted] = await sql<{ codes: number }>("select codes from sign_in_windows where subject = '198.51.100.3'");
  expect(counted?.codes).toBe(2);
});

test.for([
  ["198.51.100.7", "198.51.100.7"],
  ["198.51.100.7:51234", "198.51.100.7"],
  ["[198.51.100.7]", "198.51.100.7"],
  ["::ffff:198.51.100.7", "198.51.100.7"],
  ["::FFFF:c633:6407", "198.51.100.7"],
  ["[::ffff:198.51.100.7]:443", "198.51.100.7"],
  ["2001:db8::1", "2001:db8:0:0:0:0:0:1"],
  ["[2001:DB8::1]:443", "2001:db8:0:0:0:0:0:1"],
  ["fe80::1%eth0", "fe80:0:0:0:0:0:0:1"],
  ['"[2001:db8::1]"', "2001:db8:0:0:0:0:0:1"],
  ["\t198.51.100.7 ", "198.51.100.7"],
  ["", null],
  ["unknown", null],
  ["_SEVKISEK", null],
  ["198.51.100", null],
  ["198.51.100.256", null],
  ["198.51.100.7:port", null],
  ["[2001:db8::1", null],
  ["2001:db8::1::2", null],
  ["example.com:80", null],
  ["198.51.100.7 198.51.100.8", null],
] as const)("%s is read as %s", ([written, read]) => {
  expect(readAddress(written)).toBe(read);
});

test("a list is believed from its end up to what is no address; networks of IPv6 are counted by /64", () => {
  expect(readForwarded("1.1.1.1, x, 2.2.2.2:80, [2001:db8::1]:1")).toEqual(["2.2.2.2", "2001:db8:0:0:0:0:0:1"]);
  expect(readForwarded("1.1.1.1, 2.2.2.2, ")).toEqual([]);
  expect(readForwarded(`${"9.9.9.9,".repeat(2000)}8.8.8.8`)).toHaveLength(2001);
  expect(networkOf("2001:db8:0:1:2:3:4:5")).toBe(networkOf("[2001:0DB8::1:0:0:0:9]:1"));
  expect(networkOf("2001:db8:0:1::")).not.toBe(networkOf("2001:db8:0:2::"));
});

test("a proxy that nobody named is told of once", async () => {
  lines.length = 0;
  const other = await startWorld({ role: "web" }, LOG);
  try {
    const ask = (headers: Record<string, string>) => fetch(`${other.url}/sign-in`, { headers });
    await ask({});
    expect(warnings("TRUSTED_PROXIES")).toEqual([]);
    for (let time = 0; time < 3; time += 1) await ask({ "X-Forwarded-For": "198.51.100.7" });
    expect(warnings("TRUSTED_PROXIES")).toHaveLength(1);
  } finally {
    await other.close();
  }
  lines.length = 0;
  await fetch(`${world.url}/sign-in`, { headers: { "X-Forwarded-For": "198.51.100.7" } });
  expect(warnings("TRUSTED_PROXIES")).toEqual([]);
});
