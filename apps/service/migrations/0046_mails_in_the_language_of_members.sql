-- What this migration builds: mails to members of an account bear the language that each of them reads the console in.

create or replace function seller_mails(account bigint, kind text) returns table (recipient text, about jsonb)
language sql stable as $$
  select person.email, jsonb_build_object('trading_name', a.trading_name, 'seller_code', a.seller_code, 'locale', person.locale)
  from team_members m
  join sellers person on person.id = m.seller_id
  join accounts a on a.id = m.account_id
  left join notification_settings s on s.account_id = m.account_id and s.seller_id = m.seller_id and s.kind = $2
  where m.account_id = $1 and coalesce(s.enabled, is_told_by_default(m.role, $2))
  union all
  select a.email, jsonb_build_object('trading_name', a.trading_name, 'seller_code', a.seller_code)
  from accounts a
  where a.id = $1 and not exists (select 1 from team_members m where m.account_id = $1)
$$;
