-- What this migration builds: the statement of a merchant's wallet, and payouts out of it.
--
--   * every transfer that touches a wallet is a line of its statement, numbered from 1, with the balance after it. The
--     trigger that posts transfers writes it while it holds the wallet's row, so the lines add up in the order of commits;
--   * a payout takes two steps: its amount is set aside (payout_reserved), and then it left (payout_paid) or came back
--     (payout_void). Units that decide on payouts hold the account's row meanwhile, so two never spend the same money;
--   * releases and settlements name the event that told of them.

-- The most that may be asked for within 24 hours, set by an operator; null takes the usual bounds.
alter table accounts add column payout_daily_max bigint check (payout_daily_max >= 0);

-- Where money may go -----------------------------------------------------------------------------------------------------

create table payout_destinations (
  account_id bigint not null references accounts (id),
  id uuid not null,
  kind text not null check (kind in ('mobile_money', 'bank')),
  -- Whose phone or account it is.
  name text not null check (length(name) between 1 and 140),
  -- A phone number (E.164), an IBAN, or the number of an account: no spaces, capitals.
  number text not null,
  bank text check (length(bank) between 1 and 140),
  -- At most ten at a time: a race for the last one has one winner.
  slot smallint not null check (slot between 1 and 10),
  created bigint not null,
  -- A new one waits for a day: whoever got at an account is found out first.
  usable_at bigint not null check (usable_at >= created + 86400),
  removed_at bigint,
  primary key (account_id, id),
  check ((kind = 'bank') = (bank is not null)),
  check (case kind when 'mobile_money' then number ~ '^\+[1-9][0-9]{7,14}$' else number ~ '^[0-9A-Z]{4,34}$' end)
);
create unique index payout_destinations_slot on payout_destinations (account_id, slot) where removed_at is null;
create unique index payout_destinations_number on payout_destinations (account_id, kind, number) where removed_at is null;
create function check_destination_update() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - 'removed_at') is distinct from (to_jsonb(old) - 'removed_at') or old.removed_at is not null then
    raise exception 'where a payout went does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payout_destinations_agreed before update on payout_destinations
  for each row execute function check_destination_update();
create trigger payout_destinations_keep before delete or truncate on payout_destinations
  for each statement execute function refuse_change();

-- Payouts ----------------------------------------------------------------------------------------------------------------

create table payouts (
  account_id bigint not null,
  -- Made with the page that asks whether it is meant: sent twice, the form makes one payout.
  id uuid not null,
  number bigint not null check (number > 0),
  destination_id uuid not null,
  amount bigint not null check (amount >= 100),
  -- REQUESTED: set aside, nobody was asked yet. SENT: the provider was asked. PARKED: nobody knows; an operator looks.
  status text not null check (status in ('REQUESTED', 'SENT', 'PARKED', 'PAID', 'FAILED', 'CANCELLED')),
  provider text not null,
  -- Ours: the provider pays once for it, however often it is asked.
  reference uuid not null,
  -- Why the provider refused, in its words.
  failure text check (length(failure) between 1 and 300),
  requested_by uuid references sellers (id),
  created bigint not null,
  sent_at bigint,
  ended_at bigint,
  primary key (account_id, id),
  unique (account_id, number),
  unique (account_id, reference),
  unique (account_id, id, amount),
  foreign key (account_id, destination_id) references payout_destinations (account_id, id),
  check ((status in ('PAID', 'FAILED', 'CANCELLED')) = (ended_at is not null)),
  check ((status in ('REQUESTED', 'CANCELLED')) = (sent_at is null)),
  check ((status = 'FAILED') = (failure is not null))
);
create index payouts_lately on payouts (account_id, created);
create index payouts_open on payouts (account_id, created) where status in ('REQUESTED', 'SENT', 'PARKED');
create trigger payouts_keep before delete or truncate on payouts for each statement execute function refuse_change();
create trigger payouts_move before update of status on payouts for each row execute function check_move(
  'REQUESTED>SENT', 'REQUESTED>CANCELLED', 'SENT>PAID', 'SENT>FAILED', 'SENT>PARKED', 'PARKED>SENT');

create function check_payout_request() returns trigger language plpgsql as $$
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
    where account_id = new.account_id and created > new.created - 86340 and status not in ('FAILED', 'CANCELLED')
  ) then
    raise exception 'account % pays out no more than % within a day', new.account_id, daily using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger payouts_allowed before insert on payouts for each row execute function check_payout_request();

create function check_payout_update() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.id, new.number, new.destination_id, new.amount, new.provider, new.reference, new.requested_by, new.created)
     is distinct from
     (old.account_id, old.id, old.number, old.destination_id, old.amount, old.provider, old.reference, old.requested_by, old.created)
  then
    raise exception 'what is paid out does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payouts_agreed before update on payouts for each row execute function check_payout_update();

-- What providers are to be asked, as provider_calls are: claimed by a lease in real time, due by the service's clock.
create table payout_calls (
  account_id bigint not null,
  payout_id uuid not null,
  provider text not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'DONE', 'PARKED')),
  due_at bigint not null,
  tries smallint not null default 0 check (tries >= 0),
  leased_until timestamptz,
  fence bigint not null default 0,
  error text,
  created bigint not null,
  primary key (account_id, payout_id),
  foreign key (account_id, payout_id) references payouts (account_id, id)
);
create index payout_calls_due on payout_calls (provider, due_at) where status = 'OPEN';
create trigger payout_calls_keep before delete or truncate on payout_calls
  for each statement execute function refuse_change();

-- The ledger: what is set aside for payouts, and three kinds of transfer that belong to no escrow ---------------------------

alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check (
  kind in ('external', 'escrow_held', 'merchant_wallet', 'fees_earned', 'refunds_payable', 'payouts_pending'));

alter table ledger_transfers
  alter column escrow_id drop not null,
  add column payout_id uuid,
  -- The event that told of a release or a settlement. Null for the few before it was kept that can't be told any more.
  add column event_id uuid;

alter table ledger_transfers disable trigger ledger_transfers_once;
with told as (
  select account_id, id, number, o ->> 'object' as kind, o ->> 'id' as object
  from (
    select account_id, id, number, body::jsonb -> 'data' -> 'object' as o from events
    where type in ('escrow.milestone.approved', 'escrow.milestone.updated', 'escrow.updated', 'escrow.completed')
  ) parsed
  where o ->> 'status' in ('COMPLETED', 'CLOSED')
)
update ledger_transfers t set event_id = told.id
from told
where told.account_id = t.account_id
  and case t.kind
    when 'release' then told.kind = 'milestone' and told.object = t.milestone_id::text
    when 'settlement' then told.kind = 'escrow' and told.object = t.escrow_id::text
  end;
alter table ledger_transfers enable trigger ledger_transfers_once;

alter table ledger_transfers
  drop constraint ledger_transfers_kinds,
  add constraint ledger_transfers_kinds check ((kind, debit_kind, credit_kind) in (
    ('payment', 'external', 'escrow_held'),
    ('excess', 'external', 'refunds_payable'),
    ('release', 'escrow_held', 'merchant_wallet'),
    ('settlement', 'escrow_held', 'merchant_wallet'),
    ('fee', 'escrow_held', 'fees_earned'),
    ('refund', 'escrow_held', 'refunds_payable'),
    ('refund_paid', 'refunds_payable', 'external'),
    ('payout_reserved', 'merchant_wallet', 'payouts_pending'),
    ('payout_paid', 'payouts_pending', 'external'),
    ('payout_void', 'payouts_pending', 'merchant_wallet'))),
  add constraint ledger_transfers_has_payout
    check ((kind in ('payout_reserved', 'payout_paid', 'payout_void')) = (payout_id is not null)),
  add constraint ledger_transfers_has_escrow check ((payout_id is null) = (escrow_id is not null)),
  -- Not valid: it binds what is written from now on.
  add constraint ledger_transfers_has_event check ((kind in ('release', 'settlement')) = (event_id is not null)) not valid,
  -- A payout moves its whole amount, each time.
  add foreign key (account_id, payout_id, amount) references payouts (account_id, id, amount),
  add foreign key (account_id, event_id) references events (account_id, id) deferrable initially deferred;
-- A payout is set aside once, and then left or came back, once.
create unique index ledger_transfers_payout_reserved on ledger_transfers (account_id, payout_id)
  where kind = 'payout_reserved';
create unique index ledger_transfers_payout_ended on ledger_transfers (account_id, payout_id)
  where kind in ('payout_paid', 'payout_void');

-- A payout is in the ledger as its status says: looked at when the transaction that wrote it commits.
create function check_payout_booked() returns trigger language plpgsql as $$
declare
  booked text[];
begin
  select coalesce(array_agg(kind order by kind), '{}') into booked from ledger_transfers
  where account_id = new.account_id and payout_id = new.id and kind in ('payout_reserved', 'payout_paid', 'payout_void');
  if booked <> (case
    when new.status = 'PAID' then array['payout_paid', 'payout_reserved']
    when new.status in ('FAILED', 'CANCELLED') then array['payout_reserved', 'payout_void']
    else array['payout_reserved'] end)
  then
    raise exception 'payout % is %, and the ledger has %', new.id, new.status, booked using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger payouts_booked after insert or update of status on payouts deferrable initially deferred
  for each row execute function check_payout_booked();

-- The statement --------------------------------------------------------------------------------------------------------------

create table wallet_lines (
  account_id bigint not null,
  number bigint not null check (number > 0),
  transfer_id uuid not null,
  kind text not null check (kind in ('release', 'settlement', 'payout_reserved', 'payout_void')),
  amount bigint not null check (case kind when 'payout_reserved' then amount < 0 else amount > 0 end),
  balance_after bigint not null check (balance_after >= 0),
  event_id uuid,
  created bigint not null,
  primary key (account_id, number),
  unique (account_id, transfer_id),
  foreign key (account_id, transfer_id) references ledger_transfers (account_id, id)
);
create index wallet_lines_kind on wallet_lines (account_id, kind, number);

insert into wallet_lines (account_id, number, transfer_id, kind, amount, balance_after, event_id, created)
select account_id, row_number() over steps, id, kind, amount, sum(amount) over steps, event_id, created
from ledger_transfers where credit_kind = 'merchant_wallet'
window steps as (partition by account_id order by created, id);

create trigger wallet_lines_once before update or delete or truncate on wallet_lines
  for each statement execute function refuse_change();
create function refuse_direct_line() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'insert on wallet_lines is refused: lines are written by transfers' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger wallet_lines_guard before insert on wallet_lines for each statement execute function refuse_direct_line();

-- As before; and then, with the rows of the wallets locked until the commit, their lines.
create or replace function post_transfers() returns trigger language plpgsql as $$
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
  if exists (select 1 from posted where 'merchant_wallet' in (debit_kind, credit_kind)) then
    insert into wallet_lines (account_id, number, transfer_id, kind, amount, balance_after, event_id, created)
    select moved.account_id, coalesce(last.number, 0) + row_number() over steps, moved.id, moved.kind, moved.change,
      coalesce(last.balance_after, 0) + sum(moved.change) over steps, moved.event_id, moved.created
    from (
      select *, case credit_kind when 'merchant_wallet' then amount else -amount end as change from posted
      where 'merchant_wallet' in (debit_kind, credit_kind)
    ) moved
    left join lateral (
      select number, balance_after from wallet_lines known where known.account_id = moved.account_id
      order by number desc limit 1
    ) last on true
    window steps as (partition by moved.account_id order by moved.id);
  end if;
  return null;
end $$;

-- The simulated providers ------------------------------------------------------------------------------------------------------

-- 'later' pays ten minutes after it was asked.
alter table sandbox_bank.moods
  add column payouts text not null default 'paid' check (payouts in ('paid', 'refused', 'later'));
-- Of a payout: when it is there, by the service's clock.
alter table sandbox_bank.outgoing add column paid_at bigint;
