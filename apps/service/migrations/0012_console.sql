-- What this migration builds: what the console needs to be quick in an account with a hundred thousand orders: figures by
-- day, and the indexes that lists and searches walk.

-- Figures by day ----------------------------------------------------------------------------------------------------
--
--   * a day is a day of UTC by the service's clock, counted from 1 January 1970;
--   * its figures are sums of what was written once: transfers, events, and sessions by the day on which they were made;
--   * a day that is closed can't change any more, so it is computed once and kept here. Days are closed in their order,
--     from the day on which the account was opened, without a gap.

create table account_days (
  account_id bigint not null references accounts (id),
  day integer not null check (day >= 0),
  paid_in bigint not null check (paid_in >= 0),
  -- What went to the seller, by releases and settlements.
  released bigint not null check (released >= 0),
  fees bigint not null check (fees >= 0),
  -- What was set aside for payers out of what escrows held.
  refunded bigint not null check (refunded >= 0),
  -- Sessions made on that day, and those of them that a buyer confirmed, whenever that was.
  sessions_created integer not null check (sessions_created >= 0),
  sessions_completed integer not null check (sessions_completed between 0 and sessions_created),
  -- Escrows that came into dispute.
  disputes integer not null check (disputes >= 0),
  primary key (account_id, day)
);
create trigger account_days_once before update or delete or truncate on account_days
  for each statement execute function refuse_change();

-- A unit that began before the clock was moved may commit after it, with the day on which it began: for a while nothing is
-- closed after a move.
alter table test_clock add column moved_at timestamptz not null default '-infinity';
create function note_clock_move() returns trigger language plpgsql as $$
begin
  new.moved_at := clock_timestamp();
  return new;
end $$;
create trigger test_clock_moved before update of offset_seconds on test_clock
  for each row execute function note_clock_move();

create index ledger_transfers_created on ledger_transfers (account_id, created) include (kind, amount);
create index checkout_sessions_created on checkout_sessions (account_id, created) include (status);
create index events_disputed on events (account_id, created) where type = 'escrow.disputed';

-- Open sessions by their end: few rows, whatever the account has been through.
create index checkout_sessions_lapsing on checkout_sessions (account_id, expires_at) where status = 'OPEN';


-- Lists and searches ------------------------------------------------------------------------------------------------
--
--   * lists go by id, newest first, as those of the API: a filter by status has its index, one by day looks up between
--     which ids the day lies;
--   * what was typed into a search is compared with whole values, each behind an index.

create index escrows_created on escrows (account_id, created);
create index milestones_open on milestones (account_id, status, escrow_id)
  where status in ('PENDING', 'AWAITING_REVIEW', 'REVISION_REQUESTED');
create index milestones_reference on milestones (account_id, reference_code);

create index checkout_sessions_status on checkout_sessions (account_id, status, id);
-- What the shop gave as the customer's address, in lower case as buyers' addresses are compared (see 0005).
create index checkout_sessions_customer on checkout_sessions
  (account_id, lower((content::json ->> 'customer_email') collate "C"), id)
  where content::json ->> 'customer_email' <> '';

-- The escrow that an event is about, of a session's the one that it became; null for a test, and for a session that
-- nobody confirmed.
alter table events add column escrow_id uuid;
alter table events disable trigger events_once;
update events e set escrow_id = (case o.object ->> 'object'
    when 'escrow' then o.object ->> 'id'
    when 'milestone' then o.object ->> 'escrow'
    when 'checkout.session' then o.object ->> 'escrow' end)::uuid
from (select account_id, number, body::json #> '{data,object}' as object from events) o
where o.account_id = e.account_id and o.number = e.number;
alter table events enable trigger events_once;
create index events_escrow on events (account_id, escrow_id, number) where escrow_id is not null;

-- What of an event is still to be delivered, also while an endpoint that is down has a hundred thousand held.
create index webhook_queue_event on webhook_queue (account_id, event_number);
