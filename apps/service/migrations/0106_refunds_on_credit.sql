-- An account may refund more than its wallet has, up to what an operator allows: the rest is owed, and what comes in pays it.
-- Constraints of large tables are validated by the next migration.

-- allowed constraint: an account is one of many thousand orders
alter table accounts add column refund_credit bigint not null default 0 check (refund_credit >= 0);

-- allowed constraint: a refund is one of many orders, and only other refunds wait for it
alter table refunds
  add column owed bigint not null default 0,
  add column owed_left bigint not null default 0,
  add column debt_steps smallint not null default 0,
  add constraint refunds_owed check (owed between 0 and coalesce(released, 0) and owed_left between 0 and owed
    and debt_steps >= 0);
-- allowed index: a refund is one of many orders, and only other refunds wait for it
create index refunds_owing on refunds (account_id, created, id) where owed_left > 0;

create or replace function check_refund_update() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.escrow_id, new.id, new.payment_id, new.amount, new.reason, new.created, new.number, new.milestone_id,
      new.actor, new.held, new.released, new.fees, new.fees_earned, new.external_reference, new.metadata, new.idempotency_key,
      new.request_hash, new.owed)
     is distinct from
     (old.account_id, old.escrow_id, old.id, old.payment_id, old.amount, old.reason, old.created, old.number, old.milestone_id,
      old.actor, old.held, old.released, old.fees, old.fees_earned, old.external_reference, old.metadata, old.idempotency_key,
      old.request_hash, old.owed) then
    raise exception 'what is owed does not change' using errcode = 'restrict_violation';
  end if;
  if new.owed_left > old.owed_left or new.debt_steps < old.debt_steps then
    raise exception 'what a merchant owes for a refund never grows' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

alter table ledger_transfers
  drop constraint ledger_transfers_kinds,
  drop constraint ledger_transfers_has_refund,
  drop constraint ledger_transfers_has_chargeback,
  drop constraint ledger_transfers_round,
  add constraint ledger_transfers_has_refund check (case when kind = 'debt_paid' then num_nonnulls(refund_id, chargeback_id) = 1
    else (kind in ('excess', 'refund', 'refund_released', 'refund_owed', 'refund_fees', 'refund_paid', 'refund_returned'))
      = (refund_id is not null) end) not valid,
  add constraint ledger_transfers_has_chargeback check (kind = 'debt_paid' or (kind in ('chargeback_taken', 'chargeback_held',
    'chargeback_refund', 'chargeback_wallet', 'chargeback_owed', 'chargeback_returned', 'owed_restored', 'wallet_restored',
    'refund_restored', 'held_restored', 'chargeback_fee')) = (chargeback_id is not null)) not valid,
  add constraint ledger_transfers_round check (round = 1 or kind in ('refund_paid', 'refund_returned', 'debt_paid')
    or chargeback_id is not null) not valid,
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
    or kind = 'refund_owed' and debit_kind = 'merchant_owes' and credit_kind = 'refunds_payable'
    or kind = 'refund_fees' and debit_kind = 'fees_earned' and credit_kind = 'refunds_payable') not valid;
