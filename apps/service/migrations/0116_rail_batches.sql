-- Payouts and refunds that leave a rail of the operator's own by a file for its bank. Constraints of large tables are validated by the
-- next migration.

-- Of an account at a bank: what its payer has to know besides, such as a routing number.
alter table payout_destinations
  add column details jsonb not null default '{}',
  add constraint payout_destinations_details check (jsonb_typeof(details) = 'object' and length(details::text) <= 4000
    and (kind = 'bank' or details = '{}')) not valid;

-- What is due is gathered into a batch, which another operator approves; its file is written once, and the bank's statement settles it
-- line by line. An order is in one batch or none: it names it.
create table rail_batches (
  id bigint generated always as identity primary key,
  provider text not null check (provider ~ '^manual-[a-z][a-z0-9-]{0,23}$'),
  -- As the file and the statement name it.
  code text not null unique check (code ~ '^HB[0-9A-Z]{12}$'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'APPROVED', 'EXPORTED', 'SETTLED', 'WITHDRAWN')),
  lines integer not null check (lines between 1 and 500),
  total bigint not null check (total > 0),
  made_by uuid not null references sellers,
  made_name text not null check (made_name <> ''),
  created bigint not null,
  approved_by uuid references sellers check (approved_by <> made_by),
  approved_name text,
  approved_at bigint,
  exported_by uuid references sellers,
  exported_name text,
  exported_at bigint,
  -- Days since 1970 on which the file was written, and how many of the rail were before it on that day: some formats count them.
  day integer,
  nth smallint check (nth between 0 and 999),
  file bytea storage external check (octet_length(file) between 1 and 4194304),
  file_name text check (length(file_name) between 1 and 100),
  -- SHA-256 of the file.
  digest text check (digest ~ '^[0-9a-f]{64}$'),
  -- Who wants it withdrawn, and why; who agreed.
  withdrawal_by uuid references sellers,
  withdrawal_name text,
  withdrawal_reason text check (length(withdrawal_reason) between 1 and 2000),
  withdrawn_by uuid references sellers check (withdrawn_by <> withdrawal_by),
  withdrawn_name text,
  ended_at bigint,
  check ((approved_by is null) = (approved_at is null) and (approved_by is null) = (approved_name is null)),
  check ((exported_by is null) = (exported_at is null) and (exported_by is null) = (exported_name is null)),
  unique (provider, day, nth),
  check ((exported_by is null) = (day is null) and (day is null) = (nth is null)),
  check ((exported_by is null) = (file is null) and (file is null) = (digest is null) and (file is null) = (file_name is null)),
  check ((withdrawal_by is null) = (withdrawal_reason is null) and (withdrawal_by is null) = (withdrawal_name is null)),
  check ((status = 'WITHDRAWN') = (withdrawn_by is not null) and (withdrawn_by is null) = (withdrawn_name is null)),
  check (withdrawn_by is null or withdrawal_by is not null),
  check ((status in ('SETTLED', 'WITHDRAWN')) = (ended_at is not null)),
  check (case status when 'DRAFT' then approved_by is null and exported_by is null
    when 'APPROVED' then approved_by is not null and exported_by is null
    when 'WITHDRAWN' then true
    else approved_by is not null and exported_by is not null end),
  -- What somebody wants withdrawn is not sent meanwhile.
  check (status <> 'SETTLED' or withdrawal_by is null)
);
create index rail_batches_open on rail_batches (provider, id) where status in ('DRAFT', 'APPROVED', 'EXPORTED');

alter table rail_outgoing
  -- Whom it goes to, as a file needs it: kind, name, number, bank, details.
  add column payee jsonb,
  -- What a file and a statement call it, where an id of 36 signs has no room.
  add column code text,
  -- 0: a batch of the cell that the account came from.
  add column batch bigint,
  add column line integer,
  -- Somebody says that it was not paid, or came back; another one has to say so, too.
  add column end_by uuid,
  add column end_name text,
  add column end_reason text,
  add constraint rail_outgoing_payee check (jsonb_typeof(payee) = 'object' and (payee is not null or kind = 'refund')) not valid,
  add constraint rail_outgoing_code check (code ~ '^HP[0-9A-Z]{12}$') not valid,
  add constraint rail_outgoing_line check ((batch is null) = (line is null) and line between 1 and 500) not valid,
  add constraint rail_outgoing_named check (batch is null or payee is not null and code is not null) not valid,
  add constraint rail_outgoing_end check ((end_by is null) = (end_reason is null) and (end_by is null) = (end_name is null)
    and length(end_reason) between 1 and 300) not valid;
-- allowed index: it was made after the last release
create unique index rail_outgoing_codes on rail_outgoing (code, provider) where code is not null;
-- allowed index: it was made after the last release
create unique index rail_outgoing_batch on rail_outgoing (batch, line) where batch > 0;
-- allowed index: it was made after the last release
create index rail_outgoing_due on rail_outgoing (provider, created) where status = 'OPEN' and batch is null;

-- An order comes into a draft, leaves one that was withdrawn, and is settled in one that was sent. What it says stays.
create function check_rail_order() returns trigger language plpgsql as $$
declare
  stands text;
begin
  if (new.provider, new.kind, new.reference, new.payment, new.amount, new.currency, new.created)
      is distinct from (old.provider, old.kind, old.reference, old.payment, old.amount, old.currency, old.created)
    or old.code is not null and new.code is distinct from old.code
    or old.batch is not null and new.payee is distinct from old.payee then
    raise exception 'what is to be sent does not change' using errcode = 'restrict_violation';
  end if;
  if new.batch is not distinct from old.batch and new.status = old.status then
    return new;
  end if;
  select status into stands from rail_batches where id = coalesce(new.batch, old.batch) and provider = new.provider;
  if old.batch is null and new.batch is not null then
    if stands is distinct from 'DRAFT' or new.status <> 'OPEN' or old.status <> 'OPEN' then
      raise exception 'only what is due comes into a batch, and only into a draft' using errcode = 'check_violation';
    end if;
  elsif new.batch is distinct from old.batch then
    if new.batch is not null or stands is distinct from 'WITHDRAWN' or new.status <> 'OPEN' then
      raise exception 'an order stays in its batch until that is withdrawn' using errcode = 'check_violation';
    end if;
  elsif new.batch > 0 and (stands is null or stands not in ('EXPORTED', 'SETTLED')) then
    raise exception 'nothing of a batch ends before it was sent' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger rail_outgoing_order before update on rail_outgoing for each row execute function check_rail_order();

create trigger rail_batches_move before update of status on rail_batches for each row execute function check_move(
  'DRAFT>APPROVED', 'APPROVED>EXPORTED', 'EXPORTED>SETTLED', 'DRAFT>WITHDRAWN', 'APPROVED>WITHDRAWN', 'EXPORTED>WITHDRAWN');
create trigger rail_batches_keep before delete or truncate on rail_batches for each statement execute function refuse_change();
-- What was gathered is what is approved and sent; a file is written once.
create function check_rail_batch() returns trigger language plpgsql as $$
declare
  found record;
begin
  if (new.provider, new.code, new.currency, new.lines, new.total, new.made_by, new.made_name, new.created)
      is distinct from (old.provider, old.code, old.currency, old.lines, old.total, old.made_by, old.made_name, old.created)
    or old.approved_by is not null
      and (new.approved_by, new.approved_name, new.approved_at) is distinct from (old.approved_by, old.approved_name, old.approved_at)
    or old.file is not null and (new.file, new.file_name, new.digest, new.exported_by, new.exported_name, new.exported_at, new.day, new.nth)
      is distinct from (old.file, old.file_name, old.digest, old.exported_by, old.exported_name, old.exported_at, old.day, old.nth) then
    raise exception 'what a batch says does not change' using errcode = 'restrict_violation';
  end if;
  if new.status = old.status then
    return new;
  end if;
  select count(*) as lines, coalesce(sum(amount), 0) as total, count(*) filter (where status = 'OPEN') as open into found
  from rail_outgoing where batch = new.id and provider = new.provider;
  if new.status in ('APPROVED', 'EXPORTED')
      and (found.lines <> new.lines or found.total <> new.total or found.open <> new.lines or new.withdrawal_by is not null)
    or new.status = 'WITHDRAWN' and (found.lines <> new.lines or found.open <> new.lines)
    or new.status = 'SETTLED' and found.open > 0 then
    raise exception 'batch % is not what it says', new.code using errcode = 'check_violation', constraint = 'rail_batches_said';
  end if;
  return new;
end $$;
create trigger rail_batches_said before update on rail_batches for each row execute function check_rail_batch();

alter table rail_lines
  drop constraint rail_lines_type_check,
  add constraint rail_lines_type_check
    check (type in ('payment', 'refund', 'refund_returned', 'payout', 'payout_returned', 'batch', 'other')) not valid;

alter table operator_actions
  drop constraint operator_actions_action_check,
  drop constraint operator_actions_account,
  add constraint operator_actions_action_check check (action in ('verify', 'reject', 'suspend', 'reinstate', 'set_fees', 'set_limits',
    'resolve_dispute', 'retry_call', 'retry_refund', 'retry_payout', 'send_evidence', 'run_audit', 'revoke_key', 'ask_second',
    'decline_second', 'close_difference', 'move_float', 'close_notice', 'set_identity', 'search', 'open_order', 'ask_question',
    'take_domain', 'allow_domain', 'book_receipt', 'refuse_receipt', 'reverse_receipt', 'settle_outgoing', 'refund_order',
    'import_statement', 'make_batch', 'approve_batch', 'export_batch', 'fetch_batch', 'withdraw_batch', 'set_payee')) not valid,
  add constraint operator_actions_account check (account_id is not null or action in ('run_audit', 'close_difference', 'move_float',
    'close_notice', 'set_identity', 'search', 'import_statement', 'make_batch', 'approve_batch', 'export_batch', 'fetch_batch',
    'withdraw_batch')) not valid,
  add constraint operator_actions_batches check (action not in ('make_batch', 'approve_batch', 'export_batch', 'fetch_batch',
    'withdraw_batch', 'set_payee') or subject <> '') not valid;
