-- What this migration builds: what guards the sign-in of sellers and operators beyond a password.
--
--   * guesses at a second factor are counted until one is right, beside the window of a quarter of an hour;
--   * a session knows when it last proved who uses it, so that what moves money or hands out access can ask for more;
--   * passkeys are second factors beside codes of an app;
--   * what happens to sign-ins and to access is written down, once.
--
-- As with the end of a session, what guards a sign-in goes by real time.

-- Codes that were tried since the last that was right, or since the password was last changed. Whoever tries them knows the
-- password, so when they are used up only a new password helps.
alter table sellers add column factor_tries smallint not null default 0 check (factor_tries between 0 and 50);

-- Of those that are open, all that is known is when somebody signed in: 90 days before their end at the latest.
alter table seller_sessions add column proved_at timestamptz;
update seller_sessions set proved_at = ends_at - interval '90 days';
alter table seller_sessions alter column proved_at set default clock_timestamp(), alter column proved_at set not null;

-- The public half of a key that a device or a password manager holds.
create table seller_passkeys (
  seller_id uuid not null references sellers (id),
  -- What the authenticator calls it, in base64url.
  id text not null check (id ~ '^[\w-]+$' and length(id) <= 1400),
  public_key bytea not null check (octet_length(public_key) between 1 and 2000),
  -- Grows with each use, where the authenticator counts; otherwise it stays 0.
  sign_count bigint not null check (sign_count >= 0),
  -- How the browser reaches it: hints for its next use.
  transports text[] not null,
  -- What its owner calls it.
  name text not null check (length(name) between 1 and 80),
  created bigint not null,
  last_used_at bigint,
  primary key (seller_id, id)
);
create unique index seller_passkeys_id on seller_passkeys (id);

-- A challenge that a passkey answered: none is taken twice. Kept while it could be presented again.
create table spent_challenges (
  hash bytea primary key check (octet_length(hash) = 32),
  expires_at timestamptz not null
);
create index spent_challenges_expired on spent_challenges (expires_at);

-- Whether somebody has one. @param app what the codes of an app are made of; null for none.
create function has_second_factor(person uuid, app bytea) returns boolean stable language sql as $$
  select app is not null or exists (select 1 from seller_passkeys k where k.seller_id = person)
$$;

-- Who made a key; null for the command line.
alter table api_keys add column created_by uuid references sellers (id);

-- What happened to sign-ins, and to what gives access to an account.
create table security_events (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  -- Of events of an account. Those of people are shown in each account that they belong to.
  account_id bigint references accounts (id),
  -- Whose sign-in it is, or who did it; null for the command line and for nobody known.
  seller_id uuid references sellers (id),
  -- What it was about, as people name it: an address, a key without its secret. May be empty.
  subject text not null check (length(subject) <= 300),
  network text not null,
  user_agent text not null check (length(user_agent) <= 300),
  created bigint not null
);
create index security_events_account on security_events (account_id, id) where account_id is not null;
create index security_events_seller on security_events (seller_id, id) where seller_id is not null;
create trigger security_events_once before update or delete or truncate on security_events
  for each statement execute function refuse_change();
