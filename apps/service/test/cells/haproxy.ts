/** The proxy of deploy/cells, as it stands there but for its addresses. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { World } from "../harness.js";

const FOLDER = fileURLToPath(new URL("../../../../deploy/cells", import.meta.url));

export type RunningProxy = { readonly url: string; stop(): Promise<void> };

export async function startProxy(cells: Readonly<Record<string, World>>): Promise<RunningProxy> {
  const [open, where, again] = [await freePort(), await freePort(), await freePort()];
  const addressed = (text: string): string => {
    let changed = text
      .replaceAll("127.0.0.1:8405", `127.0.0.1:${where}`)
      .replaceAll("127.0.0.1:8406", `127.0.0.1:${again}`)
      .replace("bind :8080", `bind 127.0.0.1:${open}`);
    for (const [name, { service }] of Object.entries(cells))
      changed = changed
        .replaceAll(`${name}-web-1.internal:3000`, `127.0.0.1:${service.port}`)
        .replaceAll(`${name}-web-1.internal:9090`, `127.0.0.1:${service.opsPort}`);
    return changed;
  };
  const folder = mkdtempSync(join(tmpdir(), "proxy-"));
  for (const file of ["haproxy.cfg", "cells.lua"])
    writeFileSync(join(folder, file), addressed(readFileSync(join(FOLDER, file), "utf8")));
  const child = spawn("haproxy", ["-f", "haproxy.cfg", "-db"], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += String(text)));
  const url = `http://127.0.0.1:${open}`;
  for (let tries = 0; ; tries += 1) {
    if (child.exitCode !== null || tries > 200) throw new Error(`HAProxy does not serve: ${said}`);
    const up = await fetch(`${url}/healthz`).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (up) break;
    await sleep(50);
  }
  return {
    url,
    stop: async () => {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      if (process.env["SHOW_PROXY"]) process.stderr.write(said);
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
