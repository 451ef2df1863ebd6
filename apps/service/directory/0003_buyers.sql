-- Buyers sign in once for all cells: who they are, where they are signed in, and the codes under way. A buyer is an e-mail address;
-- cells know buyers by it. Tables, names and rules are those of a cell that is alone; mails with codes are sent by the cell that a
-- code was asked for in.

create table buyers (
  -- Lower case, ASCII.
  email text primary key check (email = lower(email) and octet_length(email) between 3 and 254),
  locale text not null check (locale in ('en', 'fr', 'sw', 'pt', 'ar')),
  created bigint not null
);

create table buyer_sessions (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  email text not null references buyers (email),
  expires_at timestamptz not null,
  id uuid not null unique default gen_random_uuid(),
  user_agent text not null default '' check (length(user_agent) <= 300),
  network text not null default '',
  created timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp()
);
create index buyer_sessions_email on buyer_sessions (email);
create index buyer_sessions_expired on buyer_sessions (expires_at);

create table sign_in_challenges (
  browser_hash bytea primary key check (octet_length(browser_hash) = 32),
  email text not null,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  attempts smallint not null default 0 check (attempts between 0 and 5),
  expires_at timestamptz not null
);
create index sign_in_challenges_email on sign_in_challenges (email);
create index sign_in_challenges_expired on sign_in_challenges (expires_at);

create table sign_in_windows (
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  subject text not null,
  ends_at timestamptz not null,
  codes integer not null check (codes > 0),
  primary key (kind, subject)
) with (fillfactor = 80);
create index sign_in_windows_ended on sign_in_windows (ends_at);

-- From when until when codes for an address were refused. Cells read what is new, for reviews of that buyer's orders last as much
-- longer; real time, which each cell turns into its own.
create table sign_in_refusals (
  email text not null,
  since timestamptz not null,
  until timestamptz not null check (until >= since),
  -- When it was last written.
  noted timestamptz not null default clock_timestamp(),
  primary key (email, since)
);
create index sign_in_refusals_noted on sign_in_refusals (noted);
