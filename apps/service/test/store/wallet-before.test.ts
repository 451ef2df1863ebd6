/** A database in which money was earned before wallets had statements: the migration writes the lines, with their events. */
import { expect, test } from "vitest";
import { databaseBefore } from "./before.js";

const ACCOUNT = "1000000000000000001";
const NOW = 1_790_000_000;

const event = (number: number, type: string, object: object): string =>
  `(${ACCOUNT}, ${number}, uuid_of(${100 + number}), '${type}', '${JSON.stringify({ data: { object } })}', ${NOW})`;
const uuidOf = (number: number): string => {
  const hex = number.toString(16).padStart(32, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/** Two orders of 100.00 without fees: one released in two parts, of which one left no event; one settled. */
const EARNED = `
  begin;
  insert into accounts (id, seller_code, trading_name, email, verification_status, api_version, created)
  values (${ACCOUNT}, 'ABCD1234', 'Shop', 'shop@example.com', 'VERIFIED', '2026-09-01', ${NOW});
  insert into checkout_sessions (account_id, id, status, amount, fees, external_reference, content, escrow_id, expires_at, completed_at, created)
  select ${ACCOUNT}, uuid_of(s), 'COMPLETED', 10000, 0, '', '{}', uuid_of(s + 1), ${NOW + 900}, ${NOW}, ${NOW} from unnest(array[1, 21]) s;
  insert into escrows (account_id, id, session_id, reference_code, status, title, description, external_reference, metadata, buyer_email,
    amount, fees, funded, released, fees_earned, refunded, created, funding_deadline, funded_at, ended_at)
  values (${ACCOUNT}, uuid_of(2), uuid_of(1), 'TR-1', 'COMPLETED', '', '', '', '{}', '', 10000, 0, 10000, 10000, 0, 0, ${NOW}, ${NOW}, ${NOW}, ${NOW}),
    (${ACCOUNT}, uuid_of(22), uuid_of(21), 'TR-2', 'CLOSED', '', '', '', '{}', '', 10000, 0, 10000, 7000, 0, 3000, ${NOW}, ${NOW}, ${NOW}, ${NOW});
  insert into milestones (account_id, escrow_id, id, position, reference_code, title, description, amount, status, submission_details)
  values (${ACCOUNT}, uuid_of(2), uuid_of(3), 0, 'MS-1', '', '', 4000, 'COMPLETED', ''),
    (${ACCOUNT}, uuid_of(2), uuid_of(4), 1, 'MS-2', '', '', 6000, 'COMPLETED', ''),
    (${ACCOUNT}, uuid_of(22), uuid_of(23), 0, 'MS-3', '', '', 10000, 'COMPLETED', '');
  insert into payments (account_id, escrow_id, id, method, provider, reference, status, asked, received, created)
  values (${ACCOUNT}, uuid_of(2), uuid_of(5), 'card', 'sandbox', 'a', 'SUCCEEDED', 10000, 10000, ${NOW}),
    (${ACCOUNT}, uuid_of(22), uuid_of(25), 'card', 'sandbox', 'b', 'SUCCEEDED', 10000, 10000, ${NOW});
  insert into ledger_transfers (account_id, id, kind, debit_kind, credit_kind, escrow_id, amount, payment_id, milestone_id, created)
  values (${ACCOUNT}, uuid_of(11), 'payment', 'external', 'escrow_held', uuid_of(2), 10000, uuid_of(5), null, ${NOW}),
    (${ACCOUNT}, uuid_of(12), 'release', 'escrow_held', 'merchant_wallet', uuid_of(2), 4000, null, uuid_of(3), ${NOW}),
    (${ACCOUNT}, uuid_of(14), 'release', 'escrow_held', 'merchant_wallet', uuid_of(2), 6000, null, uuid_of(4), ${NOW + 20}),
    (${ACCOUNT}, uuid_of(15), 'payment', 'external', 'escrow_held', uuid_of(22), 10000, uuid_of(25), null, ${NOW}),
    (${ACCOUNT}, uuid_of(13), 'settlement', 'escrow_held', 'merchant_wallet', uuid_of(22), 7000, null, null, ${NOW + 30});
  insert into event_counters (account_id, last_number) values (${ACCOUNT}, 4);
  insert into events (account_id, number, id, type, body, created) values
    ${event(1, "escrow.milestone.submitted", { object: "milestone", id: uuidOf(3), status: "AWAITING_REVIEW" })},
    ${event(2, "escrow.milestone.approved", { object: "milestone", id: uuidOf(3), status: "COMPLETED" })},
    ${event(3, "escrow.updated", { object: "escrow", id: uuidOf(22), status: "AWAITING_PAYMENT" })},
    ${event(4, "escrow.updated", { object: "escrow", id: uuidOf(22), status: "CLOSED" })};
  commit`;

test("what was earned is on the statement, in its order, with the event that told of it where one did", async () => {
  const before = await databaseBefore("0007", EARNED);
  await before.migrate();
  const { rows } = await before.client.query(
    `select l.number::int as line, l.kind, l.amount::int as amount, l.balance_after::int as balance, e.number::int as event
     from wallet_lines l left join events e on e.account_id = l.account_id and e.id = l.event_id order by l.number`,
  );
  expect(rows).toEqual([
    { line: 1, kind: "release", amount: 4000, balance: 4000, event: 2 },
    { line: 2, kind: "release", amount: 6000, balance: 10000, event: null },
    { line: 3, kind: "settlement", amount: 7000, balance: 17000, event: 4 },
  ]);
  // What is earned from now on names its event.
  await expect(
    before.client.query(
      `insert into ledger_transfers (account_id, id, kind, debit_kind, credit_kind, escrow_id, amount, created)
       values (${ACCOUNT}, uuid_of(16), 'settlement', 'escrow_held', 'merchant_wallet', uuid_of(2), 1, ${NOW})`,
    ),
  ).rejects.toThrow(/ledger_transfers_has_event/);
  await before.close();
});
