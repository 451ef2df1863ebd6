-- An account may set what one member refunds alone in a day; beyond it a colleague confirms.

-- allowed constraint: an account is one of many thousand orders
alter table accounts add column refund_alone_max bigint check (refund_alone_max >= 0);

-- allowed constraint: a refund is one of many orders, and only other refunds wait for it
alter table refunds
  add column member_id uuid,
  add column second_id uuid,
  add constraint refunds_two check (second_id is null or member_id <> second_id);
-- allowed index: a refund is one of many orders, and only other refunds wait for it
create index refunds_of_member on refunds (account_id, member_id, created) where member_id is not null and second_id is null;

create or replace function check_refund_update() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.escrow_id, new.id, new.payment_id, new.amount, new.reason, new.created, new.number, new.milestone_id,
      new.actor, new.held, new.released, new.fees, new.fees_earned, new.external_reference, new.metadata, new.idempotency_key,
      new.request_hash, new.owed, new.member_id, new.second_id)
     is distinct from
     (old.account_id, old.escrow_id, old.id, old.payment_id, old.amount, old.reason, old.created, old.number, old.milestone_id,
      old.actor, old.held, old.released, old.fees, old.fees_earned, old.external_reference, old.metadata, old.idempotency_key,
      old.request_hash, old.owed, old.member_id, old.second_id) then
    raise exception 'what is owed does not change' using errcode = 'restrict_violation';
  end if;
  if new.owed_left > old.owed_left or new.debt_steps < old.debt_steps then
    raise exception 'what a merchant owes for a refund never grows' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- What a member asks a colleague to confirm: nothing goes back before.
create table refund_requests (
  account_id bigint not null,
  id uuid not null,
  escrow_id uuid not null,
  asked_by uuid not null references sellers (id),
  -- Of the order's amount; null for all that can go back.
  amount bigint check (amount > 0),
  milestone_id uuid,
  reason text not null,
  -- What the buyer gets, as the member was told.
  gets bigint not null check (gets > 0),
  status text not null default 'OPEN' check (status in ('OPEN', 'REFUNDED', 'DECLINED')),
  created bigint not null,
  closed_by uuid references sellers (id),
  closed_at bigint,
  primary key (account_id, id),
  foreign key (account_id, escrow_id) references escrows (account_id, id),
  foreign key (account_id, escrow_id, milestone_id) references milestones (account_id, escrow_id, id),
  check ((status = 'OPEN') = (closed_by is null) and (closed_by is null) = (closed_at is null)),
  check (status <> 'REFUNDED' or closed_by <> asked_by)
);
create unique index refund_requests_open on refund_requests (account_id, escrow_id) where status = 'OPEN';
create trigger refund_requests_move before update of status on refund_requests
  for each row execute function check_move('OPEN>REFUNDED', 'OPEN>DECLINED');
create trigger refund_requests_keep before delete or truncate on refund_requests
  for each statement execute function refuse_change();
create function check_refund_request_update() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.id, new.escrow_id, new.asked_by, new.amount, new.milestone_id, new.reason, new.gets, new.created)
     is distinct from
     (old.account_id, old.id, old.escrow_id, old.asked_by, old.amount, old.milestone_id, old.reason, old.gets, old.created) then
    raise exception 'what was asked for does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger refund_requests_asked before update on refund_requests
  for each row execute function check_refund_request_update();
