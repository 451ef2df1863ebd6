/** A PostgreSQL of its own, which can be killed as a machine is that loses power, and started again. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { openDataDir } from "../../../apps/service/dist/platform/data-dir.js";
import { startEmbeddedPostgres } from "../../../apps/service/dist/platform/embedded-postgres.js";
import { freePort } from "../../../apps/service/dist/platform/free-port.js";
import { chooseUser, findPrograms, spawnAs } from "../../../apps/service/dist/platform/postgres-programs.js";

export type Server = {
  /** Of the role that owns the tables. */
  readonly url: string;
  /** Of a superuser. */
  readonly adminUrl: string;
  /** All of its processes, at once and without a word. */
  kill(): Promise<void>;
  /** Resolves when it lets people in. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

const SILENT = { info: () => undefined, warn: () => undefined };
const READY_MS = 60_000;
const LOOK_EVERY_MS = 50;

/** @param folder where its data lies; it is made. */
export async function openServer(folder: string): Promise<Server> {
  const dataDir = openDataDir(folder);
  // Who makes it would also bring it back at once when it is killed.
  const maker = await startEmbeddedPostgres({ dataDir, log: SILENT });
  await maker.stop();
  const [programs, port] = [await findPrograms(), await freePort()];
  const directory = dataDir.at("postgres");
  const user = chooseUser(programs, dataDir.path, directory);
  const at = (url: string): string => url.replace(/:\d+\//, `:${port}/`);
  const [url, adminUrl] = [at(maker.url), at(maker.adminUrl)];
  const settings = ["listen_addresses=127.0.0.1", `port=${port}`, "unix_socket_directories=", "max_connections=200"];
  let child: ChildProcess | null = null;
  const end = async (signal: NodeJS.Signals, toAll: boolean): Promise<void> => {
    const running = child;
    child = null;
    if (running?.pid === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const exited = once(running, "exit");
    process.kill(toAll ? -running.pid : running.pid, signal);
    await exited;
  };
  const start = async (): Promise<void> => {
    child = spawnAs(user, [programs.postgres, "-D", directory, ...settings.flatMap((one) => ["-c", one])], {
      detached: true,
      stdio: "ignore",
    });
    await untilReady(url);
  };
  await start();
  return { url, adminUrl, start, kill: () => end("SIGKILL", true), stop: () => end("SIGINT", false) };
}

async function untilReady(connectionString: string): Promise<void> {
  const deadline = performance.now() + READY_MS;
  for (;;) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
    client.on("error", () => undefined); // connect() reports it
    const isReady = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (isReady) return;
    if (performance.now() > deadline) throw new Error(`PostgreSQL was not ready within ${READY_MS / 1_000} s`);
    await sleep(LOOK_EVERY_MS);
  }
}
