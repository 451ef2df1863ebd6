/** Tables of the floors: as much as the work itself needs, and none of the service's rules. */

export const FLOOR_SCHEMA = `
  -- A session: 20 columns, 3 indexes.
  create table floor_sessions (
    account_id bigint not null, id uuid not null, status text not null, amount bigint not null, fees bigint not null,
    external_reference text not null, title text not null, description text not null, currency text not null,
    customer_email text not null, line_items text not null, milestones text not null, metadata text not null,
    success_url text not null, cancel_url text not null, platform text not null,
    escrow_id uuid, expires_at bigint not null, completed_at bigint, created bigint not null,
    primary key (account_id, id)
  );
  create index on floor_sessions (account_id, external_reference, id);
  create index on floor_sessions (expires_at) where status = 'OPEN';

  -- Answers as the service gives them, to be read back: one by id, or the newest of a kind.
  create table floor_texts (id text primary key, kind text not null, number bigint not null, body text not null);
  create index on floor_texts (kind, number);

  create table floor_escrows (
    account_id bigint not null, id uuid not null, status text not null, amount bigint not null, funded bigint not null,
    title text not null, first_submitted_at bigint, created bigint not null,
    primary key (account_id, id)
  ) with (fillfactor = 90);
  create table floor_milestones (
    account_id bigint not null, escrow_id uuid not null, position smallint not null, title text not null, amount bigint not null,
    status text not null, submission_details text not null,
    primary key (account_id, escrow_id, position)
  ) with (fillfactor = 90);
  create table floor_events (
    account_id bigint not null, id uuid not null, type text not null, body text not null, created bigint not null,
    primary key (account_id, id)
  );

  -- Webhooks: what is to be sent, apart from the queue, whose rows are written twice.
  create table floor_webhook_events (number bigint primary key, id text not null, type text not null, body text not null);
  create table floor_webhook_queue (
    id bigint generated always as identity primary key, url text not null, event_number bigint not null,
    status text not null default 'PENDING', due_at bigint not null, attempts smallint not null default 0,
    status_code smallint, duration_ms integer
  ) with (fillfactor = 50);
  create index floor_webhook_due on floor_webhook_queue (due_at, id) where status = 'PENDING';`;

export const FLOOR_ACCOUNT = "1000000000000000001";
