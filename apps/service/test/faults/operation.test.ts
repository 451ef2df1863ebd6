/**
 * What goes wrong in years of operation, on real processes: the disk is full, the database takes no writes, nobody started a worker.
 * Nothing that was acknowledged is lost, a metric shows it to the alerts of deploy/prometheus, and the service goes on by itself.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { API_PATH } from "@holdfast/contract";
import { afterAll, expect, inject, test } from "vitest";
import { openDataDir } from "../../src/platform/data-dir.js";
import { runningPostgres } from "../../src/platform/embedded-postgres.js";
import { newClient } from "../client.js";
import { copyDataDir } from "../cluster.js";
import { asService, newDatabase, SECRET_KEY } from "../harness.js";
import {
  type Answer,
  call,
  cleanUp,
  type Ended,
  type Environment,
  holdfast,
  type Served,
  serve,
  until,
  usedDataDir,
} from "../process/launch.js";
import { needs } from "../programs.js";

const closers: (() => void)[] = [];
afterAll(async () => {
  await cleanUp();
  for (const close of closers) close();
});

type Shop = { readonly account: string; readonly key: string };

/** A machine that is busy may not let a command in within its time; it has done nothing then, and says so. */
const NOT_LET_IN = /does not answer: .* then run the command again\.$/m;

async function command(args: readonly string[], env: Environment): Promise<Ended> {
  let ended = await holdfast(args, env);
  for (let tries = 1; tries < 5 && NOT_LET_IN.test(ended.stderr); tries += 1) ended = await holdfast(args, env);
  return ended;
}

async function openShop(env: Environment): Promise<Shop> {
  const seller = ["--email", "shop@example.com", "--trading-name", "North Wares", "--verified", "--json"];
  const { stdout, stderr } = await command(["merchant", "create", ...seller], env);
  expect(stderr).toBe("");
  const { account_id: account, api_key: key } = JSON.parse(stdout);
  return { account, key };
}

const create = (service: Served, { key }: Shop, reference: string): Promise<Answer> =>
  call(service.origin, "POST", `${API_PATH}/checkout/sessions`, {
    key,
    body: { title: "Dinner set", amount: "249.90", external_reference: reference, description: "x".repeat(4_000) },
  });

type Received = { readonly type: string; readonly signedAt: number };

/** A store that takes every webhook, and notes when it says that it was signed. */
async function openStore(): Promise<{ readonly origin: string; readonly received: readonly Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    request.setEncoding("utf8");
    let body = "";
    request.on("data", (text: string) => {
      body += text;
    });
    request.on("end", () => {
      received.push({ type: JSON.parse(body).type, signedAt: Number(request.headers["webhook-timestamp"]) });
      response.writeHead(204).end();
    });
  }).listen(0, "127.0.0.1");
  closers.push(() => void server.close());
  await until(() => server.listening, "the store listens");
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

/** The value of a metric; 0 where it was never counted. Several of one name are added up. */
async function metric(service: Served, pattern: RegExp): Promise<number> {
  const { status, text } = await call(service.origin, "GET", "/metrics");
  expect(status, text).toBe(200);
  const values = text.split("\n").filter((line) => pattern.test(line));
  return values.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

const UNAVAILABLE = /^holdfast_http_request_seconds_count\{.*status="503"/;

/** Everything that was acknowledged is there, and the books are right. */
async function expectWhole(
  service: Served,
  shop: Shop,
  acknowledged: readonly string[],
  env: Environment,
): Promise<void> {
  for (const id of acknowledged) {
    const { status } = await call(service.origin, "GET", `${API_PATH}/checkout/sessions/${id}`, { key: shop.key });
    expect(status, id).toBe(200);
  }
  const { stdout, stderr } = await command(["ledger", "check", "--all"], env);
  expect(stdout, stderr).toMatch(/^the books balance/);
}

test("a disk that is full: requests get 503, nothing acknowledged is lost, and with room the service goes on", async (context) => {
  context.skip(process.getuid?.() !== 0, "only root makes a small disk");
  needs(context, "mount");
  const disk = mkdtempSync(join(tmpdir(), "holdfast-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=220m,mode=755", "tmpfs", disk]);
  closers.push(() => execFileSync("umount", ["--lazy", disk]));
  const dataDir = join(disk, "data");
  copyDataDir(inject("usedDataDir"), dataDir);
  const env = { DATA_DIR: dataDir, LOG_LEVEL: "warn" };
  const service = await serve(env);
  const shop = await openShop(env);
  const before = await metric(service, UNAVAILABLE);

  const { bavail, bsize } = statfsSync(disk);
  const ballast = join(disk, "ballast");
  writeFileSync(ballast, Buffer.alloc(bavail * bsize - 256 * 1024));
  const acknowledged: string[] = [];
  let answer: Answer;
  do {
    answer = await create(service, shop, `order-${acknowledged.length}`);
    if (answer.status === 201) acknowledged.push(answer.body["id"]);
  } while (answer.status === 201);
  expect([answer.status, answer.body["error"]?.code], answer.text).toEqual([503, "service_unavailable"]);
  expect(await metric(service, UNAVAILABLE)).toBeGreaterThan(before);

  rmSync(ballast);
  await until(async () => (await create(service, shop, "order-after")).status === 201, "orders are taken again");
  await expectWhole(service, shop, acknowledged, env);
  expect((await service.stop()).code).toBe(0);
}, 120_000);

const ENDED_WITHIN_MS = 30_000;

test("a database that takes no writes: requests get 503, nothing is lost, and the service goes on", async () => {
  const dataDir = usedDataDir();
  const env = { DATA_DIR: dataDir, LOG_LEVEL: "warn" };
  const service = await serve(env);
  const shop = await openShop(env);
  const first = await create(service, shop, "order-0");
  expect(first.status).toBe(201);

  const admin = newClient((await runningPostgres(openDataDir(dataDir)))?.adminUrl ?? "");
  await admin.connect();
  const switchTo = async (readOnly: "on" | "off"): Promise<void> => {
    await admin.query(`alter database holdfast set default_transaction_read_only = ${readOnly}`);
    // Waits for each connection to end: on a busy machine one can live on for a while, and fail whoever uses it next.
    await admin.query(
      `select pg_terminate_backend(pid, ${ENDED_WITHIN_MS}) from pg_stat_activity where datname = 'holdfast'`,
    );
  };
  await switchTo("on");
  const refused = async (): Promise<boolean> => {
    const { status, body } = await create(service, shop, "order-1");
    expect([201, 503], JSON.stringify(body)).toContain(status);
    return status === 503;
  };
  await until(refused, "orders are refused");
  expect(await metric(service, UNAVAILABLE)).toBeGreaterThan(0);

  await switchTo("off");
  await until(async () => (await create(service, shop, "order-2")).status === 201, "orders are taken again");
  await admin.end();
  await expectWhole(service, shop, [first.body["id"]], env);
  expect((await service.stop()).code).toBe(0);
}, 120_000);

test("a worker that nobody started: orders go on, the metric says how long work waits, and a worker makes up for it", async () => {
  const { origin, received } = await openStore();
  const databaseUrl = await newDatabase();
  const env = {
    DATABASE_URL: asService(databaseUrl),
    SECRET_KEY: SECRET_KEY.toString("base64"),
    WEBHOOK_ALLOWED_ORIGINS: origin,
    LOG_LEVEL: "warn",
  };
  const web = await serve({ ...env, ROLE: "web" });
  const shop = await openShop({ ...env, MIGRATION_DATABASE_URL: databaseUrl });
  expect((await command(["webhook", "create", "--account", shop.account, "--url", origin], env)).stderr).toBe("");
  const session = await create(web, shop, "order-0");
  expect(session.status).toBe(201);
  const expired = await call(web.origin, "POST", `${API_PATH}/checkout/sessions/${session.body["id"]}/expire`, {
    key: shop.key,
    body: {},
  });
  expect(expired.status, expired.text).toBe(200);
  const waits = (): Promise<number> => metric(web, /^holdfast_webhook_oldest_untried_seconds /);
  await until(async () => (await waits()) > 0, "the metric says that work waits");
  expect(received).toEqual([]);

  const worker = await serve({ ...env, ROLE: "worker" });
  const isTold = (): boolean => received.some(({ type }) => type === "checkout.session.expired");
  await until(isTold, "the store is told");
  await until(async () => (await waits()) === 0, "nothing waits any more");
  for (const process of [web, worker]) expect((await process.stop()).code).toBe(0);
}, 120_000);

/** Of a process, which is a day ahead from the signal on. */
const JUMPING_CLOCK = `
const Real = Date;
let aheadMs = 0;
globalThis.Date = class extends Real {
  constructor(...given) {
    super(...(given.length === 0 ? [Real.now() + aheadMs] : given));
  }
  static now() {
    return Real.now() + aheadMs;
  }
};
process.on("SIGUSR2", () => {
  aheadMs = 86_400_000;
  process.stderr.write("it is tomorrow");
});`;
const TOLERANCE_SECONDS = 120;

test("the clock of a process that jumps by a day: orders go on by the database's time, and only signatures are of tomorrow", async () => {
  const { origin, received } = await openStore();
  const env = { DATA_DIR: usedDataDir(), WEBHOOK_ALLOWED_ORIGINS: origin, LOG_LEVEL: "warn" };
  const preload = `--import=data:text/javascript,${encodeURIComponent(JUMPING_CLOCK)}`;
  const service = await serve({ ...env, NODE_OPTIONS: preload });
  const shop = await openShop(env);
  expect((await command(["webhook", "create", "--account", shop.account, "--url", origin], env)).stderr).toBe("");
  process.kill(service.pid, "SIGUSR2");
  await until(() => service.stderr().includes("it is tomorrow"), "the clock has jumped");

  const session = await create(service, shop, "order-0");
  expect(session.status, session.text).toBe(201);
  const isNow = (seconds: number): boolean => Math.abs(seconds - Date.now() / 1_000) < TOLERANCE_SECONDS;
  expect(isNow(session.body["created"]), session.text).toBe(true);
  const path = `${API_PATH}/test_helpers/checkout/sessions/${session.body["id"]}/confirm`;
  const confirmed = await call(service.origin, "POST", path, { key: shop.key, body: {} });
  expect([confirmed.status, confirmed.body["status"]], confirmed.text).toEqual([200, "PENDING_FUNDING"]);
  const told = (): Received | undefined => received.find(({ type }) => type === "checkout.session.completed");
  await until(() => told() !== undefined, "the store is told");
  expect(isNow((told()?.signedAt ?? 0) - 86_400), `signed at ${told()?.signedAt}`).toBe(true);
  expect((await service.stop()).code).toBe(0);
}, 120_000);
