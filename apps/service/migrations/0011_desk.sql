-- What this migration builds: what operators did, and what the audits of the ledger found.
--
--   * every action of an operator leaves a line, in the transaction of the action itself: neither stands without the other;
--   * lines are written once. Who acted is kept by their address as it was, too;
--   * one audit always waits or runs. What asks for one, a day that has passed or an operator, moves its moment.

create table operator_actions (
  id bigint generated always as identity primary key,
  -- Null for the command line.
  operator_id uuid references sellers (id),
  operator text not null check (operator <> ''),
  action text not null check (action in ('verify', 'reject', 'suspend', 'reinstate', 'set_fees', 'set_limits',
    'resolve_dispute', 'retry_call', 'retry_refund', 'retry_payout', 'run_audit', 'revoke_key')),
  account_id bigint references accounts (id),
  -- What it was about within the account, as people name it: a reference code, a key. Empty for the account itself.
  subject text not null,
  -- Values by their names; null where there was nothing to compare.
  before jsonb check (jsonb_typeof(before) = 'object'),
  after jsonb check (jsonb_typeof(after) = 'object'),
  reason text not null check (length(reason) <= 2000),
  created bigint not null,
  check (account_id is not null or action = 'run_audit'),
  check (reason <> '' or operator_id is null or action not in ('reject', 'suspend', 'reinstate', 'resolve_dispute'))
);
create index operator_actions_account on operator_actions (account_id, id);
create index operator_actions_operator on operator_actions (operator, id);
create index operator_actions_action on operator_actions (action, id);
create trigger operator_actions_once before update or delete or truncate on operator_actions
  for each statement execute function refuse_change();

create table ledger_audits (
  id bigint generated always as identity primary key,
  status text not null default 'WAITING' check (status in ('WAITING', 'RUNNING', 'DONE', 'FAILED')),
  -- The operator who asked for it; null for the one of the day.
  asked_by text,
  -- Real time, as the lease is: books are looked at daily, whatever the sandbox's clock says.
  due_at timestamptz not null,
  leased_until timestamptz,
  -- Counts the claims: what an earlier holder still says is told apart by it.
  fence integer not null default 0,
  -- Seconds of the service's clock, as all pages show; how long it took is real.
  started bigint,
  finished bigint,
  duration_ms integer check (duration_ms >= 0),
  -- How many rules were looked at, and how many findings are listed.
  rules integer,
  findings integer check (findings >= 0),
  error text,
  check ((status = 'DONE') = (findings is not null)),
  check ((status = 'FAILED') = (error is not null)),
  check ((status in ('DONE', 'FAILED')) = (finished is not null))
);
create unique index ledger_audits_open on ledger_audits ((true)) where status in ('WAITING', 'RUNNING');
create trigger ledger_audits_move before update of status on ledger_audits for each row execute function check_move(
  'WAITING>RUNNING', 'RUNNING>DONE', 'RUNNING>FAILED');
create trigger ledger_audits_keep before delete or truncate on ledger_audits for each statement execute function refuse_change();
insert into ledger_audits (due_at) values (clock_timestamp() + interval '1 hour');

-- The rows that break a rule, as the audit said them.
create table ledger_audit_findings (
  audit_id bigint not null references ledger_audits (id),
  position integer not null check (position > 0),
  rule text not null,
  account text not null,
  object text not null,
  found text not null,
  primary key (audit_id, position)
);
create trigger ledger_audit_findings_once before update or delete or truncate on ledger_audit_findings
  for each statement execute function refuse_change();

-- Accounts in the order of their opening, for lists: their ids are random.
alter table accounts add column number bigint generated always as identity;
create unique index accounts_number on accounts (number);
create index accounts_pending on accounts (id) where verification_status = 'PENDING';

-- What waits for operators, over all accounts.
create index refunds_failed on refunds (created, account_id, id) where status = 'FAILED';
create index payouts_parked on payouts (created, account_id, id) where status = 'PARKED';
create index accounts_suspended on accounts (id) where suspended;
