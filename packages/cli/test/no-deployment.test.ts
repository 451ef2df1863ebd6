/** Commands where there is no deployment: they say where they looked, and make none. */
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { wide } from "../../../apps/service/test/bounds.js";
import { newClient } from "../../../apps/service/test/client.js";
import { newDatabase } from "../../../apps/service/test/harness.js";
import { type Environment, newFolder } from "../../../apps/service/test/process/launch.js";
import { program } from "../src/program.js";
import { cleanUpAtEnd, expectRefused, holdfast, inThrees, json, newMerchant, text } from "./commands.js";

cleanUpAtEnd();

const ACCOUNT = ["--account", "1000000000000000000"];
/** How each is called that works on a deployment. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  "merchant list": [],
  "merchant verify": ["1000000000000000000"],
  "merchant reject": ["1000000000000000000"],
  "merchant invite": ["1000000000000000000", "--email", "a@a.example"],
  "operator grant": ["a@a.example"],
  "operator revoke": ["a@a.example"],
  "operator list": [],
  "key create": ACCOUNT,
  "key list": ACCOUNT,
  "key revoke": ["key_00000000000000000000000000"],
  "buyer erase": ["a@a.example"],
  "directory fill": [],
  "directory list": [],
  "secrets reseal": [],
  "webhook create": [...ACCOUNT, "--url", "https://shop.example/webhooks"],
  "webhook list": ACCOUNT,
  "webhook events": ["we_1"],
  "webhook rotate": ["we_1"],
  "webhook enable": ["we_1"],
  "webhook disable": ["we_1"],
  "webhook delete": ["we_1"],
  "webhook ping": ["we_1"],
  "webhook deliveries": ["we_1"],
  "webhook resend": ["1"],
  "webhook recover": ["we_1", "--since", "1790000000"],
  "refund list": [],
  "refund make": ["00000000-0000-7000-8000-000000000001"],
  "refund retry": ["re_1"],
  "providers check": [],
  "providers notices": [],
  "providers objects": ["TR-1"],
  "statements import": ["may.csv", "--rail", "kcb"],
  "payout list": [],
  "payout retry": ["po_1"],
  "ledger check": [],
  "holdfast reconcile": [],
  "holdfast trigger": ["ping", "--api-key", "hf_key"],
  "holdfast doctor": ["https://shop.example/", "--secret", "whsec_x", "--api-key", "hf_key"],
};
/** These ask a service over the network, work between two databases or on a folder that is named to them; and one begins. */
const OTHERS = [
  "holdfast backup",
  "holdfast restore",
  "config check",
  "holdfast migrate",
  "holdfast serve",
  "account move",
  "holdfast listen",
  "holdfast mcp",
  "provider doctor",
  "bridge serve",
  "merchant create",
];

const wordsOf = (name: string): readonly string[] => [
  ...name.replace(/^holdfast /, "").split(" "),
  ...(COMMANDS[name] ?? []),
];

test("the list below has every command", () => {
  const leaves = program().commands.flatMap((group) => (group.commands.length === 0 ? [group] : group.commands));
  const named = leaves.map((leaf) => `${leaf.parent?.name()} ${leaf.name()}`);
  expect([...Object.keys(COMMANDS), ...OTHERS].sort()).toEqual(named.sort());
});

async function expectNothingMade(names: readonly string[], prepare: (dataDir: string) => void): Promise<void> {
  const folder = newFolder();
  const dataDir = join(folder, "data");
  prepare(dataDir);
  const before = readdirSync(folder, { recursive: true });
  await inThrees(names, async (name) => {
    const ended = await holdfast(wordsOf(name), { DATA_DIR: dataDir });
    const asked =
      name === "holdfast doctor" ? /--api-key takes a deployment at hand/ : /there is no deployment in DATA_DIR=/;
    expect(ended.stderr, name).toMatch(asked);
    expectRefused(ended, 1, /set DATA_DIR or DATABASE_URL to /);
    if (name !== "holdfast doctor") expect(ended.stderr).toContain(`DATA_DIR=${dataDir}: `);
  });
  expect(readdirSync(folder, { recursive: true })).toEqual(before);
}

describe("below DATA_DIR", () => {
  const some = ["merchant list", "key create", "ledger check", "holdfast trigger", "holdfast doctor"];

  test("that is not there", () => expectNothingMade(some, () => undefined));
  test("that is empty", () => expectNothingMade(some.slice(0, 1), (dataDir) => void mkdirSync(dataDir)));
  test("that has other things in it", () =>
    expectNothingMade(some.slice(0, 1), (dataDir) => void mkdirSync(join(dataDir, "else"), { recursive: true })));
  test("whichever command", { ...wide(), timeout: 120_000 }, () =>
    expectNothingMade(Object.keys(COMMANDS), () => undefined),
  );
});

test("an empty database that DATABASE_URL names stays empty, and a merchant may be its first", async () => {
  const admin = newClient(inject("adminUrl"));
  await admin.connect();
  await admin.query("create database never_started owner holdfast");
  await admin.end();
  const url = Object.assign(new URL(await newDatabase()), { pathname: "/never_started" }).href;
  const env: Environment = { DATABASE_URL: url };
  const names = Object.keys(COMMANDS).filter((name) => name !== "holdfast doctor");
  for (const name of names)
    expectRefused(
      await holdfast(wordsOf(name), env),
      1,
      /there is no deployment in DATABASE_URL: start the service there, or set DATA_DIR or DATABASE_URL to the one you mean\.$/m,
    );
  const client = newClient(url);
  await client.connect();
  const { rows } = await client.query("select relname from pg_class where relnamespace = 'public'::regnamespace");
  await client.end();
  expect(rows).toEqual([]);
  await newMerchant(env);
  expect(await json(["merchant", "list"], env)).toHaveLength(1);
});

test("a merchant may be created before the first start, and people are told where", async () => {
  const env = { DATA_DIR: join(newFolder(), "my data") };
  const create = ["merchant", "create", "--email", "a@a.example", "--trading-name", "A"];
  expect(await text(create, env)).toContain(`\nA new deployment was made in DATA_DIR=${env.DATA_DIR}.\n`);
  expect(await json(["merchant", "list"], env)).toHaveLength(1);
  expect(await text([...create.slice(0, 3), "b@b.example", ...create.slice(4)], env)).not.toContain("new deployment");
  expect(existsSync(join(env.DATA_DIR, "postgres/postmaster.pid"))).toBe(false);
});
