/**
 * A PostgreSQL server of our own below the data directory, for deployments that bring none.
 *
 * Owns making the cluster, starting, supervising and stopping the server; postgres-programs.ts settles which user it runs as.
 * The caller holds the lock of the data directory, so a server found running there was left behind by a process that is gone.
 *
 * Modes: starting, running, restarting (the server died by itself; it comes back on the same port), stopped.
 */
import type { ChildProcess } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type DataDir, flushDirectory, SetupError } from "./data-dir.js";
import { freePort } from "./free-port.js";
import {
  chooseUser,
  findPrograms,
  handOver,
  lastLines,
  type Programs,
  type RunAs,
  runAs,
  spawnAs,
  unusable,
} from "./postgres-programs.js";
import { isAlive, readPostmaster, signalServer, stopOrphan } from "./postmaster.js";
import { commitsWait } from "./replication.js";

export type EmbeddedPostgres = {
  /** Connects as `holdfast`, which owns the database `holdfast` and its tables, and is no superuser: for migrations. */
  readonly url: string;
  /** Connects as `holdfast_service`, which owns nothing, and may do what it was granted. */
  readonly serviceUrl: string;
  /** Connects as the superuser to the database `postgres`: for tests that make databases. */
  readonly adminUrl: string;
  /** The server's process. Another one after a restart. */
  readonly pid: number;
  /** Ends sessions, writes everything out and stops. May be called more than once. */
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  readonly dataDir: DataDir;
  readonly log: { info(message: string): void; warn(message: string): void };
  /** Server settings on top of ours, such as `{ fsync: "off" }` in tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** How long a start may take. */
  readonly readyMs?: number;
};

const READY_MS = 60_000; // crash recovery of a large backlog
const READY_POLL_MS = 20;
const CONNECT_MS = 2_000;
const RETRY_MS = 200;
const START_TRIES = 50;
const RESTART_PAUSE_MS = 1_000;
const STOP_FAST_MS = 8_000;
const LOG_KEPT_BYTES = 16 * 1024 * 1024;

/** What another try cures: a port that was taken meanwhile, or remains of a server that are about to go. */
const TRANSIENT =
  /Address already in use|could not create any TCP\/IP sockets|lock file "postmaster\.pid"|shared memory block/;

/** @throws SetupError when there is no PostgreSQL for this machine or it does not start, with its last words. */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  settings = {},
  readyMs = READY_MS,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const programs = await findPrograms();
  const directory = dataDir.at("postgres");
  const server: Server = {
    dataDir,
    directory,
    programs,
    user: chooseUser(programs, dataDir.path, directory),
    settings,
    readyMs,
  };
  removeDrafts(dataDir);
  await stopOrphan(programs, directory, log);
  if (!fs.existsSync(directory)) await makeCluster(server, log);
  handOver(directory, server.user);
  const running = await launch(server, log);
  const { adminUrl } = urlsOf(dataDir, running.port);
  await ensureServiceRole(dataDir, adminUrl);
  if (await commitsWait(adminUrl))
    log.warn("a backup of this database is followed: commits wait until `holdfast backup FOLDER --follow` runs again");
  return supervise(server, running, log);
}

/**
 * Where the running server of this directory answers, to both roles; null when there is none or it is not ready. For the
 * command line.
 */
export async function runningPostgres(
  dataDir: DataDir,
): Promise<Pick<EmbeddedPostgres, "url" | "serviceUrl" | "adminUrl"> | null> {
  const postmaster = readPostmaster(dataDir.at("postgres"));
  const password = dataDir.readSecret("postgres-password");
  if (postmaster === null || password === null || !postmaster.ready || !isAlive(postmaster.pid)) return null;
  const urls = urlsOf(dataDir, postmaster.port);
  await ensureServiceRole(dataDir, urls.adminUrl);
  return urls;
}

type Server = {
  readonly dataDir: DataDir;
  readonly directory: string;
  readonly programs: Programs;
  readonly user: RunAs;
  readonly settings: Readonly<Record<string, string>>;
  readonly readyMs: number;
};

type Running = { readonly child: ChildProcess; readonly pid: number; readonly port: number };

type Log = EmbeddedPostgresOptions["log"];

const ownerPassword = (dataDir: DataDir) => dataDir.secretFile("postgres-password", makePassword);
const adminPassword = (dataDir: DataDir) => dataDir.secretFile("postgres-admin-password", makePassword);
const servicePassword = (dataDir: DataDir) => dataDir.secretFile("postgres-service-password", makePassword);
const makePassword = () => randomBytes(24).toString("base64url");

/** `sslmode` is spelled out because the driver would otherwise listen to PGSSLMODE, which is meant for other servers. */
const urlOf = (role: "holdfast" | "holdfast_service" | "postgres", password: string, port: number) =>
  `postgres://${role}:${password}@127.0.0.1:${port}/${role === "postgres" ? "postgres" : "holdfast"}?sslmode=disable`;

const urlsOf = (dataDir: DataDir, port: number) => ({
  url: urlOf("holdfast", ownerPassword(dataDir), port),
  serviceUrl: urlOf("holdfast_service", servicePassword(dataDir), port),
  adminUrl: urlOf("postgres", adminPassword(dataDir), port),
});

/** Directories that were made before there was such a role get it with their next start. */
async function ensureServiceRole(dataDir: DataDir, adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: CONNECT_MS });
  client.on("error", () => undefined); // the next query reports it
  await client.connect().catch((error: Error) => {
    throw new SetupError(`the embedded PostgreSQL does not answer: ${error.message}`, { cause: error });
  });
  try {
    // Letters, digits, - and _ (base64url): nothing to escape. Two that make it at once: the second finds it made.
    await client.query(`
      do $$ begin
        create role holdfast_service login password '${servicePassword(dataDir)}';
      exception when duplicate_object or unique_violation then null; end $$`);
  } finally {
    await client.end();
  }
}

// --- Making the cluster ------------------------------------------------------------------------------------------------

/**
 * Makes the cluster aside and moves it into place when it is complete, so that whatever interrupts it, the next start either
 * finds all of it or makes a new one.
 */
async function makeCluster({ dataDir, directory, programs, user, settings }: Server, log: Log): Promise<void> {
  log.info("making the embedded PostgreSQL database");
  const draft = dataDir.at(`${DRAFT}${randomUUID()}`);
  const passwordFile = `${draft}.password`;
  fs.mkdirSync(draft, { mode: 0o700 });
  fs.writeFileSync(passwordFile, adminPassword(dataDir), { mode: 0o600 });
  for (const path of [draft, passwordFile]) handOver(path, user);
  const flush = settings["fsync"] === "off" ? ["--no-sync"] : [];
  const choices = [
    "--username=postgres",
    "--encoding=UTF8",
    "--locale=C",
    "--auth=scram-sha-256",
    `--pwfile=${passwordFile}`,
  ];
  await runAs(user, [programs.initdb, ...flush, ...choices, "-D", draft]);
  fs.rmSync(passwordFile);
  // Without a server, so that no half-made database is ever reachable; one statement per line.
  const role = `create role holdfast login password '${ownerPassword(dataDir)}'`;
  const single = [
    "--single",
    "-D",
    draft,
    "-c",
    "exit_on_error=on",
    "-c",
    `fsync=${flush.length > 0 ? "off" : "on"}`,
    "postgres",
  ];
  await runAs(user, [programs.postgres, ...single], `${role}\ncreate database holdfast owner holdfast\n`);
  fs.renameSync(draft, directory);
  flushDirectory(dataDir.path);
}

const DRAFT = "postgres.draft-";

/** What interrupted makings left. */
function removeDrafts(dataDir: DataDir): void {
  for (const name of fs.readdirSync(dataDir.path).filter((entry) => entry.startsWith(DRAFT))) {
    try {
      fs.rmSync(dataDir.at(name), { recursive: true, force: true });
    } catch {
      // an initdb that outlived its caller still writes there; a later start removes it
    }
  }
}

// --- Starting and stopping ---------------------------------------------------------------------------------------------

function supervise(server: Server, first: Running, log: Log): EmbeddedPostgres {
  let current = first;
  let stopping: Promise<void> | null = null;
  let restart: Promise<void> = Promise.resolve();

  const watch = ({ child }: Running) => {
    const onExit = () => {
      if (stopping === null) restart = bringBack();
    };
    if (hasExited(child)) onExit();
    else child.once("exit", onExit);
  };
  async function bringBack(): Promise<void> {
    log.warn("the embedded PostgreSQL died; starting it again");
    while (stopping === null) {
      // for as long as we live: nothing works without it, and the log says why
      try {
        current = await launch(server, log, current.port); // the same port: connection pools find it again by themselves
        return watch(current);
      } catch (error) {
        log.warn(error instanceof Error ? error.message : String(error));
        await sleep(RESTART_PAUSE_MS);
      }
    }
  }
  async function stop(): Promise<void> {
    await restart;
    await shutDown(server.programs, current);
  }
  watch(current);
  return {
    ...urlsOf(server.dataDir, current.port),
    get pid() {
      return current.pid;
    },
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

async function launch(server: Server, log: Log, fixedPort?: number): Promise<Running> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launchOnce(server, fixedPort ?? (await freePort()));
    } catch (error) {
      if (attempt >= START_TRIES || !(error instanceof Error) || !TRANSIENT.test(error.message)) throw error;
      await sleep(RETRY_MS);
      await stopOrphan(server.programs, server.directory, log);
    }
  }
}

async function launchOnce(server: Server, port: number): Promise<Running> {
  const serverLog = openLog(server.dataDir.at("postgres.log"));
  // Its own session: Ctrl-C in a terminal is for us, and we stop the server after the last request was answered.
  const child = spawnAs(server.user, [server.programs.postgres, ...serverArguments(server, port)], {
    detached: true,
    stdio: ["ignore", serverLog.descriptor, serverLog.descriptor],
  });
  const died = once(child, "exit").then(
    () => Promise.reject(new SetupError(`PostgreSQL did not start: ${serverLog.tail()}`)),
    (error) => Promise.reject(unusable(error)),
  );
  died.catch(() => undefined);
  const ready = new AbortController();
  try {
    const answers = untilReady(urlOf("holdfast", ownerPassword(server.dataDir), port), server.readyMs, ready.signal);
    await Promise.race([died, answers]);
    if (child.pid === undefined) throw new Error("PostgreSQL did not start");
    return { child, pid: child.pid, port };
  } catch (error) {
    if (child.pid !== undefined && !hasExited(child)) {
      child.kill("SIGQUIT");
      await died.catch(() => undefined);
    }
    throw error;
  } finally {
    ready.abort();
    fs.closeSync(serverLog.descriptor);
  }
}

function serverArguments({ directory, settings }: Server, port: number): string[] {
  const all = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    lc_messages: "C", // TRANSIENT reads them
    timezone: "UTC",
    log_timezone: "UTC",
    max_slot_wal_keep_size: "4GB", // for a backup that nobody follows any more
    log_error_verbosity: "terse", // without the row that a constraint refused: it may bear an address or a phone
    ...settings,
  };
  return ["-D", directory, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

async function untilReady(url: string, readyMs: number, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + readyMs;
  for (;;) {
    const failure = await tryConnecting(url);
    if (failure === null || signal.aborted) return;
    const code = "code" in failure ? String(failure.code) : "";
    if (code === "53300") return; // full, so others were let in before us
    if (/^(28|3D)/.test(code))
      throw new SetupError(`the embedded PostgreSQL does not let us in: ${failure.message}`, { cause: failure });
    if (performance.now() > deadline)
      throw new SetupError(`the embedded PostgreSQL was not ready within ${readyMs / 1000} s`);
    await sleep(READY_POLL_MS);
  }
}

async function tryConnecting(connectionString: string): Promise<Error | null> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_MS });
  client.on("error", () => undefined); // reported by connect() already
  try {
    await client.connect();
    await client.end();
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function shutDown(programs: Programs, { child, pid }: Running): Promise<void> {
  if (hasExited(child)) return;
  const exited = once(child, "exit");
  signalServer(programs, pid, "INT");
  const escalation = setTimeout(() => signalServer(programs, pid, "QUIT"), STOP_FAST_MS);
  await exited;
  clearTimeout(escalation);
}

const hasExited = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** Appended to over restarts; an old log is kept once. `tail` is what was written since. */
function openLog(path: string): { readonly descriptor: number; tail(): string } {
  const size = fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_KEPT_BYTES) fs.renameSync(path, `${path}.1`);
  const descriptor = fs.openSync(path, "a+", 0o600);
  const start = fs.fstatSync(descriptor).size;
  return { descriptor, tail: () => lastLines(fs.readFileSync(path).subarray(start).toString("utf8")) };
}
