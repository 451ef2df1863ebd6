-- A payment may be made in the payer's currency and a payout in the payee's, while the books stay in USD: both amounts are kept, with
-- the rate between them. Amounts in another currency are in its hundredths, or thousandths where it has three decimals. What is null is
-- in USD alone. Existing rows are looked at by the next migration.
alter table payments
  add column presented_currency text,
  add column presented_asked bigint,
  add column presented_step integer,
  add column rate text,
  add column rate_margin smallint,
  add column rate_source text,
  add column quoted_until bigint,
  -- What came, and what of it the escrow took: in the payer's currency, and in USD.
  add column presented_received bigint,
  add column presented_accepted bigint,
  add column accepted bigint,
  -- As given_back and charged_back, in the payer's currency.
  add column presented_given_back bigint,
  add column presented_charged_back bigint,
  add constraint payments_presented check (case when presented_currency is null
    then num_nonnulls(presented_asked, presented_step, rate, rate_margin, rate_source, quoted_until, presented_received,
      presented_accepted, accepted, presented_given_back, presented_charged_back) = 0
    else num_nonnulls(presented_asked, presented_step, rate, rate_margin, rate_source, quoted_until, presented_received,
      presented_accepted, accepted, presented_given_back, presented_charged_back) = 11
      and presented_currency ~ '^[A-Z]{3}$' and presented_currency <> 'USD'
      and presented_asked > 0 and presented_step > 0 and rate_margin >= 0
      and length(rate) <= 13 and rate ~ '^[0-9]+(\.[0-9]+)?$' and rate::numeric > 0 and length(rate_source) between 1 and 80
      and (presented_received > 0) = (received > 0)
      and presented_accepted between 0 and presented_received and accepted between 0 and received
      and (presented_accepted = presented_received) = (accepted = received)
      and presented_given_back >= 0 and presented_charged_back >= 0
      and presented_given_back + presented_charged_back <= presented_received end) not valid;

alter table refund_parts
  add column presented bigint,
  add column presented_charged_back bigint,
  add column presented_kept bigint,
  add constraint refund_parts_presented check (case when presented is null
    then num_nonnulls(presented_charged_back, presented_kept) = 0
    else presented >= 0 and presented_charged_back >= 0 and presented_kept >= 0
      and presented_charged_back + presented_kept <= presented end) not valid;

alter table chargebacks
  add column presented bigint,
  -- All that it took; and of the payment, but for what was about to go back to the payer anyway, and not given back.
  add column presented_taken bigint,
  add column presented_net bigint,
  add constraint chargebacks_presented check (case when presented is null then num_nonnulls(presented_taken, presented_net) = 0
    else num_nonnulls(presented_taken, presented_net) = 2 and presented > 0
      and presented_taken between 0 and presented and presented_net between 0 and presented_taken end) not valid;

alter table payouts
  add column presented_currency text,
  add column presented_amount bigint,
  add column rate text,
  add column rate_margin smallint,
  add column rate_source text,
  add constraint payouts_presented check (case when presented_currency is null
    then num_nonnulls(presented_amount, rate, rate_margin, rate_source) = 0
    else num_nonnulls(presented_amount, rate, rate_margin, rate_source) = 4
      and presented_currency ~ '^[A-Z]{3}$' and presented_currency <> 'USD' and presented_amount > 0 and rate_margin >= 0
      and length(rate) <= 13 and rate ~ '^[0-9]+(\.[0-9]+)?$' and rate::numeric > 0
      and length(rate_source) between 1 and 80 end) not valid;

-- What moved outside, where that isn't USD. Nothing, of what is worth less than the smallest coin.
alter table ledger_transfers
  add column presented bigint,
  add constraint ledger_transfers_presented
    check ((currency is not null and currency <> 'USD') = (presented is not null) and presented >= 0) not valid;

-- What the books have for it in USD, where it moved in another currency.
alter table provider_movements
  add column books bigint,
  add constraint provider_movements_books
    check ((currency = 'USD') = (books is null) and (books is null or sign(books) = sign(amount))) not valid;

create or replace function name_provider() returns trigger language plpgsql as $$
begin
  if new.payout_id is null then
    select p.provider, coalesce(p.presented_currency, 'USD') into new.provider, new.currency from payments p
    where p.account_id = new.account_id and p.escrow_id = new.escrow_id and p.id = new.payment_id;
  else
    select p.provider, coalesce(p.presented_currency, 'USD'), p.presented_amount into new.provider, new.currency, new.presented
    from payouts p where p.account_id = new.account_id and p.id = new.payout_id;
  end if;
  return new;
end $$;

create or replace function set_aside() returns trigger language plpgsql as $$
begin
  update payments p set given_back = p.given_back + line.amount, presented_given_back = p.presented_given_back + line.presented
  from (
    select account_id, escrow_id, payment_id, sum(amount) as amount, sum(presented) as presented from added group by 1, 2, 3
  ) line
  where (p.account_id, p.escrow_id, p.id) = (line.account_id, line.escrow_id, line.payment_id);
  return null;
end $$;

create or replace function charge_back() returns trigger language plpgsql as $$
begin
  update payments p set
    charged_back = sums.charged_back,
    presented_charged_back = case when p.presented_currency is not null then sums.presented end,
    open_chargebacks = sums.open_chargebacks
  from (
    select coalesce(sum(taken - returned - from_refund), 0) as charged_back, coalesce(sum(presented_net), 0) as presented,
      count(*) filter (where closed_at is null) as open_chargebacks
    from chargebacks c where (c.account_id, c.escrow_id, c.payment_id) = (new.account_id, new.escrow_id, new.payment_id)
  ) sums
  where (p.account_id, p.escrow_id, p.id) = (new.account_id, new.escrow_id, new.payment_id)
    and ((p.charged_back, p.open_chargebacks) is distinct from (sums.charged_back, sums.open_chargebacks::smallint)
      or coalesce(p.presented_charged_back, sums.presented) <> sums.presented);
  return null;
end $$;

create or replace function check_payment_update() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.escrow_id, new.id, new.method, new.provider, new.reference, new.asked, new.created)
     is distinct from
     (old.account_id, old.escrow_id, old.id, old.method, old.provider, old.reference, old.asked, old.created)
     or (old.received <> 0 and (new.received, new.presented_received, new.presented_accepted, new.accepted)
       is distinct from (old.received, old.presented_received, old.presented_accepted, old.accepted)) then
    raise exception 'what was paid does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace function check_payment_order() returns trigger language plpgsql as $$
begin
  if (new.phone, new.expires_at, new.presented_currency, new.presented_asked, new.presented_step, new.rate, new.rate_margin,
      new.rate_source, new.quoted_until)
     is distinct from (old.phone, old.expires_at, old.presented_currency, old.presented_asked, old.presented_step, old.rate,
       old.rate_margin, old.rate_source, old.quoted_until) then
    raise exception 'what a payer was asked does not change' using errcode = 'restrict_violation';
  end if;
  if (new.given_back, new.charged_back, new.open_chargebacks, new.presented_given_back, new.presented_charged_back)
     is distinct from (old.given_back, old.charged_back, old.open_chargebacks, old.presented_given_back, old.presented_charged_back)
     and pg_trigger_depth() < 2 then
    raise exception 'what is set aside moves by the parts of refunds, and by chargebacks' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace function check_payout_update() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.id, new.number, new.destination_id, new.amount, new.provider, new.reference, new.requested_by, new.created,
      new.source_escrow_id, new.source_payment_id, new.presented_currency, new.presented_amount, new.rate, new.rate_margin, new.rate_source)
     is distinct from
     (old.account_id, old.id, old.number, old.destination_id, old.amount, old.provider, old.reference, old.requested_by, old.created,
      old.source_escrow_id, old.source_payment_id, old.presented_currency, old.presented_amount, old.rate, old.rate_margin, old.rate_source)
     or new.taken_back < old.taken_back or new.recalls < old.recalls then
    raise exception 'what is paid out does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace function check_refund_part_update() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.escrow_id, new.refund_id, new.payment_id, new.amount, new.presented)
     is distinct from (old.account_id, old.escrow_id, old.refund_id, old.payment_id, old.amount, old.presented)
     or (new.reference <> old.reference and not old.is_refused) or new.kept < old.kept or new.presented_kept < old.presented_kept then
    raise exception 'what a payment gives back does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace function check_chargeback_update() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.escrow_id, new.id, new.payment_id, new.provider, new.their_id, new.created)
     is distinct from (old.account_id, old.escrow_id, old.id, old.payment_id, old.provider, old.their_id, old.created)
     or new.taken < old.taken or (old.taken > 0 and (new.amount, new.presented) is distinct from (old.amount, old.presented)) then
    raise exception 'what a bank disputes does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
