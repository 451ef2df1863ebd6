-- Operators find any order, and what they looked for and opened stands in their log: two more actions, which decide about nothing, so an
-- operator may open an order of an account of their own. A provider's own name of a payment leads to the order.
alter table operator_actions drop constraint operator_actions_action_check;
alter table operator_actions add constraint operator_actions_action_check check (action in (
  'verify', 'reject', 'suspend', 'reinstate', 'set_fees', 'set_limits', 'resolve_dispute', 'retry_call', 'retry_refund', 'retry_payout',
  'send_evidence', 'run_audit', 'revoke_key', 'ask_second', 'decline_second', 'close_difference', 'move_float', 'close_notice',
  'set_identity', 'search', 'open_order'));
alter table operator_actions drop constraint operator_actions_account;
alter table operator_actions add constraint operator_actions_account check (
  account_id is not null or action in ('run_audit', 'close_difference', 'move_float', 'close_notice', 'set_identity', 'search'));
alter table operator_actions add constraint operator_actions_opened check (action <> 'open_order' or escrow_id is not null);

create index operator_actions_opened on operator_actions (operator_id, account_id, escrow_id, created) where action = 'open_order';
create index provider_objects_their_id on provider_objects (their_id) where their_id is not null;

create or replace function check_operator_action() returns trigger language plpgsql as $$
declare
  before record;
begin
  if new.action = 'open_order' then
    return new;
  end if;
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
