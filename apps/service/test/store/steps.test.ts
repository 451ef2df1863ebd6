/** Statements that take a few rows of a large table: the server plans them for a few, not for a tenth of what is there. */
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AccountId, SessionId } from "../../src/domain/ids.js";
import type { Queryable, Statement } from "../../src/platform/database.js";
import { forgetNotices } from "../../src/store/providers/notices.js";
import { forgetAttempts, forgetMails } from "../../src/store/queue/retention.js";
import { claimIndexStep } from "../../src/store/queue/search.js";
import { findEvents } from "../../src/store/read/console/search.js";
import { readDays } from "../../src/store/read/days.js";
import { startWorld, type World } from "../harness.js";

const ACCOUNT = "1" as AccountId;
/** Large tables, with the columns that are asked about. */
const LARGE: Readonly<Record<string, readonly string[]>> = {
  checkout_sessions: ["account_id", "id", "status", "expires_at", "created"],
  escrows: ["account_id", "id", "session_id"],
  events: ["account_id", "number", "id", "type", "escrow_id", "created"],
  ledger_transfers: ["account_id", "id", "kind", "amount", "created"],
  mails: ["id", "created"],
  provider_notices: ["id", "received"],
  webhook_attempts: ["account_id", "endpoint_id", "slot", "created"],
};
/** What the row `k` holds in a column of that name, or else of that type. */
const VALUES: Readonly<Record<string, string>> = {
  account_id: "k % 2",
  status: "'EXPIRED'",
  type: "(array['escrow.created', 'escrow.disputed'])[1 + k % 2]",
  kind: "'release'",
  uuid: "lpad(to_hex(k), 32, '0')::uuid",
};

let world: World;
let client: pg.PoolClient;
beforeAll(async () => {
  world = await startWorld({ role: "web" });
  client = await world.db.pool.connect();
  for (const [table, filled] of Object.entries(LARGE)) {
    await client.query(`create temp table ${table} (like public.${table} including indexes including generated)`);
    const { rows: columns } = await client.query<{ name: string; type: string; required: boolean }>(
      `select attname as name, format_type(atttypid, null) as type, attnotnull as required from pg_attribute
       where attrelid = $1::regclass and attnum > 0`,
      [`pg_temp.${table}`],
    );
    for (const { name, required } of columns)
      if (required && !filled.includes(name))
        await client.query(`alter table pg_temp.${table} alter ${name} drop not null`);
    const given = columns.filter(({ name }) => filled.includes(name));
    await client.query(
      `insert into pg_temp.${table} (${given.map(({ name }) => name)})
       select ${given.map(({ name, type }) => VALUES[name] ?? VALUES[type] ?? "k")} from generate_series(1, 30000) k`,
    );
    await client.query(`analyze pg_temp.${table}`);
  }
});
afterAll(async () => {
  client.release(true);
  await world.close();
});

/** Statements as they are asked, with a row that lets what follows go on. */
async function asked(ask: (db: Queryable) => Promise<unknown>): Promise<readonly Statement[]> {
  const statements: Statement[] = [];
  const row = { session: "" as SessionId, event: "0", told: [], fresh: [], last: "0" };
  const query = (statement: Statement): Promise<readonly never[]> => {
    statements.push(statement);
    return Promise.resolve([row as never]);
  };
  await ask({ query });
  return statements;
}

test.each<[string, (db: Queryable) => Promise<unknown>]>([
  ["forget mails", (db) => forgetMails(db, { days: 90, limit: 5 })],
  ["forget the log of attempts", (db) => forgetAttempts(db, { days: 90, limit: 5, after: null })],
  ["forget providers' notices", (db) => forgetNotices(db, { days: 90, limit: 5 })],
  ["take orders into the search", (db) => claimIndexStep(db, ACCOUNT, { limit: 5, settledSeconds: 30 })],
  ["find events of orders", (db) => findEvents(db, ACCOUNT, { between: null, orders: [], limit: 5 })],
])("to %s is planned for as few rows as are asked for", async (_what, ask) => {
  for (const { name, text } of await asked(ask)) {
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain (generic_plan) ${text}`);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    for (const [, counted] of plan.matchAll(/\bLimit .* rows=(\d+)/g))
      expect(Number(counted), name).toBeLessThanOrEqual(5);
  }
});

test("figures of days that nobody has kept are planned for a day, not for a third of what an account has", async () => {
  const statements = await asked((db) =>
    readDays({ read: db.query }, { account: ACCOUNT, from: 20_000 }).catch(() => []),
  );
  expect(statements.map(({ name }) => name)).toEqual(["read days"]);
  const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain (generic_plan) ${statements[0]?.text}`);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  const scans = [...plan.matchAll(/Scan .*on (checkout_sessions|ledger_transfers|events)\b.* rows=(\d+)/g)];
  expect(scans.map(([, table]) => table).sort()).toEqual(["checkout_sessions", "events", "ledger_transfers"]);
  for (const [line, , counted] of scans) expect(Number(counted), line).toBeLessThanOrEqual(30_000 / 100);
});
