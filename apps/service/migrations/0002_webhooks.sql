-- What this migration builds: webhook endpoints, the queue of deliveries that are still to be made, the record of those
-- that were, the log of attempts, and the outbox of mails.
--
--   * a delivery is one event for one endpoint. While it is open it is a row of webhook_queue, afterwards one of
--     webhook_deliveries: what workers search stays as small as the work that is left;
--   * an endpoint's row is also the lane that its deliveries wait in. A worker takes the lane, not each delivery: claiming
--     writes one row however much waits there, and the bound on what is in flight to an endpoint holds over all processes;
--   * whoever puts something into a lane holds its row until the commit, and so does whoever takes it or lets it go: no
--     delivery is overlooked between the two;
--   * moments that decide when something is sent are milliseconds of the service's clock, leases are real time.

-- What the service calls now, in milliseconds.
create function service_now_ms() returns bigint language sql stable as $$
  select floor(extract(epoch from clock_timestamp()) * 1000)::bigint + offset_seconds * 1000 from test_clock
$$;

-- One row: what the secrets of this database are sealed with, so that a process with another key does not start.
create table secret_key_check (
  only_row boolean primary key default true check (only_row),
  fingerprint bytea not null check (octet_length(fingerprint) = 32)
);

-- Endpoints ---------------------------------------------------------------------------------------------------------

create table webhook_endpoints (
  account_id bigint not null references accounts (id),
  id uuid not null,
  url text not null,
  -- Null takes every type.
  event_types text[] check (cardinality(event_types) > 0),
  status text not null default 'ENABLED' check (status in ('ENABLED', 'DISABLED', 'DELETED')),
  -- Sealed with SECRET_KEY. The previous one signs beside it until that second of the service's clock.
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until bigint,
  -- Events with a higher number are sent here: the last number of the account when the endpoint was registered.
  since_number bigint not null check (since_number >= 0),
  created bigint not null,
  -- What the sandbox was asked to do to deliveries.
  chaos_duplicate boolean not null default false,
  chaos_shuffle boolean not null default false,
  chaos_delay_seconds integer not null default 0 check (chaos_delay_seconds >= 0),
  chaos_drop_first integer not null default 0 check (chaos_drop_first >= 0),
  -- The lane. ready_at: from when on somebody should look; null while nothing waits or all of it is in a worker's hands.
  consecutive_failures integer not null default 0 check (consecutive_failures >= 0),
  attempts_made bigint not null default 0 check (attempts_made >= 0),
  ready_at bigint,
  worker uuid,
  -- Counts the takings of the lane: what an earlier holder still reports is told apart by it.
  fence bigint not null default 0,
  primary key (account_id, id),
  check (num_nulls(previous_secret, previous_secret_until) in (0, 2)),
  -- Nothing leaves for an endpoint that is not enabled.
  check (status = 'ENABLED' or ready_at is null)
) with (fillfactor = 50);
create index webhook_endpoints_id on webhook_endpoints (id);
create index webhook_endpoints_ready on webhook_endpoints (ready_at) where ready_at is not null;
create index webhook_endpoints_worker on webhook_endpoints (worker) where worker is not null;
create trigger webhook_endpoints_move before update of status on webhook_endpoints for each row execute function check_move(
  'ENABLED>DISABLED', 'DISABLED>ENABLED', 'ENABLED>DELETED', 'DISABLED>DELETED');
create trigger webhook_endpoints_keep before delete or truncate on webhook_endpoints
  for each statement execute function refuse_change();

-- Who is at work. A worker that does not say so in time has lost its lanes.
create table webhook_workers (
  id uuid primary key,
  alive_until timestamptz not null
);

-- Deliveries --------------------------------------------------------------------------------------------------------

-- The number that receivers see is one for the whole deployment: a person names a delivery by it alone.
create sequence webhook_delivery_numbers;

create table webhook_queue (
  account_id bigint not null,
  endpoint_id uuid not null,
  id bigint not null,
  event_number bigint not null,
  -- Why it exists. Only attempts of 'event' count towards disabling the endpoint.
  origin text not null check (origin in ('event', 'ping', 'resend')),
  attempts smallint not null default 0 check (attempts between 0 and 8),
  due_at bigint not null,
  created bigint not null,
  primary key (account_id, endpoint_id, due_at, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_analyze_scale_factor = 0.2);

create table webhook_deliveries (
  account_id bigint not null,
  id bigint not null,
  endpoint_id uuid not null,
  event_number bigint not null,
  origin text not null check (origin in ('event', 'ping', 'resend')),
  state text not null check (state in ('SUCCEEDED', 'FAILED', 'SKIPPED')),
  attempts smallint not null check (attempts between 0 and 9),
  created bigint not null,
  closed_at bigint not null,
  primary key (id, account_id),
  check (case state when 'SUCCEEDED' then attempts > 0 when 'FAILED' then attempts = 9 else attempts < 9 end)
);
create index webhook_deliveries_event on webhook_deliveries (account_id, event_number);
create index webhook_deliveries_failed on webhook_deliveries (account_id, endpoint_id, closed_at) where state = 'FAILED';
create trigger webhook_deliveries_once before update or delete or truncate on webhook_deliveries
  for each statement execute function refuse_change();

-- The last 50 attempts of each endpoint: the next one takes the place of the oldest, so nothing has to be swept.
create table webhook_attempts (
  account_id bigint not null,
  endpoint_id uuid not null,
  slot smallint not null check (slot between 0 and 49),
  -- Counts the endpoint's attempts from 1.
  number bigint not null check (number > 0),
  delivery_id bigint not null,
  event_number bigint not null,
  attempt smallint not null check (attempt between 1 and 9),
  -- What the delivery was after it.
  state text not null check (state in ('PENDING', 'SUCCEEDED', 'FAILED')),
  -- An answer has a status and the first 16 KiB of its body, a failure without one has a sentence.
  status_code smallint,
  error text,
  response text not null default '',
  duration_ms integer not null check (duration_ms >= 0),
  -- When it began, in seconds of the service's clock.
  created bigint not null,
  primary key (account_id, endpoint_id, slot),
  check (status_code is not null or error is not null)
) with (fillfactor = 70);

-- Mails -------------------------------------------------------------------------------------------------------------

-- What is to be told to whom. The text is made from template and parameters when it is shown or sent.
create table mails (
  id bigint generated always as identity primary key,
  recipient text not null check (recipient <> ''),
  template text not null check (template <> ''),
  params jsonb not null,
  created bigint not null,
  -- Real time of the next try; null once it was sent or given up.
  next_try_at timestamptz default clock_timestamp(),
  tries smallint not null default 0,
  sent_at bigint,
  error text
);
create index mails_due on mails (next_try_at) where next_try_at is not null;
create index mails_recipient on mails (lower(recipient), id);
