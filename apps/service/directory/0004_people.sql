-- Sellers and operators sign in once for all cells: who they are, their passwords, second factors and sessions, the codes under way,
-- the mails about all of that, and the log of it. Tables, names and rules are those of a cell that is alone, so that the same
-- statements serve both. Cells keep a person's id, address, name and language, and what was logged of their own people.

-- Cells of one directory are all of one mode: the sandbox shows codes that mails bear, and sends none.
create table deployment (
  only_row boolean primary key default true check (only_row),
  mode text not null check (mode in ('sandbox', 'live'))
);

-- Real time: the sandbox's clock is each cell's, and here nobody moves it.
create view test_clock as select 0::bigint as offset_seconds;
create function service_now() returns bigint language sql stable as
  'select floor(extract(epoch from clock_timestamp()))::bigint + offset_seconds from test_clock';

create table sellers (
  id uuid primary key,
  -- Lower case, ASCII, verified.
  email text not null unique check (email = lower(email) and octet_length(email) between 3 and 254),
  name text not null check (length(name) between 1 and 120),
  password_hash text not null,
  is_operator boolean not null default false,
  totp_pending bytea,
  totp_sealed bytea,
  totp_step bigint check (totp_step >= 0),
  -- Sessions of an earlier one have ended.
  generation integer not null default 0,
  created bigint not null,
  factor_tries smallint not null default 0 check (factor_tries between 0 and 50),
  locale text check (locale in ('en', 'fr', 'sw', 'pt')),
  -- Of what cells keep of somebody: a copy never takes the place of a later one.
  version bigint not null default 1,
  check (totp_step is null or totp_sealed is not null)
);

create table seller_passkeys (
  seller_id uuid not null references sellers,
  id text not null check (id ~ '^[\w-]+$' and length(id) <= 1400),
  public_key bytea not null check (octet_length(public_key) between 1 and 2000),
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  name text not null check (length(name) between 1 and 80),
  created bigint not null,
  last_used_at bigint,
  constraint seller_passkeys_pkey primary key (seller_id, id)
);
create unique index seller_passkeys_id on seller_passkeys (id);

create function has_second_factor(person uuid, app bytea) returns boolean language sql stable as
  'select app is not null or exists (select 1 from seller_passkeys k where k.seller_id = person)';

create table seller_recovery_codes (
  seller_id uuid not null references sellers,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (seller_id, code_hash)
);

create table seller_sessions (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  id uuid not null unique,
  seller_id uuid not null references sellers,
  user_agent text not null check (length(user_agent) <= 300),
  network text not null,
  generation integer not null default 0,
  created bigint not null,
  seen_at bigint not null,
  expires_at timestamptz not null,
  ends_at timestamptz not null default clock_timestamp() + interval '90 days',
  proved_at timestamptz not null default clock_timestamp(),
  check (expires_at <= ends_at)
);
create index seller_sessions_expired on seller_sessions (expires_at);
create index seller_sessions_seller on seller_sessions (seller_id);

create table mails (
  -- Above those of any cell, so that the sandbox's mailbox has each number once.
  id bigint generated always as identity (start with 1000000000000000) primary key,
  recipient text not null check (recipient <> ''),
  template text not null check (template <> ''),
  params jsonb not null,
  created bigint not null,
  next_try_at timestamptz default clock_timestamp(),
  tries smallint not null default 0,
  sent_at bigint,
  error text
);
create index mails_due on mails (next_try_at) where next_try_at is not null;
create index mails_over on mails (coalesce(sent_at, created)) where next_try_at is null;
create index mails_recipient on mails (lower(recipient), id);

create table seller_challenges (
  browser_hash bytea primary key check (octet_length(browser_hash) = 32),
  kind text not null check (kind in ('sign_up', 'reset', 'second_factor')),
  email text not null,
  code_hash bytea check (octet_length(code_hash) = 32),
  attempts smallint not null default 0 check (attempts between 0 and 5),
  name text check (length(name) between 1 and 120),
  trading_name text check (length(trading_name) between 1 and 255),
  password_hash text,
  seller_id uuid references sellers,
  generation integer,
  expires_at timestamptz not null,
  mail_id bigint,
  check ((code_hash is null) = (kind = 'second_factor')),
  check ((kind = 'sign_up') = (name is not null and password_hash is not null)),
  check ((kind = 'second_factor') = (seller_id is not null and generation is not null))
);
create index seller_challenges_expired on seller_challenges (expires_at);
create index seller_challenges_seller on seller_challenges (seller_id);

create table spent_challenges (
  hash bytea primary key check (octet_length(hash) = 32),
  expires_at timestamptz not null
);
create index spent_challenges_expired on spent_challenges (expires_at);

create table security_events (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  -- Of events of an account, which are logged in its cell: always null here.
  account_id bigint check (account_id is null),
  seller_id uuid references sellers,
  subject text not null check (length(subject) <= 300),
  network text not null,
  user_agent text not null check (length(user_agent) <= 300),
  created bigint not null
);

-- The keys that secrets of people are sealed with.
create table secret_key_check (
  fingerprint bytea primary key check (octet_length(fingerprint) = 32)
);
create table kept_keys (
  purpose text primary key check (purpose = 'recovery codes'),
  sealed bytea not null
);

-- What cells have yet to hear, numbered 1, 2, 3 in the order of commits: each reads behind the last number that it has. The number is
-- taken at the very end of a transaction, so nobody waits for it long.
create table people_news_number (
  only_row boolean primary key default true check (only_row),
  last bigint not null default 0
);
insert into people_news_number default values;

create table people_news (
  number bigint primary key,
  -- Somebody came to be, or is another by name, language or role; of one person the last is kept.
  seller_id uuid unique references sellers,
  event_id bigint unique references security_events on delete cascade,
  check ((seller_id is null) <> (event_id is null))
);

create function tell_cells() returns trigger language plpgsql as $$
declare
  next bigint;
begin
  update people_news_number set last = last + 1 returning last into next;
  if tg_table_name = 'security_events' then
    insert into people_news (number, event_id) values (next, new.id);
  else
    insert into people_news (number, seller_id) values (next, new.id)
    on conflict (seller_id) do update set number = excluded.number;
  end if;
  return null;
end $$;

create constraint trigger tell_cells_of_events after insert on security_events
  deferrable initially deferred for each row execute function tell_cells();
create constraint trigger tell_cells_of_new after insert on sellers
  deferrable initially deferred for each row execute function tell_cells();
create function raise_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger raise_version before update of name, locale, is_operator on sellers for each row
  when (old.name is distinct from new.name or old.locale is distinct from new.locale or old.is_operator <> new.is_operator)
  execute function raise_version();
create constraint trigger tell_cells_of_changes after update on sellers
  deferrable initially deferred for each row when (old.version <> new.version) execute function tell_cells();
