-- What this migration builds: what one operator alone can't do.
--
--   * nobody decides about an account that they belong to;
--   * settlements, fees and payouts above an amount of the deployment wait for a second operator, who confirms or declines.

-- What an operator asks a second one to confirm. How it was decided is written once.
create table operator_approvals (
  id uuid primary key,
  account_id bigint not null references accounts (id),
  action text not null check (action in ('resolve_dispute', 'set_fees', 'set_limits', 'retry_payout')),
  -- What it is about within the account, as people name it. Empty for the account itself.
  subject text not null,
  -- What will be done, for the program and for people.
  request jsonb not null check (jsonb_typeof(request) = 'object'),
  shown jsonb not null check (jsonb_typeof(shown) = 'object'),
  reason text not null check (length(reason) <= 2000),
  asked_by uuid not null references sellers (id),
  asked_name text not null,
  created bigint not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'CONFIRMED', 'DECLINED')),
  decided_by uuid references sellers (id),
  decided_at bigint,
  check ((status = 'PENDING') = (decided_by is null)),
  check ((status = 'PENDING') = (decided_at is null)),
  -- Who asked may take it back, and never confirm it.
  check (status <> 'CONFIRMED' or decided_by <> asked_by)
);
create unique index operator_approvals_open on operator_approvals (account_id, action, subject) where status = 'PENDING';
create index operator_approvals_waiting on operator_approvals (created, id) where status = 'PENDING';
create trigger operator_approvals_move before update of status on operator_approvals for each row
  execute function check_move('PENDING>CONFIRMED', 'PENDING>DECLINED');
create trigger operator_approvals_keep before delete or truncate on operator_approvals for each statement
  execute function refuse_change();
create function check_approval_update() returns trigger language plpgsql as $$
begin
  if old.status <> 'PENDING' or (new.id, new.account_id, new.action, new.subject, new.request, new.shown, new.reason,
      new.asked_by, new.asked_name, new.created)
     is distinct from (old.id, old.account_id, old.action, old.subject, old.request, old.shown, old.reason, old.asked_by,
      old.asked_name, old.created) then
    raise exception 'what an operator asked for does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger operator_approvals_asked before update on operator_approvals for each row
  execute function check_approval_update();

-- Who confirmed an action, and what they were asked.
alter table operator_actions add column second_id uuid references sellers (id);
alter table operator_actions add column second text;
alter table operator_actions add column approval_id uuid references operator_approvals (id);
alter table operator_actions add constraint operator_actions_second
  check ((second_id is null) = (approval_id is null) and (second_id is null) = (second is null));
create unique index operator_actions_approval on operator_actions (approval_id) where approval_id is not null;
alter table operator_actions drop constraint operator_actions_action_check;
alter table operator_actions add constraint operator_actions_action_check check (action in ('verify', 'reject', 'suspend',
  'reinstate', 'set_fees', 'set_limits', 'resolve_dispute', 'retry_call', 'retry_refund', 'retry_payout', 'run_audit',
  'revoke_key', 'ask_second', 'decline_second'));

-- The line of an action stands with the action or not at all, so what must not be is refused here: whatever the program
-- looked at before, the books of who belongs where are those of this moment.
create function check_operator_action() returns trigger language plpgsql as $$
begin
  if new.account_id is not null and exists (
      select 1 from team_members m
      where m.account_id = new.account_id and m.seller_id in (new.operator_id, new.second_id)) then
    raise exception 'operators do not decide about an account of their own'
      using errcode = 'check_violation', constraint = 'operator_actions_own_account';
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
create trigger operator_actions_allowed before insert on operator_actions for each row
  execute function check_operator_action();
