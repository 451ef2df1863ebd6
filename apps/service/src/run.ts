/** A process: configuration, database, service; and an orderly end on SIGTERM, SIGINT, or when its parent is gone. */
import { type Pace, type Service, startService } from "./app.js";
import { type Config, ConfigError, EXIT_CONFIG, readConfig } from "./config.js";
import { createDemoMerchant } from "./demo.js";
import { greeting } from "./greeting.js";
import { acquireLock, type DataDir, type Lock, SetupError } from "./platform/data-dir.js";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./platform/embedded-postgres.js";
import { type Log, openLog } from "./platform/log.js";
import { configuredUrls, type DatabaseUrls, explainListening, openConfiguredDir, prepareDatabase } from "./setup.js";

/** A start that can't go on, for a reason that one line tells. */
class StartRefused extends Error {}

type Started = { readonly service: Service; readonly postgres: EmbeddedPostgres | null; readonly lock: Lock | null };

async function start(config: Config, log: Log, pace: Pace): Promise<Started> {
  const { postgres, lock, databaseUrl, migrationUrl } = await openStore(config, log);
  try {
    await prepareDatabase(config, { databaseUrl, migrationUrl });
    const service = await startService({ config, databaseUrl, log, pace }).catch((error: unknown) => {
      throw explainListening(config, error);
    });
    // Made once the port is ours: a key that nobody was shown would be lost.
    const greets = config.mode === "sandbox" && config.role !== "worker";
    const demo = greets ? await createDemoMerchant(databaseUrl) : null;
    process.stdout.write(`listening on ${service.publicUrl}\n`);
    if (greets) process.stdout.write(greeting(service.publicUrl, demo));
    return { service, postgres, lock };
  } catch (error) {
    await postgres?.stop();
    lock?.release();
    throw error;
  }
}

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

/** A stop that is not done by then is cut off: what was acknowledged is durable, and the next start recovers the rest. */
const STOP_MS = 14_000;

function giveUp(): void {
  process.stderr.write(`holdfast: the stop took more than ${STOP_MS / 1000} s and was cut off\n`);
  process.exit(1);
}

async function serve(pace: Pace): Promise<void> {
  const config = readConfig();
  const log = openLog(config.logLevel);
  process.on("unhandledRejection", (reason) => log.error({ err: reason }, "unhandled rejection"));

  let stopAsked = false;
  let started: Started | null = null;
  const stop = async (): Promise<void> => {
    if (started === null) return;
    const { service, postgres, lock } = started;
    started = null;
    await service.close();
    await postgres?.stop();
    lock?.release();
    log.flush();
    process.exit(0);
  };
  const ask = (): void => {
    if (!stopAsked) setTimeout(giveUp, STOP_MS).unref();
    stopAsked = true;
    void stop().catch((error: unknown) => {
      process.stderr.write(`holdfast: the stop failed: ${String(error)}\n`);
      process.exit(1);
    });
  };
  process.on("SIGTERM", ask);
  process.on("SIGINT", ask);
  process.on("SIGHUP", ask);
  process.on("disconnect", ask);

  started = await start(config, log, pace);
  if (stopAsked) await stop();
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
