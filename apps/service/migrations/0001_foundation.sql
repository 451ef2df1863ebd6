-- What this migration builds: accounts and keys, sessions, escrows and their milestones, payments and refunds, the
-- ledger, the event feed, rate windows and the clock.
--
-- Rules that hold for all of it:
--   * every row of a merchant hangs off account_id, which leads every key, so the data can be distributed by it;
--   * money is whole cents in bigint, instants are Unix seconds in bigint as the service's clock tells them;
--   * what must be true of a row is a constraint here, whatever the program believes;
--   * sessions and escrows bear no foreign key to accounts: accounts are never deleted, and the shared row lock that
--     such a key takes on every insert would make one hot row per merchant. `ledger check` looks for orphans.

-- The one clock -----------------------------------------------------------------------------------------------------

-- How far the sandbox's clock is ahead of real time; one row.
create table test_clock (
  only_row boolean primary key default true check (only_row),
  offset_seconds bigint not null default 0 check (offset_seconds >= 0)
);
insert into test_clock default values;

-- What the service calls now, in Unix seconds.
create function service_now() returns bigint language sql stable as $$
  select floor(extract(epoch from clock_timestamp()))::bigint + offset_seconds from test_clock
$$;

-- Guards ------------------------------------------------------------------------------------------------------------

-- Rows of history are written once.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on % is refused: its rows are written once', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

-- A statement that touched another number of rows than it was sent for is a bug: nothing of its transaction stands.
create function expect_rows(actual bigint, expected bigint, what text) returns void language plpgsql as $$
begin
  if actual <> expected then
    raise exception '% touched % rows, expected %', what, actual, expected using errcode = 'data_exception';
  end if;
end $$;

-- Refuses a status change that the table of moves, given as 'FROM>TO' arguments, does not list.
create function check_move() returns trigger language plpgsql as $$
begin
  if old.status <> new.status and not (old.status || '>' || new.status) = any (tg_argv) then
    raise exception '% may not go from % to %', tg_table_name, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Accounts and keys -------------------------------------------------------------------------------------------------

create table accounts (
  id bigint primary key check (id between 1000000000000000000 and 9223372036854775807),
  seller_code text not null unique check (seller_code ~ '^[0-9A-Z]{8}$'),
  trading_name text not null check (trading_name <> ''),
  email text not null check (email <> ''),
  verification_status text not null check (verification_status in ('UNVERIFIED', 'PENDING', 'VERIFIED', 'REJECTED')),
  suspended boolean not null default false,
  api_version text not null,
  -- The fee schedule of this account alone; null takes the deployment's.
  fee_basis_points integer check (fee_basis_points between 0 and 10000),
  fee_fixed bigint check (fee_fixed >= 0),
  fee_min bigint check (fee_min >= 0),
  fee_max bigint check (fee_max >= fee_min),
  check (num_nulls(fee_basis_points, fee_fixed, fee_min) in (0, 3)),
  -- Timers that the merchant has switched on; null is off.
  review_window_seconds integer check (review_window_seconds > 0),
  delivery_deadline_seconds integer check (delivery_deadline_seconds > 0),
  created bigint not null
);
create unique index accounts_email on accounts (lower(email));

-- At most ten active keys: each occupies one of ten slots, so a race for the last one has one winner.
create table api_keys (
  account_id bigint not null references accounts (id),
  id uuid not null,
  lookup text not null unique check (lookup ~ '^[0-9A-Za-z]{12}$'),
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  last_four text not null check (length(last_four) = 4),
  read_only boolean not null default false,
  slot smallint not null check (slot between 1 and 10),
  created bigint not null,
  revoked_at bigint,
  primary key (account_id, id)
);
create unique index api_keys_slot on api_keys (account_id, slot) where revoked_at is null;
create index api_keys_id on api_keys (id);

-- Requests counted against a limit, one row a subject. Unlogged: a window lost in a crash costs nobody anything, and
-- counting must not wait for the disk.
create unlogged table rate_windows (
  kind text not null check (kind in ('key', 'address')),
  subject text not null,
  opened_at timestamptz not null,
  requests bigint not null check (requests > 0),
  primary key (kind, subject)
) with (fillfactor = 50);
create index rate_windows_opened on rate_windows (opened_at);

-- Checkout sessions -------------------------------------------------------------------------------------------------

create table checkout_sessions (
  account_id bigint not null,
  id uuid not null,
  status text not null check (status in ('OPEN', 'COMPLETED', 'EXPIRED')),
  amount bigint not null check (amount > 0),
  fees bigint not null check (fees >= 0),
  external_reference text not null,
  -- The fields that never change, as the API shows them: one JSON object, stored as the text that answers carry.
  content text not null,
  review_window_seconds integer,
  delivery_deadline_seconds integer,
  -- The request that made it, and the exact answer that a repeat gets; kept as long as the session.
  idempotency_key text,
  request_hash bytea,
  response text,
  escrow_id uuid,
  expires_at bigint not null,
  completed_at bigint,
  created bigint not null,
  primary key (account_id, id),
  check (num_nulls(idempotency_key, request_hash, response) in (0, 3)),
  check ((status = 'COMPLETED') = (escrow_id is not null)),
  check ((status = 'COMPLETED') = (completed_at is not null)),
  check (expires_at > created)
);
create unique index checkout_sessions_idempotency on checkout_sessions (account_id, idempotency_key)
  where idempotency_key is not null;
-- Lists walk the primary key: ids are ordered by time. The filter has its own.
create index checkout_sessions_reference on checkout_sessions (account_id, external_reference, id)
  where external_reference <> '';
create index checkout_sessions_due on checkout_sessions (expires_at, account_id, id) where status = 'OPEN';
create trigger checkout_sessions_move before update of status on checkout_sessions for each row
  execute function check_move('OPEN>COMPLETED', 'OPEN>EXPIRED');
create trigger checkout_sessions_keep before delete or truncate on checkout_sessions
  for each statement execute function refuse_change();
-- What was offered, and what a repeat of the request is answered with, never changes.
create function check_session_update() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.id, new.amount, new.fees, new.external_reference, new.content, new.expires_at, new.created,
      new.idempotency_key, new.request_hash, new.response)
     is distinct from
     (old.account_id, old.id, old.amount, old.fees, old.external_reference, old.content, old.expires_at, old.created,
      old.idempotency_key, old.request_hash, old.response) then
    raise exception 'what a session offered does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger checkout_sessions_agreed before update on checkout_sessions for each row execute function check_session_update();

-- Escrows -----------------------------------------------------------------------------------------------------------

create table escrows (
  account_id bigint not null,
  id uuid not null,
  session_id uuid not null,
  reference_code text not null,
  dispute_reference text,
  status text not null,
  title text not null,
  description text not null,
  external_reference text not null,
  metadata text not null,
  buyer_email text not null,
  amount bigint not null check (amount > 0),
  fees bigint not null check (fees >= 0),
  funded bigint not null check (funded between 0 and amount + fees),
  released bigint not null check (released between 0 and amount),
  fees_earned bigint not null check (fees_earned between 0 and fees),
  refunded bigint not null check (refunded >= 0),
  held bigint not null generated always as (funded - released - fees_earned - refunded) stored check (held >= 0),
  review_window_seconds integer,
  delivery_deadline_seconds integer,
  created bigint not null,
  funding_deadline bigint not null,
  funded_at bigint,
  first_submitted_at bigint,
  -- When time alone will change it; null while no clock runs.
  due_at bigint,
  primary key (account_id, id),
  unique (account_id, session_id),
  unique (account_id, reference_code),
  foreign key (account_id, session_id) references checkout_sessions (account_id, id),
  check (status in ('PENDING_ACCEPTANCE', 'PENDING_FUNDING', 'AWAITING_PAYMENT', 'WAITING_PAYMENT_CONFIRMATION',
                    'PARTIALLY_FUNDED', 'IN_ESCROW', 'WORK_IN_PROGRESS', 'COMPLETED', 'DISPUTED', 'DECLINED',
                    'CANCELLED', 'CLOSED', 'DEADLINE_EXPIRED')),
  -- Paid in full, or not begun; nothing is released before all is there; nothing is held at the end.
  check (status not in ('IN_ESCROW', 'WORK_IN_PROGRESS', 'DISPUTED', 'COMPLETED', 'CLOSED') or funded = amount + fees),
  check (status not in ('PENDING_ACCEPTANCE', 'PENDING_FUNDING') or funded = 0),
  check (status <> 'PARTIALLY_FUNDED' or funded between 1 and amount + fees - 1),
  check (status not in ('AWAITING_PAYMENT', 'WAITING_PAYMENT_CONFIRMATION') or funded < amount + fees),
  check (released = 0 or funded = amount + fees),
  check (status not in ('COMPLETED', 'DECLINED', 'CANCELLED', 'CLOSED', 'DEADLINE_EXPIRED') or held = 0),
  check (status <> 'COMPLETED' or released = amount),
  check (status <> 'CLOSED' or released < amount),
  check ((funded = amount + fees) = (funded_at is not null)),
  check (status <> 'DISPUTED' or dispute_reference is not null)
);
create unique index escrows_dispute_reference on escrows (account_id, dispute_reference) where dispute_reference is not null;
create index escrows_status on escrows (account_id, status, id);
create index escrows_reference on escrows (account_id, external_reference, id) where external_reference <> '';
create index escrows_due on escrows (due_at, account_id, id) where due_at is not null;

alter table checkout_sessions add foreign key (account_id, escrow_id) references escrows (account_id, id)
  deferrable initially deferred;

create trigger escrows_move before update of status on escrows for each row execute function check_move(
  'PENDING_FUNDING>AWAITING_PAYMENT', 'PARTIALLY_FUNDED>AWAITING_PAYMENT',
  'PENDING_FUNDING>WAITING_PAYMENT_CONFIRMATION', 'PARTIALLY_FUNDED>WAITING_PAYMENT_CONFIRMATION',
  'AWAITING_PAYMENT>WAITING_PAYMENT_CONFIRMATION',
  'AWAITING_PAYMENT>PENDING_FUNDING', 'WAITING_PAYMENT_CONFIRMATION>PENDING_FUNDING',
  'AWAITING_PAYMENT>PARTIALLY_FUNDED', 'WAITING_PAYMENT_CONFIRMATION>PARTIALLY_FUNDED',
  'PENDING_ACCEPTANCE>PARTIALLY_FUNDED', 'PENDING_FUNDING>PARTIALLY_FUNDED',
  'PENDING_ACCEPTANCE>IN_ESCROW', 'PENDING_FUNDING>IN_ESCROW', 'AWAITING_PAYMENT>IN_ESCROW',
  'WAITING_PAYMENT_CONFIRMATION>IN_ESCROW', 'PARTIALLY_FUNDED>IN_ESCROW',
  'IN_ESCROW>WORK_IN_PROGRESS', 'IN_ESCROW>DISPUTED', 'WORK_IN_PROGRESS>DISPUTED',
  'IN_ESCROW>COMPLETED', 'WORK_IN_PROGRESS>COMPLETED', 'DISPUTED>COMPLETED',
  'DISPUTED>WORK_IN_PROGRESS', 'DISPUTED>CLOSED',
  'PENDING_ACCEPTANCE>DECLINED', 'PENDING_FUNDING>DECLINED', 'AWAITING_PAYMENT>DECLINED',
  'WAITING_PAYMENT_CONFIRMATION>DECLINED', 'PARTIALLY_FUNDED>DECLINED',
  'PENDING_ACCEPTANCE>CANCELLED', 'PENDING_FUNDING>CANCELLED', 'AWAITING_PAYMENT>CANCELLED',
  'WAITING_PAYMENT_CONFIRMATION>CANCELLED', 'PARTIALLY_FUNDED>CANCELLED', 'IN_ESCROW>CANCELLED',
  'WORK_IN_PROGRESS>CANCELLED',
  'PENDING_ACCEPTANCE>DEADLINE_EXPIRED', 'PENDING_FUNDING>DEADLINE_EXPIRED', 'AWAITING_PAYMENT>DEADLINE_EXPIRED',
  'WAITING_PAYMENT_CONFIRMATION>DEADLINE_EXPIRED', 'PARTIALLY_FUNDED>DEADLINE_EXPIRED', 'IN_ESCROW>DEADLINE_EXPIRED');

-- What a buyer agreed to never changes, and money that was counted is never counted out again.
create function check_escrow_update() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.id, new.session_id, new.reference_code, new.amount, new.fees, new.created, new.funding_deadline)
     is distinct from
     (old.account_id, old.id, old.session_id, old.reference_code, old.amount, old.fees, old.created, old.funding_deadline)
     or (old.dispute_reference is not null and new.dispute_reference is distinct from old.dispute_reference) then
    raise exception 'what an escrow was agreed on does not change' using errcode = 'restrict_violation';
  end if;
  if new.funded < old.funded or new.released < old.released or new.fees_earned < old.fees_earned or new.refunded < old.refunded then
    raise exception 'the sums of an escrow never fall' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger escrows_agreed before update on escrows for each row execute function check_escrow_update();
create trigger escrows_keep before delete or truncate on escrows for each statement execute function refuse_change();

create table milestones (
  account_id bigint not null,
  escrow_id uuid not null,
  id uuid not null,
  position smallint not null check (position between 0 and 19),
  reference_code text not null,
  title text not null,
  description text not null,
  amount bigint not null check (amount > 0),
  status text not null check (status in ('PENDING', 'AWAITING_REVIEW', 'REVISION_REQUESTED', 'COMPLETED', 'DISPUTED')),
  submission_details text not null,
  review_since bigint,
  disputed_from text check (disputed_from in ('PENDING', 'AWAITING_REVIEW', 'REVISION_REQUESTED')),
  dispute_order smallint check (dispute_order > 0),
  primary key (account_id, escrow_id, id),
  unique (account_id, escrow_id, position),
  unique (account_id, escrow_id, reference_code),
  foreign key (account_id, escrow_id) references escrows (account_id, id),
  check ((status = 'DISPUTED') = (disputed_from is not null)),
  check ((status = 'DISPUTED') = (dispute_order is not null)),
  check (status <> 'AWAITING_REVIEW' or review_since is not null)
);
create trigger milestones_move before update of status on milestones for each row execute function check_move(
  'PENDING>AWAITING_REVIEW', 'REVISION_REQUESTED>AWAITING_REVIEW', 'AWAITING_REVIEW>REVISION_REQUESTED',
  'AWAITING_REVIEW>COMPLETED', 'REVISION_REQUESTED>COMPLETED', 'PENDING>COMPLETED', 'DISPUTED>COMPLETED',
  'PENDING>DISPUTED', 'AWAITING_REVIEW>DISPUTED', 'REVISION_REQUESTED>DISPUTED',
  'DISPUTED>PENDING', 'DISPUTED>AWAITING_REVIEW', 'DISPUTED>REVISION_REQUESTED');
create function check_milestone_update() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.escrow_id, new.id, new.position, new.reference_code, new.amount, new.title, new.description)
     is distinct from
     (old.account_id, old.escrow_id, old.id, old.position, old.reference_code, old.amount, old.title, old.description) then
    raise exception 'what a milestone was agreed on does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger milestones_agreed before update on milestones for each row execute function check_milestone_update();
create trigger milestones_keep before delete or truncate on milestones for each statement execute function refuse_change();

-- Milestones add up to their escrow, and it is COMPLETED only together with all of them: looked at when a transaction
-- that made an escrow or moved one to its end commits.
create function check_escrow_whole() returns trigger language plpgsql as $$
declare
  planned bigint;
  open_milestones bigint;
begin
  select coalesce(sum(amount), 0), count(*) filter (where status <> 'COMPLETED') into planned, open_milestones
  from milestones where account_id = new.account_id and escrow_id = new.id;
  if planned <> new.amount then
    raise exception 'milestones of escrow % add up to %, not %', new.id, planned, new.amount using errcode = 'check_violation';
  end if;
  if new.status in ('COMPLETED', 'CLOSED') and open_milestones > 0 then
    raise exception 'escrow % ended with % open milestones', new.id, open_milestones using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger escrows_whole after insert on escrows deferrable initially deferred
  for each row execute function check_escrow_whole();
create constraint trigger escrows_whole_at_end after update on escrows deferrable initially deferred
  for each row when (new.status in ('COMPLETED', 'CLOSED') and old.status <> new.status) execute function check_escrow_whole();

-- The whole history of submissions, revisions and decisions.
create table milestone_entries (
  account_id bigint not null,
  escrow_id uuid not null,
  milestone_id uuid not null,
  -- Its place in the escrow's history, taken under the escrow's lock: no clock decides what came first.
  number integer not null check (number > 0),
  verb text not null check (verb in ('submit', 'requestRevision', 'approve', 'dispute', 'resume', 'release', 'settle')),
  actor text not null check (actor in ('buyer', 'merchant', 'operator', 'timer')),
  from_status text not null,
  to_status text not null,
  text text not null,
  created bigint not null,
  primary key (account_id, escrow_id, number),
  foreign key (account_id, escrow_id, milestone_id) references milestones (account_id, escrow_id, id)
);
create trigger milestone_entries_once before update or delete or truncate on milestone_entries
  for each statement execute function refuse_change();

-- Payments and refunds ----------------------------------------------------------------------------------------------

create table payments (
  account_id bigint not null,
  escrow_id uuid not null,
  id uuid not null,
  method text not null check (method in ('card', 'mobile_money', 'bank')),
  provider text not null,
  reference text not null,
  status text not null check (status in ('CREATED', 'PENDING', 'SUCCEEDED', 'FAILED')),
  asked bigint not null check (asked > 0),
  received bigint not null check (received >= 0),
  created bigint not null,
  primary key (account_id, escrow_id, id),
  -- A payment is credited once, whatever its provider reports how often.
  unique (account_id, provider, reference),
  foreign key (account_id, escrow_id) references escrows (account_id, id),
  check ((status = 'SUCCEEDED') = (received > 0))
);
create index payments_open on payments (account_id, escrow_id, id) where status in ('CREATED', 'PENDING');
create trigger payments_move before update of status on payments for each row execute function check_move(
  'CREATED>PENDING', 'CREATED>SUCCEEDED', 'PENDING>SUCCEEDED', 'FAILED>SUCCEEDED', 'CREATED>FAILED', 'PENDING>FAILED');
create trigger payments_keep before delete or truncate on payments for each statement execute function refuse_change();
-- What arrived is counted once, when it arrives.
create function check_payment_update() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.escrow_id, new.id, new.method, new.provider, new.reference, new.asked, new.created)
     is distinct from
     (old.account_id, old.escrow_id, old.id, old.method, old.provider, old.reference, old.asked, old.created)
     or (old.received <> 0 and new.received <> old.received) then
    raise exception 'what was paid does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payments_agreed before update on payments for each row execute function check_payment_update();

-- What a payer is to get back. Booked when it is owed; the provider is asked to pay it out.
create table refunds (
  account_id bigint not null,
  escrow_id uuid not null,
  id uuid not null,
  payment_id uuid,
  amount bigint not null check (amount > 0),
  reason text not null check (reason in ('overpaid', 'cancelled', 'declined', 'deadline', 'settled')),
  status text not null default 'PENDING' check (status in ('PENDING')),
  created bigint not null,
  primary key (account_id, escrow_id, id),
  foreign key (account_id, escrow_id) references escrows (account_id, id)
);
-- Only an overpayment can be owed more than once for one escrow.
create unique index refunds_once on refunds (account_id, escrow_id) where reason <> 'overpaid';
create trigger refunds_keep before update or delete or truncate on refunds for each statement execute function refuse_change();

-- The ledger --------------------------------------------------------------------------------------------------------

-- escrow_id is the nil UUID for the accounts that a merchant has once.
create table ledger_accounts (
  account_id bigint not null,
  kind text not null,
  escrow_id uuid not null,
  debits bigint not null check (debits >= 0),
  credits bigint not null check (credits >= 0),
  primary key (account_id, kind, escrow_id),
  check (kind in ('external', 'escrow_held', 'merchant_wallet', 'fees_earned', 'refunds_payable')),
  check ((kind in ('escrow_held', 'refunds_payable')) = (escrow_id <> '00000000-0000-0000-0000-000000000000')),
  check (case when kind = 'external' then debits >= credits else credits >= debits end)
) with (fillfactor = 80);

create table ledger_transfers (
  account_id bigint not null,
  id uuid not null,
  kind text not null,
  debit_kind text not null,
  credit_kind text not null,
  escrow_id uuid not null,
  amount bigint not null check (amount > 0),
  payment_id uuid,
  milestone_id uuid,
  refund_id uuid,
  created bigint not null,
  primary key (account_id, id),
  foreign key (account_id, escrow_id) references escrows (account_id, id),
  foreign key (account_id, escrow_id, payment_id) references payments (account_id, escrow_id, id),
  foreign key (account_id, escrow_id, milestone_id) references milestones (account_id, escrow_id, id),
  foreign key (account_id, escrow_id, refund_id) references refunds (account_id, escrow_id, id),
  check ((kind, debit_kind, credit_kind) in (
    ('payment', 'external', 'escrow_held'),
    ('excess', 'external', 'refunds_payable'),
    ('release', 'escrow_held', 'merchant_wallet'),
    ('settlement', 'escrow_held', 'merchant_wallet'),
    ('fee', 'escrow_held', 'fees_earned'),
    ('refund', 'escrow_held', 'refunds_payable'))),
  check ((kind in ('payment', 'excess')) = (payment_id is not null)),
  check ((kind in ('excess', 'refund')) = (refund_id is not null)),
  check (kind <> 'release' or milestone_id is not null)
);
-- Each payment is credited at most once, each milestone released at most once, each refund booked at most once.
create unique index ledger_transfers_payment on ledger_transfers (account_id, payment_id, kind) where payment_id is not null;
create unique index ledger_transfers_release on ledger_transfers (account_id, milestone_id) where kind = 'release';
create unique index ledger_transfers_refund on ledger_transfers (account_id, refund_id) where refund_id is not null;
create unique index ledger_transfers_settlement on ledger_transfers (account_id, escrow_id) where kind = 'settlement';
create index ledger_transfers_escrow on ledger_transfers (account_id, escrow_id);

create trigger ledger_transfers_once before update or delete or truncate on ledger_transfers
  for each statement execute function refuse_change();

-- Balances move by transfers and by nothing else. Rows are locked in the order of their key, so that two transactions
-- never wait for each other in a circle.
create function post_transfers() returns trigger language plpgsql as $$
declare
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
  line record;
begin
  for line in
    select account_id, kind, case when kind in ('escrow_held', 'refunds_payable') then for_escrow else nil end as escrow_id,
      sum(debit) as debits, sum(credit) as credits
    from (
      select account_id, debit_kind as kind, escrow_id as for_escrow, amount as debit, 0 as credit from posted
      union all
      select account_id, credit_kind, escrow_id, 0, amount from posted
    ) lines
    group by 1, 2, 3 order by 1, 2, 3
  loop
    update ledger_accounts as balance set debits = balance.debits + line.debits, credits = balance.credits + line.credits
    where (balance.account_id, balance.kind, balance.escrow_id) = (line.account_id, line.kind, line.escrow_id);
    if not found then
      insert into ledger_accounts as balance (account_id, kind, escrow_id, debits, credits)
      values (line.account_id, line.kind, line.escrow_id, line.debits, line.credits)
      on conflict (account_id, kind, escrow_id)
      do update set debits = balance.debits + excluded.debits, credits = balance.credits + excluded.credits;
    end if;
  end loop;
  return null;
end $$;
create trigger ledger_transfers_post after insert on ledger_transfers referencing new table as posted
  for each statement execute function post_transfers();

create function refuse_direct_posting() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception '% on ledger_accounts is refused: balances move by transfers', tg_op using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger ledger_accounts_guard before insert or update or delete or truncate on ledger_accounts
  for each statement execute function refuse_direct_posting();

-- Events ------------------------------------------------------------------------------------------------------------

-- The last event number of each account. Its row lock, held from the taking of a number to the commit, makes the order
-- of the numbers the order of the commits: nothing ever appears behind a reader's position.
create table event_counters (
  account_id bigint primary key,
  last_number bigint not null default 0 check (last_number >= 0)
) with (fillfactor = 50);

create table events (
  account_id bigint not null,
  number bigint not null check (number > 0),
  id uuid not null,
  type text not null,
  -- The exact bytes that every delivery and every page of the feed show.
  body text not null,
  created bigint not null,
  primary key (account_id, number),
  unique (account_id, id)
);
create index events_type on events (account_id, type, number);
create trigger events_once before update or delete or truncate on events
  for each statement execute function refuse_change();
