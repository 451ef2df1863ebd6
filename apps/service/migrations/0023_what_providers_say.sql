-- What this migration builds: what is kept of what providers say.
--
--   * a call knows how often in a row nobody answered, and what was last said and since when: what is on its way is asked about
--     for as long as the provider may take, and only silence is parked;
--   * money that was paid out may come back: a part of a refund goes from SUCCEEDED to FAILED, a payout from PAID to RETURNED;
--   * notices are written down before anybody books them, and stay when they name nobody;
--   * a provider that fails is left alone for a while.

-- Calls -------------------------------------------------------------------------------------------------------------

alter table provider_calls
  -- Of a look-up: money may come until then, although the payment is closed. Seconds of the service's clock.
  add column look_until bigint,
  add column silent smallint not null default 0 check (silent >= 0),
  add column said text check (said in ('pending', 'paid', 'short')),
  -- Seconds of the service's clock.
  add column said_at bigint,
  add constraint provider_calls_said check ((said is null) = (said_at is null));
alter table payout_calls
  add column silent smallint not null default 0 check (silent >= 0),
  add column said text check (said in ('pending', 'paid', 'short')),
  add column said_at bigint,
  add constraint payout_calls_said check ((said is null) = (said_at is null));
-- Until now nothing but silence, and what was pending, was tried again.
update provider_calls set silent = tries where status = 'OPEN';
update payout_calls set silent = tries where status = 'OPEN';
create index provider_calls_short on provider_calls (provider) where said = 'short' and status = 'OPEN';
create index payout_calls_short on payout_calls (provider) where said = 'short' and status = 'OPEN';

-- Money that comes back ---------------------------------------------------------------------------------------------

drop trigger refunds_move on refunds;
create trigger refunds_move before update of status on refunds for each row execute function check_move(
  'PENDING>SENT', 'SENT>SUCCEEDED', 'SENT>FAILED', 'SUCCEEDED>FAILED', 'FAILED>SENT');
drop trigger refund_parts_move on refund_parts;
create trigger refund_parts_move before update of status on refund_parts for each row execute function check_move(
  'PENDING>SENT', 'SENT>SUCCEEDED', 'SENT>FAILED', 'SUCCEEDED>FAILED', 'FAILED>SENT');
-- How often the provider paid it and it came back: each time is a transfer of its own.
alter table refund_parts add column returns smallint not null default 0 check (returns >= 0);
-- A notice names a refund or a payout by our reference alone.
create index refund_parts_reference on refund_parts (reference);
create index payouts_reference on payouts (reference);

alter table payouts drop constraint payouts_status_check;
alter table payouts drop constraint payouts_check;
alter table payouts drop constraint payouts_check2;
alter table payouts
  add constraint payouts_status_check
    check (status in ('REQUESTED', 'SENT', 'PARKED', 'PAID', 'FAILED', 'CANCELLED', 'RETURNED')),
  add constraint payouts_ended check ((status in ('PAID', 'FAILED', 'CANCELLED', 'RETURNED')) = (ended_at is not null)),
  -- Why the provider refused, or why it came back.
  add constraint payouts_failure check ((status in ('FAILED', 'RETURNED')) = (failure is not null));
drop trigger payouts_move on payouts;
create trigger payouts_move before update of status on payouts for each row execute function check_move(
  'REQUESTED>SENT', 'REQUESTED>CANCELLED', 'SENT>PAID', 'SENT>FAILED', 'SENT>PARKED', 'PARKED>SENT', 'PAID>RETURNED');

create or replace function check_payout_request() returns trigger language plpgsql as $$
declare
  daily bigint;
begin
  select coalesce(payout_daily_max, 2500000) into daily from accounts
  where id = new.account_id and verification_status = 'VERIFIED' and not suspended;
  if not found then
    raise exception 'account % may not pay out', new.account_id using errcode = 'check_violation';
  end if;
  if not exists (
    select 1 from payout_destinations d
    where d.account_id = new.account_id and d.id = new.destination_id and d.removed_at is null and d.usable_at <= new.created
  ) then
    raise exception 'nothing may be paid out to % yet', new.destination_id using errcode = 'check_violation';
  end if;
  -- A minute less than a day: the program reads the clock once more, and it is the first to know the rule.
  if daily < new.amount + (
    select coalesce(sum(amount), 0) from payouts
    where account_id = new.account_id and created > new.created - 86340 and status not in ('FAILED', 'CANCELLED', 'RETURNED')
  ) then
    raise exception 'account % pays out no more than % within a day', new.account_id, daily using errcode = 'check_violation';
  end if;
  return new;
end $$;

alter table ledger_transfers
  add column round smallint not null default 1 check (round > 0),
  drop constraint ledger_transfers_kinds,
  drop constraint ledger_transfers_has_payment,
  drop constraint ledger_transfers_has_refund,
  drop constraint ledger_transfers_has_payout,
  add constraint ledger_transfers_kinds check ((kind, debit_kind, credit_kind) in (
    ('payment', 'external', 'escrow_held'),
    ('excess', 'external', 'refunds_payable'),
    ('release', 'escrow_held', 'merchant_wallet'),
    ('settlement', 'escrow_held', 'merchant_wallet'),
    ('fee', 'escrow_held', 'fees_earned'),
    ('refund', 'escrow_held', 'refunds_payable'),
    ('refund_paid', 'refunds_payable', 'external'),
    ('refund_returned', 'external', 'refunds_payable'),
    ('payout_reserved', 'merchant_wallet', 'payouts_pending'),
    ('payout_paid', 'payouts_pending', 'external'),
    ('payout_void', 'payouts_pending', 'merchant_wallet'),
    ('payout_returned', 'external', 'merchant_wallet'))),
  add constraint ledger_transfers_has_payment
    check ((kind in ('payment', 'excess', 'refund_paid', 'refund_returned')) = (payment_id is not null)),
  add constraint ledger_transfers_has_refund
    check ((kind in ('excess', 'refund', 'refund_paid', 'refund_returned')) = (refund_id is not null)),
  add constraint ledger_transfers_has_payout
    check ((kind in ('payout_reserved', 'payout_paid', 'payout_void', 'payout_returned')) = (payout_id is not null)),
  add constraint ledger_transfers_round check (round = 1 or kind in ('refund_paid', 'refund_returned'));
-- A part is paid out once, and may come back once, in each of its rounds.
drop index ledger_transfers_refund_paid;
create unique index ledger_transfers_refund_paid on ledger_transfers (account_id, refund_id, payment_id, kind, round)
  where kind in ('refund_paid', 'refund_returned');
create unique index ledger_transfers_payout_returned on ledger_transfers (account_id, payout_id)
  where kind = 'payout_returned';

create or replace function check_payout_booked() returns trigger language plpgsql as $$
declare
  booked text[];
begin
  select coalesce(array_agg(kind order by kind), '{}') into booked from ledger_transfers
  where account_id = new.account_id and payout_id = new.id;
  if booked <> (case
    when new.status = 'PAID' then array['payout_paid', 'payout_reserved']
    when new.status = 'RETURNED' then array['payout_paid', 'payout_reserved', 'payout_returned']
    when new.status in ('FAILED', 'CANCELLED') then array['payout_reserved', 'payout_void']
    else array['payout_reserved'] end)
  then
    raise exception 'payout % is %, and the ledger has %', new.id, new.status, booked using errcode = 'check_violation';
  end if;
  return null;
end $$;

alter table wallet_lines drop constraint wallet_lines_kind_check;
alter table wallet_lines add constraint wallet_lines_kind_check
  check (kind in ('release', 'settlement', 'payout_reserved', 'payout_void', 'payout_returned'));

-- Notices -----------------------------------------------------------------------------------------------------------

create table provider_notices (
  id bigint generated always as identity primary key,
  provider text not null,
  -- The provider's own, or the hash of the body.
  notice_id text not null check (length(notice_id) between 1 and 255),
  -- As it was understood when it came: an array.
  reports jsonb not null check (jsonb_typeof(reports) = 'array'),
  body bytea not null check (octet_length(body) <= 262144),
  received bigint not null,
  -- NEW: nobody has looked yet. BOOKED: or there was nothing to book. UNNAMED: of nothing that is known here. PARKED: a person
  -- has to look. CLOSED: one has.
  status text not null default 'NEW' check (status in ('NEW', 'BOOKED', 'UNNAMED', 'PARKED', 'CLOSED')),
  -- Milliseconds of the service's clock; null once it is not looked at again.
  due_at bigint,
  tries smallint not null default 0,
  leased_until timestamptz,
  error text,
  unique (provider, notice_id)
);
create index provider_notices_due on provider_notices (due_at) where due_at is not null;
create index provider_notices_waiting on provider_notices (received) where status in ('UNNAMED', 'PARKED');
create index provider_notices_old on provider_notices (received);
create function check_notice_update() returns trigger language plpgsql as $$
begin
  if (new.provider, new.notice_id, new.reports, new.body, new.received)
     is distinct from (old.provider, old.notice_id, old.reports, old.body, old.received) then
    raise exception 'what a provider has said does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger provider_notices_said before update on provider_notices
  for each row execute function check_notice_update();

-- Health ------------------------------------------------------------------------------------------------------------

-- One row a provider that has failed since it last answered. All processes look here.
create table provider_health (
  provider text primary key,
  failures integer not null check (failures >= 0),
  -- Milliseconds of the service's clock: nothing but one probe is asked until then. Null while it is asked as usual.
  held_until bigint,
  -- How long the next hold is, in seconds.
  gap integer not null default 5 check (gap > 0),
  -- It does not take our key.
  is_key_refused boolean not null default false,
  reason text not null default '',
  since bigint not null
);
