/**
 * Backup of a data directory: the embedded database, and the secrets that open it.
 *
 * The packaged PostgreSQL brings no pg_basebackup, but its server writes a base backup into a directory of its own machine when it
 * is asked over the replication protocol. The folder gets its name last, so an interrupted backup is never taken for a whole one.
 */
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type Config, readConfig } from "../config/index.js";
import { writeBaseBackup } from "../platform/base-backup.js";
import { timestamp } from "../platform/clock.js";
import { flushDirectory } from "../platform/data-dir.js";
import { runningPostgres } from "../platform/embedded-postgres.js";
import { identifyServer, makeSlot, openReplication, type ServerIdentity } from "../platform/replication.js";
import { hasEmbeddedDatabase, openConfiguredDir } from "../setup.js";
import { CommandRefused } from "./arguments.js";
import { checksum, DATABASE, LOG, MANIFEST, type Manifest, SECRETS } from "./backup-folder.js";

/** @returns whether the key that opens sealed data is in the backup; one of the environment is not. */
export async function backUp(
  to: string,
  config: Config = readConfig(),
  { isFollowed = false }: { readonly isFollowed?: boolean } = {},
): Promise<{ readonly hasKey: boolean }> {
  const target = resolve(to);
  if (fs.existsSync(target)) throw new CommandRefused(`${target} exists already: name a folder that is new`);
  const adminUrl = await runningDatabase(config);
  const dataDir = openConfiguredDir(config);
  const draft = join(dirname(target), `.${basename(target)}.draft-${randomUUID()}`);
  fs.mkdirSync(draft, { mode: 0o700 });
  try {
    const owner = fs.statSync(dataDir.at("postgres"));
    if (process.getuid?.() === 0) fs.chownSync(draft, owner.uid, owner.gid);
    const server = isFollowed ? await keepLog(adminUrl) : null;
    await writeBaseBackup(adminUrl, join(draft, "database"));
    const kept = SECRETS.filter((name) => fs.existsSync(dataDir.at(name)));
    for (const name of kept) fs.writeFileSync(join(draft, name), fs.readFileSync(dataDir.at(name)), { mode: 0o600 });
    const files: Record<string, string> = {};
    for (const name of [DATABASE, ...kept]) files[name] = await checksum(join(draft, name));
    const manifest: Manifest = { files, ...(server === null ? {} : { followed: { ...server, since: timestamp() } }) };
    fs.writeFileSync(join(draft, MANIFEST), JSON.stringify(manifest), { mode: 0o600 });
    if (isFollowed) fs.mkdirSync(join(draft, LOG), { mode: 0o700 });
    for (const name of [...kept, MANIFEST]) flushDirectory(join(draft, name));
    for (const path of [join(draft, "database"), draft]) flushDirectory(path);
    fs.renameSync(draft, target);
    flushDirectory(dirname(target));
    return { hasKey: kept.includes("secret-key") && config.secretKey === null };
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

export function requireEmbedded({ databaseUrl }: Config): void {
  if (databaseUrl !== null)
    throw new CommandRefused("this is for the embedded database; back up the one of DATABASE_URL with its own tools");
}

/** The superuser's URL of the embedded database, as it serves. */
export async function runningDatabase(config: Config): Promise<string> {
  requireEmbedded(config);
  const running = hasEmbeddedDatabase(config) ? await runningPostgres(openConfiguredDir(config)) : null;
  if (running === null) throw new CommandRefused("the embedded database does not run: start the service first");
  return running.adminUrl;
}

/** From here on, before the base backup begins, so that nothing is missing between the two. */
async function keepLog(adminUrl: string): Promise<ServerIdentity> {
  const client = await openReplication(adminUrl);
  try {
    if (!(await makeSlot(client)))
      throw new CommandRefused("another backup of this database is followed: stop that command first");
    return await identifyServer(client);
  } finally {
    await client.end();
  }
}
