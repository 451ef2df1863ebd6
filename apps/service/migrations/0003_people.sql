-- What this migration builds: buyers, their sessions, and the codes they sign in with.
--
--   * a buyer is an e-mail address that somebody has proved to read, by typing a code that was sent there;
--   * tokens and codes are kept as hashes. The code itself stands in the mail that brings it, and is erased there once it
--     is of no use any more;
--   * how long a code or a session lasts is a matter of safety, so it is counted in real time, whatever the sandbox's
--     clock says.

create table buyers (
  -- Lower case, ASCII.
  email text primary key check (email = lower(email) and octet_length(email) between 3 and 254),
  -- What they read: the language of the page on which they signed in last, or chose since.
  locale text not null check (locale in ('en', 'fr', 'sw', 'pt')),
  created bigint not null
);

create table buyer_sessions (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  email text not null references buyers (email),
  -- Thirty days after the last visit.
  expires_at timestamptz not null
);
create index buyer_sessions_email on buyer_sessions (email);
create index buyer_sessions_expired on buyer_sessions (expires_at);

-- A code that was sent and not yet entered. It belongs to the browser that asked for it, which holds a random token.
create table sign_in_challenges (
  browser_hash bytea primary key check (octet_length(browser_hash) = 32),
  email text not null,
  -- Keyed, for all codes are tried in no time.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  -- Counted before the code is looked at.
  attempts smallint not null default 0 check (attempts between 0 and 5),
  expires_at timestamptz not null,
  -- The mail that bears the code.
  mail_id bigint not null
);
create index sign_in_challenges_expired on sign_in_challenges (expires_at);

-- Codes sent, against their limits. Not an unlogged table as rate_windows is: these limits also bound how many codes of
-- somebody else's address can be guessed at, and a crash must not start them again.
create table sign_in_windows (
  kind text not null check (kind in ('mail', 'mail_day', 'network')),
  subject text not null,
  ends_at timestamptz not null,
  codes integer not null check (codes > 0),
  primary key (kind, subject)
) with (fillfactor = 80);
create index sign_in_windows_ended on sign_in_windows (ends_at);
