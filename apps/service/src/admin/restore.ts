/** Puts a backup into an empty data directory, and where it was followed, recovers it to its end or to a moment. */
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { join, resolve } from "node:path";
import { type Config, readConfig } from "../config/index.js";
import { acquireLock, type DataDir, flushDirectory, SetupError } from "../platform/data-dir.js";
import { startEmbeddedPostgres } from "../platform/embedded-postgres.js";
import { lastReplayed, letCommitsWait } from "../platform/replication.js";
import { copySegments } from "../platform/wal-folder.js";
import { openConfiguredDir } from "../setup.js";
import { CommandRefused } from "./arguments.js";
import { checksum, DATABASE, LOG, readManifest, SECRETS } from "./backup-folder.js";

export type Restored = {
  /** When the last transaction was committed that was recovered, in ISO 8601; null of a backup that was not followed. */
  readonly lastCommit: string | null;
};

/**
 * Into DATA_DIR, which must hold no database. The next start recovers a backup that was not followed.
 * @param until takes what was committed by then, in ISO 8601, and nothing later.
 */
export async function restore(
  from: string,
  config: Config = readConfig(),
  { until = null }: { readonly until?: string | null } = {},
): Promise<Restored> {
  const source = resolve(from);
  const { files, followed } = readManifest(source);
  if (config.databaseUrl !== null) throw new CommandRefused("this is for the embedded database: unset DATABASE_URL");
  if (until !== null && !isMoment(until))
    throw new CommandRefused(`--until takes a moment with its zone, such as 2026-11-27T22:05:00Z, not ${until}`);
  if (until !== null && followed === undefined)
    throw new CommandRefused(`${source} was not followed, so it has one moment only: leave out --until`);
  if (until !== null && followed !== undefined && Date.parse(until) < Date.parse(followed.since))
    throw new CommandRefused(
      `the backup was complete at ${followed.since}: name a later moment than ${until}, or an older backup`,
    );
  const dataDir = openConfiguredDir(config);
  const lock = acquireLock(dataDir, "command");
  if ("heldBy" in lock) throw new CommandRefused(`a process is using ${dataDir.path}: stop it first`);
  try {
    const found = ["postgres", ...SECRETS].find((name) => fs.existsSync(dataDir.at(name)));
    if (found !== undefined)
      throw new CommandRefused(`${dataDir.path} holds ${found} already: restore into an empty DATA_DIR`);
    for (const [name, sum] of Object.entries(files)) {
      const whole = fs.existsSync(join(source, name)) && (await checksum(join(source, name))) === sum;
      if (!whole) throw new CommandRefused(`${name} of ${source} is missing or damaged: take another backup`);
    }
    const secrets = SECRETS.filter((secret) => secret in files);
    try {
      unpack(source, dataDir, secrets);
      if (followed === undefined) return { lastCommit: null };
      if (!copySegments(join(source, LOG), dataDir.at(join("postgres", "pg_wal"))))
        throw new CommandRefused(`the log in ${source} has a gap: bring back what is missing in ${join(source, LOG)}`);
      return { lastCommit: await recover(dataDir, until) };
    } catch (error) {
      for (const name of ["postgres", ...secrets]) fs.rmSync(dataDir.at(name), { recursive: true, force: true });
      throw error;
    }
  } finally {
    lock.release();
  }
}

const isMoment = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));

/** The database gets its name last. */
function unpack(source: string, dataDir: DataDir, secrets: readonly string[]): void {
  const draft = dataDir.at(`postgres.draft-${randomUUID()}`);
  try {
    fs.mkdirSync(draft, { mode: 0o700 });
    const { status, stderr } = spawnSync("tar", ["-xpf", join(source, DATABASE), "-C", draft], { encoding: "utf8" });
    if (status !== 0) throw new CommandRefused(`tar cannot unpack the backup: ${stderr ?? "it is not installed"}`);
    const owner = fs.statSync(join(draft, "PG_VERSION"));
    if (process.getuid?.() === 0) fs.chownSync(draft, owner.uid, owner.gid);
    fs.chmodSync(draft, 0o700);
    for (const name of secrets) dataDir.secretFile(name, () => fs.readFileSync(join(source, name), "utf8"));
    fs.renameSync(draft, dataDir.at("postgres"));
    flushDirectory(dataDir.path);
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
  }
}

/** A backlog of days. */
const RECOVERY_MS = 6 * 3_600_000;

/** All of the log lies where the server looks first, so the command that would bring more of it finds nothing. */
const RECOVERY = { restore_command: "exit 1", hot_standby: "off", synchronous_standby_names: "" };

/** On a timeline of its own from then on, so what the database writes now is never taken for what it wrote before. */
async function recover(dataDir: DataDir, until: string | null): Promise<string | null> {
  const signal = dataDir.at(join("postgres", "recovery.signal"));
  fs.writeFileSync(signal, "");
  const owner = fs.statSync(dataDir.at("postgres"));
  if (process.getuid?.() === 0) handOverLog(dataDir.at("postgres"), owner);
  const moment = until?.replace("Z", "+00:00"); // no zone has a name yet when the server reads it
  const target = moment === undefined ? {} : { recovery_target_time: moment, recovery_target_action: "promote" };
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: { info: () => undefined, warn: () => undefined },
    settings: { ...RECOVERY, ...target },
    readyMs: RECOVERY_MS,
  }).catch((error: unknown) => {
    throw error instanceof SetupError
      ? unreachable(error, until, fs.readFileSync(dataDir.at("postgres.log"), "utf8"))
      : error;
  });
  try {
    await letCommitsWait(postgres.adminUrl, false); // the backup may have been taken while they did
    return await lastReplayed(postgres.adminUrl);
  } finally {
    await postgres.stop();
  }
}

function handOverLog(directory: string, { uid, gid }: { readonly uid: number; readonly gid: number }): void {
  fs.chownSync(join(directory, "recovery.signal"), uid, gid);
  for (const name of fs.readdirSync(join(directory, "pg_wal"))) fs.chownSync(join(directory, "pg_wal", name), uid, gid);
}

/** The server ends with FATAL where nothing in its log is later than the moment; the error has its last lines alone. */
function unreachable(error: SetupError, until: string | null, log: string): Error {
  if (/recovery ended before configured recovery target was reached/.test(log)) {
    const last = [...log.matchAll(/last completed transaction was at log time (\S+ \S+)/g)].at(-1)?.[1];
    return new CommandRefused(
      `nothing was committed after ${until}${last === undefined ? "" : `, the last time at ${last} UTC`}: leave out --until to recover all of it`,
    );
  }
  return error;
}
