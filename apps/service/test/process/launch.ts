/**
 * The service and the command line as people run them: processes of their own, driven by environment, output and signals.
 * Nothing of the surrounding environment reaches them, and they work in a folder of their own.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import type { Pace } from "../../src/app.js";
import { readPostmaster } from "../../src/platform/postmaster.js";
import { copyDataDir, FEW_CONNECTIONS } from "../cluster.js";
import type { Json } from "../harness.js";

export const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const MAIN = join(ROOT, "apps/service/dist/bundle/main.js");
/** The same at another pace, which PACE tells as JSON. */
const PACED = join(ROOT, "apps/service/test/process/paced.ts");
export const COMMAND_LINE = join(ROOT, "packages/cli/bin/holdfast.js");

export type Environment = Readonly<Record<string, string>>;

export type Ended = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
};

export type Launched = {
  readonly child: ChildProcess;
  readonly pid: number;
  /** What it has printed so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Settles when the process is gone and all that it printed was read. */
  readonly ended: Promise<Ended>;
};

const running = new Set<Launched>();
const folders: string[] = [];
const dataDirs = new Set<string>();

/** A folder of its own, with a space in its name because people have those. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "holdfast process "));
  folders.push(folder);
  return folder;
}

/** A data directory whose database was made before, which takes seconds, and was never used. */
export function usedDataDir(name = "data"): string {
  const dataDir = join(newFolder(), name);
  copyDataDir(inject("usedDataDir"), dataDir);
  return dataDir;
}

/** Ends what a test left running, its databases included, and removes its folders. For `afterAll`. */
export async function cleanUp(): Promise<void> {
  for (const { child } of running) child.kill("SIGKILL");
  await Promise.all([...running].map(({ ended }) => ended));
  for (const cluster of [...dataDirs].map((dataDir) => join(dataDir, "postgres"))) {
    const pid = existsSync(cluster) ? readPostmaster(cluster)?.pid : undefined;
    if (pid === undefined || !isRunning(pid)) continue;
    process.kill(pid, "SIGQUIT");
    await until(() => !isRunning(pid), "a database that is told to quit goes");
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/** A dead process that nobody has buried yet does not count. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return statOf(pid)?.state !== "Z";
}

/** Of Linux; undefined elsewhere, and for a process that is gone. */
function statOf(pid: number | string): { readonly state: string; readonly parent: number } | undefined {
  try {
    // The name, in parentheses, may hold anything.
    const [state = "", parent = ""] = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

/** The processes that this one has started and that still run. */
export function childrenOf(pid: number): readonly number[] {
  const pids = existsSync("/proc/self/stat")
    ? readdirSync("/proc").filter((name) => /^\d+$/.test(name) && statOf(name)?.parent === pid)
    : execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
        .split("\n")
        .map((line) => line.trim().split(/\s+/))
        .flatMap(([child = "", parent]) => (Number(parent) === pid ? [child] : []));
  return pids.map(Number);
}

/** Looks every few milliseconds; what never becomes true fails the test by name. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string,
  withinMs = 30_000,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`waited ${withinMs / 1000} s in vain until: ${what}`);
    await sleep(10);
  }
}

/** For a process that others know before it is there. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await until(() => server.listening, "a port is found");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** What one process compiled, the next need not. */
const COMPILED = join(tmpdir(), "holdfast-compiled");

export type LaunchOptions = { readonly env?: Environment; readonly cwd?: string; readonly ipc?: boolean };

/** Runs a Node program. `node` itself is on its PATH, so what it prints for people can be run as it stands. */
export function launch(args: readonly string[], { env = {}, cwd, ipc = false }: LaunchOptions = {}): Launched {
  const PATH = `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`;
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
    cwd: cwd ?? newFolder(),
    env: { PATH, HOME: process.env["HOME"] ?? "", TMPDIR: tmpdir(), NODE_COMPILE_CACHE: COMPILED, ...env },
    stdio: ["ignore", "pipe", "pipe", ...(ipc ? (["ipc"] as const) : [])],
  });
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (chunk: string) => {
      printed[name] += chunk;
    });
  }
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (code, signal) => {
      running.delete(launched);
      resolve({ code, signal, ...printed });
    });
  });
  const launched: Launched = {
    child,
    pid: child.pid ?? 0,
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    ended,
  };
  running.add(launched);
  if (env["DATA_DIR"] !== undefined) dataDirs.add(env["DATA_DIR"]);
  return launched;
}

export type Served = Launched & {
  /** As printed. */
  readonly publicUrl: string;
  /** Where it really listens. */
  readonly origin: string;
  /** Asks it to stop and waits until it has. */
  stop(signal?: "SIGTERM" | "SIGINT"): Promise<Ended>;
};

/** The environment of a service that lives at a pace of its own. */
export const paced = (pace: Pace): Environment => ({ PACE: JSON.stringify(pace) });

/** A service on a free port, without a rate limit, that has said that it listens. */
export function serve(env: Environment, options: { cwd?: string; main?: string } = {}): Promise<Served> {
  const launched = launchService(env, options);
  return listening(launched);
}

/** The same, not waited for. */
export function launchService(
  env: Environment,
  { cwd, main = env["PACE"] === undefined ? MAIN : PACED }: { cwd?: string; main?: string } = {},
): Launched {
  return launch([main], {
    env: { PORT: "0", RATE_LIMIT_PER_MINUTE: "1000000000", DATABASE_CONNECTIONS: `${FEW_CONNECTIONS}`, ...env },
    ...(cwd === undefined ? {} : { cwd }),
  });
}

/** A start takes a second and a half of CPU; where ten others want two cores that may be a minute, and one that fails ends by itself. */
const START_MS = 120_000;

/** Waits for the line that says where a service listens. */
export async function listening(launched: Launched): Promise<Served> {
  const line = /^listening on (\S+)$/m;
  const { child } = launched;
  const isOver = (): boolean => line.test(launched.stdout()) || child.exitCode !== null || child.signalCode !== null;
  await until(isOver, "it listens", START_MS);
  const publicUrl = line.exec(launched.stdout())?.[1];
  if (publicUrl === undefined) {
    const { code, signal, stderr } = await launched.ended;
    throw new Error(`the service ended with ${code ?? signal} before it listened: ${stderr}`);
  }
  return {
    ...launched,
    publicUrl,
    origin: `http://127.0.0.1:${new URL(publicUrl).port}`,
    stop: (signal = "SIGTERM") => {
      child.kill(signal);
      return launched.ended;
    },
  };
}

/** Runs a command of the command line to its end. */
export function holdfast(args: readonly string[], env: Environment, cwd?: string): Promise<Ended> {
  return launch([COMMAND_LINE, ...args], { env, ...(cwd === undefined ? {} : { cwd }) }).ended;
}

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Json;
};

export type CallOptions = { readonly key?: string; readonly body?: unknown; readonly headers?: Environment };

/** One request to the API, or to any other path of a process. The body of an answer that is no JSON is empty. */
export async function call(
  origin: string,
  method: "GET" | "POST",
  path: string,
  { key, body, headers = {} }: CallOptions = {},
): Promise<Answer> {
  const response = await fetch(origin + path, {
    method,
    headers: {
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  return { status: response.status, headers: response.headers, text, body: isJson ? (JSON.parse(text) as Json) : {} };
}
