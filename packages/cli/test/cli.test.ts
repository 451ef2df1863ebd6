/**
 * The command line as scripts use it: every command beside a running service and on a stopped one, what it prints, how
 * it ends, and what its decisions do to the very next request of every process.
 */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { API_PATH } from "@holdfast/contract";
import { AUDIT_RULES } from "@holdfast/service/admin";
import { beforeAll, describe, expect, test } from "vitest";
import { wide } from "../../../apps/service/test/bounds.js";
import type { Json } from "../../../apps/service/test/harness.js";
import { newDatabase } from "../../../apps/service/test/harness.js";
import {
  type Answer,
  call,
  type Environment,
  newFolder,
  type Served,
  serve,
} from "../../../apps/service/test/process/launch.js";
import { program } from "../src/program.js";
import { atEnd, cleanUpAtEnd, expectRefused, holdfast, inThrees, json, newMerchant, text } from "./commands.js";

const SESSIONS = `${API_PATH}/checkout/sessions`;
const ACCOUNT = `${API_PATH}/account`;
const ORDER = { title: "Hand-thrown dinner set", amount: "249.90" };

cleanUpAtEnd();

/** The way to a database that lets so many connections through, and takes the others without a word. */
async function silentBehind(url: string, connections: number): Promise<string> {
  const { hostname, port } = new URL(url);
  let taken = 0;
  const server = createServer((socket) => {
    taken += 1;
    socket.on("error", () => socket.destroy());
    if (taken > connections) return;
    const onward = connect(Number(port), hostname);
    onward.on("error", () => socket.destroy()).pipe(socket);
    socket.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(async () => void server.close());
  return Object.assign(new URL(url), { port: String((server.address() as AddressInfo).port) }).href;
}

const KEY = /hf_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}/;
const MASKED = /^hf_[0-9A-Za-z]{12}_\*{4}\w{4}$/;

test("every command once with --json and once without", async () => {
  const env = { DATABASE_URL: await newDatabase() };
  const created = await json(["merchant", "create", "--email", "one@a.example", "--trading-name", "Åsa & 子"], env);
  expect(created).toEqual({
    account_id: expect.stringMatching(/^[1-9]\d{18}$/),
    seller_code: expect.stringMatching(/^[0-9A-Z]{8}$/),
    api_key: expect.stringMatching(KEY),
  });
  const told = await text(["merchant", "create", "--email", "two@b.example", "--trading-name", "B", "--verified"], env);
  expect(told).toMatch(/^account [1-9]\d{18} \([0-9A-Z]{8}\)\nAPI key, shown this once: hf_\w+\n$/);
  const account = created.account_id;

  const accounts: Json[] = await json(["merchant", "list"], env);
  expect(accounts.find(({ id }) => id === account)).toEqual({
    object: "account",
    id: account,
    seller_code: created.seller_code,
    trading_name: "Åsa & 子",
    email: "one@a.example",
    verification_status: "UNVERIFIED",
    suspended: false,
    api_version: "2026-09-01",
    created: expect.any(Number),
  });
  expect(accounts.find(({ email }) => email === "two@b.example")).toMatchObject({
    verification_status: "VERIFIED",
  });
  expect((await text(["merchant", "list"], env)).split("\n")).toContainEqual(expect.stringContaining(account));

  expect(await json(["merchant", "verify", account], env)).toMatchObject({
    id: account,
    verification_status: "VERIFIED",
  });
  expect(await text(["merchant", "verify", account], env)).toContain("VERIFIED");
  expect(await json(["merchant", "reject", account], env)).toMatchObject({ verification_status: "REJECTED" });
  expect(await text(["merchant", "reject", account], env)).toContain("REJECTED");

  const made = await json(["key", "create", "--account", account], env);
  expect(made).toEqual({ id: expect.stringMatching(/^key_\w{26}$/), api_key: expect.stringMatching(KEY) });
  expect(await text(["key", "create", "--account", account, "--read-only"], env)).toMatch(KEY);
  const keys: Json[] = await json(["key", "list", "--account", account], env);
  expect(keys).toHaveLength(3);
  for (const key of keys) expect(key).toMatchObject({ api_key: expect.stringMatching(MASKED), status: "ACTIVE" });
  expect(keys.map((key) => key["read_only"])).toEqual([false, false, true]);
  const listed = await text(["key", "list", "--account", account], env);
  expect(listed.trim().split("\n")).toHaveLength(3);
  expect(listed).toMatch(/read-only/);
  expect(listed).not.toMatch(KEY);

  expect(await json(["key", "revoke", made.id], env)).toMatchObject({
    id: made.id,
    status: "REVOKED",
    revoked_at: expect.any(Number),
  });
  expect(await text(["key", "revoke", made.id], env)).toContain("REVOKED");

  expect(await json(["ledger", "check"], env)).toEqual({
    balanced: true,
    since: null,
    started: expect.any(Number),
    rules: AUDIT_RULES.length,
    findings: [],
  });
  expect(await text(["ledger", "check"], env)).toContain("the books balance");
});

describe("on a directory with its own database", () => {
  const env = { DATA_DIR: join(newFolder(), "my data") };
  let key = "";

  test("on a service that was never started a command makes the database, and leaves it stopped", wide(), async () => {
    key = (await newMerchant(env, "stopped@a.example")).api_key;
    expect(await json(["merchant", "list"], env)).toHaveLength(1);
    expect(existsSync(join(env.DATA_DIR, "postgres/postmaster.pid"))).toBe(false);
    expect(existsSync(join(env.DATA_DIR, "lock.holder"))).toBe(false);
  });

  test("commands and a start that come at once wait for each other", wide(), async () => {
    const list = (): Promise<Json[]> => json(["merchant", "list"], env);
    const [first, service, second] = await Promise.all([list(), serve(env), list()]);
    expect(first).toHaveLength(1);
    expect(second).toEqual(first);
    expect(service.stdout()).not.toContain("hf_"); // there are merchants: no demo merchant
    expect((await call(service.origin, "GET", ACCOUNT, { key })).status).toBe(200);
    const made = await newMerchant(env, "running@a.example");
    expect(await json(["key", "list", "--account", made.account_id], env)).toHaveLength(1);
    expect(await json(["ledger", "check"], env)).toMatchObject({ balanced: true });
    expect((await service.stop()).code).toBe(0);
    expect(await list()).toHaveLength(2);
  });
});

describe("how a command ends", () => {
  let env: Environment;
  let account = "";
  beforeAll(async () => {
    env = { DATABASE_URL: await newDatabase() };
    account = (await json(["merchant", "create", "--email", "a@a.example", "--trading-name", "A"], env)).account_id;
  });

  const create = (email: string, name: string): string[] => [
    "merchant",
    "create",
    "--email",
    email,
    "--trading-name",
    name,
  ];

  test("1, with one line, for what was understood and can't be done", async () => {
    const refused: readonly (readonly [readonly string[], RegExp])[] = [
      [create("A@A.example", "Again"), /there is an account with the address A@A\.example already/],
      [create("nobody", "B"), /--email takes an email address, not "nobody"/],
      [create("b@b.example", " "), /--trading-name takes 1 to 255 characters/],
      [create("b@b.example", "\u200b"), /--trading-name takes 1 to 255 characters, not blank/],
      [create("b@b.example", "x".repeat(256)), /--trading-name takes 1 to 255 characters/],
      [create("b@b.example", "\u202e\u200b"), /--trading-name takes 1 to 255 characters/],
      [create("b@b.example", "H\u043eldfast"), /--trading-name can't be Holdfast's own name, or look like it/],
      [["merchant", "verify", "12"], /"12" is not an account id: it takes 19 digits/],
      [["merchant", "reject", "1000000000000000000"], /there is no account 1000000000000000000/],
      [["key", "create", "--account", "9999999999999999999"], /is not an account id/],
      [["key", "list", "--account", "1000000000000000001"], /there is no account/],
      [["key", "revoke", "key_nothing"], /there is no key key_nothing/],
      [["key", "revoke", "key_00000000000000000000000000"], /there is no key/],
    ];
    await inThrees(refused, async ([args, line]) => {
      expectRefused(await holdfast([...args, "--json"], env), 1, line);
    });
    expect(await json(["merchant", "list"], env)).toHaveLength(1);
  });

  test("2, with one line, for what is no command", async () => {
    const wrong: readonly (readonly [readonly string[], RegExp])[] = [
      [[], /name a command; --help lists them/],
      [["merchant"], /name a command/],
      [["merchants"], /unknown command 'merchants'/],
      [["merchant", "promote", account], /unknown command 'promote'/],
      [["merchant", "create", "--email", "c@c.example"], /required option '--trading-name/],
      [["merchant", "verify"], /missing required argument 'account'/],
      [["merchant", "list", "--yaml"], /unknown option '--yaml'/],
      [["merchant", "list", "all"], /too many arguments/],
      [["key", "create", "--account"], /argument missing/],
      [["ledger", "check", "--jsn"], /unknown option '--jsn'/],
    ];
    const dataDir = join(newFolder(), "data");
    await inThrees(wrong, async ([args, line]) => expectRefused(await holdfast(args, { DATA_DIR: dataDir }), 2, line));
    expect(existsSync(dataDir)).toBe(false);
  });

  test("78, with one line, for a configuration that can't be used", async () => {
    const wrong: readonly (readonly [Environment, RegExp])[] = [
      [{ DATABASE_URL: "mysql://root:hunter2@db/x" }, /DATABASE_URL=mysql:\/\/\*\*\*@db\/x is not usable/],
      [{ ...env, FEE_BPS: "2.5%" }, /FEE_BPS=2\.5% is not usable/],
      [{ DATA_DIR: "/dev/null" }, /DATA_DIR=\/dev\/null is not usable/],
      [{ DATABASE_URL: env["DATABASE_URL"]?.replace(/\/[^/]+$/, "/nowhere") ?? "" }, /"nowhere" does not exist/],
    ];
    await inThrees(wrong, async ([environment, line]) =>
      expectRefused(await holdfast(["merchant", "list"], environment), 78, line),
    );
  });

  test("1, with one line that says which database is away and what to do, from the start or later", async () => {
    const away = await holdfast(["merchant", "list"], { DATABASE_URL: "postgres://a:hunter2@127.0.0.1:1/x" });
    expectRefused(
      away,
      1,
      /the database at 127\.0\.0\.1:1 \(DATABASE_URL\) does not answer: connect ECONNREFUSED [^ ]+\. See /,
    );
    expect(away.stderr).not.toContain("hunter2");
    const later = await holdfast(["merchant", "list"], {
      DATABASE_URL: await silentBehind(env["DATABASE_URL"] ?? "", 1),
    });
    expectRefused(
      later,
      1,
      /the database at 127\.0\.0\.1:\d+ \(DATABASE_URL\) stopped answering: nobody took the connection in time\. See what the command has done, then run it again\.$/m,
    );
  });

  test("0 for --help, of the program and of a command, which touches nothing; every command tells that it takes --json", async () => {
    const dataDir = join(newFolder(), "data");
    for (const names of [[], ["merchant"], ["merchant", "create"]]) {
      const ended = await holdfast([...names, "--help"], { DATA_DIR: dataDir });
      expect({ ...ended, stdout: "" }).toEqual({ code: 0, signal: null, stdout: "", stderr: "" });
      expect(ended.stdout).toContain(`Usage: ${["holdfast", ...names].join(" ")}`);
    }
    expect(existsSync(dataDir)).toBe(false);
    const leaves = program().commands.flatMap((group) => (group.commands.length === 0 ? [group] : group.commands));
    for (const leaf of leaves) expect(leaf.helpInformation(), leaf.name()).toContain("--json");
    const named = leaves.map((leaf) => [leaf.parent?.name(), leaf.name()].join(" "));
    expect(named).toEqual(
      expect.arrayContaining([
        ...["create", "list", "verify", "reject"].map((command) => `merchant ${command}`),
        ...["create", "list", "revoke"].map((command) => `key ${command}`),
        "ledger check",
        "holdfast listen",
      ]),
    );
  });
});

describe("what a command decides holds for the very next request, in every process", () => {
  let env: Environment;
  let processes: readonly [Served, Served];
  beforeAll(async () => {
    env = { DATABASE_URL: await newDatabase() };
    processes = await Promise.all([serve(env), serve(env)]);
  });

  const newMerchant = (email: string): Promise<{ account_id: string; api_key: string }> =>
    json(["merchant", "create", "--email", email, "--trading-name", "A", "--verified"], env);
  const everywhere = (method: "GET" | "POST", path: string, key: string): Promise<readonly Answer[]> =>
    Promise.all(
      processes.map(({ origin }) => call(origin, method, path, { key, ...(method === "POST" ? { body: ORDER } : {}) })),
    );
  const expectEverywhere = (answers: readonly Answer[], status: number, code?: string): void => {
    for (const answer of answers) expect([answer.status, answer.body["error"]?.code]).toEqual([status, code]);
  };

  test("a revoked key is refused, and the others of the account go on", async () => {
    const { account_id, api_key } = await newMerchant("revoked@a.example");
    const other = await json(["key", "create", "--account", account_id], env);
    for (const key of [api_key, other.api_key]) expectEverywhere(await everywhere("GET", ACCOUNT, key), 200);
    await json(["key", "revoke", other.id], env);
    expectEverywhere(await everywhere("GET", ACCOUNT, other.api_key), 401, "unauthenticated");
    expectEverywhere(await everywhere("GET", ACCOUNT, api_key), 200);
  });

  test("a rejected account reads and no longer writes, until it is verified again", async () => {
    const { account_id, api_key } = await newMerchant("rejected@a.example");
    const [created] = await everywhere("POST", SESSIONS, api_key);
    expect(created?.status).toBe(201);
    await json(["merchant", "reject", account_id], env);
    expectEverywhere(await everywhere("POST", SESSIONS, api_key), 403, "forbidden");
    expectEverywhere(await everywhere("POST", `${SESSIONS}/${created?.body["id"]}/expire`, api_key), 403, "forbidden");
    expectEverywhere(await everywhere("GET", `${SESSIONS}/${created?.body["id"]}`, api_key), 200);
    expect((await everywhere("GET", ACCOUNT, api_key))[0]?.body).toMatchObject({ verification_status: "REJECTED" });
    await json(["merchant", "verify", account_id], env);
    expectEverywhere(await everywhere("POST", SESSIONS, api_key), 201);
  });

  test("a read-only key reads and does not write", async () => {
    const { account_id, api_key } = await newMerchant("reader@a.example");
    const reader = await json(["key", "create", "--account", account_id, "--read-only"], env);
    expectEverywhere(await everywhere("POST", SESSIONS, reader.api_key), 403, "forbidden");
    expectEverywhere(await everywhere("GET", SESSIONS, reader.api_key), 200);
    expectEverywhere(await everywhere("POST", SESSIONS, api_key), 201);
  });

  test("of twelve keys asked for at once an account gets as many as make ten, and revoking one makes room", async () => {
    const { account_id } = await newMerchant("many@a.example");
    const asked = await Promise.all(
      Array.from({ length: 12 }, () => holdfast(["key", "create", "--account", account_id, "--json"], env)),
    );
    const made = asked.filter(({ code }) => code === 0);
    expect(made).toHaveLength(9);
    for (const ended of asked.filter(({ code }) => code !== 0))
      expectRefused(ended, 1, /has 10 active keys; revoke one/);
    const keys = made.map(({ stdout }) => JSON.parse(stdout));
    expect(new Set(keys.map(({ api_key }) => api_key)).size).toBe(9);
    await inThrees(keys, async ({ api_key }) => expectEverywhere(await everywhere("GET", ACCOUNT, api_key), 200));

    await json(["key", "revoke", keys[0].id], env);
    await json(["key", "create", "--account", account_id], env);
    expectRefused(await holdfast(["key", "create", "--account", account_id], env), 1, /has 10 active keys/);
  });
});
