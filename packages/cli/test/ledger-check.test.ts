/** `holdfast ledger check`: sound books are proven sound, and every way to break them is found, by its rule. */
import { randomBytes } from "node:crypto";
import { API_PATH } from "@holdfast/contract";
import { AUDIT_RULES } from "@holdfast/service/admin";
import type pg from "pg";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { startService } from "../../../apps/service/src/app.js";
import { openExecutor } from "../../../apps/service/src/commands/execute.js";
import { readConfig } from "../../../apps/service/src/config/index.js";
import { type Database, openDatabase, type Statement } from "../../../apps/service/src/platform/database.js";
import { openLog } from "../../../apps/service/src/platform/log.js";
import { beginAudit, booksOf, claimCommandAudit, recordRule } from "../../../apps/service/src/store/queue/audits.js";
import { auditLedger } from "../../../apps/service/src/store/read/money/audit.js";
import { NARROWED } from "../../../apps/service/src/store/read/money/audit-new.js";
import { type Moment, readMoment } from "../../../apps/service/src/store/written-since.js";
import { openBank } from "../../../apps/service/test/chargebacks/dispute.js";
import { newClient } from "../../../apps/service/test/client.js";
import type { Json } from "../../../apps/service/test/harness.js";
import { newDatabase } from "../../../apps/service/test/harness.js";
import { call, until } from "../../../apps/service/test/process/launch.js";
import { openPurse } from "../../../apps/service/test/wallet/wallet.js";
import { cleanUpAtEnd, holdfast, json } from "./commands.js";
import { TAMPERING } from "./tampering.js";

const ORDER = { title: "Hand-thrown dinner set", amount: "249.90" };

cleanUpAtEnd();

describe("ledger check", () => {
  let books = "";
  /** Before anything was written. */
  let beginning: Moment;
  beforeAll(async () => {
    books = await newDatabase();
    beginning = await momentOf(books);
    await keepBooks(books);
  });

  /** Behind all that was written so far: a transaction that runs in another database of the server keeps it back, too. */
  async function momentOf(databaseUrl: string): Promise<Moment> {
    const db = openDatabase(databaseUrl, { connections: 1 });
    const [last] = await db.query<{ id: string }>({
      name: "test: transaction",
      text: "select pg_current_xact_id()::text as id",
    });
    let moment = await readMoment(db);
    await until(async () => {
      moment = await readMoment(db);
      return BigInt(moment.transaction) > BigInt(last!.id);
    }, "no earlier transaction runs");
    await db.close();
    return moment;
  }

  /** Orders of every kind, each known by its reference. */
  async function keepBooks(databaseUrl: string): Promise<void> {
    const nobody = "http://127.0.0.1:9";
    const SECRET_KEY = randomBytes(32).toString("base64");
    const config = {
      ...readConfig({ SECRET_KEY, WEBHOOK_ALLOWED_ORIGINS: nobody }),
      port: 0,
      requestsPerMinute: 1_000_000,
      databaseUrl,
    };
    const service = await startService({ config, databaseUrl, log: openLog("silent") });
    const origin = `http://127.0.0.1:${service.port}`;
    const args = ["merchant", "create", "--email", "keeper@books.example", "--trading-name", "Keeper"];
    const { api_key: key, account_id } = await json(args, { DATABASE_URL: databaseUrl });
    await json(["webhook", "create", "--account", account_id, "--url", `${nobody}/`], {
      DATABASE_URL: databaseUrl,
      WEBHOOK_ALLOWED_ORIGINS: nobody,
      SECRET_KEY,
    });
    const post = async (path: string, body: object = {}): Promise<Json> => {
      const answer = await call(origin, "POST", API_PATH + path, { key, body });
      expect(answer.status, answer.text).toBeLessThan(300);
      return answer.body;
    };
    const milestones = [
      { title: "Dispatched", amount: "99.90" },
      { title: "Delivered", amount: "150.00" },
    ];
    const confirmed = async (reference: string): Promise<Json> => {
      const session = await post("/checkout/sessions", { ...ORDER, milestones, external_reference: reference });
      return post(`/test_helpers/checkout/sessions/${session["id"]}/confirm`);
    };
    const pay = ({ id }: Json, body: object = {}): Promise<Json> => post(`/test_helpers/escrows/${id}/payments`, body);
    const at = ({ id, milestones: parts }: Json, index: number): string =>
      `/escrows/${id}/milestones/${parts[index].id}`;
    const submit = (escrow: Json, index: number): Promise<Json> =>
      post(`${at(escrow, index)}/submit`, { submission_details: "DHL 4410 8823 7712" });
    const approve = (escrow: Json, index: number): Promise<Json> => post(`/test_helpers${at(escrow, index)}/approve`);

    await post("/checkout/sessions", { ...ORDER, external_reference: "open" });
    const done = await pay(await confirmed("done"));
    for (const index of [0, 1]) {
      await submit(done, index);
      await approve(done, index);
    }
    const cancelled = await pay(await confirmed("cancelled"));
    await post(`/test_helpers/escrows/${cancelled["id"]}/cancel`);
    await pay(await confirmed("overpaid"), { amount: "300.00" });
    await pay(await confirmed("part paid"), { amount: "1.00" });
    const working = await pay(await confirmed("working"));
    await submit(working, 0);
    await approve(working, 0);
    await submit(working, 1);
    await refundsPaid(databaseUrl);
    await payOut(databaseUrl, account_id);
    const disputed = await pay(await confirmed("disputed"));
    await disputeAt(databaseUrl, { shop: account_id, escrow: disputed });
    await service.close();
  }

  /** The payer's bank has taken the money of an order, and its provider asks a fee that nobody has paid. */
  async function disputeAt(databaseUrl: string, { shop, escrow }: { shop: string; escrow: Json }): Promise<void> {
    const db = openDatabase(databaseUrl, { connections: 1 });
    const bank = openBank({ db }, { shop: { account: shop }, executor: openExecutor(db) });
    expect(await bank.says(escrow, "opened", { fee: 1_500n })).toEqual({ kind: "booked" });
    await db.close();
  }

  /** One payout that is paid, and one that waits for its minute. */
  async function payOut(databaseUrl: string, account: string): Promise<void> {
    await json(["merchant", "verify", account], { DATABASE_URL: databaseUrl });
    const db = openDatabase(databaseUrl, { connections: 1 });
    const purse = openPurse({ db, service: { publicUrl: "" } }, { account });
    const destination = await purse.destination();
    const paid = await purse.requested(destination, "100.00");
    await purse.makeDue();
    while ((await purse.payout(paid))["status"] !== "PAID") await purse.send();
    await purse.requested(destination, "50.00");
    await db.close();
  }

  /** Refunds are paid out within moments; what is tampered with has to be there first. */
  async function refundsPaid(databaseUrl: string): Promise<void> {
    const db = openDatabase(databaseUrl, { connections: 1 });
    const left = { name: "left", text: "select 1 from refunds where status <> 'SUCCEEDED' limit 1" };
    while ((await db.query(left)).length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    await db.close();
  }

  /** The books as the superuser finds them, whom no trigger and no right stops. */
  const asSuperuser = (databaseUrl: string): string => {
    const url = new URL(inject("adminUrl"));
    url.pathname = new URL(databaseUrl).pathname;
    return url.href;
  };
  const tampering = (statements: string): string => `set session_replication_role = replica; ${statements}`;

  /** What a connection sees in the transaction that it is in, of which nothing is going to stay. */
  const seenBy = (client: pg.Client): Pick<Database, "transaction"> => ({
    transaction: (work) =>
      work({
        query: async <Row>({ name, text, values }: Statement) =>
          /^set /.test(text)
            ? []
            : (await client.query<Row & pg.QueryResultRow>({ name, text, values: [...(values ?? [])] })).rows,
        commit: async () => undefined,
      }),
  });

  /** Books of their own that somebody has tampered with. */
  async function tampered(statements: string): Promise<string> {
    const url = new URL(books);
    url.pathname = `/tampered_${randomBytes(8).toString("hex")}`;
    const admin = openDatabase(inject("adminUrl"), { connections: 1 });
    const [name, original] = [url, new URL(books)].map(({ pathname }) => pathname.slice(1));
    await admin.pool.query(`create database ${name} template ${original} owner holdfast`).finally(admin.close);
    const tamperer = newClient(asSuperuser(url.href));
    await tamperer.connect();
    await tamperer.query(tampering(statements)).finally(() => tamperer.end());
    return url.href;
  }

  test("proves sound books sound", async () => {
    expect(await json(["ledger", "check"], { DATABASE_URL: books })).toMatchObject({ balanced: true, findings: [] });
  });

  test("there is a way to break every rule", () => {
    expect(Object.keys(TAMPERING).sort()).toEqual([...AUDIT_RULES].sort());
  });

  test("each of them is found, under its rule, with the account and the object; and so it is among what is new", async () => {
    const client = newClient(asSuperuser(books));
    await client.connect();
    for (const [rule, statements] of Object.entries(TAMPERING)) {
      await client.query(`begin isolation level repeatable read; ${tampering(statements)}`);
      const found = [
        await auditLedger(seenBy(client), { rules: [rule] }),
        await auditLedger(seenBy(client), { rules: [rule], since: beginning }),
      ];
      await client.query("rollback; reset session_replication_role");
      const broken = {
        rule,
        account: expect.stringMatching(/^\d+$/),
        object: expect.stringMatching(/\S/),
        found: expect.stringMatching(/\S/),
      };
      for (const findings of found) expect(findings, rule).toContainEqual(broken);
    }
    for (const since of [null, beginning]) expect(await auditLedger(seenBy(client), { since })).toEqual([]);
    await client.end();
  });

  test("what was written before the last whole check is looked at by the next whole one alone", async () => {
    expect(Object.keys(NARROWED).filter((rule) => !AUDIT_RULES.includes(rule))).toEqual([]);
    // Those that can stand beside each other.
    const statements = Object.entries(TAMPERING).flatMap(([rule, text]) =>
      rule in NARROWED && !/drop constraint|settlement_offers/.test(text) ? [text] : [],
    );
    const copy = await tampered(statements.join(";\n"));
    const [after, db] = [await momentOf(copy), openDatabase(copy, { connections: 1 })];
    // All payouts are looked at each time.
    const narrowed = Object.keys(NARROWED).filter((rule) => !rule.includes("payout"));
    expect(new Set((await auditLedger(db, { rules: narrowed })).map(({ rule }) => rule)).size).toBeGreaterThan(20);
    expect(await auditLedger(db, { rules: narrowed, since: after })).toEqual([]);
    await db.close();
  });

  test("where everything takes long, what was written since is checked, and says so", async () => {
    const copy = await tampered("select 1");
    const env = { DATABASE_URL: copy };
    const whole = await json(["ledger", "check"], env);
    expect(whole).toMatchObject({ balanced: true, since: null });
    const db = openDatabase(copy, { connections: 1 });
    await db.query({ name: "slow", text: "update ledger_audits set duration_ms = 60000 where status = 'DONE'" });
    expect(await json(["ledger", "check"], env)).toMatchObject({
      balanced: true,
      findings: [],
      since: whole["started"],
    });
    expect((await holdfast(["ledger", "check"], env)).stdout).toContain("for what was written since 20");
    expect(await json(["ledger", "check", "--all"], env)).toMatchObject({ balanced: true, since: null });
    await db.close();
  });

  test("one that was killed goes on where it stopped", async () => {
    const copy = await tampered("select 1");
    const db = openDatabase(copy, { connections: 1 });
    const asked = { books: await booksOf(db), all: false };
    const killed = await claimCommandAudit(db, { ...asked, askedBy: "command line" });
    await beginAudit(db, killed, asked);
    const finding = { rule: AUDIT_RULES[0] ?? "", account: "1", object: "ledger", found: "as it was then" };
    await recordRule(db, killed, { at: 0, ms: 1, findings: [finding] });
    await db.query({
      name: "test: lapse",
      text: "update ledger_audits set leased_until = '-infinity' where by_command",
    });
    const { code, stdout } = await holdfast(["ledger", "check", "--json"], { DATABASE_URL: copy });
    expect([code, JSON.parse(stdout)]).toEqual([1, expect.objectContaining({ balanced: false, findings: [finding] })]);
    expect(await recordRule(db, killed, { at: 1, ms: 1, findings: [] })).toBe(false);
    await db.close();
  });

  test.each([
    "All debits together equal all credits",
    "An escrow's sums equal its transfers, and what it holds equals its ledger account",
    "Event numbers are 1 to n without a gap",
  ])("ends with 1 and prints the rows that break: %s", async (rule) => {
    const env = { DATABASE_URL: await tampered(TAMPERING[rule] ?? "") };
    const [asJson, asText] = await Promise.all([
      holdfast(["ledger", "check", "--json"], env),
      holdfast(["ledger", "check"], env),
    ]);
    for (const ended of [asJson, asText]) expect(ended).toMatchObject({ code: 1, stderr: "" });
    const value = JSON.parse(asJson.stdout);
    expect(value).toMatchObject({ balanced: false, rules: AUDIT_RULES.length });
    const lines = value.findings.map(
      (one: Json) => `${one["rule"]}: account ${one["account"]}, ${one["object"]}: ${one["found"]}`,
    );
    expect(lines.some((line: string) => line.startsWith(`${rule}: account `))).toBe(true);
    expect(asText.stdout).toBe(`${lines.join("\n")}\n`);
  });
});
