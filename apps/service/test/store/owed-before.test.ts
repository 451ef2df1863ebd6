/** A database in which refunds were owed before there was anybody to pay them out: the migration hands them to providers. */
import { expect, test } from "vitest";
import { openDatabase } from "../../src/platform/database.js";
import { auditLedger } from "../../src/store/read/money/audit.js";
import { databaseBefore } from "./before.js";

const ACCOUNT = "1000000000000000001";
const NOW = 1_790_000_000;

/** An order of 100.00 without fees, paid by 40.00 and by 90.00, of which 30.00 was too much, and cancelled. */
const PAID_AND_CANCELLED = `
  begin;
  insert into accounts (id, seller_code, trading_name, email, verification_status, api_version, created)
  values (${ACCOUNT}, 'ABCD1234', 'Shop', 'shop@example.com', 'VERIFIED', '2026-09-01', ${NOW});
  insert into checkout_sessions (account_id, id, status, amount, fees, external_reference, content, escrow_id, expires_at, completed_at, created)
  values (${ACCOUNT}, uuid_of(1), 'COMPLETED', 10000, 0, '', '{}', uuid_of(2), ${NOW + 900}, ${NOW}, ${NOW});
  insert into escrows (account_id, id, session_id, reference_code, status, title, description, external_reference, metadata, buyer_email,
    amount, fees, funded, released, fees_earned, refunded, created, funding_deadline, funded_at)
  values (${ACCOUNT}, uuid_of(2), uuid_of(1), 'TR-1', 'CANCELLED', '', '', '', '{}', '', 10000, 0, 10000, 0, 0, 10000, ${NOW}, ${NOW}, ${NOW});
  insert into milestones (account_id, escrow_id, id, position, reference_code, title, description, amount, status, submission_details)
  values (${ACCOUNT}, uuid_of(2), uuid_of(3), 0, 'MS-1', '', '', 10000, 'PENDING', '');
  insert into payments (account_id, escrow_id, id, method, provider, reference, status, asked, received, created)
  values (${ACCOUNT}, uuid_of(2), uuid_of(4), 'card', 'sandbox', 'a', 'SUCCEEDED', 4000, 4000, ${NOW}),
    (${ACCOUNT}, uuid_of(2), uuid_of(5), 'bank', 'sandbox', 'b', 'SUCCEEDED', 6000, 9000, ${NOW + 1}),
    (${ACCOUNT}, uuid_of(2), uuid_of(6), 'bank', 'sandbox', 'c', 'FAILED', 6000, 0, ${NOW + 2});
  insert into refunds (account_id, escrow_id, id, payment_id, amount, reason, created)
  values (${ACCOUNT}, uuid_of(2), uuid_of(7), uuid_of(5), 3000, 'overpaid', ${NOW}),
    (${ACCOUNT}, uuid_of(2), uuid_of(8), null, 10000, 'cancelled', ${NOW});
  insert into ledger_transfers (account_id, id, kind, debit_kind, credit_kind, escrow_id, amount, payment_id, refund_id, created)
  values (${ACCOUNT}, uuid_of(11), 'payment', 'external', 'escrow_held', uuid_of(2), 4000, uuid_of(4), null, ${NOW}),
    (${ACCOUNT}, uuid_of(12), 'payment', 'external', 'escrow_held', uuid_of(2), 6000, uuid_of(5), null, ${NOW}),
    (${ACCOUNT}, uuid_of(13), 'excess', 'external', 'refunds_payable', uuid_of(2), 3000, uuid_of(5), uuid_of(7), ${NOW}),
    (${ACCOUNT}, uuid_of(14), 'refund', 'escrow_held', 'refunds_payable', uuid_of(2), 10000, null, uuid_of(8), ${NOW});
  commit`;

test("what was owed is split over the payments that brought it, and their provider is owed a call for each part", async () => {
  const before = await databaseBefore("0004", PAID_AND_CANCELLED);
  await before.migrate();
  const { rows } = await before.client.query(
    `select part.refund_id = uuid_of(8) as is_shared, p.reference, part.amount::int as amount, part.status, p.given_back::int as given_back,
       c.status as call, c.provider
     from refund_parts part
     join payments p on p.id = part.payment_id
     join provider_calls c on c.payment_id = part.payment_id and c.refund_id = part.refund_id and c.kind = 'refund'
     order by 1, 2`,
  );
  const part = { status: "PENDING", call: "OPEN", provider: "sandbox" };
  expect(rows).toEqual([
    { ...part, is_shared: false, reference: "b", amount: 3000, given_back: 9000 },
    { ...part, is_shared: true, reference: "a", amount: 4000, given_back: 4000 },
    { ...part, is_shared: true, reference: "b", amount: 6000, given_back: 9000 },
  ]);
  const db = openDatabase(before.url, { connections: 1 });
  const findings = await auditLedger(db);
  // Nobody was told of any of it; of money there is nothing to find.
  expect(findings.map(({ rule }) => rule).filter((rule) => !/told|event/i.test(rule))).toEqual([]);
  await db.close();
  await before.close();
});
