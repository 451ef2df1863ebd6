/** A backup that is taken while the database serves, or followed from then on, and what is left of it after the disk is gone. */
import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, inject, test } from "vitest";
import { backUp } from "../../src/admin/backup.js";
import { followBackup } from "../../src/admin/follow.js";
import { restore } from "../../src/admin/restore.js";
import { readConfig } from "../../src/config/index.js";
import { openDataDir } from "../../src/platform/data-dir.js";
import { startEmbeddedPostgres } from "../../src/platform/embedded-postgres.js";
import { letCommitsWait } from "../../src/platform/replication.js";
import { newClient } from "../client.js";
import { copyDataDir } from "../cluster.js";
import { until } from "../process/launch.js";

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}, 30_000);

const warnings: string[] = [];

async function start(path: string) {
  const postgres = await startEmbeddedPostgres({
    dataDir: openDataDir(path),
    log: { info: () => undefined, warn: (message) => warnings.push(message) },
    settings: { fsync: "off" },
  });
  cleanups.push(() => postgres.stop());
  return postgres;
}

async function query(url: string, text: string) {
  const client = newClient(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Follows until it is stopped; `settled` when nothing is acknowledged any more that is not in the folder. */
function follow(folder: string, config: ReturnType<typeof readConfig>) {
  const stopping = new AbortController();
  const interruptions: string[] = [];
  let times = 0;
  const ended = followBackup(
    folder,
    {
      signal: stopping.signal,
      onFollowing: () => {
        times += 1;
      },
      onInterrupted: (reason) => interruptions.push(reason),
    },
    config,
  );
  const stop = async (): Promise<void> => {
    stopping.abort();
    await ended;
  };
  ended.catch(() => undefined); // told by whoever waits for it
  cleanups.push(() => stop().catch(() => undefined));
  return { ended, stop, interruptions, settled: () => until(() => times > 0, "the backup is followed") };
}

test("what was written before a backup is there after the disk is gone; a damaged or second one is refused", async () => {
  const parent = mkdtempSync(join(tmpdir(), "holdfast-backup-"));
  cleanups.push(() => rmSync(parent, { recursive: true, force: true }));
  const data = join(parent, "data");
  const config = readConfig({ DATA_DIR: data });
  const folder = join(parent, "backup");
  copyDataDir(inject("usedDataDir"), data);
  await expect(backUp(folder, config)).rejects.toThrow("does not run");

  const first = await start(data);
  await query(first.url, "create table kept as select 7 as parcels");
  await backUp(folder, config);
  await expect(backUp(folder, config)).rejects.toThrow("exists already");
  await first.stop();
  await expect(restore(folder, config)).rejects.toThrow("already: restore into an empty DATA_DIR");
  rmSync(data, { recursive: true });

  for (const name of ["holdfast-backup.json", "postgres-password", "database/base.tar"])
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  await restore(folder, config);
  const second = await start(data);
  expect(await query(second.url, "select parcels from kept")).toEqual([{ parcels: 7 }]);
  await second.stop();

  rmSync(data, { recursive: true });
  appendFileSync(join(folder, "database/base.tar"), "x");
  await expect(restore(folder, config)).rejects.toThrow("missing or damaged");
  rmSync(join(folder, "holdfast-backup.json"));
  await expect(restore(folder, config)).rejects.toThrow("no whole backup");
}, 60_000);

test("what is acknowledged while a backup is followed is in its folder, and comes back to the end or to a moment", async () => {
  const parent = mkdtempSync(join(tmpdir(), "holdfast-backup-"));
  cleanups.push(() => rmSync(parent, { recursive: true, force: true }));
  const data = join(parent, "data");
  const config = readConfig({ DATA_DIR: data });
  const folder = join(parent, "backup");
  copyDataDir(inject("usedDataDir"), data);
  const first = await start(data);
  await query(first.url, "create table kept (parcels int)");
  const following = follow(folder, config);
  await following.settled();
  await expect(followBackup(join(parent, "second"), unheard(), config)).rejects.toThrow("another backup");

  await query(first.url, "insert into kept select generate_series(1, 500000)"); // more than one segment of the log
  const [moment] = await query(first.url, "select to_json(clock_timestamp()) as at");
  await query(first.url, "insert into kept values (500001)");
  const later = join(parent, "the disk is gone");
  cpSync(folder, later, { recursive: true });

  await following.stop();
  await query(first.url, "insert into kept values (500002)"); // waits for nobody any more
  await first.stop();
  expect(following.interruptions).toEqual([]);

  const count = async (from: string, given: { until?: string }) => {
    rmSync(data, { recursive: true });
    const { lastCommit } = await restore(from, config, given);
    expect(lastCommit).not.toBeNull();
    const recovered = await start(data);
    const rows = await query(recovered.url, "select count(*)::int as parcels from kept");
    await query(recovered.url, "insert into kept values (0)"); // takes orders, and waits for no folder
    await recovered.stop();
    return rows;
  };
  expect(await count(later, {})).toEqual([{ parcels: 500_001 }]);
  expect(await count(later, { until: moment.at })).toEqual([{ parcels: 500_000 }]);

  const refusal = async (from: string, given: { until?: string }) => {
    rmSync(data, { recursive: true, force: true });
    await expect(restore(from, config, given)).rejects.toThrow(
      given.until === undefined ? "has a gap" : REFUSED[given.until],
    );
    expect((existsSync(data) ? readdirSync(data) : []).filter((name) => !/^(lock|postgres\.log)/.test(name))).toEqual(
      [],
    );
  };
  for (const moment of Object.keys(REFUSED)) await refusal(later, { until: moment });
  rmSync(join(later, "wal", readdirSync(join(later, "wal"))[1] ?? ""));
  await refusal(later, {});
}, 120_000);

const REFUSED: Readonly<Record<string, string>> = {
  yesterday: "takes a moment with its zone",
  "2026-11-27 22:05": "takes a moment with its zone",
  "2001-01-01T00:00:00Z": "name a later moment than 2001-01-01T00:00:00Z",
  "2999-01-01T00:00:00Z": "nothing was committed after 2999-01-01T00:00:00Z, the last time at 20",
};
const unheard = () => ({
  signal: new AbortController().signal,
  onFollowing: () => undefined,
  onInterrupted: () => undefined,
});

test("commits wait for a follower that was killed, and go on with it, also after the database has restarted", async () => {
  const parent = mkdtempSync(join(tmpdir(), "holdfast-backup-"));
  cleanups.push(() => rmSync(parent, { recursive: true, force: true }));
  const data = join(parent, "data");
  const config = readConfig({ DATA_DIR: data });
  const folder = join(parent, "backup");
  copyDataDir(inject("usedDataDir"), data);
  const first = await start(data);
  await query(first.url, "create table kept (parcels int)");
  const before = follow(folder, config);
  await before.settled();
  await before.stop();
  await letCommitsWait(first.adminUrl, true); // as one leaves it that was killed

  const acknowledged = query(first.url, "insert into kept values (7)");
  const waiting = "select from pg_stat_activity where wait_event = 'SyncRep'";
  await until(async () => (await query(first.adminUrl, waiting)).length === 1, "the commit waits");
  const following = follow(folder, config);
  await acknowledged;
  await following.settled();
  await first.stop();
  await until(() => following.interruptions.length > 0, "the follower says that it is interrupted");

  const second = await start(data);
  expect(warnings.at(-1)).toContain("commits wait until `holdfast backup FOLDER --follow` runs again");
  await query(second.url, "insert into kept values (8)");
  await following.stop();
  await second.stop();
  rmSync(data, { recursive: true });
  await restore(folder, config);
  const third = await start(data);
  expect(await query(third.url, "select parcels from kept order by 1")).toEqual([{ parcels: 7 }, { parcels: 8 }]);
  await expect(follow(folder, config).ended).rejects.toThrow("or this one before a restore");
  const elsewhere = readConfig({ DATA_DIR: data, DATABASE_URL: "postgres://holdfast@db-1.internal/holdfast" });
  await expect(follow(folder, elsewhere).ended).rejects.toThrow("with its own tools");
}, 120_000);
