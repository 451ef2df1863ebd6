/** One role owns and migrates, another serves: what is written once is out of its reach even without any trigger. */
import type pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { migrate } from "../../src/platform/migrate.js";
import { MIGRATIONS } from "../../src/store/migrations.js";
import { newClient } from "../client.js";
import { asService, startWorld, type World } from "../harness.js";

let world: World;
let service: pg.Client;
beforeAll(async () => {
  world = await startWorld();
  service = newClient(asService(world.databaseUrl));
  await service.connect();
});
afterAll(async () => {
  await service.end();
  await world.close();
});

const DENIED = /permission denied|must be owner/;

const WRITTEN_ONCE = [
  "account_days",
  "events",
  "evidence",
  "house_entries",
  "ledger_audit_findings",
  "ledger_transfers",
  "milestone_entries",
  "operator_actions",
  "provider_lines",
  "wallet_lines",
  "webhook_deliveries",
];

test("the role that serves owns nothing, makes nothing, and switches no trigger off", async () => {
  const { rows } = await service.query(
    "select relname from pg_class where relowner = current_user::regrole and relkind in ('r', 'S', 'v')",
  );
  expect(rows).toEqual([]);
  for (const text of [
    "create table loot (n int)",
    "alter table events disable trigger events_once",
    "drop trigger ledger_transfers_once on ledger_transfers",
    "set session_replication_role = replica",
    "truncate mails",
    "update schema_migrations set checksum = ''",
    "alter table webhook_endpoints drop constraint webhook_endpoints_pkey",
  ])
    await expect(service.query(text), text).rejects.toThrow(DENIED);
});

test("rows that are written once can't be changed by it, with the triggers out of the way", async () => {
  for (const table of WRITTEN_ONCE) {
    await world.db.pool.query(`alter table ${table} disable trigger user`);
    const { rows } = await world.db.pool.query(
      "select attname from pg_attribute where attrelid = $1::regclass and attnum > 0 and attidentity = '' and attgenerated = '' limit 1",
      [table],
    );
    const [{ attname }] = rows as [{ attname: string }];
    await expect(service.query(`update ${table} set ${attname} = ${attname}`), table).rejects.toThrow(DENIED);
    await expect(service.query(`delete from ${table}`), table).rejects.toThrow(DENIED);
    await world.db.pool.query(`alter table ${table} enable trigger user`);
  }
  for (const table of ["escrows", "payments", "refunds", "payouts", "webhook_endpoints", "milestones"])
    await expect(service.query(`delete from ${table}`), table).rejects.toThrow(DENIED);
});

test("the role that serves starts on a migrated database, says what to set on one that is not, and one role alone still does", async () => {
  expect(await migrate(asService(world.databaseUrl), MIGRATIONS)).toEqual([]);
  const admin = newClient(inject("adminUrl"));
  await admin.connect();
  await admin.query("create database roles_empty owner holdfast");
  const empty = new URL(world.databaseUrl);
  empty.pathname = "/roles_empty";
  await expect(migrate(asService(empty.href), MIGRATIONS)).rejects.toThrow(/set MIGRATION_DATABASE_URL/);
  expect((await migrate(empty.href, MIGRATIONS)).length).toBeGreaterThan(5);
  expect(await migrate(empty.href, MIGRATIONS, asService(empty.href))).toEqual([]);
  const granted = newClient(asService(empty.href));
  await granted.connect();
  expect((await granted.query("select count(*)::int as events from events")).rows).toEqual([{ events: 0 }]);
  await granted.end();
  await admin.end();
});
