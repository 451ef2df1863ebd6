/**
 * A database of the version before the service was guarded more closely: what was there goes on working, within the new bounds,
 * and what somebody agreed to stays as it was agreed.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AccountId, EndpointId } from "../../src/domain/ids.js";
import { COMMAND_LINE_ACTOR } from "../../src/domain/security.js";
import { type Database, openDatabase } from "../../src/platform/database.js";
import { uuidv7 } from "../../src/platform/random.js";
import { auditLedger } from "../../src/store/read/money/audit.js";
import { insertEndpoint } from "../../src/store/write/endpoints.js";
import { type Before, databaseBefore } from "./before.js";

const ACCOUNT = "1000000000000000001" as AccountId;
const NOW = 1_790_000_000;
const DAY = 86_400;
const FINGERPRINT = Buffer.alloc(32, 1);

/**
 * A shop that gives a day to review: a session that nobody has confirmed, one that ran out, and an order of 100.00 that is paid,
 * delivered and waits; two keys, one of which only reads; 23 endpoints, one of them deleted; an owner with a second factor.
 */
const RUNNING = `
  begin;
  insert into accounts (id, seller_code, trading_name, email, verification_status, api_version, review_window_seconds, created)
  values (${ACCOUNT}, 'ABCD1234', 'Shop', 'shop@example.com', 'VERIFIED', '2026-09-01', ${DAY}, ${NOW});
  insert into checkout_sessions (account_id, id, status, amount, fees, external_reference, content, review_window_seconds, escrow_id,
    expires_at, completed_at, created)
  values (${ACCOUNT}, uuid_of(1), 'COMPLETED', 10000, 0, '', '{}', ${DAY}, uuid_of(4), ${NOW + 900}, ${NOW}, ${NOW}),
    (${ACCOUNT}, uuid_of(2), 'OPEN', 10000, 0, '', '{}', ${DAY}, null, ${NOW + 10 * DAY}, null, ${NOW}),
    (${ACCOUNT}, uuid_of(3), 'EXPIRED', 10000, 0, '', '{}', ${DAY}, null, ${NOW + 900}, null, ${NOW});
  insert into escrows (account_id, id, session_id, reference_code, status, title, description, external_reference, metadata, buyer_email,
    amount, fees, funded, released, fees_earned, refunded, review_window_seconds, created, funding_deadline, funded_at,
    first_submitted_at, due_at)
  values (${ACCOUNT}, uuid_of(4), uuid_of(1), 'TR-1', 'WORK_IN_PROGRESS', '', '', '', '{}', 'ada@example.com',
    10000, 0, 10000, 0, 0, 0, ${DAY}, ${NOW}, ${NOW}, ${NOW}, ${NOW}, ${NOW + DAY});
  insert into milestones (account_id, escrow_id, id, position, reference_code, title, description, amount, status, submission_details, review_since)
  values (${ACCOUNT}, uuid_of(4), uuid_of(5), 0, 'MS-1', '', '', 10000, 'AWAITING_REVIEW', '', ${NOW});
  insert into milestone_entries (account_id, escrow_id, milestone_id, number, verb, actor, from_status, to_status, text, created)
  values (${ACCOUNT}, uuid_of(4), uuid_of(5), 1, 'submit', 'merchant', 'PENDING', 'AWAITING_REVIEW', '', ${NOW});
  insert into payments (account_id, escrow_id, id, method, provider, reference, status, asked, received, created)
  values (${ACCOUNT}, uuid_of(4), uuid_of(6), 'card', 'sandbox', 'a', 'SUCCEEDED', 10000, 10000, ${NOW});
  insert into ledger_transfers (account_id, id, kind, debit_kind, credit_kind, escrow_id, amount, payment_id, created)
  values (${ACCOUNT}, uuid_of(7), 'payment', 'external', 'escrow_held', uuid_of(4), 10000, uuid_of(6), ${NOW});
  insert into buyers (email, locale, created) values ('ada@example.com', 'fr', ${NOW});
  insert into buyer_sessions (token_hash, email, expires_at)
  values (decode(repeat('0a', 32), 'hex'), 'ada@example.com', clock_timestamp() + interval '20 days');

  insert into api_keys (account_id, id, lookup, secret_hash, last_four, read_only, slot, created)
  values (${ACCOUNT}, uuid_of(11), 'aaaaaaaaaaaa', decode(repeat('01', 32), 'hex'), 'aaaa', false, 1, ${NOW}),
    (${ACCOUNT}, uuid_of(12), 'bbbbbbbbbbbb', decode(repeat('02', 32), 'hex'), 'bbbb', true, 2, ${NOW});
  insert into secret_key_check (fingerprint) values (decode(repeat('01', 32), 'hex'));
  insert into event_counters (account_id, last_number) values (${ACCOUNT}, 0);
  insert into webhook_endpoints (account_id, id, url, status, secret, since_number, created)
  select ${ACCOUNT}, uuid_of(100 + n), 'https://shop.example/' || n, case when n = 3 then 'DELETED' else 'ENABLED' end, 'sealed', 0,
    ${NOW} + n
  from generate_series(1, 23) n;

  insert into sellers (id, email, name, password_hash, is_operator, totp_sealed, totp_step, created)
  values (uuid_of(21), 'ines@example.com', 'Ines Duarte', 'scrypt', false, 'sealed', 7, ${NOW}),
    (uuid_of(22), 'grace@holdfast.example', 'Grace', 'scrypt', true, null, null, ${NOW});
  insert into seller_recovery_codes (seller_id, code_hash) values (uuid_of(21), decode(repeat('03', 32), 'hex'));
  insert into team_members (account_id, seller_id, role, created) values (${ACCOUNT}, uuid_of(21), 'owner', ${NOW});
  insert into seller_sessions (token_hash, id, seller_id, user_agent, network, created, seen_at, expires_at)
  values (decode(repeat('0b', 32), 'hex'), uuid_of(23), uuid_of(21), 'a browser', '192.0.2.1', ${NOW}, ${NOW}, clock_timestamp() + interval '5 days');
  insert into operator_actions (operator_id, operator, action, account_id, subject, reason, created)
  values (uuid_of(22), 'Grace', 'verify', ${ACCOUNT}, '', '', ${NOW});
  commit`;

let before: Before;
let db: Database;
beforeAll(async () => {
  before = await databaseBefore("0013", RUNNING);
  await before.migrate();
  db = openDatabase(before.url, { connections: 1 });
});
afterAll(async () => {
  await db?.close();
  await before?.close();
});

const sql = async (text: string): Promise<readonly Record<string, unknown>[]> => (await before.client.query(text)).rows;

test("a review window of a day becomes three for what is to come; who has bought keeps what they agreed to", async () => {
  expect(await sql("select review_window_seconds / 86400 as days from accounts")).toEqual([{ days: 3 }]);
  expect(await sql("select status, review_window_seconds / 86400 as days from checkout_sessions order by id")).toEqual([
    { status: "COMPLETED", days: 1 },
    { status: "OPEN", days: 3 },
    { status: "EXPIRED", days: 1 },
  ]);
  expect(
    await sql("select review_window_seconds / 86400 as days, (due_at - funded_at) / 86400 as due from escrows"),
  ).toEqual([{ days: 1, due: "1" }]);
  await expect(sql("update accounts set review_window_seconds = 86400")).rejects.toThrow(/review_window_least/);
});

test("twenty endpoints of twenty-two have slots; all are kept, and none is added until fewer than twenty are left", async () => {
  const slots = async () => sql("select slot, status from webhook_endpoints order by created");
  const found = await slots();
  const withSlot = [1, 2, ...Array.from({ length: 18 }, (_, at) => at + 3)];
  expect(found.filter(({ slot }) => slot !== null).map(({ slot }) => slot)).toEqual(withSlot);
  expect(found.filter(({ slot }) => slot === null).map(({ status }) => status)).toEqual([
    "DELETED",
    "ENABLED",
    "ENABLED",
  ]);
  const add = () =>
    insertEndpoint(db, {
      account: ACCOUNT,
      id: uuidv7() as EndpointId,
      url: "https://shop.example/new",
      types: null,
      sealed: { secret: Buffer.from("sealed"), fingerprint: FINGERPRINT },
      actor: COMMAND_LINE_ACTOR,
    });
  // 21 and 20 that are left are still too many, though slots are free by then.
  for (const [number, added] of [
    [1, false],
    [23, false],
    [2, true],
  ] as const) {
    await sql(`update webhook_endpoints set status = 'DELETED' where id = uuid_of(${100 + number})`);
    expect((await add()) !== null, `after ${number}`).toBe(added);
  }
  expect(await sql("select count(*)::int as n from webhook_endpoints where status <> 'DELETED'")).toEqual([{ n: 20 }]);
  expect(await add()).toBe(null);
});

test("a key that only read has the scopes that read, the other all; neither ends", async () => {
  expect(await sql("select last_four, scopes, expires_at, networks::text[] from api_keys order by slot")).toEqual([
    {
      last_four: "aaaa",
      scopes: ["sessions:read", "sessions:write", "escrows:read", "escrows:write", "events:read", "events:write"],
      expires_at: null,
      networks: [],
    },
    { last_four: "bbbb", scopes: ["sessions:read", "escrows:read", "events:read"], expires_at: null, networks: [] },
  ]);
});

test("second factors, recovery codes and sessions of sellers and buyers are still theirs", async () => {
  expect(
    await sql(
      "select email, has_second_factor(id, totp_sealed) as has, totp_step::int as step, factor_tries as tries from sellers order by id",
    ),
  ).toEqual([
    { email: "ines@example.com", has: true, step: 7, tries: 0 },
    { email: "grace@holdfast.example", has: false, step: null, tries: 0 },
  ]);
  expect(await sql("select count(*)::int as n from seller_recovery_codes")).toEqual([{ n: 1 }]);
  expect(await sql("select expires_at > clock_timestamp() as open, generation from seller_sessions")).toEqual([
    { open: true, generation: 0 },
  ]);
  expect(
    await sql(
      "select id is not null as named, user_agent, network, expires_at > clock_timestamp() as open from buyer_sessions",
    ),
  ).toEqual([{ named: true, user_agent: "", network: "", open: true }]);
});

test("what operators did is on the log as it was, and the books have no finding", async () => {
  expect(await sql("select operator, action, second, approval_id from operator_actions")).toEqual([
    { operator: "Grace", action: "verify", second: null, approval_id: null },
  ]);
  const findings = await auditLedger(db);
  // Nobody was told of any of it; of money there is nothing to find.
  expect(findings.map(({ rule }) => rule).filter((rule) => !/told|event/i.test(rule))).toEqual([]);
});
