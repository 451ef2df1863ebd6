-- What this migration builds: what is kept of every question to a payment provider, so that nothing is asked for twice.
--
--   * a row is written before the provider is asked, and again when it has answered. What was asked before is looked up before
--     it is asked for again: providers forget the keys under which they do a thing once;
--   * an order that is called off before it was made is WITHDRAWN here, and is never made.

create table provider_objects (
  provider text not null,
  -- payment, refund, payout; or a kind of the provider's own, such as customer.
  kind text not null check (kind ~ '^[a-z][a-z_]{0,39}$'),
  -- Ours.
  reference text not null check (length(reference) between 1 and 80),
  -- ASKED: nobody knows yet. MADE: the provider has it. REFUSED: for good. WITHDRAWN: given up, and never asked for again.
  status text not null check (status in ('ASKED', 'MADE', 'REFUSED', 'WITHDRAWN')),
  their_id text check (length(their_id) between 1 and 255),
  -- How often it may have been asked for; 0 when it is sure that it never was.
  asks smallint not null check (asks >= 0),
  -- Seconds of the service's clock: the first time, and the last.
  asked_at bigint not null,
  last_at bigint not null,
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object' and length(data::text) <= 4096),
  primary key (provider, kind, reference)
);
create unique index provider_objects_theirs on provider_objects (provider, kind, their_id) where their_id is not null;
create index provider_objects_reference on provider_objects (reference);

create function check_provider_object() returns trigger language plpgsql as $$
begin
  if (new.provider, new.kind, new.reference, new.asked_at) is distinct from (old.provider, old.kind, old.reference, old.asked_at)
     or (old.their_id is not null and new.their_id is distinct from old.their_id) then
    raise exception 'what a provider was asked does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger provider_objects_agreed before update on provider_objects
  for each row execute function check_provider_object();
create trigger provider_objects_move before update of status on provider_objects for each row execute function check_move(
  'ASKED>MADE', 'ASKED>REFUSED', 'ASKED>WITHDRAWN', 'MADE>REFUSED', 'MADE>WITHDRAWN');
create trigger provider_objects_keep before delete or truncate on provider_objects
  for each statement execute function refuse_change();

-- What was asked before this was kept. Of most it is known that the provider took it; the rest is looked up when it is asked again.
insert into provider_objects (provider, kind, reference, status, asks, asked_at, last_at)
select provider, 'payment', reference, case when instructions is not null or status = 'SUCCEEDED' then 'MADE' else 'ASKED' end,
  1, created, created
from payments where reference !~ '\.[0-9]+$'
on conflict do nothing;
insert into provider_objects (provider, kind, reference, status, asks, asked_at, last_at)
select p.provider, 'refund', part.reference::text,
  case when part.is_refused then 'REFUSED' when part.status = 'SUCCEEDED' then 'MADE' else 'ASKED' end, 1, r.created, r.created
from refund_parts part
join refunds r on r.account_id = part.account_id and r.escrow_id = part.escrow_id and r.id = part.refund_id
join payments p on p.account_id = part.account_id and p.escrow_id = part.escrow_id and p.id = part.payment_id
where part.status <> 'PENDING';
insert into provider_objects (provider, kind, reference, status, asks, asked_at, last_at)
select provider, 'payout', reference::text, case status when 'PAID' then 'MADE' when 'FAILED' then 'REFUSED' else 'ASKED' end,
  1, sent_at, sent_at
from payouts where sent_at is not null;
