/** What the server makes of a rule of the audit where the books are sound and there are many rows. */
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Database, Statement } from "../../src/platform/database.js";
import { auditLedger } from "../../src/store/read/money/audit.js";
import type { Moment } from "../../src/store/written-since.js";

const EVENTS = 20_000;
/** An account with one endpoint, and what it took, in no order on the disk, among others that have nothing: in place of the tables of these names. */
const TABLES = `
  create temp table events
    (account_id bigint, number bigint, type text, body text default '{}', escrow_id uuid, primary key (account_id, number));
  insert into events select 1, number, 'escrow.funded' from generate_series(1, ${EVENTS}) as number order by md5(number::text);
  create index on events (account_id, escrow_id);
  create temp table event_counters (account_id bigint primary key);
  insert into event_counters select generate_series(1, 10);
  create temp table checkout_sessions (like events including all);
  create temp table escrows (like events including all);
  create temp table accounts (id bigint primary key);
  create temp table webhook_endpoints
    (account_id bigint, id int, since_number bigint, event_types text[], status text, primary key (account_id, id));
  insert into webhook_endpoints values (1, 1, 0, null, 'ENABLED');
  create temp table webhook_deliveries (account_id bigint, endpoint_id int, event_number bigint, origin text);
  insert into webhook_deliveries select account_id, 1, number, 'event' from events;
  create index on webhook_deliveries (account_id, event_number);
  create temp table webhook_queue (like webhook_deliveries including all);
  analyze events, event_counters, webhook_endpoints, webhook_deliveries, webhook_queue`;

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: inject("adminUrl") });
  await client.connect();
  await client.query(TABLES);
});
afterAll(() => client.end());

/** The statement of an audit of everything, or of what was written since, by what a rule's text says. */
async function ruleThatSays(text: string, since: Moment | null = null): Promise<string> {
  const asked: Statement[] = [];
  const query = (statement: Statement): Promise<readonly never[]> => {
    asked.push(statement);
    return Promise.resolve([]);
  };
  const transaction: Database["transaction"] = (work) => work({ query, commit: () => Promise.resolve() });
  await auditLedger({ transaction }, { since });
  return asked.find((statement) => statement.text.includes(text))?.text ?? "";
}

test("owners of rows are found by a step in an index each, however many rows they have", async () => {
  const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain ${await ruleThatSays("no such account")}`);
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).not.toContain("Seq Scan on events");
});

test("deliveries are found by the keys of their events, never by comparing each with each", async () => {
  const { rows } = await client.query<{ "QUERY PLAN": string }>(
    `explain ${await ruleThatSays("deliveries to endpoint")}`,
  );
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).not.toContain("Join Filter");
});

test("what was told before is looked up once for an account, and what was told since in the order of its numbers", async () => {
  for (const rule of ["deliveries to endpoint", "previous_status %s, really"]) {
    const text = await ruleThatSays(rule, { transaction: "1" });
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain (generic_plan) ${text}`);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan, rule).toContain("CTE told_before");
    expect(plan, rule).toContain(
      "Index Cond: ((account_id = b.account_id) AND (number > b.number) AND (number <= b.last))",
    );
    expect(plan, rule).not.toContain("Seq Scan on events");
  }
});
