/** A process: configuration, database, service; and an orderly end on SIGTERM, SIGINT, or when its parent is gone. */
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openPages, type Pace, type Service, startService } from "./app.js";
import { banner } from "./banner.js";
import { type Config, ConfigError, EXIT_CONFIG, readConfig } from "./config/index.js";
import { createDemoMerchant } from "./demo.js";
import { identityFrom } from "./domain/operator-identity.js";
import { buyersIn } from "./identity/buyer-store.js";
import { NO_REGISTRY } from "./identity/registry.js";
import { sellersIn } from "./identity/seller-store.js";
import { acquireLock, type DataDir, type Lock, SetupError } from "./platform/data-dir.js";
import type { Database } from "./platform/database.js";
import { DatabaseUnavailable } from "./platform/database-errors.js";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./platform/embedded-postgres.js";
import { type Log, openLog } from "./platform/log.js";
import { startTraces, stopTraces } from "./platform/traces.js";
import {
  checkConnections,
  configuredUrls,
  DatabaseAway,
  type DatabaseUrls,
  explainListening,
  logStatementsMax,
  openConfiguredDir,
  prepareDatabase,
  secretKeysOf,
} from "./setup.js";
import { openStandby, type Standby } from "./standby.js";
import { CatalogueError, useLocalesOf } from "./words/catalogues.js";
import { useOperatorIdentity } from "./words/operator-names.js";

/** A start that can't go on, for a reason that one line tells. */
class StartRefused extends Error {}

type Started = { readonly service: Service; readonly postgres: EmbeddedPostgres | null; readonly lock: Lock | null };

type Means = { readonly log: Log; readonly pace: Pace; readonly stopped: AbortSignal };

/** Null when it was asked to stop before its database had answered. */
async function start(config: Config, means: Means): Promise<Started | null> {
  const { postgres, lock, databaseUrl, migrationUrl } = await openStore(config, means.log);
  try {
    const service = await startOnceThere(config, { databaseUrl, migrationUrl }, means);
    if (service === null) {
      await postgres?.stop();
      lock?.release();
      return null;
    }
    // Made once the port is ours: a key that nobody was shown would be lost.
    const greets = config.mode === "sandbox" && config.role !== "worker";
    // Of several cells each would make one.
    const demo = greets && config.cell === null ? await createDemoMerchant(databaseUrl) : { account: null };
    process.stdout.write(`listening on ${service.publicUrl}\n`);
    if (greets) process.stdout.write(banner(service.publicUrl, demo, commandLineOf(config)));
    return { service, postgres, lock };
  } catch (error) {
    await postgres?.stop();
    lock?.release();
    throw error;
  }
}

/** As a package among others, or in its repository. */
const COMMAND = import.meta.url.includes("/node_modules/@holdfast/service/")
  ? "npx holdfast"
  : "npm run -s holdfast --";

/** How the command line is called for this deployment, from wherever the repository is. */
function commandLineOf({ dataDir, databaseUrl }: Config): string {
  const isElsewhere = databaseUrl === null && dataDir !== resolve(".data");
  const path = /^[\w./-]+$/.test(dataDir) ? dataDir : `'${dataDir.replaceAll("'", "'\\''")}'`;
  return `${isElsewhere ? `DATA_DIR=${path} ` : ""}${COMMAND}`;
}

/**
 * Starts the service once its database answers: one that is away, starting, recovering or a standby is waited for. A password that is
 * wrong and a schema of a later version are not, and throw. Null when a stop was asked for first.
 */
async function startOnceThere(
  config: Config,
  urls: DatabaseUrls,
  { log, pace, stopped }: Means,
): Promise<Service | null> {
  const { databaseUrl } = urls;
  const explain = (error: unknown): never => {
    throw explainListening(config, error);
  };
  const pagesWithout = (db: Database, away: () => Promise<never>) =>
    openPages(config, {
      db,
      buyerStore: buyersIn(db),
      sellerStore: sellersIn(db),
      registry: NO_REGISTRY,
      addresses: { visitors: config.visitorsPerAddress, onRefused: () => undefined },
      secretKeys: secretKeysOf(config),
      seal: away,
      recoveryKey: away,
    });
  let room: Standby | null = null;
  try {
    while (!stopped.aborted) {
      try {
        await prepareDatabase(config, urls);
        await checkConnections(config);
        await room?.close();
        room = null;
        const service = await startService({ config, databaseUrl, log, pace }).catch(explain);
        logStatementsMax(config, log);
        return service;
      } catch (error) {
        if (!(error instanceof DatabaseAway || error instanceof DatabaseUnavailable)) throw error;
        if (room === null) log.warn({ reason: error.message }, "waiting for the database");
        room ??= await openStandby(config, { databaseUrl, log, openPages: pagesWithout }).catch(explain);
        await sleep(LOOK_AGAIN_MS, undefined, { signal: stopped }).catch(() => undefined);
      }
    }
    return null;
  } finally {
    await room?.close();
  }
}

/** Between two looks whether the database is there. */
const LOOK_AGAIN_MS = 1_000;

async function openStore(
  config: Config,
  log: Log,
): Promise<{ postgres: EmbeddedPostgres | null; lock: Lock | null } & DatabaseUrls> {
  const configured = configuredUrls(config);
  if (configured !== null) return { postgres: null, lock: null, ...configured };
  const dataDir = openConfiguredDir(config);
  const lock = await lockFor(config.dataDir, dataDir);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log });
    return { postgres, lock, databaseUrl: postgres.serviceUrl, migrationUrl: postgres.url };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A command that is just using the database is waited for; another service is not. */
async function lockFor(path: string, dataDir: DataDir): Promise<Lock> {
  for (let attempt = 0; ; attempt += 1) {
    const lock = acquireLock(dataDir, "service");
    if (!("heldBy" in lock)) return lock;
    if (lock.heldBy?.holder === "service" || attempt === 50) {
      throw new StartRefused(
        `another holdfast (process ${lock.heldBy?.pid}) is using DATA_DIR=${path}; stop it first, or give this one its own DATA_DIR and PORT.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** @throws ConfigError for a catalogue that can't be used. */
function useLocales({ localesDir }: Config): void {
  try {
    useLocalesOf(localesDir);
  } catch (error) {
    throw error instanceof CatalogueError ? new ConfigError(`LOCALES_DIR is not usable: ${error.message}.`) : error;
  }
}

/** A stop that is not done by then is cut off: what was acknowledged is durable, and the next start recovers the rest. */
const STOP_MS = 14_000;

function giveUp(): void {
  process.stderr.write(`holdfast: the stop took more than ${STOP_MS / 1000} s and was cut off\n`);
  process.exit(1);
}

async function serve(pace: Pace): Promise<void> {
  const config = readConfig();
  useLocales(config);
  useOperatorIdentity(identityFrom(config.operator));
  const log = openLog(config.logLevel, config.traces !== null);
  if (config.traces !== null) await startTraces(config.traces, log);
  process.on("unhandledRejection", (reason) => log.error({ err: reason }, "unhandled rejection"));

  const stopped = new AbortController();
  let started: Started | null = null;
  const stop = async (): Promise<void> => {
    if (started === null) return;
    const { service, postgres, lock } = started;
    started = null;
    await service.close();
    await postgres?.stop();
    await stopTraces();
    lock?.release();
    log.flush();
    process.exit(0);
  };
  const ask = (): void => {
    if (!stopped.signal.aborted) setTimeout(giveUp, STOP_MS).unref();
    stopped.abort();
    void stop().catch((error: unknown) => {
      process.stderr.write(`holdfast: the stop failed: ${String(error)}\n`);
      process.exit(1);
    });
  };
  process.on("SIGTERM", ask);
  process.on("SIGINT", ask);
  process.on("SIGHUP", ask);
  process.on("disconnect", ask);

  started = await start(config, { log, pace, stopped: stopped.signal });
  if (started === null) process.exit(0);
  if (stopped.signal.aborted) await stop();
}

/** Serves until it is asked to stop, and ends the process: with 0, or with one line that says why it can't go on. */
export async function run(pace: Pace = {}): Promise<void> {
  try {
    await serve(pace);
  } catch (error) {
    // What a person can act on where the reason is known, the stack where it is a bug.
    const isExpected = error instanceof ConfigError || error instanceof StartRefused || error instanceof SetupError;
    const reason =
      error instanceof Error ? (isExpected ? error.message : (error.stack ?? error.message)) : String(error);
    process.stderr.write(`holdfast: ${reason}\n`);
    process.exit(error instanceof ConfigError ? EXIT_CONFIG : 1);
  }
}
