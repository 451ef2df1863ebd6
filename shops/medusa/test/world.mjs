/** A service, a Medusa on a database of its own, and the webhook between them: started once for all stories. */
import { spawn } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Holdfast } from "@holdfast/sdk";
import { sandbox } from "@holdfast/sdk/testing";
import { openDataDir } from "../../../apps/service/dist/platform/data-dir.js";
import { startEmbeddedPostgres } from "../../../apps/service/dist/platform/embedded-postgres.js";
import { freePort } from "../../../apps/service/dist/platform/free-port.js";
import { startService } from "../../../tools/clients/service.mjs";
import { lookAt, speakTo } from "./buying.mjs";

const SHOP = join(import.meta.dirname, "..");
const FALL = new URL("../../../tools/shops/fall.mjs", import.meta.url).href;
const MEDUSA_CLI = join(SHOP, "node_modules/@medusajs/cli/cli.js");
const READY_WITHIN_MS = 120_000;
const COMES_WITHIN_MS = 90_000;
/** Losing this database in a power cut is fine. */
const SETTINGS = { fsync: "off", full_page_writes: "off", synchronous_commit: "off" };
const SILENT = { info: () => undefined, warn: () => undefined };

export async function openWorld() {
  const folder = fs.mkdtempSync(join(tmpdir(), "holdfast-medusa-"));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const [service, postgres] = await Promise.all([
    startService([origin]),
    startEmbeddedPostgres({ dataDir: openDataDir(join(folder, "data")), log: SILENT, settings: SETTINGS }),
  ]);
  const holdfast = new Holdfast({ apiKey: service.apiKey, baseUrl: service.baseUrl });
  const { id: account } = await holdfast.account.get();
  const register = ["webhook", "create", "--account", account, "--url", `${origin}/hooks/holdfast`, "--json"];
  const endpoint = JSON.parse((await service.allowing(origin)(...register)).stdout);
  const env = {
    ...process.env,
    NODE_ENV: "production",
    MEDUSA_DISABLE_TELEMETRY: "1",
    DATABASE_URL: postgres.url,
    PORT: String(port),
    SHOP_SECRET: "of this run",
    HOLDFAST_API_KEY: service.apiKey,
    HOLDFAST_URL: service.baseUrl,
    HOLDFAST_WEBHOOK_SECRET: endpoint.secret,
    FALL_AT: join(folder, "fall-at"),
  };
  await migrate(env);
  const world = { service, holdfast, buyer: sandbox(holdfast), origin, endpoint, fallAt: env.FALL_AT, medusa: null };
  world.start = async (settings = {}) => {
    const medusa = await startMedusa({ ...env, ...settings });
    world.medusa = medusa;
    Object.assign(world, speakTo(origin, medusa.keys));
    // One that fell is there again a moment later, as under any supervisor.
    void medusa.ended.then(() => medusa.isToldToEnd || world.start(settings)).catch(console.error);
  };
  const end = async (signal) => {
    world.medusa.isToldToEnd = true;
    world.medusa.child.kill(signal);
    await world.medusa.ended;
  };
  world.kill = () => end("SIGKILL");
  world.close = async () => {
    if (world.medusa !== null) await end("SIGTERM");
    await postgres.stop();
    await service.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  await world.start();
  return world;
}

async function migrate(env) {
  const child = spawn(process.execPath, [MEDUSA_CLI, "db:migrate", "--skip-scripts"], {
    cwd: SHOP,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { code, printed } = await new Promise((resolve) => {
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (printed += text));
    child.once("close", (code) => resolve({ code, printed }));
  });
  if (code !== 0) throw new Error(`Medusa's migrations ended with ${code}\n${printed.slice(-4_000)}`);
}

/** `say` asks its process for something, and waits until it was done. */
async function startMedusa(env) {
  const child = spawn(process.execPath, ["--disable-warning=DeprecationWarning", "--import", FALL, "shop.mjs"], {
    cwd: SHOP,
    env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  let printed = "";
  const keys = await new Promise((resolve, reject) => {
    const fail = (why) => reject(new Error(`Medusa did not start: ${why}\n${printed.slice(-6_000)}`));
    const cut = setTimeout(() => fail("it took too long"), READY_WITHIN_MS);
    void ended.then((code) => fail(`it ended with ${code}`));
    const read = (text) => {
      printed += text;
      const [, found] = /^ready (.+)$/m.exec(printed) ?? [];
      if (found === undefined) return;
      clearTimeout(cut);
      resolve(JSON.parse(found));
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", read);
  });
  let places = 0;
  const say = (word, given) =>
    new Promise((resolve, reject) => {
      places += 1;
      const place = places;
      const hear = (answer) => {
        if (answer.place !== place) return;
        child.off("message", hear);
        if (answer.error === undefined) resolve(answer.made);
        else reject(new Error(answer.error));
      };
      child.on("message", hear);
      child.send({ place, word, given });
    });
  return { child, ended, keys, say, printed: () => printed, isToldToEnd: false };
}

/** Asks until it is so; a shop that is away says nothing. `what` says what was waited for. */
export async function until(what, isSo) {
  for (const end = Date.now() + COMES_WITHIN_MS; ; ) {
    let cause;
    try {
      const found = await isSo();
      if (found) return found;
    } catch (error) {
      cause = error;
    }
    if (Date.now() > end) throw new Error(`it never came: ${what}`, { cause });
    await sleep(100);
  }
}

/** The order, once the shop shows it so: `status`, `payment`, `fulfilment` and `holdfast` (what the bridge noted), as far as they are given. */
export async function untilShop(world, id, wanted) {
  let shown;
  const showing = async () => {
    const order = await lookAt(world, id);
    shown = {
      status: order.status,
      payment: order.payment_status,
      fulfilment: order.fulfillment_status,
      holdfast: order.metadata?.holdfast_status,
    };
    return Object.entries(wanted).every(([name, value]) => shown[name] === value) ? order : null;
  };
  return until(`${JSON.stringify(wanted)} of order ${id}`, showing).catch((error) => {
    throw new Error(
      `${error.message}; the shop shows ${JSON.stringify(shown)}\n${world.medusa
        .printed()
        .split("\n")
        .filter((line) => /holdfast:|error/i.test(line))
        .slice(-15)
        .join("\n")}`,
    );
  });
}

/** The session that the buyer of an order pays by. */
export async function sessionOf({ holdfast }, order) {
  const { data } = await holdfast.sessions.list({ external_reference: order });
  return data;
}

export async function eventsOf({ holdfast }, order) {
  const found = [];
  for await (const { type, data } of holdfast.events.list())
    if (data.object.external_reference === order) found.unshift(type);
  return found;
}
