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
  created bigint not null
);

create table seller_sessions (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  -- Names it on the page that lists them: nobody is shown a token.
  id uuid not null unique,
  seller_id uuid not null references sellers (id),
  user_agent text not null check (length(user_agent) <= 300),
  network text not null,
  created bigint not null,
  seen_at bigint not null,
  expires_at timestamptz not null
);
create index seller_sessions_seller on seller_sessions (seller_id);
create index seller_sessions_expired on seller_sessions (expires_at);

-- Who belongs to an account. An account that was opened from the command line has nobody until somebody is invited.
create table team_members (
  account_id bigint not null references accounts (id),
  seller_id uuid not null references sellers (id),
  role text not null check (role in ('owner', 'developer', 'support')),
  created bigint not null,
  primary key (account_id, seller_id)
);
create index team_members_seller on team_members (seller_id);
