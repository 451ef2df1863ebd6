-- What this migration builds: the log of the API's requests that sellers look through, and what the console shows of keys
-- and of webhook attempts beside.
--
--   * the log is written in batches, about a second late, off the way of requests, and is for people: nothing of the
--     service reads it. An account's newest ten thousand are kept, for thirty days at most;
--   * how long something is kept is a matter of safety, so it is counted in real time.

alter table api_keys
  -- What its owner calls it.
  add column name text not null default '' check (length(name) <= 80),
  -- Unix seconds of the service's clock, a minute late at most.
  add column last_used_at bigint;
-- A key that is in use is updated each minute, in place.
alter table api_keys set (fillfactor = 70);

create table api_requests (
  account_id bigint not null,
  -- What the answer bears as Request-Id.
  id uuid not null,
  method text not null check (length(method) between 1 and 10),
  -- Below the API's root, with its query.
  path text not null check (length(path) <= 2000),
  status smallint not null check (status between 100 and 599),
  error_code text,
  key_lookup text not null,
  duration_ms integer not null check (duration_ms >= 0),
  idempotency_key text check (length(idempotency_key) <= 255),
  -- Answered with what was stored under the Idempotency-Key.
  is_replay boolean not null,
  -- What the answer is: the id of one object.
  object_id text check (length(object_id) <= 64),
  address text not null,
  user_agent text not null check (length(user_agent) <= 300),
  -- Of a refused request: what was sent, its first 16 KiB, and the error envelope. Bodies of others are not kept.
  body text check (octet_length(body) <= 65536),
  answer text,
  -- When it came, in seconds of the service's clock.
  created bigint not null,
  logged_at timestamptz not null default clock_timestamp(),
  primary key (account_id, id),
  check ((status >= 400) = (answer is not null)),
  check (body is null or answer is not null),
  check (error_code is null or answer is not null)
) with (autovacuum_vacuum_scale_factor = 0.05);
create index api_requests_logged on api_requests (logged_at);
create index api_requests_bodies on api_requests (logged_at) where body is not null;

-- The header as it was sent, so that a receiver can check again what it refused. Null for attempts that sent nothing.
alter table webhook_attempts add column signature text;

-- How many deliveries an endpoint took of late.
create index webhook_deliveries_succeeded on webhook_deliveries (account_id, endpoint_id, closed_at) where state = 'SUCCEEDED';
