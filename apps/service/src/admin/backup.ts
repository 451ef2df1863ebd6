/**
 * Backup and restore of a data directory: the embedded database, and the secrets that open it.
 *
 * The packaged PostgreSQL brings no pg_basebackup, but its server writes a base backup into a directory of its own machine when it
 * is asked over the replication protocol. The folder gets its name last, so an interrupted backup is never taken for a whole one.
 */
import { spawnSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Config, readConfig } from "../config/index.js";
import { writeBaseBackup } from "../platform/base-backup.js";
import { acquireLock, flushDirectory } from "../platform/data-dir.js";
import { runningPostgres } from "../platform/embedded-postgres.js";
import { hasEmbeddedDatabase, openConfiguredDir } from "../setup.js";
import { CommandRefused } from "./arguments.js";

const MANIFEST = "holdfast-backup.json";
const DATABASE = join("database", "base.tar");
const SECRETS = ["secret-key", "postgres-password", "postgres-admin-password", "postgres-service-password"];

type Manifest = { readonly files: Readonly<Record<string, string>> };

/** @returns whether the key that opens sealed data is in the backup; one of the environment is not. */
export async function backUp(to: string, config: Config = readConfig()): Promise<{ readonly hasKey: boolean }> {
  const target = resolve(to);
  if (config.databaseUrl !== null)
    throw new CommandRefused("this is for the embedded database; back up the one of DATABASE_URL with its own tools");
  if (fs.existsSync(target)) throw new CommandRefused(`${target} exists already: name a folder that is new`);
  const running = hasEmbeddedDatabase(config) ? await runningPostgres(openConfiguredDir(config)) : null;
  if (running === null) throw new CommandRefused("the embedded database does not run: start the service first");
  const dataDir = openConfiguredDir(config);
  const draft = join(dirname(target), `.${basename(target)}.draft-${randomUUID()}`);
  fs.mkdirSync(draft, { mode: 0o700 });
  try {
    const owner = fs.statSync(dataDir.at("postgres"));
    if (process.getuid?.() === 0) fs.chownSync(draft, owner.uid, owner.gid);
    await writeBaseBackup(running.adminUrl, join(draft, "database"));
    const kept = SECRETS.filter((name) => fs.existsSync(dataDir.at(name)));
    for (const name of kept) fs.writeFileSync(join(draft, name), fs.readFileSync(dataDir.at(name)), { mode: 0o600 });
    const files: Record<string, string> = {};
    for (const name of [DATABASE, ...kept]) files[name] = await checksum(join(draft, name));
    fs.writeFileSync(join(draft, MANIFEST), JSON.stringify({ files }), { mode: 0o600 });
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

/** Puts a backup into DATA_DIR, which must hold no database. The next start recovers it. */
export async function restore(from: string, config: Config = readConfig()): Promise<void> {
  const source = resolve(from);
  const { files } = readManifest(source);
  if (config.databaseUrl !== null) throw new CommandRefused("this is for the embedded database: unset DATABASE_URL");
  const dataDir = openConfiguredDir(config);
  const lock = acquireLock(dataDir, "command");
  if ("heldBy" in lock) throw new CommandRefused(`a process is using ${dataDir.path}: stop it first`);
  const draft = dataDir.at(`postgres.draft-${randomUUID()}`);
  try {
    const found = ["postgres", ...SECRETS].find((name) => fs.existsSync(dataDir.at(name)));
    if (found !== undefined)
      throw new CommandRefused(`${dataDir.path} holds ${found} already: restore into an empty DATA_DIR`);
    for (const [name, sum] of Object.entries(files)) {
      const whole = fs.existsSync(join(source, name)) && (await checksum(join(source, name))) === sum;
      if (!whole) throw new CommandRefused(`${name} of ${source} is missing or damaged: take another backup`);
    }
    fs.mkdirSync(draft, { mode: 0o700 });
    const { status, stderr } = spawnSync("tar", ["-xpf", join(source, DATABASE), "-C", draft], { encoding: "utf8" });
    if (status !== 0) throw new CommandRefused(`tar cannot unpack the backup: ${stderr ?? "it is not installed"}`);
    const owner = fs.statSync(join(draft, "PG_VERSION"));
    if (process.getuid?.() === 0) fs.chownSync(draft, owner.uid, owner.gid);
    fs.chmodSync(draft, 0o700);
    for (const name of SECRETS.filter((secret) => secret in files))
      dataDir.secretFile(name, () => fs.readFileSync(join(source, name), "utf8"));
    fs.renameSync(draft, dataDir.at("postgres"));
    flushDirectory(dataDir.path);
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
    lock.release();
  }
}

function readManifest(source: string): Manifest {
  try {
    const manifest = JSON.parse(fs.readFileSync(join(source, MANIFEST), "utf8")) as Manifest;
    if (
      DATABASE in manifest.files &&
      Object.keys(manifest.files).every((name) => [DATABASE, ...SECRETS].includes(name))
    )
      return manifest;
  } catch {
    // told below
  }
  throw new CommandRefused(`${source} is no whole backup of holdfast: it has no usable ${MANIFEST}`);
}

async function checksum(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(fs.createReadStream(path), hash);
  return hash.digest("hex");
}
