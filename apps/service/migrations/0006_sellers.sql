-- What this migration builds: the people behind accounts, how they sign in, and who may do what.
--
--   * a seller is a person with a mail address and a password, and may belong to several accounts, in each with a role;
--   * passwords and tokens are kept as hashes, what makes one-time codes is sealed with SECRET_KEY;
--   * how long a session or a link lasts is a matter of safety, so it is counted in real time, whatever the sandbox's
--     clock says.

create table sellers (
  id uuid primary key,
  -- Lower case, ASCII.
  email text not null unique check (email = lower(email) and octet_length(email) between 3 and 254),
  name text not null check (length(name) between 1 and 120),
  -- With its method and costs in front, so that they can be raised (identity/passwords.ts).
  password_hash text not null,
  -- Granted from the command line alone.
  is_operator boolean not null default false,
  -- What one-time codes are made of, sealed. The first is of a second factor that is being set up.
  totp_pending bytea,
  totp_sealed bytea,
  -- The newest thirty seconds whose code was taken: none is taken twice, nor one that is older.
  totp_step bigint check (totp_step >= 0),
  check (totp_step is null or totp_sealed is not null),
  -- A session holds while it is of this generation. A change of password begins a new one, so that not even a session that
  -- was being opened at that moment is left over.
  generation integer not null default 0,
  created bigint not null
);

-- Each lets its owner in once where the second factor is lost; taken by deleting it. Keyed hashes.
create table seller_recovery_codes (
  seller_id uuid not null references sellers (id),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (seller_id, code_hash)
);

create table seller_sessions (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  -- Names it on the page that lists them: nobody is shown a token.
  id uuid not null unique,
  seller_id uuid not null references sellers (id),
  user_agent text not null check (length(user_agent) <= 300),
  network text not null,
  generation integer not null default 0,
  created bigint not null,
  seen_at bigint not null,
  -- Fourteen days after the last visit, and never later than `ends_at`.
  expires_at timestamptz not null,
  ends_at timestamptz not null default clock_timestamp() + interval '90 days',
  check (expires_at <= ends_at)
);
create index seller_sessions_seller on seller_sessions (seller_id);
create index seller_sessions_expired on seller_sessions (expires_at);

-- A step that a browser is at: a sign-up or a new password that waits for a code from the mail, or a sign-in that waits for
-- the second factor. It belongs to the browser, which holds a random token.
create table seller_challenges (
  browser_hash bytea primary key check (octet_length(browser_hash) = 32),
  kind text not null check (kind in ('sign_up', 'reset', 'second_factor')),
  email text not null,
  -- Keyed, for all codes are tried in no time. None for a second factor, whose tries are counted by person.
  code_hash bytea check (octet_length(code_hash) = 32),
  check ((code_hash is null) = (kind = 'second_factor')),
  -- Counted before the code is looked at.
  attempts smallint not null default 0 check (attempts between 0 and 5),
  -- What the account will be opened with. No trading name for who was invited to another account.
  name text check (length(name) between 1 and 120),
  trading_name text check (length(trading_name) between 1 and 255),
  password_hash text,
  check ((kind = 'sign_up') = (name is not null and password_hash is not null)),
  -- Whose password was right.
  seller_id uuid references sellers (id),
  generation integer,
  check ((kind = 'second_factor') = (seller_id is not null and generation is not null)),
  expires_at timestamptz not null,
  -- The mail that bears the code.
  mail_id bigint
);
create index seller_challenges_expired on seller_challenges (expires_at);
create index seller_challenges_seller on seller_challenges (seller_id);

-- Beside codes that were sent: passwords and second factors that were tried, invitations sent, accounts opened.
alter table sign_in_windows drop constraint sign_in_windows_kind_check;
alter table sign_in_windows add constraint sign_in_windows_kind_check check (kind in
  ('mail', 'mail_day', 'network', 'password', 'password_network', 'second_factor', 'invitation', 'account'));

-- Accounts that a person opened in the console; one from the command line is nobody's yet. An address opens one account
-- from there, and a person any number of them.
alter table accounts add column opened_by uuid references sellers (id);
drop index accounts_email;
create unique index accounts_email on accounts (lower(email)) where opened_by is null;

-- Who belongs to an account. An account that was opened from the command line has nobody until somebody is invited.
create table team_members (
  account_id bigint not null references accounts (id),
  seller_id uuid not null references sellers (id),
  role text not null check (role in ('owner', 'developer', 'support')),
  created bigint not null,
  primary key (account_id, seller_id)
);
create index team_members_seller on team_members (seller_id);

-- An account that has an owner keeps one. Whoever takes an owner away waits here for the others who do, and then counts what
-- they have left: of two owners who take each other away, one stays.
create function keep_an_owner() returns trigger language plpgsql as $$
begin
  perform 1 from accounts where id = old.account_id for no key update;
  if not exists (select 1 from team_members
    where account_id = old.account_id and role = 'owner' and seller_id <> old.seller_id) then
    raise exception 'an account keeps an owner' using errcode = 'check_violation', constraint = 'team_members_owner';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger keep_an_owner_on_update before update on team_members for each row
  when (old.role = 'owner' and (new.role <> 'owner' or new.seller_id <> old.seller_id or new.account_id <> old.account_id))
  execute function keep_an_owner();
create trigger keep_an_owner_on_delete before delete on team_members for each row
  when (old.role = 'owner') execute function keep_an_owner();

-- An invitation is for an address: who joins is signed in with it, so the link alone lets nobody in.
create table team_invitations (
  account_id bigint not null references accounts (id),
  id text not null check (id ~ '^[0-9A-Za-z]{32}$'),
  email text not null check (email = lower(email) and octet_length(email) between 3 and 254),
  role text not null check (role in ('owner', 'developer', 'support')),
  -- Null for one from the command line.
  invited_by uuid references sellers (id),
  created bigint not null,
  expires_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, email)
);
create index team_invitations_email on team_invitations (email);
create index team_invitations_expired on team_invitations (expires_at);
