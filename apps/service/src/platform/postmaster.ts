/**
 * What a database directory says of its server, and what can be done to that server without being its parent.
 *
 * Everything here starts from postmaster.pid, which a server writes when it starts and removes when it stops cleanly. The file
 * outlives a server that was killed, so it is never believed without a look at the process that it names.
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SetupError } from "./data-dir.js";
import type { Programs } from "./postgres-programs.js";

const POLL_MS = 20;
/** How long each signal is given to work. */
const PATIENCE_MS = 5_000;

export type Postmaster = { readonly pid: number; readonly port: number; readonly ready: boolean };

/** Lines of the file: process, directory, start, port, socket directory, address, memory, state. Null when there is none. */
export function readPostmaster(directory: string): Postmaster | null {
  const lines = readLines(join(directory, "postmaster.pid"));
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 1 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" } : null;
}

/** Empty when there is no file, or the server removes it this moment. */
function readLines(path: string): readonly string[] {
  try {
    return fs.readFileSync(path, "utf8").split("\n");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

/**
 * Stops the server that an earlier process left behind in the directory, if there is one.
 *
 * @throws SetupError when it does not even yield to SIGKILL.
 */
export async function stopOrphan(
  programs: Programs,
  directory: string,
  log: { warn(message: string): void },
): Promise<void> {
  const postmaster = readPostmaster(directory);
  if (postmaster === null) return;
  const { pid } = postmaster;
  const runs = () => isServerOf(directory, pid);
  if (!runs()) {
    // The number now belongs to another process (or to a zombie): PostgreSQL would take that for a running server.
    if (isAlive(pid)) fs.rmSync(join(directory, "postmaster.pid"), { force: true });
    return;
  }
  log.warn(`stopping the PostgreSQL that an earlier process left behind (process ${pid})`);
  for (const signal of ["INT", "QUIT", "KILL"] as const) {
    signalServer(programs, pid, signal);
    if (await until(() => !runs(), PATIENCE_MS)) return;
  }
  throw new SetupError(`cannot stop the PostgreSQL that an earlier process left behind (process ${pid})`);
}

/** INT: end sessions, write out, stop. QUIT, KILL: stop at once; the next start recovers from the write-ahead log. */
export function signalServer(programs: Programs, pid: number, signal: "INT" | "QUIT" | "KILL"): void {
  if (process.platform === "win32") {
    spawnSync(programs.pg_ctl, ["kill", signal, String(pid)], { windowsHide: true });
    return;
  }
  try {
    process.kill(pid, `SIG${signal}`);
  } catch (error) {
    if (isAlive(pid)) throw error;
  }
}

async function until(condition: () => boolean, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  while (!condition()) {
    if (performance.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Process numbers are used again, so a number alone proves nothing: its command line has to name this directory. */
function isServerOf(directory: string, pid: number): boolean {
  const words = commandLine(pid);
  return words.includes("postgres") && (words.includes(`-D ${directory} `) || process.platform === "win32");
}

function commandLine(pid: number): string {
  if (process.platform === "linux") {
    try {
      return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    } catch {
      return ""; // it is gone
    }
  }
  const query: [string, string[]] =
    process.platform === "win32"
      ? ["tasklist", ["/FI", `PID eq ${pid}`, "/FO", "CSV"]]
      : ["ps", ["-ww", "-o", "command=", "-p", String(pid)]];
  return spawnSync(...query, { encoding: "utf8", windowsHide: true }).stdout ?? "";
}
