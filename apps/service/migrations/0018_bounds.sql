-- What this migration builds: bounds on what one account can hold and use up, and what is forgotten with time.

-- Endpoints of an account -------------------------------------------------------------------------------------------
--
--   * at most twenty that are not deleted: each occupies one of twenty slots, so a race for the last one has one winner;
--   * an account that had more before keeps them. Those bear no slot, and none is added until fewer than twenty are left.

alter table webhook_endpoints add column slot smallint check (slot between 1 and 20);
update webhook_endpoints e set slot = ranked.slot
from (
  select account_id, id, row_number() over (partition by account_id order by created, id) as slot
  from webhook_endpoints where status <> 'DELETED'
) ranked
where e.account_id = ranked.account_id and e.id = ranked.id and ranked.slot <= 20;
create unique index webhook_endpoints_slot on webhook_endpoints (account_id, slot) where status <> 'DELETED';

create function refuse_endpoint_without_slot() returns trigger language plpgsql as $$
begin
  raise exception 'a webhook endpoint takes one of its account''s slots' using errcode = 'check_violation';
end $$;
create trigger webhook_endpoints_slotted before insert on webhook_endpoints
  for each row when (new.slot is null) execute function refuse_endpoint_without_slot();


-- Windows -----------------------------------------------------------------------------------------------------------
--
--   * requests of an account, whatever its keys; sessions that it asks for in a day; what people do on pages, by who they
--     are, and what an account has sent again.

alter table rate_windows drop constraint rate_windows_kind_check;
alter table rate_windows add constraint rate_windows_kind_check check (
  kind in ('key', 'address', 'account', 'sessions', 'person', 'visitor', 'acting', 'sending', 'looking_up'));


-- What is forgotten -------------------------------------------------------------------------------------------------
--
--   * a session that expired and became no order may go once nobody asks for it any more: ninety days after its end, and
--     when the figures of its day are kept. With it goes the key of the request that made it, and the answer.

drop trigger checkout_sessions_keep on checkout_sessions;
create trigger checkout_sessions_keep before truncate on checkout_sessions
  for each statement execute function refuse_change();
create function check_session_delete() returns trigger language plpgsql as $$
begin
  if old.status <> 'EXPIRED' or old.escrow_id is not null or old.expires_at > service_now() - 90 * 86400
     or not exists (select 1 from account_days d where d.account_id = old.account_id and d.day = old.created / 86400) then
    raise exception 'a session is kept while anything may refer to it' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger checkout_sessions_forgotten before delete on checkout_sessions
  for each row execute function check_session_delete();

-- How many went, so that the audit can still tell that every session that ended was told.
create table forgotten_sessions (
  account_id bigint primary key references accounts (id),
  sessions bigint not null check (sessions > 0)
);
create function count_forgotten() returns trigger language plpgsql as $$
begin
  insert into forgotten_sessions as f (account_id, sessions)
  select account_id, count(*) from gone group by account_id order by account_id
  on conflict (account_id) do update set sessions = f.sessions + excluded.sessions;
  return null;
end $$;
create trigger checkout_sessions_counted after delete on checkout_sessions
  referencing old table as gone for each statement execute function count_forgotten();
create function check_forgotten() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or pg_trigger_depth() < 2 or (tg_op = 'UPDATE' and new.sessions < old.sessions) then
    raise exception 'sessions are counted as they are forgotten' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger forgotten_sessions_counted before insert or update or delete on forgotten_sessions
  for each row execute function check_forgotten();
create trigger forgotten_sessions_keep before delete or truncate on forgotten_sessions
  for each statement execute function refuse_change();

create index checkout_sessions_expired on checkout_sessions (expires_at) where status = 'EXPIRED';
create index mails_over on mails ((coalesce(sent_at, created))) where next_try_at is null;
