/** A store and a service on this machine, with data of their own that goes with them: one PostgreSQL, the service, and Vendure. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { Failure, mustRun, ROOT } from "../clients/process.mjs";
import { bannerOf } from "../clients/service.mjs";
import { openPort } from "./ports.mjs";

const STARTS_WITHIN_MS = 180_000;
const STOPS_WITHIN_MS = 20_000;
const SHOP = join(ROOT, "packages/vendure/dist/shop/main.js");
const SERVICE = join(ROOT, "apps/service/dist/bundle/main.js");
const CLI = join(ROOT, "packages/cli/bin/holdfast.js");
const FALL = pathToFileURL(join(ROOT, "tools/shops/fall.mjs")).href;
/** Nothing of it outlives the deployment. */
const POSTGRES_SETTINGS = { fsync: "off", synchronous_commit: "off", shared_buffers: "32MB" };

/**
 * Starts all three. `stop` ends them and removes their data.
 * @param {{ servicePort?: number, shopPort?: number, releases?: "order" | "line", everyMs?: number, falls?: boolean, say?: (step: string) => void }} [options]
 *   ports that are free, any without; with `falls`, the store falls where the file `fallAt` says
 *   (fall.mjs), and is there again a moment later, as under any supervisor
 * @throws Failure
 */
export async function openDeployment({
  servicePort,
  shopPort,
  releases = "line",
  everyMs = 2_000,
  falls = false,
  say = () => {},
} = {}) {
  const folder = fs.mkdtempSync(join(tmpdir(), "holdfast-shop-"));
  /** @type {(() => Promise<unknown>)[]} */
  const closers = [async () => fs.rmSync(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    say("starting PostgreSQL");
    const database = await openDatabase(join(folder, "database"));
    closers.push(database.stop);
    const shopUrl = `http://localhost:${shopPort ?? (await openPort(0))}`;
    const publicUrl = `http://localhost:${servicePort ?? (await openPort(0))}`;
    say("starting Holdfast");
    const env = {
      ...cleanEnvironment(),
      DATA_DIR: join(folder, "service"),
      DATABASE_URL: database.serviceUrl,
      PORT: new URL(publicUrl).port,
      PUBLIC_URL: publicUrl,
      RATE_LIMIT_PER_MINUTE: "100000",
      WEBHOOK_ALLOWED_ORIGINS: shopUrl,
      LOG_LEVEL: "error",
    };
    const service = start([SERVICE], { cwd: folder, env });
    closers.push(service.stop);
    const { apiKey, mail, password } = await bannerOf(service.child);
    say("starting the store");
    const admin = { identifier: "admin", password: randomBytes(6).toString("base64url") };
    const fallAt = join(folder, "fall-at");
    const shopEnv = {
      ...cleanEnvironment(),
      SHOP_URL: shopUrl,
      SHOP_DATABASE_URL: database.shopUrl,
      SHOP_ADMIN: admin.identifier,
      SHOP_PASSWORD: admin.password,
      SHOP_SECRET: randomBytes(24).toString("base64url"),
      HOLDFAST_URL: publicUrl,
      HOLDFAST_API_KEY: apiKey,
      RELEASES: releases,
      BRIDGE_EVERY_MS: String(everyMs),
      VENDURE_DISABLE_TELEMETRY: "true",
      ...(falls ? { FALL_AT: fallAt } : {}),
    };
    const shop = openShop(folder, shopEnv);
    closers.push(shop.stop);
    await shop.listens;
    const holdfast = (...args) => mustRun(process.execPath, [CLI, ...args], { cwd: folder, env });
    const { id: account } = await get(`${publicUrl}/api/v1/account`, apiKey);
    await holdfast("webhook", "create", "--account", account, "--url", `${shopUrl}/holdfast/webhook`, "--json");
    return { shopUrl, publicUrl, apiKey, seller: { mail, password }, admin, fallAt, ended: shop.ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Settings of the person who runs this are meant for a service of theirs. */
function cleanEnvironment() {
  const { PATH, HOME, TMPDIR, LANG, SystemRoot } = process.env;
  return Object.fromEntries(
    Object.entries({ PATH, HOME, TMPDIR, LANG, SystemRoot }).filter(([, value]) => value !== undefined),
  );
}

async function openDatabase(folder) {
  const { startEmbeddedPostgres } = await import("../../apps/service/dist/platform/embedded-postgres.js");
  const { openDataDir } = await import("../../apps/service/dist/platform/data-dir.js");
  const log = { info: () => {}, warn: () => {} };
  const postgres = await startEmbeddedPostgres({ dataDir: openDataDir(folder), log, settings: POSTGRES_SETTINGS });
  const client = new pg.Client({ connectionString: postgres.adminUrl });
  await client.connect();
  await client.query("create database shop owner holdfast");
  await client.end();
  const shopUrl = new URL(postgres.url);
  shopUrl.pathname = "/shop";
  return { serviceUrl: postgres.url, shopUrl: shopUrl.href, stop: () => postgres.stop() };
}

function start(args, { cwd, env }) {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe", "ipc"], // it ends with us, however we end
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const stop = async () => {
    child.kill("SIGTERM");
    const cut = setTimeout(() => child.kill("SIGKILL"), STOPS_WITHIN_MS);
    await ended;
    clearTimeout(cut);
  };
  return { child, ended, stop };
}

/** The store's process. One that may fall is started again whenever it has ended, until it is told to stop. */
function openShop(cwd, env) {
  const falls = env.FALL_AT !== undefined;
  const launch = () => {
    const shop = start([...(falls ? ["--import", FALL] : []), SHOP], { cwd, env });
    return { ...shop, listens: listening(shop.child) };
  };
  const first = launch();
  let shop = first;
  let isStopping = false;
  const watch = async () => {
    await shop.ended;
    if (isStopping) return;
    shop = launch();
    shop.listens.catch((error) => console.error(error.message));
    await watch();
  };
  if (falls) void watch();
  const stop = () => {
    isStopping = true;
    return shop.stop();
  };
  return { listens: first.listens, ended: first.ended, stop };
}

function listening(child) {
  let printed = "";
  return new Promise((resolve, reject) => {
    const fail = (why) => reject(new Failure(`the store did not start: ${why}\n${printed.slice(-4_000)}`));
    const cut = setTimeout(() => fail("it took too long"), STARTS_WITHIN_MS);
    child.once("close", (code) => fail(`it ended with ${code}`));
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk) => {
        printed += chunk;
        if (process.env.SHOP_LOG !== undefined) process.stderr.write(chunk);
        if (!/^listening on /m.test(printed)) return;
        clearTimeout(cut);
        resolve(undefined);
      });
  });
}

async function get(url, apiKey) {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${apiKey}` } });
  if (!response.ok) throw new Failure(`${url}: ${response.status}`);
  return response.json();
}
