/** Numbered SQL files, applied once, in order, each in its transaction; two processes never do so at the same time. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { SetupError } from "./data-dir.js";
import { openConnection } from "./database.js";
import { sha256 } from "./hash.js";

/** A number that only this program locks. */
const ADVISORY_LOCK = 4_113_009_726;

/**
 * Brings the schema up to date and returns the names of the migrations that it applied.
 * @throws SetupError when an applied migration's text has changed since, or the server is older than PostgreSQL 15.
 */
export async function migrate(url: string, folder: string): Promise<readonly string[]> {
  const client = await openConnection(url, "holdfast-migrate");
  try {
    await requireVersion(client);
    await client.query("set lock_timeout = '60s'");
    await client.query("select pg_advisory_lock($1)", [ADVISORY_LOCK]);
    await client.query(
      "create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())",
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      "select name, checksum from schema_migrations",
    );
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    const added: string[] = [];
    for (const migration of await readMigrations(folder)) {
      const checksum = applied.get(migration.name);
      if (checksum === undefined) {
        await apply(client, migration);
        added.push(migration.name);
      } else if (checksum !== migration.checksum) {
        throw new SetupError(`migration ${migration.name} was changed after it was applied`);
      }
    }
    return added;
  } finally {
    await client.end();
  }
}

type Migration = { readonly name: string; readonly text: string; readonly checksum: string };

async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), "utf8");
      return { name, text, checksum: sha256(text).toString("hex") };
    }),
  );
}

async function apply(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(text);
    await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [name, checksum]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  const version = rows[0]?.version ?? 0;
  if (version < 150_000)
    throw new SetupError(`PostgreSQL 15 or later is needed; the server is ${Math.floor(version / 10_000)}`);
}
