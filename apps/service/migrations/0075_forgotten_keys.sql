-- What this migration builds: an idempotency key makes one session, also when that session has been forgotten. Stores use the ids of
-- their orders as keys, and an order id means the same order for ever.
--
--   * what a forgotten session leaves is a hash of its key, the hash of its request, its id and its second: enough to write its answer
--     again from the same request, and nothing that was in it;
--   * it is left by the statement that deletes the session, so there is no moment without either.

create table forgotten_keys (
  account_id bigint not null references accounts (id),
  key_hash bytea not null check (octet_length(key_hash) = 32),
  request_hash bytea not null check (octet_length(request_hash) = 32),
  session_id uuid not null,
  created bigint not null,
  primary key (account_id, key_hash)
);

-- With the account in it, so that one order id in two accounts leaves two hashes.
create function hash_of_key(account bigint, key text) returns bytea language sql stable parallel safe
  return sha256(convert_to(account || ' ' || key, 'UTF8'));

create or replace function count_forgotten() returns trigger language plpgsql as $$
begin
  insert into forgotten_sessions as f (account_id, sessions)
  select account_id, count(*) from gone group by account_id order by account_id
  on conflict (account_id) do update set sessions = f.sessions + excluded.sessions;
  insert into forgotten_keys (account_id, key_hash, request_hash, session_id, created)
  select account_id, hash_of_key(account_id, idempotency_key), request_hash, id, created from gone where idempotency_key is not null;
  return null;
end $$;

create function check_forgotten_key() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'keys are kept as their sessions are forgotten' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger forgotten_keys_left before insert on forgotten_keys
  for each row execute function check_forgotten_key();
create trigger forgotten_keys_keep before update or delete or truncate on forgotten_keys
  for each statement execute function refuse_change();

-- After the insert, which waits for whoever is just deleting the session of that key: only then is it certain what was left.
create function check_key_is_new() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from forgotten_keys
    where account_id = new.account_id and key_hash = hash_of_key(new.account_id, new.idempotency_key)
  ) then
    raise exception 'the key made a session that was forgotten'
      using errcode = 'unique_violation', constraint = 'forgotten_keys_pkey';
  end if;
  return null;
end $$;
create trigger checkout_sessions_key_is_new after insert on checkout_sessions
  for each row when (new.idempotency_key is not null) execute function check_key_is_new();
