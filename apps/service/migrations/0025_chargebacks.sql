-- What this migration builds: payments that the payer's bank disputes.
--
--   * a chargeback is a row a provider tells of, and its status moves by the table below; what was told of it is written once;
--   * while one is open nothing leaves about its payment: its escrow stands still, its refunds are held, and payouts of the
--     seller stop up to the amount;
--   * money that a provider takes comes out of what is held, then of what was about to go back, then of the wallet; the rest
--     the merchant owes, in an account that may be in debit, and nothing is paid out while it is;
--   * what was taken comes back to where it came from when the chargeback is won.

-- The escrow --------------------------------------------------------------------------------------------------------

alter table escrows drop constraint escrows_check8, drop constraint escrows_held_check, drop column held;
alter table escrows
  -- Taken out of what it held by the payer's bank, and not come back.
  add column charged_back bigint not null default 0 check (charged_back >= 0),
  -- Chargebacks that are not decided: while there is one, nothing is released, settled or refunded.
  add column open_chargebacks smallint not null default 0 check (open_chargebacks >= 0);
alter table escrows
  add column held bigint generated always as (funded - released - fees_earned - refunded - charged_back) stored not null,
  add constraint escrows_held_check check (held >= 0),
  drop constraint escrows_check10,
  add constraint escrows_cut check (status <> 'CLOSED' or released < amount or charged_back > 0),
  add constraint escrows_nothing_held
    check (status not in ('COMPLETED', 'DECLINED', 'CANCELLED', 'CLOSED', 'DEADLINE_EXPIRED') or held = 0),
  -- One that is paid for stands still in DISPUTED until its chargebacks are decided.
  add constraint escrows_charged_back check (
    (open_chargebacks = 0 and charged_back = 0) or status not in ('IN_ESCROW', 'WORK_IN_PROGRESS', 'PENDING_ACCEPTANCE'));

alter table milestone_entries drop constraint milestone_entries_actor_check;
alter table milestone_entries add constraint milestone_entries_actor_check
  check (actor in ('buyer', 'merchant', 'operator', 'timer', 'bank'));

-- What is left to split is no more than what is held.
create or replace function check_new_offer() returns trigger language plpgsql as $$
begin
  perform from escrows e
  join milestone_entries line on line.account_id = e.account_id and line.escrow_id = e.id and line.number = new.entry_number
  where e.account_id = new.account_id and e.id = new.escrow_id and e.status = 'DISPUTED'
    and least(e.amount - e.released, e.held) = new.release + new.refund
    and line.verb = 'offer' and line.actor = new.made_by and line.created = new.created;
  if not found then
    raise exception 'an offer splits what is left of an escrow in dispute' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace function check_open_offers() returns trigger language plpgsql as $$
begin
  perform from settlement_offers o join escrows e on e.account_id = o.account_id and e.id = o.escrow_id
  where o.account_id = new.account_id and o.escrow_id = new.id and o.status = 'OPEN'
    and (e.status <> 'DISPUTED' or least(e.amount - e.released, e.held) <> o.release + o.refund);
  if found then
    raise exception 'escrow % moved on under an open offer', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Payments and refunds ----------------------------------------------------------------------------------------------

alter table payments
  -- Taken by the payer's bank, but for what was about to go back anyway; moves by its chargebacks.
  add column charged_back bigint not null default 0 check (charged_back >= 0),
  add column open_chargebacks smallint not null default 0 check (open_chargebacks >= 0),
  drop constraint payments_given_back,
  -- A payment gives back, and is charged back, no more than it brought.
  add constraint payments_given_back check (given_back >= 0 and given_back + charged_back <= received);
create or replace function check_payment_order() returns trigger language plpgsql as $$
begin
  if (new.phone, new.expires_at) is distinct from (old.phone, old.expires_at) then
    raise exception 'what a payer was asked does not change' using errcode = 'restrict_violation';
  end if;
  if (new.given_back, new.charged_back, new.open_chargebacks)
     is distinct from (old.given_back, old.charged_back, old.open_chargebacks) and pg_trigger_depth() < 2 then
    raise exception 'what is set aside moves by the parts of refunds, and by chargebacks' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

alter table refund_parts
  -- Of the amount, what the payer's bank took instead.
  add column charged_back bigint not null default 0,
  add constraint refund_parts_charged_back check (charged_back between 0 and amount),
  drop constraint refund_parts_status_check,
  -- HELD: the payment is disputed, and nothing is paid out until that is decided. CHARGED_BACK: the payer's bank took all of it.
  add constraint refund_parts_status_check
    check (status in ('PENDING', 'SENT', 'SUCCEEDED', 'FAILED', 'HELD', 'CHARGED_BACK')),
  add constraint refund_parts_all_charged_back check (status <> 'CHARGED_BACK' or charged_back = amount);
drop trigger refund_parts_move on refund_parts;
create trigger refund_parts_move before update of status on refund_parts for each row execute function check_move(
  'PENDING>SENT', 'SENT>SUCCEEDED', 'SENT>FAILED', 'SUCCEEDED>FAILED', 'FAILED>SENT',
  'PENDING>HELD', 'FAILED>HELD', 'HELD>PENDING', 'FAILED>PENDING',
  'PENDING>CHARGED_BACK', 'FAILED>CHARGED_BACK', 'HELD>CHARGED_BACK');
alter table refunds
  drop constraint refunds_status_check,
  add constraint refunds_status_check check (status in ('PENDING', 'SENT', 'SUCCEEDED', 'FAILED', 'HELD'));
drop trigger refunds_move on refunds;
create trigger refunds_move before update of status on refunds for each row execute function check_move(
  'PENDING>SENT', 'SENT>SUCCEEDED', 'SENT>FAILED', 'SUCCEEDED>FAILED', 'FAILED>SENT',
  'PENDING>HELD', 'SENT>HELD', 'FAILED>HELD', 'HELD>PENDING', 'HELD>SENT', 'HELD>SUCCEEDED', 'HELD>FAILED',
  'PENDING>SUCCEEDED', 'FAILED>SUCCEEDED', 'FAILED>PENDING');

-- Chargebacks -------------------------------------------------------------------------------------------------------

create table chargebacks (
  account_id bigint not null,
  escrow_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  provider text not null,
  -- The provider's own.
  their_id text not null check (length(their_id) between 1 and 255),
  -- In the provider's words.
  reason text not null check (length(reason) <= 120),
  amount bigint not null check (amount > 0),
  -- INQUIRY: the bank asks, and takes no money. OPEN: it waits for our answer. ANSWERED: it has one.
  status text not null check (status in ('INQUIRY', 'OPEN', 'ANSWERED', 'WON', 'LOST')),
  -- Whether the provider says that the money has left our balance there.
  is_taken boolean not null,
  -- In the books: all that ever left, and all that came back.
  taken bigint not null default 0 check (taken between 0 and amount),
  returned bigint not null default 0 check (returned in (0, taken)),
  -- What each source has given and not got back. `from_owed` is a debt of the merchant; what is paid of it comes from the wallet.
  from_held bigint not null default 0 check (from_held >= 0),
  from_refund bigint not null default 0 check (from_refund >= 0),
  from_wallet bigint not null default 0 check (from_wallet >= 0),
  from_owed bigint not null default 0 check (from_owed >= 0),
  -- What the provider asked for it, as far as the merchant bears it, and what of that is owed still.
  fee bigint not null default 0 check (fee >= 0),
  fee_owed bigint not null default 0 check (fee_owed between 0 and fee),
  -- How often it moved money.
  steps smallint not null default 0 check (steps >= 0),
  -- Seconds of the service's clock.
  answer_by bigint,
  evidence_sent_at bigint,
  created bigint not null,
  closed_at bigint,
  -- While it is open: when the provider is asked about it next, milliseconds of the service's clock.
  look_at bigint not null,
  primary key (account_id, escrow_id, id),
  constraint chargebacks_theirs unique (provider, their_id),
  constraint chargebacks_sources check (from_held + from_refund + from_wallet + from_owed = taken - returned),
  constraint chargebacks_closed check ((status in ('WON', 'LOST')) = (closed_at is not null)),
  constraint chargebacks_won check (status <> 'WON' or returned = taken),
  constraint chargebacks_not_won check (status = 'WON' or returned = 0),
  constraint chargebacks_inquiry check (status <> 'INQUIRY' or taken = 0),
  foreign key (account_id, escrow_id, payment_id) references payments (account_id, escrow_id, id)
);
create index chargebacks_open on chargebacks (created, id) where closed_at is null;
create index chargebacks_of_account on chargebacks (account_id, id);
create index chargebacks_open_of_account on chargebacks (account_id) where closed_at is null;
create index chargebacks_payment on chargebacks (account_id, escrow_id, payment_id);
create index chargebacks_created on chargebacks (created);
-- What merchants owe: few rows at any time.
create index chargebacks_owed on chargebacks (account_id, created, id) where from_owed + fee_owed > 0;
create index chargebacks_look on chargebacks (provider, look_at) where closed_at is null;
create trigger chargebacks_move before update of status on chargebacks for each row execute function check_move(
  'INQUIRY>OPEN', 'INQUIRY>ANSWERED', 'INQUIRY>WON', 'INQUIRY>LOST', 'OPEN>ANSWERED', 'OPEN>WON', 'OPEN>LOST',
  'ANSWERED>WON', 'ANSWERED>LOST');
create trigger chargebacks_kept before delete or truncate on chargebacks
  for each statement execute function refuse_change();
create function check_chargeback_update() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.escrow_id, new.id, new.payment_id, new.provider, new.their_id, new.created)
     is distinct from (old.account_id, old.escrow_id, old.id, old.payment_id, old.provider, old.their_id, old.created)
     or new.taken < old.taken or (old.taken > 0 and new.amount <> old.amount) then
    raise exception 'what a bank disputes does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger chargebacks_said before update on chargebacks for each row execute function check_chargeback_update();
-- Its payment knows what was taken of it, and whether any is open.
create function charge_back() returns trigger language plpgsql as $$
begin
  update payments p set
    charged_back = sums.charged_back,
    open_chargebacks = sums.open_chargebacks
  from (
    select coalesce(sum(taken - returned - from_refund), 0) as charged_back, count(*) filter (where closed_at is null) as open_chargebacks
    from chargebacks c where (c.account_id, c.escrow_id, c.payment_id) = (new.account_id, new.escrow_id, new.payment_id)
  ) sums
  where (p.account_id, p.escrow_id, p.id) = (new.account_id, new.escrow_id, new.payment_id)
    and (p.charged_back, p.open_chargebacks) is distinct from (sums.charged_back, sums.open_chargebacks::smallint);
  return null;
end $$;
create trigger chargebacks_counted after insert or update on chargebacks for each row execute function charge_back();

-- What was told and done, line by line.
create table chargeback_entries (
  account_id bigint not null,
  escrow_id uuid not null,
  chargeback_id uuid not null,
  number integer not null check (number > 0),
  -- As it was behind this line.
  status text not null check (status in ('INQUIRY', 'OPEN', 'ANSWERED', 'WON', 'LOST')),
  actor text not null check (actor in ('provider', 'operator')),
  text text not null check (length(text) <= 2000),
  created bigint not null,
  primary key (account_id, escrow_id, chargeback_id, number),
  foreign key (account_id, escrow_id, chargeback_id) references chargebacks (account_id, escrow_id, id)
);
create trigger chargeback_entries_once before update or delete or truncate on chargeback_entries
  for each statement execute function refuse_change();

-- What an operator sends to a bank leaves its line.
alter table operator_actions drop constraint operator_actions_action_check;
alter table operator_actions add constraint operator_actions_action_check check (action in ('verify', 'reject', 'suspend',
  'reinstate', 'set_fees', 'set_limits', 'resolve_dispute', 'retry_call', 'retry_refund', 'retry_payout', 'send_evidence',
  'run_audit', 'revoke_key', 'ask_second', 'decline_second'));
-- The share of disputed payments is counted by months.
create index payments_created on payments using brin (created);

-- The ledger --------------------------------------------------------------------------------------------------------

alter table ledger_accounts
  drop constraint ledger_accounts_check,
  drop constraint ledger_accounts_check1,
  drop constraint ledger_accounts_kind_check,
  add constraint ledger_accounts_kind_check check (kind in ('external', 'escrow_held', 'merchant_wallet', 'fees_earned',
    'refunds_payable', 'payouts_pending', 'chargebacks', 'merchant_owes')),
  add constraint ledger_accounts_of_escrow
    check ((kind in ('escrow_held', 'refunds_payable', 'chargebacks')) = (escrow_id <> '00000000-0000-0000-0000-000000000000')),
  -- What a merchant owes is in debit, or nothing. Outside may have given more than it got, or less: by as much as a merchant owes.
  add constraint ledger_accounts_side
    check (case kind when 'external' then true when 'merchant_owes' then debits >= credits else credits >= debits end);
create index ledger_accounts_owing on ledger_accounts (account_id) where kind = 'merchant_owes' and debits > credits;

alter table ledger_transfers
  add column chargeback_id uuid,
  drop constraint ledger_transfers_kinds,
  drop constraint ledger_transfers_has_payment,
  drop constraint ledger_transfers_round,
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
    ('payout_returned', 'external', 'merchant_wallet'),
    ('chargeback_taken', 'chargebacks', 'external'),
    ('chargeback_held', 'escrow_held', 'chargebacks'),
    ('chargeback_refund', 'refunds_payable', 'chargebacks'),
    ('chargeback_wallet', 'merchant_wallet', 'chargebacks'),
    ('chargeback_owed', 'merchant_owes', 'chargebacks'),
    ('chargeback_returned', 'external', 'chargebacks'),
    ('owed_restored', 'chargebacks', 'merchant_owes'),
    ('wallet_restored', 'chargebacks', 'merchant_wallet'),
    ('refund_restored', 'chargebacks', 'refunds_payable'),
    ('held_restored', 'chargebacks', 'escrow_held'),
    ('chargeback_fee', 'merchant_owes', 'fees_earned'),
    ('debt_paid', 'merchant_wallet', 'merchant_owes'))),
  add constraint ledger_transfers_has_payment check (
    (kind in ('payment', 'excess', 'refund_paid', 'refund_returned', 'chargeback_taken', 'chargeback_returned'))
    = (payment_id is not null)),
  add constraint ledger_transfers_has_chargeback check (
    (kind in ('chargeback_taken', 'chargeback_held', 'chargeback_refund', 'chargeback_wallet', 'chargeback_owed',
      'chargeback_returned', 'owed_restored', 'wallet_restored', 'refund_restored', 'held_restored', 'chargeback_fee', 'debt_paid'))
    = (chargeback_id is not null)),
  add constraint ledger_transfers_round
    check (round = 1 or kind in ('refund_paid', 'refund_returned') or chargeback_id is not null),
  add foreign key (account_id, escrow_id, chargeback_id) references chargebacks (account_id, escrow_id, id);
-- A chargeback moves each kind of money once in each of its steps.
create unique index ledger_transfers_chargeback on ledger_transfers (account_id, chargeback_id, kind, round)
  where chargeback_id is not null;

create or replace function post_transfers() returns trigger language plpgsql as $$
declare
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
  line record;
begin
  for line in
    select account_id, kind,
      case when kind in ('escrow_held', 'refunds_payable', 'chargebacks') then for_escrow else nil end as escrow_id,
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

alter table wallet_lines drop constraint wallet_lines_kind_check, drop constraint wallet_lines_check;
alter table wallet_lines
  add constraint wallet_lines_kind_check check (kind in ('release', 'settlement', 'payout_reserved', 'payout_void',
    'payout_returned', 'chargeback_wallet', 'wallet_restored', 'debt_paid')),
  add constraint wallet_lines_sign
    check (case when kind in ('payout_reserved', 'chargeback_wallet', 'debt_paid') then amount < 0 else amount > 0 end);
