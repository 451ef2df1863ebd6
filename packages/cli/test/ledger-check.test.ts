/** `holdfast ledger check`: sound books are proven sound, and every way to break them is found, by its rule. */
import { randomBytes } from "node:crypto";
import { API_PATH } from "@holdfast/contract";
import { AUDIT_RULES } from "@holdfast/service/admin";
import type pg from "pg";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { startService } from "../../../apps/service/src/app.js";
import { openDoor } from "../../../apps/service/src/commands/execute.js";
import { readConfig } from "../../../apps/service/src/config.js";
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

const ORDER = { title: "Hand-thrown dinner set", amount: "249.90" };

cleanUpAtEnd();

// --- The books ---------------------------------------------------------------------------------------------------------

/**
 * For every rule of the audit, something that breaks it. Triggers are off meanwhile; where a constraint would refuse it
 * too, the constraint goes first: the audit has to see what neither would let happen.
 */
const TAMPERING: Readonly<Record<string, string>> = {
  "All debits together equal all credits": "update ledger_accounts set debits = debits + 1 where kind = 'external'",

  "An account's ledger balances equal those recomputed from its transfers":
    "update ledger_accounts set debits = debits + 5, credits = credits + 5 where kind = 'merchant_wallet'",

  "An order's ledger balances equal those recomputed from its transfers":
    "update ledger_accounts set debits = debits + 5, credits = credits + 5 where kind = 'escrow_held'",

  "An escrow's sums equal its transfers, and what it holds equals its ledger account":
    "update escrows set released = released + 1 where status = 'WORK_IN_PROGRESS'",

  "Paid in, and come back, equals held, released, earned, refunded and paid out":
    "update ledger_accounts set credits = credits + 100 where kind = 'fees_earned'",

  "A statement has one line for each transfer of its wallet, and adds up to it":
    "update wallet_lines set balance_after = balance_after + 1 where number = 2",

  "A line of a statement names an event of its account, as its transfer does":
    "update wallet_lines set event_id = gen_random_uuid() where number = 1",

  "A payout was set aside once, and then left or came back once, as its status says":
    "update payouts set status = 'CANCELLED', sent_at = null where status = 'PAID'",

  "A payout under way will be asked for, and one that is parked waits for an operator":
    "delete from payout_calls where payout_id = (select id from payouts where status = 'REQUESTED')",

  "Nothing is held in an ended escrow": `
    do $$ declare name text; begin
      for name in select conname from pg_constraint where conrelid = 'escrows'::regclass and contype = 'c' loop
        execute format('alter table escrows drop constraint %I', name);
      end loop;
    end $$;
    update escrows set refunded = refunded - 1 where status = 'CANCELLED'`,

  "Milestones add up to their escrow, and it is COMPLETED only with all of them":
    "update milestones set amount = amount + 1 where position = 1",

  "A completed milestone was released once, in full, unless a settlement ended its escrow": `
    delete from ledger_transfers where kind = 'release' and escrow_id = (select id from escrows where external_reference = 'done')`,

  "Every payment received was credited in full, once, and nothing is credited that was not received":
    "update ledger_transfers set payment_id = gen_random_uuid() where kind = 'payment'",

  "Released is what was approved, unless a settlement ended the escrow":
    "update milestones set status = 'COMPLETED' where status = 'PENDING'",

  "Fees are earned with what is released, and no sooner":
    "update escrows set fees_earned = fees_earned + 1 where status = 'IN_ESCROW'",

  "Every clock that runs is set": "update escrows set due_at = 1 where status = 'IN_ESCROW'",

  "Every refund is owed in the ledger, and every debt to a payer is a refund":
    "delete from refunds where reason = 'cancelled'",

  "The parts of a refund add up to it, and no payment gives back more than it brought":
    "update payments set given_back = given_back + 1 where given_back = 0 and charged_back = 0 and received > 0",

  "Every part of a refund that was paid out left the ledger once for each time, and came back as often as it did":
    "delete from ledger_transfers where kind = 'refund_paid'",

  "A refund is as far as its parts are": "update refunds set status = 'FAILED' where reason = 'overpaid'",

  "Whatever waits for a provider will be asked for":
    "update refund_parts set status = 'SENT' where status = 'SUCCEEDED'",

  "Whatever touches the outside is one movement at the provider of its payment or payout":
    "update provider_movements set amount = amount + 1",

  "The house's balances equal its entries, and these add up to nothing": `
    insert into house_entries (kind, provider, currency, bank, fees_received, note, created)
    values ('float', 'house', 'USD', 100, -100, 'put in', 1)`,

  "A line of a provider's statement that was booked is one entry, of as much as it says": `
    insert into provider_lines (provider, line_id, type, amount, fee, net, currency, at, available_at, read_at)
    values ('sandbox-card', 'in-1', 'payment', 100, 0, 100, 'USD', 1, 1, 1);
    update provider_statements set booked = 1000 where provider = 'sandbox-card'`,

  "Client money at a provider is what merchants' books have there and its statement tells of":
    "update provider_movements set line = 1 where type = 'payment'",

  "What stands in suspense is what differences say that nobody has explained": `
    insert into reconciliation_differences (provider, class, currency, amount, suspense, opened)
    values ('sandbox-card', 'unknown_type', 'USD', 100, -100, 1)`,

  "A day of a provider's statement begins where the one before it ended, and has all of its lines": `
    insert into provider_days (provider, currency, day, lines, opening, moved, closing, closed_at)
    values ('sandbox-card', 'USD', 1, 1, 0, 5, 5, 1)`,

  "A session is COMPLETED exactly when one escrow belongs to it":
    "update checkout_sessions set escrow_id = gen_random_uuid() where external_reference = 'done'",

  "An escrow repeats what its session agreed on":
    "update checkout_sessions set fees = fees + 1 where external_reference = 'done'",

  "Event numbers are 1 to n without a gap": "delete from events where number = 3",

  "Every change of a status is one event that tells the real earlier status": `
    update events set body = replace(body, '"previous_status":"IN_ESCROW"', '"previous_status":"PENDING_FUNDING"')
    where type = 'escrow.work_started'`,

  "The last event of an object tells the status that it has":
    "update escrows set status = 'WORK_IN_PROGRESS' where status = 'IN_ESCROW'",

  "Every ended session was told": "update checkout_sessions set status = 'EXPIRED' where external_reference = 'open'",

  "A milestone's history leads to the status that it has":
    "delete from milestone_entries where to_status = 'AWAITING_REVIEW'",

  "What the sides of a dispute agreed on is what was paid": `
    insert into settlement_offers (account_id, escrow_id, number, made_by, release, refund, status, entry_number, created, closed_at)
    select account_id, id, 1, 'buyer', 1, 1, 'ACCEPTED', 1, 1, 1 from escrows where external_reference = 'done'`,

  "A side has at most one offer on the table": `
    drop index settlement_offers_open;
    insert into settlement_offers (account_id, escrow_id, number, made_by, release, refund, status, entry_number, created)
    select account_id, id, line, 'buyer', 1, 1, 'OPEN', line, 1 from escrows, generate_series(1, 2) as line
    where external_reference = 'done'`,

  "What is on the table splits all that is left of an escrow in dispute": `
    insert into settlement_offers (account_id, escrow_id, number, made_by, release, refund, status, entry_number, created)
    select account_id, id, 1, 'merchant', 1, 1, 'OPEN', 1, 1 from escrows where external_reference = 'done'`,

  "No payment gives back and is charged back more than it brought":
    "update payments set open_chargebacks = open_chargebacks + 1 where charged_back > 0",

  "What a chargeback took and gave back is in the ledger, by where it came from":
    "delete from ledger_transfers where kind = 'chargeback_taken'",

  "Nothing of a chargeback stays on its way":
    "update ledger_accounts set credits = credits + 1 where kind = 'chargebacks'",

  "What a merchant owes is what is open of the chargebacks":
    "update chargebacks set from_owed = from_owed + 1, from_held = from_held - 1",

  "A disputed payment has no refund that waits to be sent, and nothing else is held":
    "update refund_parts set status = 'HELD' where status = 'SUCCEEDED'",

  "An order stands still exactly while a bank disputes a payment of it":
    "update escrows set open_chargebacks = 0 where external_reference = 'disputed'",

  "The history of a chargeback leads to the status that it has": "delete from chargeback_entries",

  "Every event has one delivery for each endpoint that takes its type":
    "delete from webhook_queue where event_number = 2",

  "A delivery is of an event of its account to an endpoint of its account, and either open or closed": `
    insert into webhook_deliveries (account_id, id, endpoint_id, event_number, origin, state, attempts, created, closed_at)
    select account_id, id, endpoint_id, event_number, origin, 'SKIPPED', 0, 1, 1 from webhook_queue where event_number = 2`,

  "Whatever waits for an enabled endpoint will be looked at in time, and nothing waits for a deleted one":
    "update webhook_endpoints set ready_at = null",

  "Everything belongs to an account": "delete from accounts where email = 'keeper@books.example'",
};

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
    const bank = openBank({ db }, { shop: { account: shop }, door: openDoor(db) });
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
