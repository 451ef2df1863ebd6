/** A real service of the sandbox on a free port, with data of its own, and a receiver of webhooks. */
import { spawn } from "node:child_process";
import fs from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure, mustRun, ROOT } from "./process.mjs";

const STARTS_WITHIN_MS = 120_000;
const DELIVERED_WITHIN_MS = 30_000;

/**
 * Starts it; `stop` ends it and removes its data.
 * @param {readonly string[]} [origins] of receivers on this machine that it may deliver to, besides its own
 * @throws Failure
 */
export async function startService(origins = []) {
  const data = fs.mkdtempSync(join(tmpdir(), "holdfast-clients-"));
  const { receiver, receiverUrl, received } = await openReceiver();
  const env = {
    ...process.env,
    DATA_DIR: join(data, "data"),
    PORT: "0",
    MODE: "sandbox",
    LOG_LEVEL: "error",
    RATE_LIMIT_PER_MINUTE: "1000000000",
    // So that each operation has something to succeed with.
    STRIPE_CONNECT: "on",
    SESSIONS_PER_DAY: "1000000000",
    WEBHOOK_ALLOWED_ORIGINS: [receiverUrl, ...origins].join(","),
  };
  const child = spawn(process.execPath, [join(ROOT, "apps/service/dist/bundle/main.js")], {
    cwd: data,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    receiver.closeAllConnections();
    receiver.close();
    fs.rmSync(data, { recursive: true, force: true });
  };
  try {
    const { origin, apiKey } = await bannerOf(child);
    const command = (args, more = {}) =>
      mustRun(process.execPath, [join(ROOT, "packages/cli/bin/holdfast.js"), ...args], {
        cwd: data,
        env: { ...env, ...more },
      });
    const holdfast = (...args) => command(args);
    /** The command line of somebody who allows deliveries to another origin. */
    const allowing =
      (other) =>
      (...args) =>
        command(args, { WEBHOOK_ALLOWED_ORIGINS: other });
    return { ...speaker(origin, apiKey), origin, apiKey, holdfast, allowing, receiverUrl, received, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Takes everything with 204. `received` waits until so many deliveries came to a path, and returns them as they arrived. */
async function openReceiver() {
  const deliveries = [];
  const receiver = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { url, headers } = request;
      deliveries.push({ path: url, headers, body: Buffer.concat(chunks).toString("utf8") });
      response.writeHead(204).end();
    });
  });
  await new Promise((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const received = async (path, count) => {
    for (const until = Date.now() + DELIVERED_WITHIN_MS; ; ) {
      const found = deliveries.filter((one) => one.path === path);
      if (found.length >= count) return found;
      if (Date.now() > until) throw new Failure(`${found.length} of ${count} deliveries came to ${path}`);
      await sleep(50);
    }
  };
  return { receiver, receiverUrl: `http://127.0.0.1:${receiver.address().port}`, received };
}

/**
 * What it prints when it listens for the first time.
 * @returns {Promise<{ origin: string, apiKey: string, mail: string, password: string }>}
 */
export function bannerOf(child) {
  let printed = "";
  return new Promise((resolve, reject) => {
    const fail = (why) => reject(new Failure(`the service did not start: ${why}\n${printed.slice(-2_000)}`));
    const cut = setTimeout(() => fail("it took too long"), STARTS_WITHIN_MS);
    child.once("close", (code) => fail(`it ended with ${code}`));
    const read = (chunk) => {
      printed += chunk;
      const [, origin] = /^listening on (\S+)$/m.exec(printed) ?? [];
      const [, apiKey] = /^KEY=(\S+)$/m.exec(printed) ?? [];
      if (origin === undefined || apiKey === undefined) return;
      const [, mail, password] = /^ {2}e?mail +(\S+)\n {2}password +(\S+)$/m.exec(printed) ?? [];
      clearTimeout(cut);
      resolve({ origin, apiKey, mail, password });
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", read);
  });
}

function speaker(origin, apiKey) {
  const baseUrl = `${origin}/api/v1`;
  const headers = { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" };
  const read = async (response) => {
    const text = await response.text();
    if (!response.ok) throw new Failure(`${response.url}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  return {
    baseUrl,
    get: async (path) => read(await fetch(baseUrl + path, { headers })),
    post: async (path, body = {}) =>
      read(await fetch(baseUrl + path, { method: "POST", headers, body: JSON.stringify(body) })),
    /** How many successes each operation has had, by its id. */
    successes: async () => {
      const text = await (await fetch(`${origin}/metrics`)).text();
      const counted = /^holdfast_http_request_seconds_count\{route="(\w+)",method="\w+",status="2\d\d"\} (\d+)$/gm;
      return new Map([...text.matchAll(counted)].map(([, id, count]) => [id, Number(count)]));
    },
  };
}
