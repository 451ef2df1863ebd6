-- Refunds that a seller asks for: of a part, before and after release. Constraints of large tables are validated by the next
-- migration, which reads them while everybody else goes on.

alter table escrows
  add column refunded_held bigint not null default 0,
  add column refunded_released bigint not null default 0;
alter table escrows
  drop constraint escrows_check9,
  drop constraint escrows_cut,
  add constraint escrows_all_released check (status <> 'COMPLETED' or released + refunded_held = amount) not valid,
  add constraint escrows_cut check (status <> 'CLOSED' or released + refunded_held < amount or charged_back > 0) not valid,
  add constraint escrows_refunded_parts check (refunded_held >= 0 and released + refunded_held <= amount
    and refunded_held <= refunded and refunded_released between 0 and released) not valid;
drop trigger escrows_offers_closed on escrows;
create constraint trigger escrows_offers_closed after update on escrows deferrable initially deferred for each row
  when (old.status = 'DISPUTED'
    and (new.status <> 'DISPUTED' or new.released <> old.released or new.refunded_held <> old.refunded_held))
  execute function check_open_offers();

alter table milestones
  add column refunded_held bigint not null default 0,
  add column refunded_released bigint not null default 0;
alter table milestones add constraint milestones_refunded
  check (refunded_held >= 0 and refunded_released >= 0 and refunded_held + refunded_released <= amount) not valid;

alter table milestone_entries drop constraint milestone_entries_verb_check;
alter table milestone_entries add constraint milestone_entries_verb_check check (verb in ('submit', 'requestRevision', 'approve',
  'dispute', 'resume', 'release', 'settle', 'refund', 'statement', 'offer', 'withdrawOffer', 'declineOffer')) not valid;

alter table refunds
  add column updated bigint,
  add column number text check (number ~ '^RF-[0-9]{8}$'),
  add column milestone_id uuid,
  add column actor text check (actor in ('merchant', 'operator')),
  add column held bigint check (held >= 0),
  add column released bigint check (released >= 0),
  add column fees bigint check (fees >= 0),
  add column fees_earned bigint check (fees_earned >= 0),
  add column external_reference text not null default '' check (char_length(external_reference) <= 255),
  add column metadata text,
  add column idempotency_key text,
  add column request_hash text;
-- allowed constraint: a refund is one of many orders, and only other refunds wait for it
alter table refunds
  drop constraint refunds_reason_check,
  add constraint refunds_reason_check check (reason in ('overpaid', 'cancelled', 'declined', 'deadline', 'settled',
    'requested_by_customer', 'out_of_stock', 'damaged', 'duplicate', 'other')),
  add constraint refunds_asked check ((number is not null)
    = (reason in ('requested_by_customer', 'out_of_stock', 'damaged', 'duplicate', 'other'))),
  add constraint refunds_asked_whole check (case when number is null
    then num_nonnulls(milestone_id, actor, held, released, fees, fees_earned, metadata, idempotency_key, request_hash) = 0
      and external_reference = ''
    else num_nonnulls(actor, held, released, fees, fees_earned, metadata, request_hash, updated) = 8
      and payment_id is null and held + released > 0 and amount = held + released + fees + fees_earned end),
  add constraint refunds_milestone foreign key (account_id, escrow_id, milestone_id) references milestones (account_id, escrow_id, id) not valid;
drop index refunds_once;
-- allowed index: a refund is one of many orders, and only other refunds wait for it
create unique index refunds_once on refunds (account_id, escrow_id) where reason in ('cancelled', 'declined', 'deadline', 'settled');
-- allowed index: a refund is one of many orders, and only other refunds wait for it
create unique index refunds_number on refunds (account_id, number) where number is not null;
-- allowed index: a refund is one of many orders, and only other refunds wait for it
create unique index refunds_key on refunds (account_id, idempotency_key) where idempotency_key is not null;
-- allowed index: a refund is one of many orders, and only other refunds wait for it
create unique index refunds_reference on refunds (account_id, external_reference) where external_reference <> '';

create or replace function check_refund_update() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.escrow_id, new.id, new.payment_id, new.amount, new.reason, new.created, new.number, new.milestone_id,
      new.actor, new.held, new.released, new.fees, new.fees_earned, new.external_reference, new.metadata, new.idempotency_key,
      new.request_hash)
     is distinct from
     (old.account_id, old.escrow_id, old.id, old.payment_id, old.amount, old.reason, old.created, old.number, old.milestone_id,
      old.actor, old.held, old.released, old.fees, old.fees_earned, old.external_reference, old.metadata, old.idempotency_key,
      old.request_hash) then
    raise exception 'what is owed does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- What of each milestone a refund gives back.
create table refund_shares (
  account_id bigint not null,
  escrow_id uuid not null,
  refund_id uuid not null,
  milestone_id uuid not null,
  held bigint not null check (held >= 0),
  released bigint not null check (released >= 0),
  primary key (account_id, escrow_id, refund_id, milestone_id),
  foreign key (account_id, escrow_id, refund_id) references refunds (account_id, escrow_id, id),
  foreign key (account_id, escrow_id, milestone_id) references milestones (account_id, escrow_id, id),
  check (held + released > 0)
);
create trigger refund_shares_keep before delete or update or truncate on refund_shares
  for each statement execute function refuse_change();

create or replace function check_refund_whole() returns trigger language plpgsql as $$
declare
  planned bigint;
  shared bigint[];
begin
  select coalesce(sum(amount), 0) into planned from refund_parts
  where account_id = new.account_id and escrow_id = new.escrow_id and refund_id = new.id;
  if planned <> new.amount then
    raise exception 'parts of refund % add up to %, not %', new.id, planned, new.amount using errcode = 'check_violation';
  end if;
  if new.number is not null then
    select array[coalesce(sum(held), 0), coalesce(sum(released), 0)] into shared from refund_shares
    where account_id = new.account_id and escrow_id = new.escrow_id and refund_id = new.id;
    if shared <> array[new.held, new.released] then
      raise exception 'shares of refund % add up to %', new.id, shared using errcode = 'check_violation';
    end if;
  end if;
  return null;
end $$;

create or replace function check_escrow_update() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.id, new.session_id, new.reference_code, new.amount, new.fees, new.created, new.funding_deadline)
     is distinct from
     (old.account_id, old.id, old.session_id, old.reference_code, old.amount, old.fees, old.created, old.funding_deadline)
     or (old.dispute_reference is not null and new.dispute_reference is distinct from old.dispute_reference) then
    raise exception 'what an escrow was agreed on does not change' using errcode = 'restrict_violation';
  end if;
  if new.funded < old.funded or new.released < old.released or new.fees_earned < old.fees_earned or new.refunded < old.refunded
     or new.refunded_held < old.refunded_held or new.refunded_released < old.refunded_released then
    raise exception 'the sums of an escrow never fall' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace function check_new_offer() returns trigger language plpgsql as $$
begin
  perform from escrows e
  join milestone_entries line on line.account_id = e.account_id and line.escrow_id = e.id and line.number = new.entry_number
  where e.account_id = new.account_id and e.id = new.escrow_id and e.status = 'DISPUTED'
    and least(e.amount - e.released - e.refunded_held, e.held) = new.release + new.refund
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
    and (e.status <> 'DISPUTED' or least(e.amount - e.released - e.refunded_held, e.held) <> o.release + o.refund);
  if found then
    raise exception 'escrow % moved on under an open offer', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;

alter table ledger_transfers
  drop constraint ledger_transfers_kinds,
  drop constraint ledger_transfers_has_refund,
  add constraint ledger_transfers_has_refund check ((kind in ('excess', 'refund', 'refund_released', 'refund_fees', 'refund_paid',
    'refund_returned')) = (refund_id is not null)) not valid,
  add constraint ledger_transfers_kinds check (kind = 'payment' and debit_kind = 'external' and credit_kind = 'escrow_held'
    or kind = 'excess' and debit_kind = 'external' and credit_kind = 'refunds_payable'
    or kind = 'release' and debit_kind = 'escrow_held' and credit_kind = 'merchant_wallet'
    or kind = 'settlement' and debit_kind = 'escrow_held' and credit_kind = 'merchant_wallet'
    or kind = 'fee' and debit_kind = 'escrow_held' and credit_kind = 'fees_earned'
    or kind = 'refund' and debit_kind = 'escrow_held' and credit_kind = 'refunds_payable'
    or kind = 'refund_paid' and debit_kind = 'refunds_payable' and credit_kind = 'external'
    or kind = 'refund_returned' and debit_kind = 'external' and credit_kind = 'refunds_payable'
    or kind = 'payout_reserved' and debit_kind = 'merchant_wallet' and credit_kind = 'payouts_pending'
    or kind = 'payout_paid' and debit_kind = 'payouts_pending' and credit_kind = 'external'
    or kind = 'payout_void' and debit_kind = 'payouts_pending' and credit_kind = 'merchant_wallet'
    or kind = 'payout_returned' and debit_kind = 'external' and credit_kind = 'merchant_wallet'
    or kind = 'chargeback_taken' and debit_kind = 'chargebacks' and credit_kind = 'external'
    or kind = 'chargeback_held' and debit_kind = 'escrow_held' and credit_kind = 'chargebacks'
    or kind = 'chargeback_refund' and debit_kind = 'refunds_payable' and credit_kind = 'chargebacks'
    or kind = 'chargeback_wallet' and debit_kind = 'merchant_wallet' and credit_kind = 'chargebacks'
    or kind = 'chargeback_owed' and debit_kind = 'merchant_owes' and credit_kind = 'chargebacks'
    or kind = 'chargeback_returned' and debit_kind = 'external' and credit_kind = 'chargebacks'
    or kind = 'owed_restored' and debit_kind = 'chargebacks' and credit_kind = 'merchant_owes'
    or kind = 'wallet_restored' and debit_kind = 'chargebacks' and credit_kind = 'merchant_wallet'
    or kind = 'refund_restored' and debit_kind = 'chargebacks' and credit_kind = 'refunds_payable'
    or kind = 'held_restored' and debit_kind = 'chargebacks' and credit_kind = 'escrow_held'
    or kind = 'chargeback_fee' and debit_kind = 'merchant_owes' and credit_kind = 'fees_earned'
    or kind = 'debt_paid' and debit_kind = 'merchant_wallet' and credit_kind = 'merchant_owes'
    or kind = 'refund_released' and debit_kind = 'merchant_wallet' and credit_kind = 'refunds_payable'
    or kind = 'refund_fees' and debit_kind = 'fees_earned' and credit_kind = 'refunds_payable') not valid;

alter table wallet_lines
  drop constraint wallet_lines_kind_check,
  drop constraint wallet_lines_sign,
  add constraint wallet_lines_kind_check check (kind in ('release', 'settlement', 'payout_reserved', 'payout_void', 'payout_returned',
    'chargeback_wallet', 'wallet_restored', 'debt_paid', 'refund_released')) not valid,
  add constraint wallet_lines_sign check (case when kind in ('payout_reserved', 'chargeback_wallet', 'debt_paid', 'refund_released')
    then amount < 0 else amount > 0 end) not valid;

-- Of what a day's refunds gave back, what was released or earned before.
alter table account_days add column refunded_released bigint not null default 0;

-- Keys that exist do not have it.
-- allowed constraint: an account has ten keys at most
alter table api_keys
  drop constraint api_keys_scopes_check,
  add constraint api_keys_scopes_check check (cardinality(scopes) between 1 and 7
    and scopes <@ '{sessions:read,sessions:write,escrows:read,escrows:write,refunds:write,events:read,events:write}'::text[]);
