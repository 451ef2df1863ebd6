/**
 * A backup that is followed: the write-ahead log goes into its folder as it is written, and each commit waits until it is there. So
 * whatever was acknowledged can be recovered, to any moment since the backup, when the disk of the database is gone.
 */
import fs from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Config, readConfig } from "../config/index.js";
import { sqlState } from "../platform/database-errors.js";
import { identifyServer, letCommitsWait, openReplication, slotStart } from "../platform/replication.js";
import { nextPosition, openWalFolder, segmentStart } from "../platform/wal-folder.js";
import { receiveWal } from "../platform/wal-stream.js";
import { CommandRefused } from "./arguments.js";
import { backUp, requireEmbedded, runningDatabase } from "./backup.js";
import { LOG, readManifest } from "./backup-folder.js";

export type Following = {
  readonly signal: AbortSignal;
  /** From now on nothing is acknowledged that is not in the folder. Again after each interruption. */
  onFollowing(): void;
  /** Commits wait, for this reason. */
  onInterrupted(reason: string): void;
};

const AGAIN_MS = 500;
const FILE_GONE = "58P01"; // undefined_file: the segment that is asked for was removed
const OBJECT_IN_USE = "55006";

/**
 * Makes the backup if the folder is new, and goes on with it otherwise, until the signal: then commits no longer wait. Killed, it
 * leaves them waiting until it is started again.
 */
export async function followBackup(to: string, following: Following, config: Config = readConfig()): Promise<void> {
  requireEmbedded(config);
  const target = resolve(to);
  if (!fs.existsSync(target)) await backUp(to, config, { isFollowed: true });
  for (let reason = ""; !following.signal.aborted; ) {
    try {
      await followOnce(target, config, {
        ...following,
        onFollowing: () => {
          reason = "";
          following.onFollowing();
        },
      });
    } catch (error) {
      if (error instanceof CommandRefused && !(await isAway(config))) throw error;
      const said = error instanceof Error ? error.message : String(error);
      if (said !== reason) following.onInterrupted(said);
      reason = said;
    }
    await sleep(AGAIN_MS, undefined, { signal: following.signal }).catch(() => undefined);
  }
  if (!(await isAway(config))) await letCommitsWait(await runningDatabase(config), false);
}

/** Between a stop of the service and its next start. */
const isAway = (config: Config): Promise<boolean> =>
  runningDatabase(config).then(
    () => false,
    () => true,
  );

/** Until the connection ends. */
async function followOnce(target: string, config: Config, { signal, onFollowing }: Following): Promise<void> {
  const { followed } = readManifest(target);
  if (followed === undefined)
    throw new CommandRefused(`${target} has a backup that was not followed: name a new folder`);
  const adminUrl = await runningDatabase(config);
  const client = await openReplication(adminUrl);
  const folder = join(target, LOG);
  const sink = openWalFolder(folder, followed.timeline);
  let waiting: Promise<void> = Promise.resolve();
  try {
    const server = await identifyServer(client);
    const kept = await slotStart(client);
    if (server.system !== followed.system || server.timeline !== followed.timeline)
      throw new CommandRefused(`${target} follows another database, or this one before a restore: name a new folder`);
    if (kept === null) throw new CommandRefused(gone(target));
    await receiveWal(client, {
      from: nextPosition(folder) ?? segmentStart(kept),
      timeline: followed.timeline,
      sink,
      onCaughtUp: () => {
        waiting = letCommitsWait(adminUrl, true).then(onFollowing);
        waiting.catch(() => client.end()); // told below
      },
      signal,
    });
    await waiting;
    if (!signal.aborted) throw new Error("the database ended the connection");
  } catch (error) {
    if (sqlState(error) === FILE_GONE) throw new CommandRefused(gone(target));
    if (sqlState(error) === OBJECT_IN_USE)
      throw new CommandRefused("another process follows a backup of this database: stop it first");
    throw error;
  } finally {
    sink.close();
    await client.end();
  }
}

const gone = (target: string): string =>
  `the database no longer has the log that ${target} goes on with: name a new folder`;
