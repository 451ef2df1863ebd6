-- What this migration builds: checks of a webhook endpoint, which the doctor makes when a seller asks for one.
--
--   * an endpoint has one, the last: a new one takes its place, and only once the one before is over;
--   * a worker claims it by a lease in real time; what an earlier holder still says is told apart by the fence, which also
--     counts how often it was begun;
--   * the report is JSON of our own making, with excerpts of what the receiver answered.

create table endpoint_checks (
  account_id bigint not null,
  endpoint_id uuid not null,
  status text not null default 'WAITING' check (status in ('WAITING', 'RUNNING', 'DONE')),
  -- Real time, as the lease is.
  asked_at timestamptz not null,
  leased_until timestamptz,
  fence integer not null default 0 check (fence between 0 and 3),
  -- Seconds of the service's clock, as all pages show.
  finished bigint,
  report text check (octet_length(report) <= 262144),
  -- One sentence: why there is no report.
  error text,
  primary key (account_id, endpoint_id),
  foreign key (account_id, endpoint_id) references webhook_endpoints (account_id, id),
  check ((status = 'DONE') = (finished is not null)),
  check ((status = 'DONE') = (num_nonnulls(report, error) = 1))
);
create index endpoint_checks_open on endpoint_checks (asked_at) where status <> 'DONE';

-- A form that has an endpoint checked takes a place of its account.
alter table rate_windows drop constraint rate_windows_kind_check, add constraint rate_windows_kind_check check (
  kind in ('key', 'address', 'account', 'sessions', 'person', 'visitor', 'acting', 'sending', 'looking_up', 'checking'));
