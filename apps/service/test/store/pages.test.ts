/** What the server makes of statements that pages send, where there are many rows. */
import type pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { AccountId } from "../../src/domain/ids.js";
import type { CurrentReads, Statement } from "../../src/platform/database.js";
import { HAS_SESSION } from "../../src/store/read/console/attention.js";
import { listSessionLines } from "../../src/store/read/console/orders.js";
import { type PageRequest, pageOf } from "../../src/store/read/page.js";
import { newClient } from "../client.js";

/** All of them orders: the server expects none that is open, however many come after it has looked. */
const SESSIONS = `
  create temp table checkout_sessions (account_id bigint, id uuid, status text, content text, external_reference text, amount bigint,
    fees bigint, created bigint, expires_at bigint, escrow_id uuid, primary key (account_id, id));
  create temp table escrows (account_id bigint, id uuid, status text, primary key (account_id, id));
  create index on checkout_sessions (account_id, status, id);
  create index on checkout_sessions (expires_at, account_id, id) where status = 'OPEN';
  create index on checkout_sessions (expires_at) where status = 'EXPIRED';
  create index on checkout_sessions (account_id, external_reference, id) where external_reference <> '';
  insert into checkout_sessions
  select 1, gen_random_uuid(), 'COMPLETED', '{}', 'NW-' || n, 1, 0, n, n, gen_random_uuid() from generate_series(1, 20000) as n`;

let client: pg.Client;
beforeAll(async () => {
  client = newClient(inject("adminUrl"));
  await client.connect();
  await client.query("create temp table orders (account_id bigint, id bigint, primary key (account_id, id))");
  await client.query("insert into orders select 1, id from generate_series(1, 20000) as id");
  await client.query(SESSIONS);
  await client.query("analyze orders, checkout_sessions");
});
afterAll(() => client.end());

/** As it is kept for any values. */
async function planOf(text: string | undefined): Promise<string> {
  const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain (generic_plan) ${text}`);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

/** Of what is asked first. */
async function planOfAsked(ask: (db: CurrentReads) => Promise<unknown>): Promise<string> {
  const asked: Statement[] = [];
  const read = (statement: Statement): Promise<readonly never[]> => {
    asked.push(statement);
    return Promise.resolve([]);
  };
  await ask({ isCurrent: true, read });
  return planOf(asked[0]?.text);
}

function planOfPage(page: PageRequest): Promise<string> {
  const filters = [{ sql: "account_id = $", value: 1 }];
  return planOfAsked((db) =>
    pageOf(db, { name: "list", select: "id", from: "orders", key: "id", keyType: "bigint", filters, page }),
  );
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

test("what a search found is looked through for its status, not the other way round", async () => {
  const search = { typed: "nw-777", sessions: [], cutAt: null, isBehind: false };
  const plan = await planOfAsked((db) =>
    listSessionLines(db, "1" as AccountId, { search, status: "unconfirmed", from: null, until: null, rows: null }).page(
      {
        limit: 5,
        from: null,
      },
    ),
  );
  expect(plan).toContain("id = ANY ($2)");
  expect(plan).not.toContain("Bitmap");
});

test("whether an account ever made a session is one step in an index, however many others made", async () => {
  expect(await planOf(`select ${HAS_SESSION}`)).not.toContain("Seq Scan");
});
