/**
 * One real PostgreSQL for the whole run, however many projects of it ask. Databases are cloned from a migrated template ahead of
 * the tests that take them, and nothing is dropped: all of it goes with the cluster.
 */
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { TestProject } from "vitest/node";
import { openDataDir } from "../src/platform/data-dir.js";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../src/platform/embedded-postgres.js";
import { migrate } from "../src/platform/migrate.js";
import { MIGRATIONS } from "../src/store/migrations.js";
import { newClient } from "./client.js";
import { ALTERATIONS, findPooler, NO_POOLER, openPooler, type Pooler } from "./pooler.js";

declare module "vitest" {
  interface ProvidedContext {
    /** The superuser's URL of the server. */
    adminUrl: string;
    /** The owner's URL of the migrated template; another database name in its place is a clone. */
    templateUrl: string;
    /** The same for the role that serves, and owns nothing. */
    serviceUrl: string;
    /** A data directory of a deployment that was started once, stopped and never used: to be copied. */
    usedDataDir: string;
  }
}

type Cluster = { readonly provided: Provided; stop(): Promise<void> };
type Provided = {
  readonly adminUrl: string;
  readonly templateUrl: string;
  readonly serviceUrl: string;
  readonly usedDataDir: string;
};

/** Projects of a run load this file one by one, and share what lies here. */
const shared = globalThis as { holdfastCluster?: { readonly opened: Promise<Cluster>; users: number } };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.holdfastCluster ??= { opened: openCluster(), users: 0 };
  const cluster = shared.holdfastCluster;
  cluster.users += 1;
  const { provided, stop } = await cluster.opened;
  for (const [name, value] of Object.entries(provided)) project.provide(name as keyof Provided, value);
  return async () => {
    cluster.users -= 1;
    if (cluster.users === 0) await stop();
  };
}

/** Losing these databases in a power cut is fine; tests that are about durability start their own server. */
const SETTINGS = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  autovacuum: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_connections: "400",
  // Some thousand sign-ins in a run, each of which proves a password that lies in a file beside it.
  scram_iterations: "1",
};
/** Of a service: each plans every statement that it is given anew, which is most of what PostgreSQL does in a short story. */
export const FEW_CONNECTIONS = 3;
const SILENT = { info: () => undefined, warn: () => undefined };

async function openCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(roomiest(), "holdfast-tests-"));
  process.env["TMPDIR"] = folder; // the files inherit it: whatever they put aside lies there, and goes with it
  const usedDataDir = join(folder, "used");
  const start = (path: string): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ dataDir: openDataDir(path), log: SILENT, settings: SETTINGS });
  const first = await start(usedDataDir);
  await migrate(first.url, MIGRATIONS, first.serviceUrl);
  await first.stop();
  const ownDataDir = join(folder, "own");
  copyDataDir(usedDataDir, ownDataDir);
  const postgres = await start(ownDataDir);
  const admin = newClient(postgres.adminUrl);
  await admin.connect();
  // Tests look, as the owner, at what sessions of the service wait for, and end them.
  await admin.query("grant pg_read_all_stats, pg_signal_backend to holdfast");
  await admin.query("alter database holdfast rename to template_holdfast");
  await admin.query("create table spare_databases (name text primary key)");
  const pooler = process.env["TEST_POOLER"] === undefined ? null : await poolerBefore(postgres, admin);
  const spares = keepSpares(admin);
  const serviceUrl = withDatabase(postgres.serviceUrl, "template_holdfast");
  return {
    provided: {
      adminUrl: postgres.adminUrl,
      templateUrl: withDatabase(postgres.url, "template_holdfast"),
      serviceUrl: pooler?.through(serviceUrl) ?? serviceUrl,
      usedDataDir,
    },
    stop: async () => {
      await spares.stop();
      await pooler?.close();
      await admin.end();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** With TEST_POOLER set, services of the run reach their databases by way of a pooler; tests look past it. */
async function poolerBefore({ serviceUrl }: EmbeddedPostgres, admin: pg.Client): Promise<Pooler> {
  const program = findPooler();
  if (program === null) throw new Error(NO_POOLER);
  await admin.query(ALTERATIONS);
  return openPooler(program, [serviceUrl], { server_idle_timeout: 5 });
}

/** A run fills some gigabytes; where shared memory has them, nothing of it ever goes to a disk. */
const ROOM_BYTES = 8 * 1024 ** 3;
const SHARED_MEMORY = "/dev/shm";

function roomiest(): string {
  if (!existsSync(SHARED_MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  return bavail * bsize >= ROOM_BYTES ? SHARED_MEMORY : tmpdir();
}

/** How many clones wait for somebody to take them. */
const SPARES = 6;
const LOOK_EVERY_MS = 50;

function keepSpares(admin: pg.Client): { stop(): Promise<void> } {
  let isOver = false;
  let number = 0;
  const fill = async (): Promise<void> => {
    while (!isOver) {
      const { rows } = await admin.query<{ count: string }>("select count(*) from spare_databases");
      if (Number(rows[0]?.count) >= SPARES) {
        await sleep(LOOK_EVERY_MS);
        continue;
      }
      number += 1;
      // Of files as they are, with the template's caches: its first connection is a tenth of a second cheaper.
      await admin.query(`create database spare_${number} template template_holdfast owner holdfast strategy file_copy`);
      await admin.query("insert into spare_databases values ($1)", [`spare_${number}`]);
    }
  };
  const filling = fill();
  return {
    stop: async () => {
      isOver = true;
      await filling;
    },
  };
}

const TAKE = `
delete from spare_databases
where name = (select name from spare_databases limit 1 for update skip locked)
returning name`;

/** The owner's URL of a migrated database that nobody else has. */
export async function takeDatabase({
  adminUrl,
  templateUrl,
}: Pick<Provided, "adminUrl" | "templateUrl">): Promise<string> {
  const admin = newClient(adminUrl);
  await admin.connect();
  try {
    for (;;) {
      const { rows } = await admin.query<{ name: string }>(TAKE);
      if (rows[0] !== undefined) return withDatabase(templateUrl, rows[0].name);
      await sleep(LOOK_EVERY_MS);
    }
  } finally {
    await admin.end();
  }
}

/** Copies a deployment that is stopped. */
export function copyDataDir(from: string, to: string): void {
  mkdirSync(to, { mode: 0o700, recursive: true });
  cpSync(from, to, { recursive: true });
  chmodSync(join(to, "postgres"), 0o700); // PostgreSQL insists
}

function withDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}
