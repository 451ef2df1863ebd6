/** A database of a release, with rows in every table, as an upgrade finds it: test/fixtures keeps them, tools/release/rows.mjs makes them. */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { expect, inject, test } from "vitest";
import { LAST } from "../../../../tools/release/earlier.mjs";
import type { AccountId } from "../../src/domain/ids.js";
import { openKey } from "../../src/identity/merchants.js";
import { NO_REGISTRY } from "../../src/identity/registry.js";
import { migrate } from "../../src/platform/migrate.js";
import { MIGRATIONS } from "../../src/store/migrations.js";
import { newClient } from "../client.js";
import { emptyDatabase, startWorld, type World } from "../harness.js";
import { asBuyer, ok, submit } from "../stories.js";
import { countsOf, migrationsIn, tablesOf, tablesWithoutRows } from "./kept-rows.js";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const FIXTURES = join(ROOT, "apps/service/test/fixtures");
const SUFFIX = ".sql.gz";
const RELEASES = readdirSync(FIXTURES).map((file) => file.slice(0, -SUFFIX.length));

const rowsOf = (release: string): string => gunzipSync(readFileSync(join(FIXTURES, release + SUFFIX))).toString();

/** What a database has when the release has served it. */
async function databaseOf(release: string): Promise<string> {
  const sql = rowsOf(release);
  const folder = mkdtempSync(join(tmpdir(), "holdfast-upgrade-"));
  for (const name of migrationsIn(sql)) copyFileSync(join(MIGRATIONS, name), join(folder, name));
  const url = await emptyDatabase();
  await migrate(url, folder);
  const admin = new URL(inject("adminUrl"));
  admin.pathname = new URL(url).pathname;
  await withClient(admin.href, (client) => client.query(sql));
  return url;
}

async function withClient<Result>(
  url: string,
  work: (client: ReturnType<typeof newClient>) => Promise<Result>,
): Promise<Result> {
  const client = newClient(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function expectFreshSchema(url: string): void {
  const args = ["tools/schema.mjs", "--check", "--database", url];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
}

/** The order of which one part was approved before: some of the other goes back to the buyer, and the rest is approved. */
async function finishOrder(world: World): Promise<void> {
  const { rows } = await world.db.pool.query<{ id: string; account: AccountId }>(
    "select e.id, e.account_id as account from escrows e join accounts a on a.id = e.account_id where trading_name = 'Half-way Wares'",
  );
  expect(rows).toHaveLength(1);
  const { id, account } = rows[0]!;
  const key = await openKey({ db: world.db, registry: NO_REGISTRY }, { account });
  const shop = { account, sellerCode: "", apiKey: key!.apiKey, ...world.speakAs(key!.apiKey) };
  const order = await ok(shop.get(`/escrows/${id}`));
  expect(order["milestones"].map((one: { status: string }) => one.status)).toEqual(["COMPLETED", "PENDING"]);
  await ok(shop.post(`/escrows/${id}/refunds`, { amount: "50.00" }), 201);
  await submit(shop, order, 1);
  await asBuyer(shop, order, "approve", 1);
  const { status, amount_refunded: refunded } = await ok(shop.get(`/escrows/${id}`));
  expect({ status, refunded }).toEqual({ status: "COMPLETED", refunded: "50.00" });
}

test("a database of the last release is kept, with all its migrations", () => {
  expect(RELEASES).toContain(LAST.version);
  expect(migrationsIn(rowsOf(LAST.version))).toEqual(LAST.migrations);
});

test.for(RELEASES)(
  "a database of release %s with rows in every table is upgraded, and its orders go on",
  async (release) => {
    const url = await databaseOf(release);
    const before = await withClient(url, async (client) => {
      const tables = await tablesOf(client);
      expect(await tablesWithoutRows(client, tables)).toEqual([]);
      return countsOf(client, tables);
    });

    const since = readdirSync(MIGRATIONS).filter((name) => !migrationsIn(rowsOf(release)).includes(name));
    expect(await migrate(url, MIGRATIONS)).toEqual(since.sort());

    expectFreshSchema(url);
    const after = await withClient(url, (client) => countsOf(client, Object.keys(before)));
    expect(after).toEqual(before);
    // Without workers, to whom months have passed since.
    const world = await startWorld({ databaseUrl: url, role: "web" });
    await world.checkLedger();
    await finishOrder(world);
    await world.checkLedger();
    await world.close();
  },
);
