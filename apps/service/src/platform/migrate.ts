/** Numbered SQL files, applied once, in order, each in its transaction; two processes never do so at the same time. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { SetupError } from "./data-dir.js";
import { openConnection } from "./database.js";
import { sqlState } from "./database-errors.js";
import { sha256 } from "./hash.js";

/** A number that only this program locks. */
const ADVISORY_LOCK = 4_113_009_726;

/**
 * Brings the schema up to date and returns the names of the migrations that it applied.
 * @param url of the role that owns the tables. @param serviceUrl of the one that serves: when it is another, it is granted what
 * it needs and nothing else.
 * @throws SetupError when an applied migration's text has changed since or is a later version's, the server is older than PostgreSQL 15,
 * or migrations are missing and the role may not apply them.
 */
export const migrate = async (url: string, folder: string, serviceUrl: string = url): Promise<readonly string[]> =>
  (await bring({ url, folder, serviceUrl, mayBegin: true })) ?? [];

/** The same for a database that was migrated before; any other stays as it is, and false is returned. */
export const migrateAgain = async (url: string, folder: string, serviceUrl: string = url): Promise<boolean> =>
  (await bring({ url, folder, serviceUrl, mayBegin: false })) !== null;

/** The names of the migrations that the next `migrate` applies, in order. Changes nothing. @throws SetupError as `migrate` does. */
export async function pendingMigrations(url: string, folder: string): Promise<readonly string[]> {
  const client = await openConnection(url, "holdfast-migrate");
  try {
    await requireVersion(client);
    const applied = (await readApplied(client, false)) ?? new Map<string, string>();
    const migrations = await readMigrations(folder);
    refuseLater(applied, migrations);
    return migrations.filter((one) => !isApplied(one, applied)).map(({ name }) => name);
  } finally {
    await client.end();
  }
}

type Means = {
  readonly url: string;
  readonly folder: string;
  readonly serviceUrl: string;
  readonly mayBegin: boolean;
};

async function bring(means: Means): Promise<readonly string[] | null> {
  const { url, serviceUrl } = means;
  try {
    const added = await applyMissing(means);
    if (added !== null && serviceUrl !== url) await grantTo(await roleOf(serviceUrl), url);
    return added;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    if (sqlState(cause) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new SetupError(
      "the database has to be migrated, and this role may not do it: set MIGRATION_DATABASE_URL to one of the role that owns the tables.",
      { cause: error },
    );
  }
}

const INSUFFICIENT_PRIVILEGE = "42501";

async function roleOf(url: string): Promise<string> {
  const client = await openConnection(url, "holdfast-migrate");
  try {
    const { rows } = await client.query<{ role: string }>("select current_user as role");
    return rows[0]?.role ?? "";
  } finally {
    await client.end();
  }
}

/** Does nothing for the owner itself. */
async function grantTo(service: string, url: string): Promise<void> {
  const client = await openConnection(url, "holdfast-migrate");
  try {
    await alone(client, () => client.query("select grant_service($1) where $1 <> current_user", [service]));
  } finally {
    await client.end();
  }
}

/**
 * One transaction under the lock of migrations, which ends with it. A lock or a setting of the session would outlive this
 * connection behind a pooler, and the next start would wait for it.
 */
async function alone<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query("begin");
  try {
    // A role that serves behind a pooler has bounds of its own, which are for requests.
    await client.query("set local statement_timeout = 0; set local lock_timeout = '60s'");
    await client.query("select pg_advisory_xact_lock($1)", [ADVISORY_LOCK]);
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/**
 * Whoever comes behind a migration that waits for a table waits too, and the one it waits for may want what it holds already. So it
 * waits shorter than a request would notice, and than the second after which the database ends one of two that block each other; then it
 * lets everybody pass, and begins anew.
 */
const TABLE_WAIT = "300ms";
const AGAIN_AFTER_MS = 700;
const TRIES_MAX = 300;
const LOCK_NOT_AVAILABLE = "55P03";

async function untilFree<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      if (sqlState(cause) !== LOCK_NOT_AVAILABLE || tries === TRIES_MAX) throw error;
      await sleep(AGAIN_AFTER_MS);
    }
  }
}

async function applyMissing({ url, folder, mayBegin }: Means): Promise<readonly string[] | null> {
  const client = await openConnection(url, "holdfast-migrate");
  try {
    const version = await requireVersion(client);
    const applied = await readApplied(client, mayBegin);
    if (applied === null) return null;
    const added: string[] = [];
    const migrations = (await readMigrations(folder)).map((one) => asOf(version, one));
    refuseLater(applied, migrations);
    for (const migration of migrations) {
      if (isApplied(migration, applied)) continue;
      const work = isReplacing(migration, applied) ? recordOnce : applyOnce;
      if (await untilFree(() => alone(client, () => work(client, migration)))) added.push(migration.name);
    }
    return added;
  } finally {
    await client.end();
  }
}

/** @throws SetupError when the schema is of a version after this one. */
function refuseLater(applied: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const replaced = migrations.find((one) => one.replaces !== null)?.replaces ?? "";
  const later = [...applied.keys()]
    .filter((name) => name > replaced && !migrations.some((one) => one.name === name))
    .sort();
  if (later.length > 0)
    throw new SetupError(
      `the database was migrated by a later version (${later.at(-1)}), which this one does not know: start that version.`,
    );
}

/** @throws SetupError when its text has changed since. */
function isApplied({ name, checksum }: Migration, applied: ReadonlyMap<string, string>): boolean {
  const known = applied.get(name);
  if (known !== undefined && known !== checksum)
    throw new SetupError(`migration ${name} was changed after it was applied`);
  return known !== undefined;
}

/**
 * Whether the schema is already what a migration makes that stands for all before it.
 * @throws SetupError when only some of them were applied.
 */
function isReplacing({ name, replaces }: Migration, applied: ReadonlyMap<string, string>): boolean {
  if (replaces === null || applied.has(replaces)) return replaces !== null;
  if ([...applied.keys()].some((one) => one < name))
    throw new SetupError(
      "the database is older than the first release: start version 0.1.0 on it once, which brings it up to date, and then this one.",
    );
  return false;
}

/** Checksums by name; null where there are none yet and may be none. A role that serves may not create tables, not even those that exist. */
async function readApplied(client: pg.Client, mayBegin: boolean): Promise<ReadonlyMap<string, string> | null> {
  const { rows: known } = await client.query<{ exists: boolean }>(
    "select to_regclass('schema_migrations') is not null as exists",
  );
  if (known[0]?.exists !== true) {
    if (!mayBegin) return null;
    await alone(client, () =>
      client.query(
        "create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())",
      ),
    );
  }
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from schema_migrations",
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

type Migration = {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
  /** The last of the migrations that it stands for, as its first line says. */
  readonly replaces: string | null;
};

const REPLACES = /^-- Replaces all migrations up to (\w+\.sql):/;

async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), "utf8");
      return { name, text, checksum: sha256(text).toString("hex"), replaces: REPLACES.exec(text)?.[1] ?? null };
    }),
  );
}

/** False when another process has applied it since this one looked. */
async function applyOnce(client: pg.Client, migration: Migration): Promise<boolean> {
  const { rowCount } = await client.query("select from schema_migrations where name = $1", [migration.name]);
  if (rowCount !== 0) return false;
  try {
    await client.query(`set local lock_timeout = '${TABLE_WAIT}'`);
    await client.query(migration.text);
  } catch (error) {
    throw new Error(`migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
  return recordOnce(client, migration);
}

/** False when another process has recorded it since this one looked. */
async function recordOnce(client: pg.Client, { name, checksum, replaces }: Migration): Promise<boolean> {
  await client.query("delete from schema_migrations where name <= $1 and name <> $2", [replaces ?? "", name]);
  const { rowCount } = await client.query(
    "insert into schema_migrations (name, checksum) values ($1, $2) on conflict (name) do nothing",
    [name, checksum],
  );
  return rowCount === 1;
}

/**
 * PostgreSQL 15 doesn't take the storage of a column with its table. The baseline says it once more behind the tables, in the way that 15
 * takes as well; the checksum is of the text as it is written.
 */
const asOf = (version: number, migration: Migration): Migration =>
  version >= 160_000
    ? migration
    : { ...migration, text: migration.text.replaceAll(" bytea storage external", " bytea") };

/** @returns the server's, as it numbers them. */
async function requireVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  const version = rows[0]?.version ?? 0;
  if (version < 150_000)
    throw new SetupError(`PostgreSQL 15 or later is needed; the server is ${Math.floor(version / 10_000)}`);
  return version;
}
