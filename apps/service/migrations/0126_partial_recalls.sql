-- A transfer to a seller's account at the provider that holds their money may be tied to the payment that brought it, and be taken back
-- in parts. Existing rows are looked at by the next migration.
alter table payouts
  -- Of which payment it is a part; null where it comes out of the balance.
  add column source_escrow_id uuid,
  add column source_payment_id uuid,
  -- What came back in parts. What comes back as a whole is RETURNED.
  add column taken_back bigint not null default 0,
  -- How much is being taken back now, and how often something was.
  add column recalling bigint,
  add column recalls smallint not null default 0,
  add constraint payouts_source check ((source_escrow_id is null) = (source_payment_id is null)) not valid,
  add constraint payouts_source_fkey foreign key (account_id, source_escrow_id, source_payment_id)
    references payments (account_id, escrow_id, id) not valid,
  add constraint payouts_taken_back check (taken_back >= 0 and taken_back < amount) not valid,
  add constraint payouts_recalling check ((recalling is not null) = (recalled_at is not null and status = 'PAID')
    and recalling between 1 and amount - taken_back) not valid,
  add constraint payouts_recalls check (recalls >= 0) not valid;
-- allowed index: payouts are few beside orders, and no row is in it when it is built
create index payouts_source on payouts (account_id, source_escrow_id, source_payment_id) where source_escrow_id is not null;

-- allowed index: payouts are few beside orders, and no row is in it when it is built
create index payouts_recalling on payouts (recalled_at, account_id, id) where recalling is not null;

-- What comes back may be a part: the amounts of the others are looked at by check_payout_booked.
alter table ledger_transfers
  drop constraint ledger_transfers_account_id_payout_id_amount_fkey,
  add constraint ledger_transfers_payout_fkey foreign key (account_id, payout_id) references payouts (account_id, id) not valid,
  drop constraint ledger_transfers_round,
  add constraint ledger_transfers_round check (round = 1
    or kind in ('refund_paid', 'refund_returned', 'debt_paid', 'payout_returned') or chargeback_id is not null) not valid;
drop index ledger_transfers_payout_returned;

create or replace function check_payout_update() returns trigger language plpgsql as $function$
begin
  if (new.account_id, new.id, new.number, new.destination_id, new.amount, new.provider, new.reference, new.requested_by, new.created,
      new.source_escrow_id, new.source_payment_id)
     is distinct from
     (old.account_id, old.id, old.number, old.destination_id, old.amount, old.provider, old.reference, old.requested_by, old.created,
      old.source_escrow_id, old.source_payment_id)
     or new.taken_back < old.taken_back or new.recalls < old.recalls
  then
    raise exception 'what is paid out does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

-- Each transfer once, of the whole amount; but what came back, which may be parts, is as much as the payout says.
create or replace function check_payout_booked() returns trigger language plpgsql as $function$
declare
  booked text[];
  back bigint;
begin
  select coalesce(array_agg(kind order by kind) filter (where kind <> 'payout_returned'), '{}'),
    coalesce(sum(amount) filter (where kind = 'payout_returned'), 0)
  into booked, back from ledger_transfers
  where account_id = new.account_id and payout_id = new.id and (kind = 'payout_returned' or amount = new.amount);
  if booked <> (case
      when new.status in ('PAID', 'RETURNED') then array['payout_paid', 'payout_reserved']
      when new.status in ('FAILED', 'CANCELLED') then array['payout_reserved', 'payout_void']
      else array['payout_reserved'] end)
    or back <> (case new.status when 'RETURNED' then new.amount else new.taken_back end)
  then
    raise exception 'payout % is %, and the ledger has % and % back', new.id, new.status, booked, back using errcode = 'check_violation';
  end if;
  return null;
end $function$;
create constraint trigger payouts_taken_back_booked after update of taken_back on payouts deferrable initially deferred
  for each row when (old.taken_back <> new.taken_back) execute function check_payout_booked();

-- The simulated card company knows what money was sent of, and what was taken back of it.
alter table sandbox_bank.outgoing add column source text;
create table sandbox_bank.taken_back (
  provider text not null,
  reference text not null,
  number smallint not null,
  amount bigint not null check (amount > 0),
  created bigint not null,
  primary key (provider, reference, number),
  foreign key (provider, reference) references sandbox_bank.outgoing
);
