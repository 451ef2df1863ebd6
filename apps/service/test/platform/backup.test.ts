/** A backup that is taken while the database serves, and what is left of it after the disk is gone. */
import { appendFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, inject, test } from "vitest";
import { backUp, restore } from "../../src/admin/backup.js";
import { readConfig } from "../../src/config/index.js";
import { openDataDir } from "../../src/platform/data-dir.js";
import { startEmbeddedPostgres } from "../../src/platform/embedded-postgres.js";
import { newClient } from "../client.js";
import { copyDataDir } from "../cluster.js";

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}, 30_000);

async function start(path: string) {
  const postgres = await startEmbeddedPostgres({
    dataDir: openDataDir(path),
    log: { info: () => undefined, warn: () => undefined },
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
