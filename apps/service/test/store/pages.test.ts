/** What the server makes of statements that pages send, where there are many rows. */
import type pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { CurrentReads, Statement } from "../../src/platform/database.js";
import { HAS_SESSION } from "../../src/store/read/console/attention.js";
import { type PageRequest, pageOf } from "../../src/store/read/page.js";
import { newClient } from "../client.js";

let client: pg.Client;
beforeAll(async () => {
  client = newClient(inject("adminUrl"));
  await client.connect();
  await client.query("create temp table orders (account_id bigint, id bigint, primary key (account_id, id))");
  await client.query("insert into orders select 1, id from generate_series(1, 20000) as id");
  await client.query("create temp table checkout_sessions (like orders including all)");
  await client.query("insert into checkout_sessions select * from orders");
  await client.query("analyze orders, checkout_sessions");
});
afterAll(() => client.end());

/** As it is kept for any values. */
async function planOf(text: string | undefined): Promise<string> {
  const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain (generic_plan) ${text}`);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

async function planOfPage(page: PageRequest): Promise<string> {
  const asked: Statement[] = [];
  const read = (statement: Statement): Promise<readonly never[]> => {
    asked.push(statement);
    return Promise.resolve([]);
  };
  const db: CurrentReads = { isCurrent: true, read };
  const filters = [{ sql: "account_id = $", value: 1 }];
  await pageOf(db, { name: "list", select: "id", from: "orders", key: "id", keyType: "bigint", filters, page });
  return planOf(asked[0]?.text);
}

test.each([
  ["the newest", null],
  ["older ones", { position: "19990", direction: "older" }],
  ["newer ones", { position: "10", direction: "newer" }],
] as const)("a page of %s is read by the index alone, and counted on to be a page", async (_which, from) => {
  const plan = await planOfPage({ limit: 25, from });
  expect(plan).not.toMatch(/Seq Scan|Sort/);
  expect(Number(/ cost=[\d.]+\.\.([\d.]+)/.exec(plan.split("\n")[0]?.replace("(", " ") ?? "")?.[1])).toBeLessThan(50);
});

test("whether an account ever made a session is one step in an index, however many others made", async () => {
  expect(await planOf(`select ${HAS_SESSION}`)).not.toContain("Seq Scan");
});
