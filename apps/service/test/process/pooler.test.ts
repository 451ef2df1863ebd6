/** Processes behind a PgBouncer in transaction mode that has five connections to the database for all of them. */
import net from "node:net";
import { API_PATH } from "@holdfast/contract";
import { afterAll, expect, inject, type TestContext, test } from "vitest";
import { openDatabase } from "../../src/platform/database.js";
import { DatabaseUnavailable } from "../../src/platform/database-errors.js";
import { uuidv7 } from "../../src/platform/random.js";
import { isDeep } from "../bounds.js";
import { newClient } from "../client.js";
import { openPair } from "../platform/standby.js";
import { ALTERATIONS, findPooler, NO_POOLER, openPooler, type Pooler } from "../pooler.js";
import { call, cleanUp, type Environment, holdfast, launchService, listening } from "./launch.js";
import { expectOneLine } from "./refusals.js";

const program = isDeep || process.env["PGBOUNCER"] !== undefined ? findPooler() : null;
const poolers: Pooler[] = [];

afterAll(async () => {
  await cleanUp();
  for (const pooler of poolers) await pooler.close();
});

async function asAdmin(text: string, database = "postgres"): Promise<void> {
  const admin = newClient(Object.assign(new URL(inject("adminUrl")), { pathname: database }).href);
  await admin.connect();
  await admin.query(text);
  await admin.end();
}

/** An empty database behind a pooler with such settings. */
async function behindPooler({ skip }: TestContext, settings: Readonly<Record<string, string | number>> = {}) {
  if (program === null) return skip(NO_POOLER);
  const [owner, service] = [inject("templateUrl"), inject("serviceUrl")];
  const pooler = await openPooler(program, [owner, service], settings);
  poolers.push(pooler);
  const name = `empty_${uuidv7().replaceAll("-", "")}`;
  await asAdmin(`create database ${name} owner holdfast`);
  const named = (url: string): string => pooler.through(Object.assign(new URL(url), { pathname: name }).href);
  const env: Environment = {
    DATABASE_URL: named(service),
    MIGRATION_DATABASE_URL: named(owner),
    SECRET_KEY: Buffer.alloc(32, "one key for both").toString("base64"),
    LOG_LEVEL: "warn",
  };
  return { env, name, pooler };
}

/** Does what the line of a refused start says. */
async function setAsAdvised(advice: string, pooler: Pooler): Promise<void> {
  const [run] = /alter role .*;/.exec(advice) ?? [];
  await asAdmin(run ?? "");
  await pooler.command("reconnect");
}

const BOUNDS = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout", "plan_cache_mode"];

const DROPPED = { ignore_startup_parameters: `options, ${BOUNDS.slice(0, 3).join(", ")}` };

for (const [does, settings] of [
  ["refuses", {}],
  ["drops", DROPPED],
] as const)
  test(`a pooler ${does} the settings that connections bring: a start says what their role needs, and goes on with that`, async (context) => {
    context.skip(
      process.env["TEST_POOLER"] !== undefined,
      "where all stories have a pooler, the role has its settings",
    );
    const { env, pooler } = await behindPooler(context, settings);
    const refused = await launchService(env).ended;
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expectOneLine(refused);
    for (const name of BOUNDS) expect(refused.stderr).toContain(` set ${name} = `);
    await setAsAdvised(refused.stderr, pooler);
    const { stop } = await listening(launchService(env));
    expect(await stop()).toMatchObject({ code: 0, stderr: "" });
  });

test("two processes start at once on an empty database, and serve one shop; a command has its own bounds", async (context) => {
  const { env, name } = await behindPooler(context);
  await asAdmin(ALTERATIONS.replaceAll("holdfast_service set", `holdfast_service in database ${name} set`));
  const services = await Promise.all([1, 2].map(async () => listening(launchService(env))));
  const key = services.map(({ stdout }) => /KEY=(\S+)/.exec(stdout())?.[1]).find((found) => found !== undefined);
  expect(key).toMatch(/^hf_/);
  for (const { origin } of services) {
    const body = { title: "Hand-thrown dinner set", amount: "249.90" };
    const made = await call(origin, "POST", `${API_PATH}/checkout/sessions`, { key: key ?? "", body });
    expect(made.status, made.text).toBe(201);
    const path = `${API_PATH}/test_helpers/checkout/sessions/${made.body["id"]}/confirm`;
    expect((await call(origin, "POST", path, { key: key ?? "", body: {} })).status).toBe(200);
  }
  expect(await holdfast(["ledger", "check"], env)).toMatchObject({ code: 0, stderr: "" });
  for (const { stop } of services) expect(await stop()).toMatchObject({ code: 0, stderr: "" });
});

test("a pooler that mixes up statements of its clients ends a start with what it needs", async (context) => {
  const { env } = await behindPooler(context, { max_prepared_statements: 0 });
  const refused = await launchService(env).ended;
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expectOneLine(refused);
  expect(refused.stderr).toMatch(/max_prepared_statements = \d+/);
});

test("a statement that failed before it was prepared is prepared again the next time", async (context) => {
  const { env } = await behindPooler(context);
  const db = openDatabase(env["MIGRATION_DATABASE_URL"] ?? "", { connections: 1 });
  const statement = { name: "test: behind a failure", text: "select 3 as said" };
  const failing = db.transaction(async (tx) => {
    void tx.query({ name: "test: failure", text: "select 1 / 0" });
    await tx.query(statement);
  });
  await expect(failing).rejects.toThrow("division by zero");
  expect(await db.query(statement)).toEqual([{ said: 3 }]);
  await db.close();
});

/** A way to a server that can be led to another: what is connected is cut, as when a server restarts. */
async function openWay(first: URL) {
  let to = first;
  const sockets = new Set<net.Socket>();
  const server = net.createServer((near) => {
    const far = net.connect(Number(to.port), to.hostname);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) sockets.add(socket.on("error", () => undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: Object.assign(new URL(first), { port: String((server.address() as net.AddressInfo).port) }).href,
    leadTo: (url: string): void => {
      to = new URL(url);
      cut();
    },
    close: (): void => {
      server.close();
      cut();
    },
  };
}

test("a server that becomes a standby behind its pooler answers nothing any more: the next host does", async ({
  skip,
}) => {
  if (program === null) return skip(NO_POOLER);
  const pair = await openPair();
  const direct = new URL(pair.primaryUrl);
  const way = await openWay(direct);
  const pooler = await openPooler(program, [way.url], { server_login_retry: 1 });
  const db = openDatabase(
    pooler.through(way.url).replace(/@[^/]+/, (host) => `${host},${direct.host}`),
    {
      connections: 1,
    },
  );
  const offset = { name: "test: offset", text: 'select offset_seconds::int as "offset" from test_clock' };
  try {
    expect(await db.query(offset)).toEqual([{ offset: 0 }]);
    await pair.caughtUp();
    await pair.pauseReplay(true);
    await pair.admin("update test_clock set offset_seconds = 7");
    way.leadTo(pair.standbyUrl);
    await expect(db.query(offset)).rejects.toThrow(DatabaseUnavailable);
    expect(await db.query(offset)).toEqual([{ offset: 7 }]);
    expect(await db.read(offset)).toEqual([{ offset: 7 }]);
  } finally {
    await db.close();
    await pooler.close();
    way.close();
    await pair.close();
  }
});
