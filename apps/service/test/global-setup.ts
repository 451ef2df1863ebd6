/** One real PostgreSQL for the whole run, with a migrated template that every test file clones. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openDataDir } from "../src/platform/data-dir.js";
import { startEmbeddedPostgres } from "../src/platform/embedded-postgres.js";
import { migrate } from "../src/platform/migrate.js";
import { MIGRATIONS } from "../src/store/migrations.js";

declare module "vitest" {
  interface ProvidedContext {
    /** The superuser's URL of the server. */
    adminUrl: string;
    /** The service role's URL of the migrated template; another database name in its place is a clone. */
    templateUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "holdfast-tests-"));
  const silent = { info: () => undefined, warn: () => undefined };
  // Losing these databases in a power cut is fine; tests that are about durability start their own server.
  const settings = { fsync: "off", max_connections: "400" };
  const postgres = await startEmbeddedPostgres({ dataDir: openDataDir(folder), log: silent, settings });
  const admin = new pg.Client({ connectionString: postgres.adminUrl });
  await admin.connect();
  await admin.query("create database template_holdfast owner holdfast");
  await admin.end();
  const templateUrl = withDatabase(postgres.url, "template_holdfast");
  await migrate(templateUrl, MIGRATIONS);
  project.provide("adminUrl", postgres.adminUrl);
  project.provide("templateUrl", templateUrl);
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

function withDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}
