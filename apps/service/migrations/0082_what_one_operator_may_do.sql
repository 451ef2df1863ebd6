-- What this migration builds: nobody decides at the desk about an order that they bought themselves, and what one operator moves
-- alone adds up, over an order and over an account within a day, until a second one has to confirm.

-- The order that an action is about; what it moved, in cents; and how much one operator alone could move when it was done, null for
-- any amount. All three are the program's own words, written with what it did.
alter table operator_actions
  add column escrow_id uuid,
  add column moved bigint not null default 0 check (moved >= 0),
  add column alone_max bigint check (alone_max >= 0);
create index operator_actions_moved on operator_actions (operator_id, account_id, created) where moved > 0 and second_id is null;

-- What one operator moved alone of an order, ever, and of an account within a day.
create function moved_alone(of_operator uuid, of_account bigint, of_escrow uuid, out in_order bigint, out in_account bigint)
language sql stable as $$
  select coalesce(sum(moved) filter (where escrow_id = of_escrow), 0)::bigint,
    coalesce(sum(moved) filter (where created > service_now() - 86400), 0)::bigint
  from operator_actions
  where operator_id = of_operator and account_id = of_account and moved > 0 and second_id is null;
$$;

alter table operator_approvals drop constraint operator_approvals_action_check;
alter table operator_approvals add constraint operator_approvals_action_check
  check (action in ('resolve_dispute', 'set_fees', 'set_limits', 'retry_payout', 'retry_refund'));

create or replace function check_operator_action() returns trigger language plpgsql as $$
declare
  before record;
begin
  if new.account_id is not null and exists (
      select 1 from team_members m
      where m.account_id = new.account_id and m.seller_id in (new.operator_id, new.second_id)) then
    raise exception 'operators do not decide about an account of their own'
      using errcode = 'check_violation', constraint = 'operator_actions_own_account';
  end if;
  -- Buyers are known by their address in small letters, whatever it was typed in.
  if new.escrow_id is not null and exists (
      select 1 from escrows e join sellers s on s.id in (new.operator_id, new.second_id)
      where e.account_id = new.account_id and e.id = new.escrow_id
        and lower(e.buyer_email collate "C") = lower(s.email collate "C")) then
    raise exception 'operators do not decide about an order of their own'
      using errcode = 'check_violation', constraint = 'operator_actions_own_order';
  end if;
  if new.operator_id is not null and new.second_id is null and new.moved > 0 and new.alone_max is not null then
    -- One at a time for one operator: of two that are under way together, the second sees what the first has moved.
    perform 1 from sellers where id = new.operator_id for no key update;
    select * into before from moved_alone(new.operator_id, new.account_id, new.escrow_id);
    if greatest(before.in_order, before.in_account) + new.moved > new.alone_max then
      raise exception 'a second operator has to confirm it'
        using errcode = 'check_violation', constraint = 'operator_actions_alone';
    end if;
  end if;
  if new.approval_id is not null then
    update operator_approvals set status = 'CONFIRMED', decided_by = new.second_id, decided_at = service_now()
    where id = new.approval_id and status = 'PENDING' and account_id = new.account_id and action = new.action
      and asked_by = new.operator_id;
    if not found then
      raise exception 'nobody is asked to confirm that any more'
        using errcode = 'check_violation', constraint = 'operator_actions_confirmed';
    end if;
  end if;
  return new;
end $$;
