-- What this migration builds: what merchants' books say lies outside, by provider and currency.
--
--   * a transfer from or to `external` bears the provider of its payment or payout, and the currency of the books;
--   * what our books say moved at a provider is one row a movement, for which its line in the provider's statement is found. A
--     payment that brought more than was due is two transfers and one movement.

alter table ledger_transfers add column provider text, add column currency text;

create function provider_of_transfer(of_account bigint, of_payment uuid, of_payout uuid) returns text stable language sql as $$
  select case when of_payout is null
    then (select provider from payments where account_id = of_account and id = of_payment)
    else (select provider from payouts where account_id = of_account and id = of_payout) end
$$;

-- What was written before this.
alter table ledger_transfers disable trigger ledger_transfers_once;
update ledger_transfers set provider = provider_of_transfer(account_id, payment_id, payout_id), currency = 'USD'
where 'external' in (debit_kind, credit_kind);
alter table ledger_transfers enable trigger ledger_transfers_once;
alter table ledger_transfers add constraint ledger_transfers_has_provider
  check (('external' in (debit_kind, credit_kind)) = (provider is not null) and (provider is null) = (currency is null));
drop function provider_of_transfer(bigint, uuid, uuid);

-- Orders are in one currency; whose money it is, the payment or the payout says.
create function name_provider() returns trigger language plpgsql as $$
begin
  if new.payout_id is null then
    select p.provider into new.provider from payments p
    where p.account_id = new.account_id and p.escrow_id = new.escrow_id and p.id = new.payment_id;
  else
    select p.provider into new.provider from payouts p where p.account_id = new.account_id and p.id = new.payout_id;
  end if;
  new.currency := 'USD';
  return new;
end $$;
create trigger ledger_transfers_provider before insert on ledger_transfers
  for each row when ('external' in (new.debit_kind, new.credit_kind)) execute function name_provider();

create table provider_movements (
  id bigint generated always as identity primary key,
  provider text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  type text not null
    check (type in ('payment', 'refund', 'refund_returned', 'payout', 'payout_returned', 'chargeback', 'chargeback_returned')),
  -- Ours, as the provider knows it.
  reference text not null,
  -- Hundredths; what came in is positive.
  amount bigint not null check (amount <> 0),
  account_id bigint not null,
  payment_id uuid,
  refund_id uuid,
  payout_id uuid,
  round smallint not null,
  created bigint not null,
  -- The line of the provider's statement that tells of it; null while none does.
  line bigint
);
create unique index provider_movements_once on provider_movements
  (account_id, type, payment_id, refund_id, payout_id, round) nulls not distinct where type not like 'chargeback%';
create index provider_movements_sought on provider_movements (provider, type, split_part(reference, '.', 1));
create index provider_movements_untold on provider_movements (provider, created) where line is null;

-- What a transfer moves at a provider; null for what stays inside.
create function movement_of(kind text) returns text immutable language sql as $$
  select case kind
    when 'payment' then 'payment' when 'excess' then 'payment'
    when 'refund_paid' then 'refund' when 'refund_returned' then 'refund_returned'
    when 'payout_paid' then 'payout' when 'payout_returned' then 'payout_returned'
    when 'chargeback_taken' then 'chargeback' when 'chargeback_returned' then 'chargeback_returned' end
$$;

insert into provider_movements
  (provider, currency, type, reference, amount, account_id, payment_id, refund_id, payout_id, round, created)
select t.provider, t.currency, t.type,
  coalesce((select o.reference::text from payouts o where o.account_id = t.account_id and o.id = t.payout_id),
    (select r.reference::text from refund_parts r where r.account_id = t.account_id and r.refund_id = t.refund_id and r.payment_id = t.payment_id),
    (select p.reference from payments p where p.account_id = t.account_id and p.id = t.payment_id)),
  sum(t.moved), t.account_id, t.payment_id, t.refund_id, t.payout_id, t.round, min(t.created)
from (
  select account_id, provider, currency, movement_of(kind) as type, payment_id,
    case when movement_of(kind) <> 'payment' then refund_id end as refund_id, payout_id, round, created,
    case debit_kind when 'external' then amount else -amount end as moved
  from ledger_transfers where provider is not null
) t
group by t.provider, t.currency, t.type, t.account_id, t.payment_id, t.refund_id, t.payout_id, t.round;

-- Written with its transfers; of the payment, the part of a refund or the payout as it is called at that moment.
create function record_movements() returns trigger language plpgsql as $$
begin
  insert into provider_movements
    (provider, currency, type, reference, amount, account_id, payment_id, refund_id, payout_id, round, created)
  select t.provider, t.currency, t.type,
    case when t.payout_id is not null
        then (select o.reference::text from payouts o where o.account_id = t.account_id and o.id = t.payout_id)
      when t.refund_id is not null
        then (select r.reference::text from refund_parts r
          where r.account_id = t.account_id and r.escrow_id = t.escrow_id and r.refund_id = t.refund_id and r.payment_id = t.payment_id)
      else (select p.reference from payments p
        where p.account_id = t.account_id and p.escrow_id = t.escrow_id and p.id = t.payment_id) end,
    sum(t.moved), t.account_id, t.payment_id, t.refund_id, t.payout_id, t.round, min(t.created)
  from (
    select account_id, escrow_id, provider, currency, movement_of(kind) as type, payment_id,
      case when movement_of(kind) <> 'payment' then refund_id end as refund_id, payout_id, round, created,
      case debit_kind when 'external' then amount else -amount end as moved
    from posted where provider is not null
  ) t
  group by t.account_id, t.escrow_id, t.provider, t.currency, t.type, t.payment_id, t.refund_id, t.payout_id, t.round
  order by t.account_id, t.type;
  return null;
end $$;
create trigger ledger_transfers_outside after insert on ledger_transfers referencing new table as posted
  for each statement execute function record_movements();

create function check_movement() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 and tg_op = 'INSERT' then
    raise exception 'movements are written with their transfers' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and (old.line is not null or to_jsonb(new) - 'line' <> to_jsonb(old) - 'line') then
    raise exception 'a movement at a provider changes by nothing but its line, once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger provider_movements_agreed before insert or update on provider_movements
  for each row execute function check_movement();
create trigger provider_movements_keep before delete or truncate on provider_movements
  for each statement execute function refuse_change();
