/**
 * `holdfast doctor` as a store's CI uses it: with the deployment at hand or without, against receivers that are right and wrong.
 * What it finds is told by the tests of the examination (apps/service/test/doctor).
 */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { wide } from "../../../apps/service/test/bounds.js";
import { newClient } from "../../../apps/service/test/client.js";
import { openReceiver, type Parts, type Receiver } from "../../../apps/service/test/doctor/receivers.js";
import { type Json, newDatabase } from "../../../apps/service/test/harness.js";
import { type Ended, type Environment, newFolder } from "../../../apps/service/test/process/launch.js";
import { atEnd, cleanUpAtEnd, expectRefused, holdfast, json, newMerchant } from "./commands.js";

cleanUpAtEnd();

let env: Environment;
let shop: { account_id: string; api_key: string };
beforeAll(async () => {
  env = { DATABASE_URL: await newDatabase(), SECRET_KEY: randomBytes(32).toString("base64") };
  shop = await newMerchant(env);
});

type Registered = {
  readonly receiver: Receiver;
  readonly secret: string;
  readonly env: Environment;
  /** Where the state of an order is told. */
  readonly probe: string;
};

/** A receiver whose origin the deployment allows, with an endpoint there. */
async function register(parts: Partial<Parts> = {}): Promise<Registered> {
  const secrets: string[] = [];
  const receiver = await openReceiver({ secrets, ...parts });
  atEnd(receiver.close);
  const allowed = { ...env, WEBHOOK_ALLOWED_ORIGINS: new URL(receiver.url).origin };
  const created = await json(["webhook", "create", "--account", shop.account_id, "--url", receiver.url], allowed);
  secrets.push(created.secret);
  const server = createServer((request, response) =>
    response.end(receiver.probe(new URL(request.url ?? "", "http://probe").searchParams.get("id") ?? "")),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(async () => server.close());
  const probe = `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders?id={order}`;
  return { receiver, secret: created.secret, env: allowed, probe };
}

const doctor = ({ receiver, secret, env: own }: Registered, ...more: string[]): Promise<Ended> =>
  holdfast(["doctor", receiver.url, "--secret", secret, ...more], own);

const named = (report: Json, verdict: string): string[] =>
  report["findings"].filter((one: Json) => one["verdict"] === verdict).map((one: Json) => one["check"]);

test("a right receiver: every check holds, in less than a minute, as one JSON value and as a JUnit file, and the secret is nowhere", async () => {
  const shown = await register();
  const junit = join(newFolder(), "doctor.xml");
  const ended = await doctor(shown, "--probe", shown.probe, "--api-key", shop.api_key, "--json", "--junit", junit);
  expect({ ...ended, stdout: "" }).toEqual({ code: 0, signal: null, stdout: "", stderr: "" });
  const report = JSON.parse(ended.stdout) as Json;
  expect(report).toMatchObject({ verdict: "held", scope: "orders" });
  expect(named(report, "fail").concat(named(report, "warn"))).toEqual([]);
  // Nothing rotated, and nobody said where a reader of the feed is.
  expect(named(report, "unknown")).toEqual(["rotation_old", "feed_position"]);
  expect(report["duration_ms"]).toBeLessThan(60_000);
  const xml = readFileSync(junit, "utf8");
  expect(xml.match(/<testcase /g)).toHaveLength(report["findings"].length);
  for (const text of [ended.stdout, xml]) expect(text).not.toContain(shown.secret.slice(6));
});

test(
  "a wrong one: exit 1, and for people the fault, its cause and its remedy; a command tells the orders' state",
  wide(),
  async () => {
    const shown = await register({
      keyOf: () => randomBytes(16).toString("hex"),
      ships: (_, reached) => reached === 2,
    });
    const command = `node -e "fetch('${shown.probe}'.replace('{order}', process.env.HOLDFAST_ORDER)).then((answer) => answer.text()).then(console.log)"`;
    const ended = await doctor(shown, "--probe", command, "--previous-secret", `whsec_${"x".repeat(40)}`);
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 1, stderr: "" });
    for (const text of [
      "FAIL  Acts once when an event comes three times",
      "shipped 1” to",
      "Likely cause: ",
      "Mend it: Keep the `id`",
    ])
      expect(ended.stdout).toContain(text);
    expect(ended.stdout).toMatch(/pass {2}Refuses the old secret after the overlap/);
    expect(ended.stdout).not.toContain(shown.secret.slice(6));
  },
);

test("a secret that nobody knows to be of a sandbox: pings and what must be refused, and nothing else", async () => {
  const shown = await register();
  const stranger = { ...shown, env: { ...shown.env, DATABASE_URL: await newDatabase() } };
  const report = JSON.parse((await doctor(stranger, "--json")).stdout) as Json;
  expect(report).toMatchObject({ scope: "harmless", verdict: "held" });
  const posts = shown.receiver.arrivals.filter(({ method }) => method === "POST");
  expect(new Set(posts.map(({ raw }) => (JSON.parse(raw.toString()) as Json)["type"]))).toEqual(new Set(["ping"]));
});

test("a plain-http receiver that no setting allows is a finding, and so is one that is away; what is misunderstood is exit 2", async () => {
  const shown = await register();
  const forbidden = await doctor({ ...shown, env }, "--json");
  expect(forbidden.code).toBe(1);
  expect(named(JSON.parse(forbidden.stdout), "fail")).toEqual(["address"]);
  const { secret, receiver } = shown;
  const refused = async (args: string[], code: number, line: RegExp): Promise<void> =>
    expectRefused(await holdfast(["doctor", ...args, "--json"], shown.env), code, line);
  await receiver.close();
  const junit = join(newFolder(), "doctor.xml");
  const { host, pathname } = new URL(receiver.url);
  for (const url of [receiver.url, `${host}${pathname}`]) {
    const away = await holdfast(["doctor", url, "--secret", secret, "--json", "--junit", junit], shown.env);
    expect({ code: away.code, stderr: away.stderr }).toEqual({ code: 1, stderr: "" });
    const report = JSON.parse(away.stdout) as Json;
    expect(report).toMatchObject({ verdict: "failed", url: receiver.url, counts: { fail: 1, pass: 0 } });
    expect(named(report, "fail")).toEqual(["connection"]);
    expect(report["findings"][0]["found"]).toBe(`Nobody answers at ${receiver.url}. No connection could be made.`);
    expect(readFileSync(junit, "utf8")).toMatch(/failures="1"[\s\S]*<failure message="Nobody answers at /);
  }
  const told = await doctor(shown);
  expect({ code: told.code, stderr: told.stderr }).toEqual({ code: 1, stderr: "" });
  expect(told.stdout).toContain("FAIL  Somebody answers there");
  await refused([receiver.url], 2, /--secret/);
  await refused(["ftp://shop.example", "--secret", secret], 2, /http:\/\/ or https:\/\//);
  for (const wrong of ["sk_hunter2", "whsec_hunter2 x"])
    for (const option of ["--secret", "--previous-secret"]) {
      const ended = await holdfast(["doctor", receiver.url, "--secret", secret, option, wrong, "--json"], shown.env);
      expectRefused(ended, 2, /starts with whsec_/);
      expect(ended.stderr).not.toContain("hunter2");
    }
  await refused([receiver.url, "--secret", secret, "--position", "evt_1"], 2, /--api-key/);
  await refused([receiver.url, "--secret", secret, "--api-key", "hf_nobody"], 1, /no key of this deployment/);
  const unknown = ["--api-key", shop.api_key, "--position", `evt_${"0".repeat(26)}`];
  await refused([receiver.url, "--secret", secret, ...unknown], 1, /has no event evt_0/);
});

test("the account: order ids that two shops share, what is held, and a reader that stands still", async () => {
  const shown = await register();
  const ordered = async (): Promise<string> =>
    (await json(["trigger", "escrow.created", "--api-key", shop.api_key], shown.env))["event"];
  const position = await ordered();
  await ordered();
  const db = newClient(env["DATABASE_URL"] as string);
  await db.connect();
  // Two shops that count alike, each with its order 1001.
  await db.query("update escrows set external_reference = '1001' where account_id = $1", [shop.account_id]);
  await db.end();
  const [endpoint] = (await json(["webhook", "list", "--account", shop.account_id], shown.env)).filter(
    ({ url }: Json) => url === shown.receiver.url,
  );
  await json(["webhook", "disable", endpoint["id"]], shown.env);
  const ended = await doctor(shown, "--api-key", shop.api_key, "--position", position, "--json");
  expect(ended.code).toBe(1);
  const report = JSON.parse(ended.stdout) as Json;
  expect(named(report, "fail")).toEqual(["order_ids", "endpoint"]);
  expect(JSON.stringify(report)).toContain("1001 (2 orders)");
  expect(named(report, "warn")).toEqual(["held_deliveries"]);
  expect(report["findings"].at(-1)).toMatchObject({
    check: "feed_position",
    verdict: "pass",
    found: expect.stringContaining("unread"),
  });
});
