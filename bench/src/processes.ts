/** Everything that is measured, or measures, is a process of its own; all of them end with this one. */
import { type ChildProcess, execFile, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort } from "../../apps/service/dist/platform/free-port.js";
import type { Job, Outcome } from "./load/job.js";
import type { Question, Reply } from "./webhooks/messages.js";

export type Served = {
  readonly port: number;
  readonly pid: number;
  /** The name of its database. */
  readonly database: string;
  stop(): Promise<void>;
};

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What `npm start` runs the service with (tools/run.mjs). */
const SERVICE_FLAGS = [
  "--disable-warning=ExperimentalWarning",
  "--max-semi-space-size=16",
  "--initial-old-space-size=80",
];
/** More of them for every server, such as `--cpu-prof`. */
const EXTRA_FLAGS = process.env["BENCH_NODE_FLAGS"]?.split(" ") ?? [];
/** On a machine that others keep busy. */
const START_MS = 180_000;
const STOP_MS = 20_000;
const POLL_MS = 25;
/** A job is bounded by itself; this is for a load process that hangs. */
const JOB_GRACE_MS = 60_000;

/**
 * The service as it is shipped, logging at its default level to /dev/null. `.env` files are out of reach.
 * @param options.root of the built tree that it is started from, with a slash at its end.
 * @param options.settings of the operating contract, besides those that every bench needs.
 */
export async function startService({
  databaseUrl,
  directory,
  root = ROOT,
  settings = {},
}: {
  databaseUrl: string;
  directory: string;
  root?: string;
  settings?: Readonly<Record<string, string>>;
}): Promise<Served> {
  const port = await freePort();
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    RATE_LIMIT_PER_MINUTE: "1000000000",
    SESSIONS_PER_DAY: "1000000000",
    DATA_DIR: directory,
    ...settings,
  };
  const child = spawn(process.execPath, [...SERVICE_FLAGS, ...EXTRA_FLAGS, `${root}apps/service/dist/bundle/main.js`], {
    cwd: directory,
    env,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await untilServing(child, port, "/readyz");
  return { port, pid: child.pid ?? 0, database: databaseOf(databaseUrl), stop: () => stop(child) };
}

/** @param databaseUrl where the tables of floor/schema.ts are */
export async function startFloor(databaseUrl: string): Promise<Served> {
  const port = await freePort();
  const child = fork(fileURLToPath(new URL("./floor/server.js", import.meta.url)), [], {
    env: { ...process.env, DATABASE_URL: databaseUrl, PORT: String(port) },
    execArgv: [...SERVICE_FLAGS, ...EXTRA_FLAGS],
  });
  await untilServing(child, port, "/healthz");
  return { port, pid: child.pid ?? 0, database: databaseOf(databaseUrl), stop: () => stop(child) };
}

/**
 * Outlives this process, however it ends, until the PostgreSQL in the directory has stopped and its files are gone.
 * @param directory with the DATA_DIR in `data`.
 */
export function startCleaner(directory: string): { stop(): Promise<void> } {
  // In a session of its own: what is sent to the terminal's processes is not for it.
  const child = fork(fileURLToPath(new URL("./cleaner.js", import.meta.url)), [directory], { detached: true });
  return {
    stop: async () => {
      const exited = once(child, "exit");
      child.disconnect();
      await exited;
    },
  };
}

const databaseOf = (url: string): string => new URL(url).pathname.slice(1);

export type Load = { run(job: Job): Promise<Outcome>; stop(): Promise<void> };

export function startLoad(): Load {
  const child = fork(fileURLToPath(new URL("./load/process.js", import.meta.url)));
  return {
    run: async (job) => {
      child.send(job);
      const giveUp = AbortSignal.timeout(job.warmUpMs + job.measureMs + JOB_GRACE_MS);
      const [answer] = (await once(child, "message", { signal: giveUp })) as [{ outcome?: Outcome; error?: string }];
      if (answer.outcome === undefined) throw new Error(answer.error ?? "the load process said nothing");
      return answer.outcome;
    },
    stop: () => stop(child),
  };
}

/** A process that is asked by messages (webhooks/messages.ts). */
export type Helper = {
  /** The port that it listens on; 0 when it does not. */
  readonly port: number;
  readonly pid: number;
  /** @throws when it fails, ends, or takes longer than `withinMs`. */
  ask<Answer>(order: object, withinMs?: number): Promise<Answer>;
  stop(): Promise<void>;
};

/**
 * @param file of the process: a module that says `{ port }` once it is ready.
 * @param settings its environment, besides ours.
 */
export async function startHelper(file: URL, settings: Readonly<Record<string, string>>): Promise<Helper> {
  const child = fork(fileURLToPath(file), [], {
    env: { ...process.env, ...settings },
    execArgv: [...SERVICE_FLAGS, ...EXTRA_FLAGS],
  });
  const waiting = new Map<number, (reply: Reply) => void>();
  const ready = once(child, "message", { signal: AbortSignal.timeout(START_MS) });
  child.on("exit", (code) => {
    for (const [id, tell] of waiting) tell({ id, error: `${file.pathname} ended with code ${code}` });
  });
  const [{ port }] = (await ready) as [{ port: number }];
  child.on("message", (reply: Reply) => waiting.get(reply.id)?.(reply));
  let last = 0;
  return {
    port,
    pid: child.pid ?? 0,
    ask: <Answer>(order: object, withinMs = JOB_GRACE_MS) =>
      new Promise<Answer>((resolve, reject) => {
        last += 1;
        const id = last;
        const tell = (reply: Reply): void => {
          clearTimeout(timer);
          waiting.delete(id);
          if ("error" in reply) reject(new Error(reply.error));
          else resolve(reply.answer as Answer);
        };
        const late = `${file.pathname} did not answer ${JSON.stringify(order)} within ${withinMs / 1000} s`;
        const timer = setTimeout(() => tell({ id, error: late }), withinMs);
        waiting.set(id, tell);
        child.send({ id, order } satisfies Question);
      }),
    stop: () => stop(child),
  };
}

type Command = {
  readonly databaseUrl: string;
  readonly directory: string;
  readonly root?: string | undefined;
  /** Of the operating contract, as the service has them. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
};

/** Runs one command of the service's command line and reads its JSON. */
export async function runCommand<Result>(
  { databaseUrl, directory, root = ROOT, settings = {} }: Command,
  args: readonly string[],
): Promise<Result> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`${root}packages/cli/bin/holdfast.js`, ...args, "--json"],
    {
      cwd: directory,
      env: { ...process.env, DATABASE_URL: databaseUrl, ...settings },
    },
  );
  return JSON.parse(stdout) as Result;
}

export type Measured = { readonly seconds: number; readonly peakMegabytes: number };

const SAMPLE_MS = 50;
/** Of what a command wrote, in characters. */
const SAID_MAX = 2_000;

/**
 * Runs a command line for what it costs: real time, and the most memory that it was seen with.
 * @param settings the database among them, as DATABASE_URL.
 * @throws when it is refused.
 */
export async function runMeasured(
  settings: Readonly<Record<string, string>>,
  directory: string,
  args: readonly string[],
): Promise<Measured> {
  const start = performance.now();
  let peakMegabytes = 0;
  const ended = promisify(execFile)(process.execPath, [`${ROOT}packages/cli/bin/holdfast.js`, ...args], {
    cwd: directory,
    env: { ...process.env, ...settings },
  });
  const { pid } = ended.child;
  const sampling = setInterval(() => {
    peakMegabytes = Math.max(peakMegabytes, (pid === undefined ? null : residentMegabytes(pid)) ?? 0);
  }, SAMPLE_MS);
  try {
    await ended;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`\`holdfast ${args.join(" ")}\` failed: ${stdout.slice(-SAID_MAX)}${stderr.slice(-SAID_MAX)}`);
  } finally {
    clearInterval(sampling);
  }
  return { seconds: (performance.now() - start) / 1_000, peakMegabytes };
}

/** Resident memory of a process in MB; null where the system does not show it as Linux does. */
export function residentMegabytes(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}

async function untilServing(child: ChildProcess, port: number, path: string): Promise<void> {
  const deadline = performance.now() + START_MS;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null);
    if (answer?.ok === true) return;
    if (child.exitCode !== null) throw new Error(`a server ended with code ${child.exitCode} while it started`);
    if (performance.now() > deadline) throw new Error(`a server did not start within ${START_MS / 1000} s`);
    await sleep(POLL_MS);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const cut = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await exited;
  clearTimeout(cut);
}
