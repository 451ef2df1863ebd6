/**
 * Opens what the configuration names: its directory, its database, its address. Where that can't be done, one line says
 * which variable to change.
 */
import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { type Config, ConfigError, unusable } from "./config/index.js";
import { type DataDir, openDataDir, SetupError } from "./platform/data-dir.js";
import type { Queryable } from "./platform/database.js";
import { DatabaseUnavailable, sqlState } from "./platform/database-errors.js";
import { refusesSettings } from "./platform/database-settings.js";
import { deriveKey, type Keys } from "./platform/keys.js";
import type { Log } from "./platform/log.js";
import { migrate, migrateAgain } from "./platform/migrate.js";
import { requireSettings } from "./platform/required-settings.js";
import { openSeal, type Seal } from "./platform/seal.js";
import { agreeOnKey, agreeOnKeyOfPeople, findKeptKey, keptKey, knownKeys } from "./store/identity/secret-key.js";
import { MIGRATIONS } from "./store/migrations.js";
import { STATEMENTS_MAX } from "./store/statements.js";

/** @throws ConfigError when DATA_DIR can't be one. */
export function openConfiguredDir({ dataDir }: Config): DataDir {
  try {
    return openDataDir(dataDir);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    throw unusable("DATA_DIR", dataDir, {
      takes: "a directory that this user can make and write",
      reason: error.message,
    });
  }
}

const standing = (path: string) => statSync(path, { throwIfNoEntry: false });

/** Asking makes none. */
export const hasEmbeddedDatabase = ({ dataDir }: Config): boolean => standing(join(dataDir, "postgres")) !== undefined;

/** Whether nobody has begun to make a database below DATA_DIR. What is no directory is for others to complain of. */
export const isUntouched = (config: Config): boolean =>
  standing(config.dataDir)?.isDirectory() !== false &&
  !hasEmbeddedDatabase(config) &&
  standing(join(config.dataDir, "lock.sqlite")) === undefined;

/** `migrationUrl` is of the role that owns the tables; the same as `databaseUrl` where one role does both. */
export type DatabaseUrls = { readonly databaseUrl: string; readonly migrationUrl: string };

/** Null where the database is the embedded one. */
export const configuredUrls = ({ databaseUrl, migrationUrl }: Config): DatabaseUrls | null =>
  databaseUrl === null ? null : { databaseUrl, migrationUrl: migrationUrl ?? databaseUrl };

/** The database does not answer, and may by itself: it is away, starting, recovering, full, or a standby. */
export class DatabaseAway extends SetupError {}

/** Where it was looked for there is none, and nobody asked for a new one. */
export class NoDeployment extends SetupError {
  constructor(where: string) {
    super(
      `there is no deployment in ${where}: start the service there, or set DATA_DIR or DATABASE_URL to the one you mean.`,
    );
  }
}

/**
 * Brings the database up to date.
 * @param given.mayBegin false where an empty database is to stay empty.
 * @throws NoDeployment for such a one; ConfigError when DATABASE_URL names one that does not let us in, DatabaseAway when it does not answer, SetupError when its schema
 * is not one that this version can bring up to date.
 */
export async function prepareDatabase(
  config: Config,
  { databaseUrl, migrationUrl }: DatabaseUrls,
  { mayBegin = true }: { readonly mayBegin?: boolean } = {},
): Promise<void> {
  const [name, configured] =
    config.migrationUrl === null
      ? (["DATABASE_URL", config.databaseUrl] as const)
      : (["MIGRATION_DATABASE_URL", config.migrationUrl] as const);
  try {
    if (mayBegin) await migrate(migrationUrl, MIGRATIONS, databaseUrl);
    else if (!(await migrateAgain(migrationUrl, MIGRATIONS, databaseUrl))) throw new NoDeployment(name);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (isAway(error)) {
      const database = configured === null ? "the embedded PostgreSQL" : `the database that ${name} names`;
      throw new DatabaseAway(`${database} does not answer: ${reasonOf(error)}`, { cause: error });
    }
    if (configured === null) throw error;
    if (/^(28|3D)/.test(sqlState(error) ?? ""))
      throw unusable(name, configured, { takes: "a database that lets this user in", reason: error.message });
    if (refusesSettings(error))
      throw unusable(name, configured, { takes: "no setting that the pooler refuses", reason: error.message });
    throw error;
  }
}

/**
 * What connections to a server that is not ours really have, be it behind a pooler.
 * @throws SetupError with what is missing.
 */
export async function checkConnections({ databaseUrl }: Config): Promise<void> {
  if (databaseUrl !== null) await requireSettings(databaseUrl, STATEMENTS_MAX);
}

/** What a pooler before such a server has to be told. */
export function logStatementsMax({ databaseUrl }: Config, log: Log): void {
  if (databaseUrl !== null) log.info({ statementsMax: STATEMENTS_MAX }, "connections have what they need");
}

/**
 * What seals secrets at rest: SECRET_KEY, or the key in DATA_DIR, which the first call makes.
 * @throws ConfigError when the secrets of this database were sealed with another key.
 */
export async function openConfiguredSeal(config: Config, db: Queryable): Promise<Seal> {
  const keys = secretKeysOf(config);
  const seal = openSeal(...keys);
  const known = await knownKeys(db);
  if (await agreeOnKey(db, seal.fingerprint, ...seal.fingerprints.slice(1))) {
    // Codes that were handed out before were hashed with what the key of then makes.
    const earlier = keys.find((_key, at) => known.some((one) => one.equals(seal.fingerprints[at] as Buffer)));
    const recovery = deriveKey(earlier ?? keys[0], "seller codes").toString("base64");
    await keptKey(db, "recovery codes", seal.seal(recovery, "recovery codes"));
    return seal;
  }
  throw new ConfigError(
    config.secretKey === null
      ? `SECRET_KEY is not set, and the key in DATA_DIR=${config.dataDir} is not the one that this database's secrets are sealed with: set SECRET_KEY to that.`
      : "SECRET_KEY=(hidden) is not usable: it takes the keys that this database's secrets are sealed with.",
  );
}

/**
 * What seals the secrets of people who are apart from cells. What recovery codes are hashed with is that of the cell that asks first.
 * @throws ConfigError when they were sealed with another key; SignInAway.
 */
export async function openSealOfPeople(config: Config, people: Queryable, cell: Queryable): Promise<Seal> {
  const seal = openSeal(...secretKeysOf(config));
  if (!(await agreeOnKeyOfPeople(people, seal.fingerprint, ...seal.fingerprints.slice(1))))
    throw new ConfigError(
      "SECRET_KEY=(hidden) is not usable: other cells seal the secrets of people with another one.",
    );
  await keptKey(people, "recovery codes", await findKeptKey(cell, "recovery codes"));
  return seal;
}

/** What recovery codes are hashed with, whatever SECRET_KEY is by now. */
export const openRecoveryKey = async (db: Queryable, seal: Seal): Promise<Buffer> =>
  Buffer.from(seal.open(await findKeptKey(db, "recovery codes"), "recovery codes"), "base64");

/** What people's own secrets are sealed and hashed with. */
export type Keyring = { readonly seal: () => Promise<Seal>; readonly recoveryKey: () => Promise<Buffer> };

/** @param means.people null where they are in the database of the one cell. @param means.seal the cell's. */
export function openKeyring(
  config: Config,
  { db, people, seal }: { readonly db: Queryable; readonly people: Queryable | null; readonly seal: Keyring["seal"] },
): Keyring {
  if (people === null) return { seal, recoveryKey: async () => openRecoveryKey(db, await seal()) };
  let agreed: Seal | null = null;
  const sealOfPeople = async (): Promise<Seal> => {
    if (agreed === null) await seal();
    agreed ??= await openSealOfPeople(config, people, db);
    return agreed;
  };
  return { seal: sealOfPeople, recoveryKey: async () => openRecoveryKey(people, await sealOfPeople()) };
}

/** The 32 bytes that everything secret comes from: SECRET_KEY, or the key in DATA_DIR. Needs no database. */
const secretKeyOf = (config: Config): Buffer => config.secretKey ?? generatedKey(config);

/** The same, and behind it those that it took the place of and are not put away yet. */
export const secretKeysOf = (config: Config): Keys => [secretKeyOf(config), ...config.secretKeysBefore];

const generatedKey = (config: Config): Buffer =>
  Buffer.from(
    openConfiguredDir(config).secretFile("secret-key", () => randomBytes(32).toString("base64")),
    "base64",
  );

const codeOf = (error: Error): string => ("code" in error ? String(error.code) : "");
const reasonOf = (error: Error): string => error.message || codeOf(error);
const isAway = (error: Error): boolean =>
  error instanceof DatabaseUnavailable ||
  /^(E[A-Z_]+|57P0.|08...|53300)$/.test(codeOf(error)) ||
  /timeout|terminated/i.test(error.message);

/** Why the service can't listen where HOST, PORT and OPS_PORT say; the error itself when it is about something else. */
export function explainListening({ host, port: configured, opsPort }: Config, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const port = "port" in error ? Number(error.port) : configured;
  const name = port === opsPort ? "OPS_PORT" : "PORT";
  switch (codeOf(error)) {
    case "EADDRINUSE":
      return new SetupError(`the port ${port} is in use; set ${name} to another one, or 0 for any.`);
    case "EACCES":
      return unusable(name, String(port), {
        takes: "a port that this user may listen on",
        reason: error.message,
      }) satisfies ConfigError;
    case "EADDRNOTAVAIL":
    case "EAI_AGAIN":
    case "ENOTFOUND":
      return unusable("HOST", host, {
        takes: "an address of this machine",
        reason: error.message,
      }) satisfies ConfigError;
    default:
      return error;
  }
}
