-- What this migration builds: an operator closes by hand what a provider told and nobody could book. The line of the audit log
-- names no account, for such a notice names none, and says why.

do $$
declare
  rule record;
begin
  for rule in
    select conname, regexp_replace(pg_get_constraintdef(oid), '^CHECK ', '') as terms from pg_constraint
    where conrelid = 'operator_actions'::regclass and contype = 'c'
      and (conname = 'operator_actions_action_check' or pg_get_constraintdef(oid) like '%account_id IS NOT NULL%')
  loop
    execute format('alter table operator_actions drop constraint %I, add constraint %I check (%s or action = ''close_notice'')',
      rule.conname, rule.conname, rule.terms);
  end loop;
end $$;
alter table operator_actions
  add constraint operator_actions_notices check (reason <> '' or action <> 'close_notice');
