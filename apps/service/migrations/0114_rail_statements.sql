-- Statements of accounts of the operator's own. A file is staged, and counts once it was read to its end and its balances meet what is
-- known: all of it, or nothing.
create table rail_statements (
  id bigint generated always as identity primary key,
  provider text not null check (provider ~ '^manual-[a-z][a-z0-9-]{0,23}$'),
  -- SHA-256 of the file.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  name text not null check (length(name) between 1 and 255),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  opening bigint not null,
  closing bigint not null,
  lines integer not null check (lines > 0),
  added integer not null default 0 check (added between 0 and lines),
  imported_by text not null check (imported_by <> ''),
  created bigint not null,
  status text not null default 'READING' check (status in ('READING', 'READ')),
  -- Real time: what a process left behind that ended may be taken away.
  begun_at timestamptz not null default clock_timestamp()
);
create unique index rail_statements_reading on rail_statements (provider) where status = 'READING';
create index rail_statements_read on rail_statements (provider, id) where status = 'READ';

-- Its lines, each once whatever file it came in. `keys`: what it may name of ours; `reference`: what it does.
create table rail_lines (
  number bigint generated always as identity primary key,
  provider text not null,
  line_id text not null check (length(line_id) between 1 and 140),
  statement bigint not null references rail_statements on delete cascade,
  day integer not null check (day > 0),
  amount bigint not null check (amount <> 0),
  text text not null check (length(text) <= 2000),
  keys text[] not null check (cardinality(keys) <= 20),
  is_read boolean not null default false,
  type text not null default 'other' check (type in ('payment', 'refund', 'other')),
  reference text check (length(reference) between 1 and 80),
  -- Of a payment: which of the reference's receipts it is.
  receipt smallint check (receipt > 0),
  unique (provider, line_id),
  check ((reference is null) <= (receipt is null)),
  check (type = 'payment' or receipt is null)
);
create index rail_lines_of on rail_lines (statement);
create index rail_lines_read on rail_lines (provider, number) where is_read;
create index rail_lines_receipt on rail_lines (provider, reference, receipt) where receipt is not null;
create index rail_lines_unmatched on rail_lines (number) where is_read and amount > 0 and receipt is null;

create function check_rail_line() returns trigger language plpgsql as $$
begin
  if old.is_read and (to_jsonb(new) - '{type,reference,receipt}'::text[] is distinct from to_jsonb(old) - '{type,reference,receipt}'::text[]
      or old.receipt is not null) then
    raise exception 'what a bank has said does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger rail_lines_kept before delete on rail_lines for each row when (old.is_read) execute function refuse_change();
create trigger rail_lines_said before update on rail_lines for each row execute function check_rail_line();

alter table operator_actions
  drop constraint operator_actions_action_check,
  drop constraint operator_actions_account,
  add constraint operator_actions_action_check check (action in ('verify', 'reject', 'suspend', 'reinstate', 'set_fees', 'set_limits',
    'resolve_dispute', 'retry_call', 'retry_refund', 'retry_payout', 'send_evidence', 'run_audit', 'revoke_key', 'ask_second',
    'decline_second', 'close_difference', 'move_float', 'close_notice', 'set_identity', 'search', 'open_order', 'ask_question',
    'take_domain', 'allow_domain', 'book_receipt', 'refuse_receipt', 'reverse_receipt', 'settle_outgoing', 'refund_order',
    'import_statement')) not valid,
  add constraint operator_actions_account check (account_id is not null or action in ('run_audit', 'close_difference', 'move_float',
    'close_notice', 'set_identity', 'search', 'import_statement')) not valid;
