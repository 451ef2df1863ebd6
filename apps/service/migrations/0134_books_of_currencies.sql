-- The house's book in every currency. What merchants are owed is in USD, so that a line in another currency is an entry in each of the
-- two, which `fx` balances. Existing rows are looked at by the next migration.
alter table house_entries
  -- Of what is in USD: the currency that it was exchanged for, where there is one.
  add column exchanged text,
  -- Of a rounding: the transfer that moved no coin.
  add column account_id bigint,
  add column transfer_id uuid,
  drop constraint house_entries_line_key,
  drop constraint house_entries_difference_key,
  drop constraint house_entries_kind_check,
  add constraint house_entries_kind_check check (kind in ('line', 'opening', 'cleared', 'float', 'rounding')) not valid,
  add constraint house_entries_exchanged check (exchanged is null or (currency = 'USD' and exchanged ~ '^[A-Z]{3}$' and exchanged <> 'USD'))
    not valid,
  -- What is worth less than the smallest coin of its currency leaves client money without anything moving at the provider.
  add constraint house_entries_rounding check (case when kind = 'rounding'
    then num_nonnulls(account_id, transfer_id, exchanged) = 3 and client_money = -fx and fx <> 0 and provider_balance = 0
      and in_transit = 0 and bank = 0 and provider_costs = 0 and fees_received = 0 and suspense = 0
    else num_nonnulls(account_id, transfer_id) = 0 end) not valid;
-- allowed index: workers alone write here, once an hour for each provider, and wait.
-- allowed index: written by workers alone, which wait; nobody who is served does
create unique index house_entries_line on house_entries (line, currency) where line is not null;
-- allowed index: as before.
-- allowed index: the same
create unique index house_entries_difference on house_entries (difference, currency) where difference is not null;
-- allowed index: there are none yet.
-- allowed index: no row is in it when it is built
create unique index house_entries_rounding_once on house_entries (account_id, transfer_id) where kind = 'rounding';

-- What moved, where a provider exchanges it by itself.
alter table provider_lines
  add column of_amount bigint,
  add column of_currency text,
  add constraint provider_lines_of check ((of_amount is null) = (of_currency is null)
    and (of_currency is null or (of_currency ~ '^[A-Z]{3}$' and of_currency <> currency and sign(of_amount) * sign(amount) >= 0))) not valid;

-- What exchange holds of a currency, and what the books have for it in USD: as fx of all entries. Debits are positive.
create table fx_positions (
  currency text primary key check (currency ~ '^[A-Z]{3}$'),
  abroad bigint not null check (currency <> 'USD' or abroad = 0),
  books bigint not null
);
insert into fx_positions (currency, abroad, books)
select currency, coalesce(sum(fx) filter (where currency <> 'USD'), 0), coalesce(sum(fx) filter (where currency = 'USD'), 0)
from house_balances where fx <> 0 group by currency;

-- Of a day, by currency: what lay there when it was looked at last, and what exchange has brought up to then. Worth is in USD at the
-- rate, and unknown without one.
create table currency_days (
  day integer not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  at bigint not null,
  provider_balance bigint not null,
  in_transit bigint not null,
  bank bigint not null,
  untold bigint not null,
  unexplained bigint not null check (unexplained <= 0),
  fx_abroad bigint not null,
  fx_books bigint not null,
  rate text check (length(rate) <= 13 and rate ~ '^[0-9]+(\.[0-9]+)?$'),
  rate_source text check (length(rate_source) between 1 and 80),
  rate_at bigint,
  worth bigint,
  fx_result bigint,
  primary key (day, currency),
  check (num_nonnulls(rate, rate_source, rate_at) in (0, 3) and (currency <> 'USD' or rate is null)),
  check (case when currency = 'USD' or rate is not null then num_nonnulls(worth, fx_result) = 2 else worth is null end)
);

create or replace function post_house_entries() returns trigger language plpgsql as $$
begin
  insert into house_balances as b
    (provider, currency, provider_balance, in_transit, bank, client_money, provider_costs, fees_received, fx, suspense)
  select provider, currency, sum(provider_balance), sum(in_transit), sum(bank), sum(client_money), sum(provider_costs),
    sum(fees_received), sum(fx), sum(suspense)
  from posted group by provider, currency order by provider, currency
  on conflict (provider, currency) do update set provider_balance = b.provider_balance + excluded.provider_balance,
    in_transit = b.in_transit + excluded.in_transit, bank = b.bank + excluded.bank,
    client_money = b.client_money + excluded.client_money, provider_costs = b.provider_costs + excluded.provider_costs,
    fees_received = b.fees_received + excluded.fees_received, fx = b.fx + excluded.fx, suspense = b.suspense + excluded.suspense;
  insert into fx_positions as f (currency, abroad, books)
  select coalesce(exchanged, currency), coalesce(sum(fx) filter (where currency <> 'USD'), 0),
    coalesce(sum(fx) filter (where currency = 'USD'), 0)
  from posted where fx <> 0 group by 1 order by 1
  on conflict (currency) do update set abroad = f.abroad + excluded.abroad, books = f.books + excluded.books;
  return null;
end $$;

create trigger fx_positions_guard before insert or delete or update or truncate on fx_positions
  for each statement execute function refuse_direct_posting();

create or replace function record_movements() returns trigger language plpgsql as $$
begin
  insert into provider_movements
    (provider, currency, type, reference, amount, books, account_id, payment_id, refund_id, payout_id, round, created)
  select t.provider, t.currency, t.type,
    case when t.payout_id is not null
        then (select o.reference::text from payouts o where o.account_id = t.account_id and o.id = t.payout_id)
      when t.refund_id is not null
        then (select r.reference::text from refund_parts r
          where r.account_id = t.account_id and r.escrow_id = t.escrow_id and r.refund_id = t.refund_id and r.payment_id = t.payment_id)
      else (select p.reference from payments p
        where p.account_id = t.account_id and p.escrow_id = t.escrow_id and p.id = t.payment_id) end,
    sum(t.moved), case when t.currency <> 'USD' then sum(t.books) end,
    t.account_id, t.payment_id, t.refund_id, t.payout_id, t.round, min(t.created)
  from (
    select account_id, escrow_id, provider, currency, movement_of(kind) as type, payment_id,
      case when movement_of(kind) <> 'payment' then refund_id end as refund_id, payout_id, round, created,
      case debit_kind when 'external' then coalesce(presented, amount) else -coalesce(presented, amount) end as moved,
      case debit_kind when 'external' then amount else -amount end as books
    from posted where provider is not null
  ) t
  group by t.account_id, t.escrow_id, t.provider, t.currency, t.type, t.payment_id, t.refund_id, t.payout_id, t.round
  having sum(t.moved) <> 0
  order by t.account_id, t.type;
  -- What is worth less than the smallest coin moves nowhere, and no statement will tell of it.
  if exists (select 1 from posted where presented = 0) then
    insert into house_entries (kind, provider, currency, exchanged, account_id, transfer_id, fx, client_money, created)
    select 'rounding', t.provider, 'USD', t.currency, t.account_id, (array_agg(t.id order by t.id))[1], sum(t.books), -sum(t.books), min(t.created)
    from (
      select account_id, escrow_id, id, provider, currency, movement_of(kind) as type, payment_id, refund_id, round, created,
        case debit_kind when 'external' then presented else -presented end as moved,
        case debit_kind when 'external' then amount else -amount end as books
      from posted where presented is not null
    ) t
    group by t.account_id, t.escrow_id, t.provider, t.currency, t.type, t.payment_id,
      case when t.type <> 'payment' then t.refund_id end, t.round
    having sum(t.moved) = 0 and sum(t.books) <> 0
    order by t.provider;
  end if;
  return null;
end $$;
