/** Audits of the ledger by the worker: asked for at the desk, taken over when a worker dies, shown with what they looked at and found. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Service } from "../../src/app.js";
import { endAudit, recordRule } from "../../src/store/queue/audits.js";
import { AUDIT_RULES } from "../../src/store/read/money/audit.js";
import { AuditTaken, prove } from "../../src/workers/prove.js";
import type { Person } from "../console/seller.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { until } from "../payments/desk.js";
import { funded } from "../stories.js";
import { newOperator, sqlOf } from "./operator.js";

let world: World;
let shop: Merchant;
let grace: Person;
let worker: Service;
beforeAll(async () => {
  world = await startWorld({ role: "web" });
  worker = await world.another({ role: "worker" });
  shop = await world.merchant();
  grace = await newOperator(world);
});
afterAll(async () => {
  await world?.checkLedger();
  await world?.close();
});

const lastAudit = async (): Promise<Json | undefined> =>
  (await sqlOf(world)("select * from ledger_audits where finished is not null order by id desc limit 1"))[0];

async function ran(): Promise<Json> {
  const before = (await lastAudit())?.["id"];
  const asked = await grace.post("/desk/ledger/run");
  expect(asked.headers.get("location")).toBe("/desk/ledger?said=asked");
  return until(async () => {
    const last = await lastAudit();
    return last?.["id"] === before ? null : last;
  });
}

const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${worker.port}/metrics`)).text();
  return Number(new RegExp(`^holdfast_ledger_audit_${name} (\\S+)$`, "m").exec(text)?.[1]);
};

test("run now: the page waits and looks by itself, the worker does it, and who asked stands in the log", async () => {
  expect((await grace.get("/desk/ledger")).html).toContain("No audits yet");
  expect(await metric("findings")).toBeNaN();
  const waiting = await sqlOf(world)("select id from ledger_audits where status = 'WAITING'");
  const version = JSON.parse((await grace.get("/desk/ledger/status")).html)["version"];
  const audit = await ran();
  expect(audit).toMatchObject({
    status: "DONE",
    asked_by: grace.email,
    findings: 0,
    error: null,
    id: waiting[0]?.["id"],
  });
  expect(JSON.parse((await grace.get("/desk/ledger/status")).html)["version"]).not.toBe(version);
  const page = await grace.get("/desk/ledger");
  expect(page.html).toContain("The books balance");
  expect(page.html).toContain(grace.email);
  expect(await metric("findings")).toBe(0);
  expect(await metric("age_seconds")).toBeLessThan(60);
  const log = await sqlOf(world)("select operator, action, account_id from operator_actions");
  expect(log).toEqual([{ operator: grace.email, action: "run_audit", account_id: null }]);
  // The next one waits for tomorrow.
  const [next] = await sqlOf(world)(
    "select due_at > clock_timestamp() + interval '23 hours' as tomorrow from ledger_audits where status = 'WAITING'",
  );
  expect(next).toEqual({ tomorrow: true });
});

test("asked for while one runs: told so, and there is no second one", async () => {
  const sql = sqlOf(world);
  await sql(
    "update ledger_audits set status = 'RUNNING', due_at = clock_timestamp(), leased_until = clock_timestamp() + interval '1 hour' where status = 'WAITING'",
  );
  const answers = await Promise.all([grace.post("/desk/ledger/run"), grace.post("/desk/ledger/run")]);
  for (const one of answers) expect(one.headers.get("location")).toBe("/desk/ledger?said=underway");
  const page = await grace.get("/desk/ledger");
  expect(page.html).toContain("An audit is running");
  expect(page.html).toContain('data-status="/desk/ledger/status"');
  expect(page.html).toContain('http-equiv="refresh"');
  expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
  // Its worker died: another takes it as soon as the lease is over.
  const before = (await lastAudit())?.["id"];
  await sql(
    "update ledger_audits set leased_until = clock_timestamp() - interval '1 second', fence = 7 where status = 'RUNNING'",
  );
  const audit = await until(async () => {
    const last = await lastAudit();
    return last?.["id"] === before ? null : last;
  });
  expect(audit).toMatchObject({ status: "DONE", error: null, fence: 8, asked_by: null });
});

test("what breaks a rule is shown under its rule, and counted by the metric", async () => {
  const escrow = await funded(shop);
  const sql = sqlOf(world);
  await sql("update escrows set due_at = 1000000000000 where id = $1", [escrow["id"]]);
  expect(await ran()).toMatchObject({ status: "DONE", findings: 1 });
  const page = await grace.get("/desk/ledger");
  expect(page.html).toContain("Every clock that runs is set");
  expect(page.html).toContain(`escrow ${escrow["id"]}`);
  expect(page.html).toContain(shop.account);
  expect((await grace.get("/desk")).html).toMatch(/Ledger findings<\/span><span[^>]*>1</);
  expect(await metric("findings")).toBe(1);
  await sql("update escrows set due_at = null where id = $1", [escrow["id"]]);
  expect(await ran()).toMatchObject({ status: "DONE", findings: 0 });
  expect((await grace.get("/desk/ledger")).html).not.toContain("Every clock that runs is set");
});

describe("where everything takes long, what was written since it was last looked at", () => {
  /** The last audit of everything, as if it had taken a minute. */
  async function tookLong(): Promise<Json> {
    const [whole] = await sqlOf(world)(
      "update ledger_audits set duration_ms = 60000 where id = (select max(id) from ledger_audits where status = 'DONE' and after_id is null) returning *",
    );
    return whole ?? {};
  }
  const everything = async (): Promise<Json> => {
    await sqlOf(world)("update ledger_audits set duration_ms = 0 where finished is not null");
    expect(await ran()).toMatchObject({ status: "DONE", findings: 0, after_id: null });
    return tookLong();
  };

  test("is audited, and the page and the metrics say of which rows that was", async () => {
    const whole = await everything();
    await sqlOf(world)("update ledger_audits set started = started - 600 where id = $1", [whole["id"]]);
    await funded(shop);
    expect(await ran()).toMatchObject({ status: "DONE", findings: 0, after_id: whole["id"] });
    expect((await grace.get("/desk/ledger")).html).toMatch(/rules checked\. Written since/);
    expect(await metric("whole_age_seconds")).toBeGreaterThanOrEqual(600);
    expect(await metric("age_seconds")).toBeLessThan(600);
  });

  test("and what breaks a rule in it is found each time, until it is gone", async () => {
    const whole = await everything();
    const { id } = await funded(shop);
    await sqlOf(world)("update escrows set due_at = 1000000000000 where id = $1", [id]);
    for (const _ of [1, 2]) expect(await ran()).toMatchObject({ findings: 1, after_id: whole["id"] });
    await sqlOf(world)("update escrows set due_at = funded_at + delivery_deadline_seconds where id = $1", [id]);
    expect(await ran()).toMatchObject({ findings: 0, after_id: whole["id"] });
  });

  test("with what was being written when everything was looked at", async () => {
    const { id } = await funded(shop);
    // Meanwhile workers are done with the order: nothing else of it is new afterwards.
    await everything();
    const writer = await world.db.pool.connect();
    await writer.query("begin; set local idle_in_transaction_session_timeout = 0");
    await writer.query("update escrows set due_at = 1000000000000 where id = $1", [id]);
    const whole = await everything();
    await writer.query("commit");
    writer.release();
    expect(await ran()).toMatchObject({ findings: 1, after_id: whole["id"] });
    await sqlOf(world)("update escrows set due_at = funded_at + delivery_deadline_seconds where id = $1", [id]);
  });

  test.each([
    ["found something", "findings = 1"],
    ["is a week old", "finished = finished - 700000"],
    ["was made by other rules, or in another database", "books = 'of others'"],
    ["lies in the future of this database", "mark = '9000000000000000000'"],
  ])("but everything again when the last audit of it %s", async (_, change) => {
    const { id, books } = await everything();
    await sqlOf(world)(`update ledger_audits set ${change} where id = $1`, [id]);
    expect(books).toMatch(/^\w{32} \d+ \d+$/);
    expect(await ran()).toMatchObject({ findings: 0, after_id: null });
  });
});

test("what an earlier holder of an audit says is refused", async () => {
  const sql = sqlOf(world);
  await sql(
    "update ledger_audits set status = 'RUNNING', due_at = clock_timestamp(), leased_until = clock_timestamp() + interval '1 hour' where status = 'WAITING'",
  );
  const [row] = await sql("update ledger_audits set fence = fence + 1 where status = 'RUNNING' returning id, fence");
  const late = { id: row?.["id"], fence: Number(row?.["fence"]) - 1 };
  const findings = [{ rule: "of nobody", account: "1", object: "x", found: "y" }];
  expect(await recordRule(world.db, late, { at: 0, ms: 1, findings })).toBe(false);
  expect(await endAudit(world.db, late, { rules: 0 })).toBe(false);
  await expect(prove({ db: world.db, own: world.db }, late, { all: true })).rejects.toThrow(AuditTaken);
  expect(await sql("select 1 from ledger_audit_findings where rule = 'of nobody'")).toEqual([]);
  await sql("update ledger_audits set leased_until = null where status = 'RUNNING'");
  await until(async () => (await sql("select 1 from ledger_audits where id = $1 and status = 'DONE'", [late.id]))[0]);
});

test("what an audit found is never changed", async () => {
  for (const text of [
    "delete from ledger_audits",
    "update ledger_audit_findings set found = ''",
    "update ledger_audits set status = 'WAITING' where status = 'DONE'",
  ]) {
    await expect(sqlOf(world)(text)).rejects.toThrow(/refused|may not go/);
  }
});

test("a stop interrupts an audit that is under way, and the next process goes on with the rule that it was at", async () => {
  const sql = sqlOf(world);
  // Rules behind the first ones wait for this lock.
  const client = await world.db.pool.connect();
  await client.query("begin; set local idle_in_transaction_session_timeout = 0");
  await client.query("lock table milestone_entries in access exclusive mode");
  const before = (await lastAudit())?.["id"];
  await grace.post("/desk/ledger/run");
  await until(async () => (await sql("select 1 from ledger_audits where status = 'RUNNING' and proved > 30"))[0]);
  expect((await grace.get("/desk/ledger")).html).toMatch(/An audit is running, \d+ of/);
  const started = performance.now();
  await worker.close();
  expect(performance.now() - started).toBeLessThan(5_000);
  expect((await sql("select leased_until from ledger_audits where status = 'RUNNING'"))[0]).toEqual({
    leased_until: null,
  });
  // Only rules that were done read the ledger's balances, so it does not begin anew.
  await client.query("rollback; begin; set local idle_in_transaction_session_timeout = 0");
  await client.query("lock table ledger_accounts in access exclusive mode");
  worker = await world.another({ role: "worker" });
  await until(async () => {
    const last = await lastAudit();
    return last?.["id"] === before ? null : last;
  });
  await client.query("rollback");
  client.release();
  expect(await lastAudit()).toMatchObject({ status: "DONE", findings: 0, proved: AUDIT_RULES.length });
});

test("webhook health shows who does not take what is sent, and no secret", async () => {
  const sql = sqlOf(world);
  const secret = Buffer.from("sealed-secret-of-this-endpoint");
  await sql(
    `insert into webhook_endpoints (slot, account_id, id, url, status, secret, since_number, created, consecutive_failures)
     select 1, account_id, gen_random_uuid(), 'https://shop.example/hooks?token=a', 'DISABLED', $2, last_number, service_now(), 50
     from event_counters where account_id = $1`,
    [shop.account, secret],
  );
  const page = await grace.get("/desk/webhooks");
  expect(page.html).toContain("https://shop.example/hooks");
  expect(page.html).toContain("Disabled");
  expect(page.html).toContain(shop.sellerCode);
  expect(page.html).not.toContain("sealed-secret");
  expect(page.html).not.toContain(secret.toString("hex"));
  expect((await grace.get("/desk")).html).toMatch(/Endpoints disabled<\/span><span[^>]*>1</);
});
