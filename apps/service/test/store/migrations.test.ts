/** What brings a schema up to date: the migrations before the first release are one, and a database that has them goes on. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { migrate } from "../../src/platform/migrate.js";
import { newClient } from "../client.js";
import { newDatabase } from "../harness.js";
import { until } from "../process/launch.js";

const LAST = "0002_orders_named.sql";
const BASELINE = `-- Replaces all migrations up to ${LAST}: one file.
create table shop_orders (id int, name text);
`;

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "holdfast-migrations-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const SINCE = { "0003_orders_counted.sql": "alter table shop_orders add column number int;" };
const BEFORE = {
  "0001_orders.sql": "create table shop_orders (id int);",
  [LAST]: "alter table shop_orders add column name text;",
};

/** A database without what the service has. */
async function emptyDatabase(): Promise<string> {
  const url = await newDatabase();
  const client = newClient(url);
  await client.connect();
  await client.query("drop table schema_migrations");
  await client.end();
  return url;
}

async function found(
  url: string,
): Promise<{ readonly applied: readonly string[]; readonly columns: readonly string[] }> {
  const client = newClient(url);
  await client.connect();
  const names = async (text: string): Promise<readonly string[]> =>
    (await client.query(text)).rows.map(({ name }) => name);
  const applied = await names("select name from schema_migrations order by name");
  const columns = await names(
    "select column_name as name from information_schema.columns where table_name = 'shop_orders' order by 1",
  );
  await client.end();
  return { applied, columns };
}

const after = { applied: ["0002_baseline.sql", "0003_orders_counted.sql"], columns: ["id", "name", "number"] };

test("an empty database begins with the one that stands for all before it", async () => {
  const url = await emptyDatabase();
  const folder = await folderOf({ "0002_baseline.sql": BASELINE, ...SINCE });
  expect(await migrate(url, folder)).toEqual(after.applied);
  expect(await found(url)).toEqual(after);
  expect(await migrate(url, folder)).toEqual([]);
});

test("a database that has all of them goes on from there, once, also when two processes start", async () => {
  const url = await emptyDatabase();
  await migrate(url, await folderOf(BEFORE));
  const folder = await folderOf({ "0002_baseline.sql": BASELINE, ...SINCE });
  const [one, other] = await Promise.all([migrate(url, folder), migrate(url, folder)]);
  expect([...(one ?? []), ...(other ?? [])].sort()).toEqual(after.applied);
  expect(await found(url)).toEqual(after);
});

test("one that has only some of them is told to bring them up to date first, and is left as it is", async () => {
  const url = await emptyDatabase();
  await migrate(url, await folderOf({ "0001_orders.sql": BEFORE["0001_orders.sql"] ?? "" }));
  const folder = await folderOf({ "0002_baseline.sql": BASELINE, ...SINCE });
  await expect(migrate(url, folder)).rejects.toThrow("older than the first release: start version 0.1.0 on it once");
  expect(await found(url)).toEqual({ applied: ["0001_orders.sql"], columns: ["id"] });
});

test("while a migration waits for a table, requests pass, and it is applied once the table is free", async () => {
  const url = await emptyDatabase();
  await migrate(url, await folderOf(BEFORE));
  const [reader, request] = [newClient(url), newClient(url)];
  await Promise.all([reader.connect(), request.connect()]);
  await reader.query("begin; select from shop_orders"); // a long report, say
  const migrating = migrate(url, await folderOf({ ...BEFORE, ...SINCE }));
  const waiting = "select from pg_locks where not granted and relation = 'shop_orders'::regclass";
  await until(async () => (await request.query(waiting)).rowCount === 1, "the migration waits");
  await request.query("set lock_timeout = '2s'");
  expect((await request.query("select from shop_orders")).rowCount).toBe(0);
  await reader.query("commit");
  expect(await migrating).toEqual(["0003_orders_counted.sql"]);
  await Promise.all([reader.end(), request.end()]);
});
