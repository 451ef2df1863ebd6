/** What the command line does: opens the store of a deployment, running or stopped, and works on it. */

import { decideVerification as decide } from "../commands/decide-verification.js";
import { type Config, readConfig } from "../config/index.js";
import { spellEmail } from "../domain/email.js";
import { plainLine } from "../domain/names.js";
import { COMMAND_LINE } from "../domain/operators.js";
import { openMerchant } from "../identity/merchants.js";
import { isReservedName } from "../identity/reserved-name.js";
import { acquireLock } from "../platform/data-dir.js";
import { type Database, openDatabase } from "../platform/database.js";
import { brokenUnique, DatabaseUnavailable } from "../platform/database-errors.js";
import { namesOfHosts } from "../platform/database-hosts.js";
import { runningPostgres, startEmbeddedPostgres } from "../platform/embedded-postgres.js";
import { pendingMigrations } from "../platform/migrate.js";
import { reasonOf } from "../platform/named-database.js";
import {
  configuredUrls,
  DatabaseAway,
  type DatabaseUrls,
  hasEmbeddedDatabase,
  isUntouched,
  NoDeployment,
  openConfiguredDir,
  prepareDatabase,
} from "../setup.js";
import { type AccountRow, findAccount, listAccounts } from "../store/identity/accounts.js";
import { MIGRATIONS } from "../store/migrations.js";
import { operatorName } from "../words/operator-names.js";
import { watchIdentity } from "../workers/operator-identity.js";
import { accountIn, CommandRefused } from "./arguments.js";
import { withRegistry } from "./cells.js";

export { type Config, ConfigError, EXIT_CONFIG, readConfig } from "../config/index.js";
export { timestamp } from "../platform/clock.js";
export { CommandRefused } from "./arguments.js";
export { backUp } from "./backup.js";
export * from "./buyers.js";
export { cells, fill, move } from "./cells.js";
export { checkConfig } from "./config.js";
export type { DoctorContext, Probe, Report } from "./doctor.js";
export { followBackup } from "./follow.js";
export type { Attempt, Forwarding } from "./forward.js";
export * from "./keys.js";
export * from "./ledger.js";
export type { LocalApi } from "./local-api.js";
export * from "./make-refund.js";
export * from "./payouts.js";
export * from "./people.js";
export * from "./providers.js";
export * from "./reconcile.js";
export * from "./refunds.js";
export { restore } from "./restore.js";
export * from "./secrets.js";
export * from "./statements.js";
export * from "./webhooks.js";

/** Loaded when they are needed: other commands start 0.2 s sooner without a server and a sender of webhooks. */
export const loadForwarding = () => import("./forward.js");
export const loadDoctoring = () => import("./doctor.js");
export const loadProviderDoctor = () => import("./provider-doctor.js");
export const loadLocalApi = () => import("./local-api.js");
export const loadService = () => import("../run.js");

/**
 * Runs `work` on the deployment's database, which is started for that long when nobody runs it.
 * @param given.creates whether the command may be the first of a new deployment. No other makes a database by looking for one.
 * @throws NoDeployment when there is none; CommandRefused, besides what `work` does, while it does not answer.
 */
export async function withStore<Result>(
  work: (db: Database, config: Config) => Promise<Result>,
  config: Config = readConfig(),
  { creates = false }: { readonly creates?: boolean } = {},
): Promise<Result> {
  return withUrls(config, creates, async (urls, begun) => {
    await prepareDatabase(config, urls, { mayBegin: creates || config.databaseUrl === null });
    begun();
    const db = openDatabase(urls.databaseUrl, {
      connections: 2,
      applicationName: "holdfast-cli",
      timeoutMs: COMMAND_TIMEOUT_MS,
    });
    try {
      return await work(db, config);
    } finally {
      await db.close();
    }
  });
}

/** Calls `work` with the addresses of the deployment's database, and tells in a line when it doesn't answer. */
async function withUrls<Result>(
  config: Config,
  creates: boolean,
  work: (urls: DatabaseUrls, begun: () => void) => Promise<Result>,
): Promise<Result> {
  const { close, ...urls } = await openStore(config, creates);
  let hasBegun = false;
  const begun = (): void => {
    hasBegun = true;
  };
  try {
    return await work(urls, begun);
  } catch (error) {
    throw isAway(error) ? new CommandRefused(awayLine(config, urls, { error, hasBegun })) : error;
  } finally {
    await close();
  }
}

/**
 * Brings the schema up to date as a step of its own, before a release serves.
 * @param given.dryRun looks, and changes nothing. @returns the names of the migrations that were applied, or would be.
 */
export const migrateStore = (config: Config, { dryRun }: { readonly dryRun: boolean }): Promise<readonly string[]> =>
  withUrls(config, !dryRun, async (urls) => {
    const pending = await pendingMigrations(urls.migrationUrl, MIGRATIONS);
    if (!dryRun) await prepareDatabase(config, urls);
    return pending;
  });

/** What has words of its own, such as the directory that is away, is told in those. */
const isAway = (error: unknown): error is Error =>
  error instanceof DatabaseAway || (error instanceof Error && error.constructor === DatabaseUnavailable);

/** The driver says so in words of its own, somewhere in the causes. */
const isSlow = ({ message, cause }: Error): boolean =>
  /timeout expired|connection timeout/.test(message) || (cause instanceof Error && isSlow(cause));

function awayLine(
  config: Config,
  { databaseUrl, migrationUrl }: DatabaseUrls,
  { error, hasBegun }: { readonly error: Error; readonly hasBegun: boolean },
): string {
  const isOwners = !hasBegun && config.migrationUrl !== null;
  const given =
    config.databaseUrl === null ? `DATA_DIR=${config.dataDir}` : `${isOwners ? "MIGRATION_" : ""}DATABASE_URL`;
  const hosts = namesOfHosts(isOwners ? migrationUrl : databaseUrl);
  const reason = isSlow(error) ? "nobody took the connection in time" : reasonOf(error);
  return hasBegun
    ? `the database at ${hosts} (${given}) stopped answering: ${reason}. See what the command has done, then run it again.`
    : `the database at ${hosts} (${given}) does not answer: ${reason}. See that it runs and can be reached from here, then run the command again.`;
}

/** A walk over every row of a large deployment takes minutes. */
const COMMAND_TIMEOUT_MS = 1_800_000;

const PATIENCE_MS = 20_000;
const LOOK_AGAIN_MS = 100;
const SILENT = { info: () => undefined, warn: () => undefined };

async function openStore(config: Config, creates: boolean): Promise<DatabaseUrls & { close: () => Promise<void> }> {
  const configured = configuredUrls(config);
  if (configured !== null) return { ...configured, close: async () => undefined };
  const none = new NoDeployment(`DATA_DIR=${config.dataDir}`);
  if (!creates && isUntouched(config)) throw none;
  const dataDir = openConfiguredDir(config);
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (;;) {
    const lock = acquireLock(dataDir, "command");
    if (!("heldBy" in lock)) {
      try {
        if (!creates && !hasEmbeddedDatabase(config)) throw none; // a first start was cut short
        const postgres = await startEmbeddedPostgres({ dataDir, log: SILENT });
        const close = async (): Promise<void> => {
          await postgres.stop();
          lock.release();
        };
        return { databaseUrl: postgres.serviceUrl, migrationUrl: postgres.url, close };
      } catch (error) {
        lock.release();
        throw error;
      }
    }
    const running = lock.heldBy?.holder === "service" ? await runningPostgres(dataDir) : null;
    if (running !== null)
      return { databaseUrl: running.serviceUrl, migrationUrl: running.url, close: async () => undefined };
    if (Date.now() > giveUpAt) {
      throw new CommandRefused(
        `the database below ${config.dataDir} is held by process ${lock.heldBy?.pid} and does not answer.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

/** Where a command that creates would begin a new deployment; null where there is one, which is also so of every DATABASE_URL. */
export const beginsIn = (config: Config): string | null =>
  config.databaseUrl === null && !hasEmbeddedDatabase(config) ? config.dataDir : null;

export async function createMerchant(
  db: Database,
  config: Pick<Config, "cell" | "operator">,
  { email, tradingName, verified }: { email: string; tradingName: string; verified: boolean },
): Promise<{ account_id: string; seller_code: string; api_key: string }> {
  const address = spellEmail(email);
  if (address === null) throw new CommandRefused(`--email takes an email address, not ${JSON.stringify(email)}.`);
  const name = plainLine(tradingName);
  if (name === "" || name.length > 255)
    throw new CommandRefused("--trading-name takes 1 to 255 characters, not blank.");
  await watchIdentity(db, config.operator).refresh();
  if (isReservedName(name))
    throw new CommandRefused(`--trading-name can't be ${operatorName()}'s own name, or look like it.`);
  try {
    const given = { email: address, tradingName: name, verified };
    const merchant = await withRegistry(config, (registry) => openMerchant({ db, registry }, given));
    return { account_id: merchant.account, seller_code: merchant.sellerCode, api_key: merchant.apiKey };
  } catch (error) {
    if (brokenUnique(error) === "accounts_email")
      throw new CommandRefused(`there is an account with the address ${address} already.`);
    throw error;
  }
}

export type AccountObject = ReturnType<typeof accountObject>;

const accountObject = (row: AccountRow) => ({
  object: "account",
  id: row.id as string,
  seller_code: row.seller_code,
  trading_name: row.trading_name,
  email: row.email,
  verification_status: row.verification_status,
  suspended: row.suspended,
  api_version: row.api_version,
  created: Number(row.created),
});

export const merchants = async (db: Database): Promise<readonly AccountObject[]> =>
  (await listAccounts(db)).map(accountObject);

export async function decideVerification(
  db: Database,
  account: string,
  to: "VERIFIED" | "REJECTED",
): Promise<AccountObject> {
  const id = accountIn(account);
  await decide(db, { operator: COMMAND_LINE, account: id, reason: "" }, { to, from: null, submission: null });
  const row = await findAccount(db, id);
  if (row === null) throw new CommandRefused(`there is no account ${account}.`);
  return accountObject(row);
}
