-- What this migration builds: what payments need to be made at providers, refunds that are paid out in parts, the calls
-- that providers are owed, and the stand-in for the providers themselves.
--
--   * a call is a row, written in the transaction of the payment or refund that it is for. Workers make it, with nothing
--     open meanwhile; a call that was made and not recorded is made again, which every provider takes under our reference;
--   * a refund is split over the payments that brought the money, and no payment gives back more than it brought;
--   * the schema sandbox_bank belongs to the simulated providers. They stand for other companies: nothing of ours reads it.

-- Payments ----------------------------------------------------------------------------------------------------------

alter table payments
  add column failure text check (failure in ('declined', 'insufficient_funds', 'wrong_pin', 'challenge_failed',
    'timed_out', 'cancelled', 'expired', 'unavailable')),
  add column phone text check (phone ~ '^\+[1-9][0-9]{7,14}$'),
  add column expires_at bigint,
  -- What the payer has to do, as the provider said; null until it has.
  add column instructions jsonb,
  -- Set aside for refunds, by the trigger of their parts.
  add column given_back bigint not null default 0,
  add constraint payments_given_back check (given_back between 0 and received);
update payments set failure = 'declined' where status = 'FAILED';
alter table payments add constraint payments_failure check ((status = 'FAILED') = (failure is not null));
-- A provider's notification names a payment by our reference alone.
create index payments_reference on payments (reference);

create function check_payment_order() returns trigger language plpgsql as $$
begin
  if (new.phone, new.expires_at) is distinct from (old.phone, old.expires_at) then
    raise exception 'what a payer was asked does not change' using errcode = 'restrict_violation';
  end if;
  if new.given_back <> old.given_back and pg_trigger_depth() < 2 then
    raise exception 'what is set aside moves by the parts of refunds' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payments_order before update on payments for each row execute function check_payment_order();

-- Refunds -----------------------------------------------------------------------------------------------------------

alter table refunds drop constraint refunds_status_check;
alter table refunds add constraint refunds_status_check check (status in ('PENDING', 'SENT', 'SUCCEEDED', 'FAILED'));
alter table refunds add foreign key (account_id, escrow_id, payment_id) references payments (account_id, escrow_id, id);
drop trigger refunds_keep on refunds;
create trigger refunds_keep before delete or truncate on refunds for each statement execute function refuse_change();
create trigger refunds_move before update of status on refunds for each row execute function check_move(
  'PENDING>SENT', 'SENT>SUCCEEDED', 'SENT>FAILED', 'FAILED>SENT');
create function check_refund_update() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.escrow_id, new.id, new.payment_id, new.amount, new.reason, new.created)
     is distinct from
     (old.account_id, old.escrow_id, old.id, old.payment_id, old.amount, old.reason, old.created) then
    raise exception 'what is owed does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger refunds_agreed before update on refunds for each row execute function check_refund_update();
create index refunds_open on refunds (account_id, escrow_id, id) where status <> 'SUCCEEDED';

-- What one payment gives back of a refund, under a reference of ours at its provider.
create table refund_parts (
  account_id bigint not null,
  escrow_id uuid not null,
  refund_id uuid not null,
  payment_id uuid not null,
  amount bigint not null check (amount > 0),
  status text not null check (status in ('PENDING', 'SENT', 'SUCCEEDED', 'FAILED')),
  reference uuid not null,
  -- The provider has said no, for good under that reference.
  is_refused boolean not null default false,
  primary key (account_id, escrow_id, refund_id, payment_id),
  unique (account_id, reference),
  foreign key (account_id, escrow_id, refund_id) references refunds (account_id, escrow_id, id),
  foreign key (account_id, escrow_id, payment_id) references payments (account_id, escrow_id, id),
  check (status = 'FAILED' or not is_refused)
);
create index refund_parts_payment on refund_parts (account_id, escrow_id, payment_id);
create trigger refund_parts_keep before delete or truncate on refund_parts
  for each statement execute function refuse_change();
create trigger refund_parts_move before update of status on refund_parts for each row execute function check_move(
  'PENDING>SENT', 'SENT>SUCCEEDED', 'SENT>FAILED', 'FAILED>SENT');
create function check_refund_part_update() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.escrow_id, new.refund_id, new.payment_id, new.amount)
     is distinct from (old.account_id, old.escrow_id, old.refund_id, old.payment_id, old.amount)
     or (new.reference <> old.reference and not old.is_refused) then
    raise exception 'what a payment gives back does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger refund_parts_agreed before update on refund_parts
  for each row execute function check_refund_part_update();

create function set_aside() returns trigger language plpgsql as $$
begin
  update payments p set given_back = p.given_back + line.amount
  from (select account_id, escrow_id, payment_id, sum(amount) as amount from added group by 1, 2, 3) line
  where (p.account_id, p.escrow_id, p.id) = (line.account_id, line.escrow_id, line.payment_id);
  return null;
end $$;
create trigger refund_parts_set_aside after insert on refund_parts referencing new table as added
  for each statement execute function set_aside();

-- The parts of a refund add up to it: looked at when the transaction that wrote it commits.
create function check_refund_whole() returns trigger language plpgsql as $$
declare
  planned bigint;
begin
  select coalesce(sum(amount), 0) into planned from refund_parts
  where account_id = new.account_id and escrow_id = new.escrow_id and refund_id = new.id;
  if planned <> new.amount then
    raise exception 'parts of refund % add up to %, not %', new.id, planned, new.amount using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger refunds_whole after insert on refunds deferrable initially deferred
  for each row execute function check_refund_whole();

-- Refunds that were owed before anybody paid them out: those of a payment by it, the others by whoever paid last, first.
with room as (
  select p.account_id, p.escrow_id, p.id, p.created, p.received - coalesce((
      select sum(r.amount) from refunds r
      where r.account_id = p.account_id and r.escrow_id = p.escrow_id and r.payment_id = p.id), 0) as room
  from payments p where p.status = 'SUCCEEDED'
),
stacked as (
  select *, sum(room) over (partition by account_id, escrow_id order by created desc, id desc) - room as below from room
)
insert into refund_parts (account_id, escrow_id, refund_id, payment_id, amount, status, reference)
select account_id, escrow_id, id, payment_id, amount, 'PENDING', gen_random_uuid() from refunds where payment_id is not null
union all
select r.account_id, r.escrow_id, r.id, s.id, least(s.room, r.amount - s.below), 'PENDING', gen_random_uuid()
from refunds r join stacked s on s.account_id = r.account_id and s.escrow_id = r.escrow_id
where r.payment_id is null and s.room > 0 and s.below < r.amount;

-- The ledger: one more kind of transfer, from what is owed to the world outside.
do $$
declare
  old_check text;
begin
  for old_check in
    select conname from pg_constraint where conrelid = 'ledger_transfers'::regclass and contype = 'c'
      and (pg_get_constraintdef(oid) like '%debit_kind%' or pg_get_constraintdef(oid) like '%payment_id IS NOT NULL%'
        or pg_get_constraintdef(oid) like '%refund_id IS NOT NULL%')
  loop
    execute format('alter table ledger_transfers drop constraint %I', old_check);
  end loop;
end $$;
alter table ledger_transfers
  add constraint ledger_transfers_kinds check ((kind, debit_kind, credit_kind) in (
    ('payment', 'external', 'escrow_held'),
    ('excess', 'external', 'refunds_payable'),
    ('release', 'escrow_held', 'merchant_wallet'),
    ('settlement', 'escrow_held', 'merchant_wallet'),
    ('fee', 'escrow_held', 'fees_earned'),
    ('refund', 'escrow_held', 'refunds_payable'),
    ('refund_paid', 'refunds_payable', 'external'))),
  add constraint ledger_transfers_has_payment
    check ((kind in ('payment', 'excess', 'refund_paid')) = (payment_id is not null)),
  add constraint ledger_transfers_has_refund
    check ((kind in ('excess', 'refund', 'refund_paid')) = (refund_id is not null)),
  add foreign key (account_id, escrow_id, refund_id, payment_id)
    references refund_parts (account_id, escrow_id, refund_id, payment_id) deferrable initially deferred;
-- Each payment is credited once, each refund booked once, and each part of it paid out once.
drop index ledger_transfers_payment;
create unique index ledger_transfers_payment on ledger_transfers (account_id, payment_id, kind)
  where kind in ('payment', 'excess');
drop index ledger_transfers_refund;
create unique index ledger_transfers_refund on ledger_transfers (account_id, refund_id)
  where kind in ('excess', 'refund');
create unique index ledger_transfers_refund_paid on ledger_transfers (account_id, refund_id, payment_id)
  where kind = 'refund_paid';

-- Calls -------------------------------------------------------------------------------------------------------------

-- What a provider is to be asked. A call is claimed by a lease, in real time; due_at is milliseconds of the service's
-- clock. Afterwards it stays, as the record of what came of it.
create table provider_calls (
  account_id bigint not null,
  escrow_id uuid not null,
  payment_id uuid not null,
  kind text not null check (kind in ('create', 'cancel', 'look_up', 'refund')),
  -- The nil UUID for what is about the payment alone.
  refund_id uuid not null default '00000000-0000-0000-0000-000000000000',
  provider text not null,
  -- PARKED: nothing more is tried until an operator has looked.
  status text not null default 'OPEN' check (status in ('OPEN', 'DONE', 'PARKED')),
  due_at bigint not null,
  tries smallint not null default 0 check (tries >= 0),
  leased_until timestamptz,
  -- Counts the claims: what an earlier holder still says is told apart by it.
  fence bigint not null default 0,
  -- Why the last try came to nothing.
  error text,
  created bigint not null,
  primary key (account_id, escrow_id, payment_id, kind, refund_id),
  foreign key (account_id, escrow_id, payment_id) references payments (account_id, escrow_id, id),
  check ((kind = 'refund') = (refund_id <> '00000000-0000-0000-0000-000000000000'))
);
create index provider_calls_due on provider_calls (provider, due_at) where status = 'OPEN';
create index provider_calls_parked on provider_calls (account_id, escrow_id) where status = 'PARKED';
create trigger provider_calls_keep before delete or truncate on provider_calls
  for each statement execute function refuse_change();

-- What was owed before is to be paid out too.
insert into provider_calls (account_id, escrow_id, payment_id, kind, refund_id, provider, due_at, created)
select r.account_id, r.escrow_id, r.payment_id, 'refund', r.refund_id, p.provider, 0, service_now()
from refund_parts r join payments p on p.account_id = r.account_id and p.escrow_id = r.escrow_id and p.id = r.payment_id;

-- The simulated providers ---------------------------------------------------------------------------------------------

create schema sandbox_bank;

-- How a provider behaves. 'later' sends each notice ten minutes late, 'reversed' the last one first, 'forged' with a
-- signature of somebody else.
create table sandbox_bank.moods (
  provider text primary key,
  notices text not null default 'once' check (notices in ('once', 'twice', 'later', 'reversed', 'never', 'forged')),
  -- Nobody answers.
  is_down boolean not null default false,
  -- Refuses to pay anything back.
  refuses_refunds boolean not null default false
);

create table sandbox_bank.payments (
  provider text not null,
  reference text not null,
  status text not null check (status in ('OPEN', 'CHALLENGED', 'SUCCEEDED', 'FAILED', 'CANCELLED')),
  -- Null for one that was cancelled before it was ordered.
  asked bigint check (asked > 0),
  phone text,
  return_url text,
  failure text,
  pin_tries smallint not null default 0 check (pin_tries between 0 and 3),
  expires_at bigint,
  created bigint not null,
  primary key (provider, reference),
  check ((status = 'FAILED') = (failure is not null))
);
create index sandbox_payments_open on sandbox_bank.payments (expires_at) where status in ('OPEN', 'CHALLENGED');

-- Money that came in.
create table sandbox_bank.receipts (
  provider text not null,
  reference text not null,
  number smallint not null check (number > 0),
  amount bigint not null check (amount > 0),
  refunded bigint not null default 0 check (refunded between 0 and amount),
  created bigint not null,
  primary key (provider, reference, number),
  foreign key (provider, reference) references sandbox_bank.payments (provider, reference)
);

-- Money that went out: refunds name the receipt, payouts a destination.
create table sandbox_bank.outgoing (
  provider text not null,
  reference text not null,
  receipt text,
  destination text,
  amount bigint not null check (amount > 0),
  is_refused boolean not null default false,
  created bigint not null,
  primary key (provider, reference),
  check (num_nulls(receipt, destination) = 1)
);

-- Notices on their way to whoever ordered, tried again until one is taken.
create table sandbox_bank.notices (
  id bigint generated always as identity primary key,
  provider text not null,
  body text not null,
  is_forged boolean not null default false,
  -- Milliseconds of the service's clock; null once it was taken or given up.
  due_at bigint,
  tries smallint not null default 0,
  leased_until timestamptz
);
create index sandbox_notices_due on sandbox_bank.notices (due_at) where due_at is not null;

-- Puts a notice into the post, as the provider's mood is. step: which of the notices of one deed it is, from 1.
create function sandbox_bank.announce(
  of_provider text, of_reference text, receipt integer, outcome text, amount bigint, failure text, step integer
) returns void language sql as $$
  insert into sandbox_bank.notices (provider, body, is_forged, due_at)
  select of_provider, note.body, mood.notices = 'forged',
    service_now_ms() + case mood.notices when 'later' then 600000 when 'reversed' then greatest(0, 3 - step) * 1000 else 0 end
  from (select coalesce((select notices from sandbox_bank.moods where provider = of_provider), 'once') as notices) mood
  cross join (select json_build_object('notice', gen_random_uuid(), 'order', of_reference, 'receipt', receipt,
    'outcome', outcome, 'amount_minor', amount::text, 'failure', failure)::text as body) note
  cross join generate_series(1, case mood.notices when 'twice' then 2 when 'never' then 0 else 1 end)
$$;
