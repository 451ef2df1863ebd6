/** Databases of an earlier version, with what was in them, to see what the migrations since make of it. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { inject } from "vitest";
import { migrate } from "../../src/platform/migrate.js";
import { uuidv7 } from "../../src/platform/random.js";
import { MIGRATIONS } from "../../src/store/migrations.js";
import { newClient } from "../client.js";

export type Before = {
  readonly url: string;
  /** As the owner of the tables. */
  readonly client: pg.Client;
  /** Brings it to the version of today. */
  migrate(): Promise<unknown>;
  close(): Promise<void>;
};

/**
 * A database as the migrations before one left it. Its function `uuid_of` makes ids of small numbers.
 * @param number of the first migration that it does not have, such as "0004".
 * @param rows SQL that puts in what was there.
 */
export async function databaseBefore(number: string, rows: string): Promise<Before> {
  const name = `before_${uuidv7().replaceAll("-", "")}`;
  const admin = newClient(inject("adminUrl"));
  await admin.connect();
  await admin.query(`create database ${name} owner holdfast`);
  await admin.end();
  const folder = mkdtempSync(join(tmpdir(), "holdfast-before-"));
  for (const file of readdirSync(MIGRATIONS).filter((one) => one < number))
    cpSync(join(MIGRATIONS, file), join(folder, file));
  const url = new URL(inject("templateUrl"));
  url.pathname = `/${name}`;
  await migrate(url.href, folder);
  rmSync(folder, { recursive: true });
  const client = newClient(url.href);
  await client.connect();
  await client.query(
    "create function uuid_of(n integer) returns uuid language sql as $$ select lpad(to_hex(n), 32, '0')::uuid $$",
  );
  await client.query(rows);
  return {
    url: url.href,
    client,
    migrate: () => migrate(url.href, MIGRATIONS),
    close: () => client.end(),
  };
}
