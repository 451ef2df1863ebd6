/** What was paid in USD becomes as many shillings, and one thing is amiss. */
const abroad = (amiss: string): string => `
  update payments set presented_currency = 'KES', presented_asked = asked, presented_step = 1, rate = '1', rate_margin = 0, rate_source = 'x',
    quoted_until = 1, presented_received = received, presented_accepted = received, accepted = received, presented_given_back = given_back,
    presented_charged_back = charged_back where received > 0;
  update payments set ${amiss} where presented_given_back + presented_charged_back < presented_received`;

/**
 * For every rule of the audit, something that breaks it. Triggers are off meanwhile; where a constraint would refuse it
 * too, the constraint goes first: the audit has to see what neither would let happen.
 */
export const TAMPERING: Readonly<Record<string, string>> = {
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

  "What is owed for a refund was paid once for each step": `
    alter table refunds drop constraint refunds_owed; update refunds set owed = owed + 1`,

  "What was refunded of an order was refunded of its milestones, by refunds that were asked for":
    "update escrows set refunded_held = refunded_held + 1 where funded_at is not null and refunded > 0",

  "The parts of a refund add up to it, and no payment gives back more than it brought":
    "update payments set given_back = given_back + 1 where given_back = 0 and charged_back = 0 and received > 0",

  "Every part of a refund that was paid out left the ledger once for each time, and came back as often as it did":
    "delete from ledger_transfers where kind = 'refund_paid'",

  "What came in a payer's currency was credited in full, and what the escrow took of it is what it was given": abroad(
    "presented_accepted = presented_accepted - 1, accepted = accepted - 1",
  ),

  "No payment gives back and is charged back more of the payer's currency than came": abroad(
    "presented_charged_back = presented_charged_back + 1",
  ),

  "A payment that gave back all gave back exactly what came in the payer's currency": abroad(
    "given_back = received, charged_back = 0, presented_given_back = presented_received - 1, presented_charged_back = 0",
  ),

  "What was paid back in the payer's currency is what parts of refunds say":
    "update refund_parts set presented = 5, presented_charged_back = 0, presented_kept = 0 where status = 'SUCCEEDED'",

  "What banks took in the payer's currency is in the ledger, and with a dispute that was won all of it came back":
    "update chargebacks set presented = 5, presented_taken = 5, presented_net = 5",

  "A refund is as far as its parts are": "update refunds set status = 'FAILED' where reason = 'overpaid'",

  "Whatever waits for a provider will be asked for":
    "update refund_parts set status = 'SENT' where status = 'SUCCEEDED'",

  "Whatever touches the outside is one movement at the provider of its payment or payout":
    "update provider_movements set amount = amount + 1",

  "What moved no coin left client money once, for as much as merchants' books have":
    "update ledger_transfers set currency = 'KWD', presented = 0 where kind = 'refund_paid'",

  "What exchange holds of each currency is what its entries say":
    "insert into fx_positions (currency, abroad, books) values ('KES', 12935, -100)",

  "The house's balances equal its entries, and these add up to nothing": `
    insert into house_entries (kind, provider, currency, bank, fees_received, note, created)
    values ('float', 'house', 'USD', 100, -100, 'put in', 1)`,

  "A line of a provider's statement that was booked is one entry in its currency, of as much as it says": `
    insert into provider_lines (provider, line_id, type, amount, fee, net, currency, at, available_at, read_at)
    values ('sandbox-card', 'in-1', 'payment', 100, 0, 100, 'USD', 1, 1, 1);
    update provider_statements set booked = 1000 where provider = 'sandbox-card'`,

  "Client money is in USD, and at each provider what merchants' books have there and its statement tells of":
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

  "What a merchant owes is what is open of the chargebacks and refunds":
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
