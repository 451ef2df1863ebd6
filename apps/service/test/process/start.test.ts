/**
 * The operating contract as a person or a script meets it: what a start prints, what a stop leaves behind, what each
 * variable takes, and what the parts of a deployment answer. Every process here is a real one.
 */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { API_PATH, API_VERSION, ERRORS } from "@holdfast/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "../../src/config/index.js";
import { openMerchant } from "../../src/identity/merchants.js";
import { NO_REGISTRY } from "../../src/identity/registry.js";
import { type Database, openDatabase } from "../../src/platform/database.js";
import { readPostmaster } from "../../src/platform/postmaster.js";
import { wide } from "../bounds.js";
import { dropDatabase, newDatabase } from "../harness.js";
import { needs } from "../programs.js";
import {
  type Answer,
  COMMAND_LINE,
  call,
  cleanUp,
  type Environment,
  holdfast,
  isRunning,
  launchService,
  newFolder,
  ROOT,
  type Served,
  serve,
  until,
} from "./launch.js";
import { expectOneLine, takePort } from "./refusals.js";

const ACCOUNT = `${API_PATH}/account`;
const SESSIONS = `${API_PATH}/checkout/sessions`;
const ORDER = { title: "Hand-thrown dinner set", amount: "249.90" };

afterAll(cleanUp);

async function withDatabase<Result>(url: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  const db = openDatabase(url, { connections: 1 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

const newKey = (databaseUrl: string): Promise<string> =>
  withDatabase(databaseUrl, async (db) => {
    const email = `${randomBytes(6).toString("hex")}@example.com`;
    return (await openMerchant({ db, registry: NO_REGISTRY }, { email, tradingName: "Northwind", verified: true }))
      .apiKey;
  });

describe("one directory, from its first start on", () => {
  const folder = newFolder();
  const dataDir = join(folder, "my data");
  const env = { DATA_DIR: dataDir };
  let service: Served;
  let key = "";
  const made: string[] = [];

  const databaseLog = (): string => readFileSync(join(dataDir, "postgres.log"), "utf8");
  const postmaster = (): number => readPostmaster(join(dataDir, "postgres"))?.pid ?? 0;

  test("the first start prints where it listens, the demo key, and how to go on", async () => {
    service = await serve(env);
    await until(() => service.stdout().includes("/events"), "the banner is printed");
    const printed = service.stdout();
    expect(printed.match(/^listening on .*$/gm)).toEqual([`listening on ${service.publicUrl}`]);
    expect(service.publicUrl).toMatch(/^http:\/\/localhost:\d+$/);
    expect(printed.match(/^ {2}hf_\w+$/gm)).toHaveLength(1);
    key = /^KEY=(\S+)$/m.exec(printed)?.[1] ?? "";
    const account = await call(service.origin, "GET", ACCOUNT, { key });
    expect(account.body).toMatchObject({ object: "account", verification_status: "VERIFIED" });
    expect(printed).toMatch(
      /^ {2}http:\/\/localhost:\d+\/console\n {2}mail {6}demo@holdfast\.example\n {2}password {2}\w{16}$/m,
    );
    expect(service.stderr()).toBe("");
  });

  test("the printed lines, run as they stand, lead an order to COMPLETED", async (context) => {
    needs(context, "bash", "curl");
    const printed = service.stdout();
    const lines = printed.slice(printed.indexOf("KEY=")).split("\n");
    const script = lines.filter((line) => !line.startsWith("{")).join("\n");
    expect(script.match(/\bapi ["/]/g)).toHaveLength(8);
    const run = promisify(execFile);
    const PATH = `${join(process.execPath, "..")}:${process.env["PATH"]}`;
    const { stdout } = await run("bash", ["-eu", "-o", "pipefail", "-c", script], { env: { PATH } });
    expect(stdout).toMatch(/COMPLETED$/m);
    expect(stdout.slice(stdout.indexOf("COMPLETED\n"))).toContain('"type":"escrow.completed"');
  });

  test("a second service on the directory says so in one line and leaves the first alone", async () => {
    const second = await launchService(env).ended;
    expect(second.code).toBe(1);
    expectOneLine(second);
    expect(second.stderr).toContain(`process ${service.pid}`);
    expect(second.stderr).toContain(`DATA_DIR=${dataDir}`);
    expect((await call(service.origin, "GET", ACCOUNT, { key })).status).toBe(200);
  });

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    test(`${signal}: the request in flight is answered, the database stops cleanly, exit 0`, async () => {
      if (signal === "SIGINT") service = await serve(env);
      const database = postmaster();
      expect(isRunning(database)).toBe(true);
      const request = await openRequest(service, key);
      const asked = performance.now();
      const ended = service.stop(signal);
      await until(() => isRefused(service.origin), "new connections are refused");
      const answer = await request.finish();
      expect(answer).toMatch(/^HTTP\/1\.1 201 /);
      expect(answer).toMatch(/^connection: close\r$/im);
      made.push(/"id":"(cs_\w+)"/.exec(answer)?.[1] ?? "");
      expect(await ended).toMatchObject({ code: 0, signal: null, stderr: "" });
      expect(performance.now() - asked).toBeLessThan(15_000);
      expect(isRunning(database)).toBe(false);
      expect(existsSync(join(dataDir, "postgres/postmaster.pid"))).toBe(false);
    });
  }

  test("what it printed besides the banner is JSON, line by line, one for every request", async () => {
    const lines = service.stdout().split("\n");
    const logged = lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
    for (const entry of logged) expect(entry).toMatchObject({ level: expect.any(Number), msg: expect.any(String) });
    expect(logged).toContainEqual(
      expect.objectContaining({ msg: "request", method: "POST", route: "createSession", status: 201 }),
    );
    expect(lines.filter((line) => !line.startsWith("{"))).toEqual([
      `listening on ${service.publicUrl}`,
      expect.stringContaining("/console"),
      expect.stringContaining("/docs"),
      expect.stringMatching(/^Without your API key/),
      expect.stringMatching(/^ {2}DATA_DIR='.+ data' npm run -s holdfast -- key create --account \d{19}$/),
      "",
    ]);
    expect(service.stdout()).not.toContain(key);
  });

  test("what it printed for those who have lost their key, run as it stands, makes another of the demo merchant", async () => {
    const [, command = ""] = /^ {2}(.* key create .*)$/m.exec(service.stdout()) ?? [];
    const npm = `npm() { shift 4; "${process.execPath}" "${COMMAND_LINE}" "$@"; }\n`;
    const { stdout } = await promisify(execFile)("bash", ["-c", npm + command], { env: {} });
    const [made] = /hf_\w+/.exec(stdout) ?? [];
    service = await serve(env);
    const account = await call(service.origin, "GET", ACCOUNT, { key: made ?? "" });
    expect(account.body).toMatchObject({ trading_name: "Northwind Ceramics" });
    expect(await service.stop()).toMatchObject({ code: 0 });
  });

  test("the next start finds everything, shows no key and had nothing to recover", async () => {
    service = await serve(env);
    expect(service.stdout()).not.toContain("hf_");
    expect(made).toHaveLength(2);
    for (const id of made) expect((await call(service.origin, "GET", `${SESSIONS}/${id}`, { key })).status).toBe(200);
    expect(databaseLog()).toContain("database system is ready");
    expect(databaseLog()).not.toMatch(/not properly shut down|recovery in progress|redo starts/);
    expect(await service.stop()).toMatchObject({ code: 0 });
  });

  test("a stop that comes while it starts is a stop too, and leaves no database behind", async () => {
    const starting = launchService(env);
    await until(() => postmaster() !== 0, "the database starts");
    const database = postmaster();
    starting.child.kill("SIGTERM");
    expect(await starting.ended).toMatchObject({ code: 0, stderr: "" });
    expect(isRunning(database)).toBe(false);
  });
});

/** A request of which half the body has arrived: the service has read all there is, and waits for the rest. */
async function openRequest(service: Served, key: string): Promise<{ finish(): Promise<string> }> {
  const body = JSON.stringify(ORDER);
  let received = "";
  const socket = connect(Number(new URL(service.origin).port), "127.0.0.1");
  const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    received += chunk;
  });
  socket.write(
    `POST ${SESSIONS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n` +
      `Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  );
  await until(() => received.startsWith("HTTP/1.1 100 Continue"), "the service has begun to read the request");
  received = "";
  return {
    finish: async () => {
      socket.write(body.slice(10));
      await closed;
      return received.replace(/^\r\n\r\n/, "");
    },
  };
}

function isRefused(origin: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1", () => {
      socket.destroy();
      resolve(false);
    });
    socket.on("error", () => resolve(true));
  });
}

describe("live", () => {
  const READY: Environment = {
    MODE: "live",
    PUBLIC_URL: "https://pay.example",
    SECRET_KEY: randomBytes(32).toString("base64"),
    SMTP_URL: "smtps://holdfast:hunter2@mail.example",
    OPERATOR_LEGAL_NAME: "Acme Payments Ltd",
    MAIL_FROM: "Holdfast <pay@mail.example>",
  };

  test.each<[string, string | undefined]>([
    ["PUBLIC_URL", undefined],
    ["PUBLIC_URL", "http://pay.example"],
    ["SECRET_KEY", undefined],
    ["SMTP_URL", undefined],
    ["MAIL_FROM", undefined],
    ["WEBHOOK_ALLOWED_ORIGINS", "http://127.0.0.1:4242"],
  ])("refuses to start with %s=%s", (name, value) => {
    const { [name]: _, ...others } = READY;
    const environment = value === undefined ? others : { ...others, [name]: value };
    expect(() => readConfig(environment)).toThrow(ConfigError);
    expect(() => readConfig(environment)).toThrow(
      new RegExp(`^${name}(=${value}| is not set).*MODE=live takes .+\\.$`),
    );
  });

  test("with everything set it serves, and helpers of the sandbox are paths like any unknown one", async () => {
    const missing = await launchService({ ...READY, MAIL_FROM: "" }).ended;
    expect(missing).toMatchObject({
      code: 78,
      stderr: expect.stringMatching(/^holdfast: MAIL_FROM is not set: .*\n$/),
    });

    const DATABASE_URL = await newDatabase();
    const key = await newKey(DATABASE_URL);
    const { port, close } = await takePort();
    close();
    const service = await serve({ ...READY, DATABASE_URL, PORT: String(port) });
    expect(service.publicUrl).toBe("https://pay.example");
    expect(service.stdout()).not.toContain("hf_");
    const origin = `http://127.0.0.1:${port}`;

    const nowhere = await call(origin, "POST", `${API_PATH}/nowhere`, { key, body: {} });
    expect(nowhere).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
    const seen = ({ status, text, headers }: Answer): unknown => {
      const { "request-id": _, date: __, ...others } = Object.fromEntries(headers);
      return { status, text, others };
    };
    for (const [method, path] of [
      ["POST", "/test_helpers/clock/advance"],
      ["POST", "/test_helpers/checkout/sessions/cs_06cw3w4ahf6jst9p9w6nrvkfkw/confirm"],
      ["GET", "/test_helpers/clock"],
      ["POST", "/test_helpers/clock"],
      ["GET", "/test_helpers"],
    ] as const) {
      for (const one of [{ key }, {}]) {
        const body = method === "POST" ? { body: { seconds: 1 } } : {};
        const answer = await call(origin, method, API_PATH + path, { ...one, ...body });
        expect(seen(answer), `${method} ${path}`).toEqual(seen(nowhere));
      }
    }
    const published = await call(origin, "GET", `${API_PATH}/openapi.json`);
    expect(Object.keys(published.body["paths"]).filter((path) => path.includes("test_helpers"))).toEqual([]);

    const created = await call(origin, "POST", SESSIONS, { key, body: ORDER });
    expect(created).toMatchObject({
      status: 201,
      body: { url: expect.stringMatching(/^https:\/\/pay\.example\/pay\//) },
    });
    const plain = await call(origin, "POST", SESSIONS, { key, body: { ...ORDER, cancel_url: "http://shop.example/" } });
    expect(plain).toMatchObject({ status: 400, body: { error: { details: { cancel_url: [expect.any(String)] } } } });
    expect((await service.stop()).code).toBe(0);
  });
});

// --- The parts of a deployment -----------------------------------------------------------------------------------------

describe("web and worker, each a process, on one database", () => {
  let databaseUrl = "";
  let key = "";
  let web: Served;
  beforeAll(async () => {
    databaseUrl = await newDatabase();
    key = await newKey(databaseUrl);
    web = await serve({ DATABASE_URL: databaseUrl, ROLE: "web" });
  });

  const statusOf = (id: string): Promise<readonly { status: string }[]> =>
    withDatabase(databaseUrl, (db) =>
      db.query({
        name: "status",
        text: "select status from checkout_sessions where content like $1",
        values: [`%${id}%`],
      }),
    );

  test("the worker alone writes what time does, with its event, once", async () => {
    const created = await call(web.origin, "POST", SESSIONS, {
      key,
      body: { ...ORDER, external_reference: "NW-77", expires_in: 900 },
    });
    expect(created.status).toBe(201);
    await withDatabase(databaseUrl, (db) =>
      db.query({ name: "time passes", text: "update test_clock set offset_seconds = offset_seconds + 1000" }),
    );
    expect(await statusOf("NW-77")).toEqual([{ status: "OPEN" }]);

    const worker = await serve({ DATABASE_URL: databaseUrl, ROLE: "worker" });
    await until(async () => (await statusOf("NW-77"))[0]?.status === "EXPIRED", "the worker has written the expiry");
    const metrics = await call(worker.origin, "GET", "/metrics");
    expect(metrics.text).toMatch(/^holdfast_due_settled_total 1$/m);
    const events = await call(web.origin, "GET", `${API_PATH}/events`, { key });
    expect(events.body["data"]).toMatchObject([
      { type: "checkout.session.expired", data: { object: { id: created.body["id"], previous_status: "OPEN" } } },
    ]);
    expect((await worker.stop()).code).toBe(0);
  });

  /** Metrics that dashboards ask for; `up` is Prometheus' own. */
  const folder = join(ROOT, "deploy/grafana");
  const dashboards = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  const ofDashboards = [...dashboards.join("\n").matchAll(/\b([a-z]\w+?)(?:_bucket|_count|_sum)?\{job=/g)]
    .map(([, name = ""]) => name)
    .filter((name) => name !== "up");

  test("the worker answers those who watch over it, with all that dashboards ask for, and knows no API", async () => {
    const worker = await serve({ DATABASE_URL: databaseUrl, ROLE: "worker" });
    for (const path of ["/healthz", "/readyz", "/metrics"]) {
      expect((await call(worker.origin, "GET", path)).status, path).toBe(200);
    }
    const { text } = await call(worker.origin, "GET", "/metrics");
    const shown = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
    expect(ofDashboards.length).toBeGreaterThan(50);
    expect(ofDashboards.filter((name) => !shown.has(name))).toEqual([]);
    for (const path of [ACCOUNT, SESSIONS, `${API_PATH}/openapi.json`, "/docs", "/pay/x/cs_1"]) {
      const answer = await call(worker.origin, "GET", path, { key });
      expect(answer, path).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
    }
    const write = await call(worker.origin, "POST", SESSIONS, { key, body: ORDER });
    expect(write).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
    expect(worker.stdout()).toMatch(/^listening on /m);
    expect(worker.stdout()).not.toContain("/docs");
    expect((await worker.stop("SIGINT")).code).toBe(0);
  });
});

test("without its database a service is alive, not ready, and asks to come back later", wide(), async () => {
  const url = await newDatabase();
  const key = await newKey(url);
  const service = await serve({ DATABASE_URL: url });
  const ask = (path: string): Promise<Answer> => call(service.origin, "GET", path, { key });
  expect((await ask("/readyz")).status).toBe(200);
  expect((await ask(ACCOUNT)).status).toBe(200);
  await dropDatabase(url);
  expect(await ask("/healthz")).toMatchObject({ status: 200, text: "ok\n" });
  expect((await ask("/readyz")).status).toBe(503);
  const metrics = await ask("/metrics");
  expect(metrics.headers.get("content-type")).toMatch(/^text\/plain/);
  expect(metrics.text).toMatch(
    /^holdfast_http_request_seconds_count\{route="getAccount",method="GET",status="200"\} 1$/m,
  );
  const refused = await ask(ACCOUNT);
  const { type, message } = ERRORS.service_unavailable;
  expect(refused).toMatchObject({ status: 503, body: { error: { type, message, code: "service_unavailable" } } });
  expect(refused.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  expect(refused.headers.get("escrow-version")).toBe(API_VERSION);
  const { code, stdout } = await service.stop();
  expect(code).toBe(0);
  expect(stdout).not.toContain(key);
});

test(
  "of two hosts in DATABASE_URL the first may be dead, for the service and for the command line",
  wide(),
  async () => {
    const databaseUrl = await newDatabase();
    const DATABASE_URL = databaseUrl.replace(/@([^/]+)\//, "@127.0.0.1:1,$1/");
    expect(DATABASE_URL).toContain("127.0.0.1:1,127.0.0.1:");
    const service = await serve({ DATABASE_URL });
    const created = await holdfast(["merchant", "create", "--email", "a@b.co", "--trading-name", "A", "--json"], {
      DATABASE_URL,
    });
    expect(created).toMatchObject({ code: 0, stderr: "" });
    const key = JSON.parse(created.stdout).api_key;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call(service.origin, "POST", SESSIONS, { key, body: ORDER })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect((await call(service.origin, "GET", "/readyz")).status).toBe(200);
    expect((await service.stop()).code).toBe(0);
  },
);

test("it runs from a path with spaces", wide(), async () => {
  const home = join(newFolder(), "my programs");
  mkdirSync(join(home, "apps/service"), { recursive: true });
  for (const part of ["dist", "locales", "migrations", "package.json"])
    cpSync(join(ROOT, "apps/service", part), join(home, "apps/service", part), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(home, "node_modules"));
  const main = join(home, "apps/service/dist/bundle/main.js");
  const service = await serve({ DATABASE_URL: await newDatabase() }, { main });
  expect((await call(service.origin, "GET", "/readyz")).status).toBe(200);
  expect((await service.stop()).code).toBe(0);
});
