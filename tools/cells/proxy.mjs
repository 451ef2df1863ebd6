/** The proxy of deploy/cells, as it stands there but for its addresses: a real HAProxy in front of the cells that it names. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../../deploy/cells", import.meta.url));
const STARTS = 3;
const TRIES = 200;
const LOOK_EVERY_MS = 50;

/** On ports that were free a moment ago: where another process was quicker, on others. */
export async function startProxy(cells, options) {
  for (let left = STARTS; ; left -= 1)
    try {
      return await startOnce(cells, options);
    } catch (error) {
      if (left === 1 || !error.message.includes("Address already in use")) throw error;
    }
}

async function startOnce(cells, { keptMax = null, checkMs = null } = {}) {
  const [open, where, again] = [await freePort(), await freePort(), await freePort()];
  const addressed = (text) => {
    let changed = text
      .replaceAll("127.0.0.1:8405", `127.0.0.1:${where}`)
      .replaceAll("127.0.0.1:8406", `127.0.0.1:${again}`)
      .replace("bind :8080", `bind 127.0.0.1:${open}`);
    for (const [name, { port, opsPort }] of Object.entries(cells))
      changed = changed
        .replaceAll(`${name}-web-1.internal:3000`, `127.0.0.1:${port}`)
        .replaceAll(`${name}-web-1.internal:9090`, `127.0.0.1:${opsPort}`);
    if (checkMs !== null) changed = changed.replaceAll(/ check$/gm, ` check inter ${checkMs}ms`);
    return keptMax === null ? changed : changed.replace(/^local KEPT_MAX = \d+$/m, `local KEPT_MAX = ${keptMax}`);
  };
  const folder = mkdtempSync(join(tmpdir(), "proxy-"));
  for (const file of ["haproxy.cfg", "cells.lua"])
    writeFileSync(join(folder, file), addressed(readFileSync(join(FOLDER, file), "utf8")));
  const child = spawn("haproxy", ["-f", "haproxy.cfg", "-db"], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text) => {
      said = (said + text).slice(-SAID_MAX);
    });
  const stop = async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
    if (process.env.SHOW_PROXY) process.stderr.write(said);
  };
  const url = `http://127.0.0.1:${open}`;
  for (let tries = 0; ; tries += 1) {
    if (child.exitCode !== null || tries > TRIES) {
      await stop();
      throw new Error(`HAProxy does not serve: ${said}`);
    }
    const up = await fetch(`${url}/healthz`).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (up) return { url, port: open, stop };
    await sleep(LOOK_EVERY_MS);
  }
}

/** Of what it says: enough to see why it did not start. */
const SAID_MAX = 100_000;

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
