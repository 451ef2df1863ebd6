-- Files of banks that an operator handed in at the desk, and that wait for another one. Constraints of large tables are validated by the
-- next migration.

-- A file of a statement names its statement, which is of the very same file: a statement is found by all that both say.
-- allowed index: it was made after the last release
create unique index rail_statements_file on rail_statements (id, provider, digest);

-- What was uploaded is what is booked. The file and what its lines would do are kept while it waits, and no longer.
create table rail_uploads (
  id uuid primary key,
  provider text not null check (provider ~ '^manual-[a-z][a-z0-9-]{0,23}$'),
  name text not null check (length(name) between 1 and 255),
  -- SHA-256 of the file.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  bytes integer not null check (bytes between 1 and 16777216),
  file bytea storage external,
  preview jsonb check (jsonb_typeof(preview) = 'object'),
  status text not null default 'PENDING' check (status in ('PENDING', 'IMPORTED', 'DECLINED', 'WITHDRAWN')),
  uploaded_by uuid not null references sellers,
  uploaded_name text not null check (uploaded_name <> ''),
  created bigint not null,
  decided_by uuid references sellers,
  decided_name text check (decided_name <> ''),
  decided_at bigint,
  reason text check (length(reason) between 1 and 2000),
  statement bigint unique,
  foreign key (statement, provider, digest) references rail_statements (id, provider, digest),
  check (octet_length(file) = bytes),
  check ((status = 'PENDING') = (file is not null) and (file is null) = (preview is null)),
  check ((decided_by is null) = (status = 'PENDING') and (decided_by is null) = (decided_name is null)
    and (decided_by is null) = (decided_at is null)),
  -- Who uploaded it takes it back; another operator imports or declines it.
  check ((status = 'WITHDRAWN') = (decided_by = uploaded_by)),
  check ((status = 'IMPORTED') = (statement is not null)),
  check ((status = 'DECLINED') = (reason is not null))
);
-- The next file of a rail goes on where this one ends, so one waits at a time.
create unique index rail_uploads_waiting on rail_uploads (provider) where status = 'PENDING';

create trigger rail_uploads_move before update of status on rail_uploads for each row execute function check_move(
  'PENDING>IMPORTED', 'PENDING>DECLINED', 'PENDING>WITHDRAWN');
create trigger rail_uploads_keep before delete or truncate on rail_uploads for each statement execute function refuse_change();
create function check_rail_upload() returns trigger language plpgsql as $$
begin
  if old.status <> 'PENDING'
    or (new.id, new.provider, new.name, new.digest, new.bytes, new.uploaded_by, new.uploaded_name, new.created)
      is distinct from (old.id, old.provider, old.name, old.digest, old.bytes, old.uploaded_by, old.uploaded_name, old.created)
    or new.file is not null and new.file is distinct from old.file then
    raise exception 'what was uploaded does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger rail_uploads_said before update on rail_uploads for each row execute function check_rail_upload();

alter table operator_actions
  drop constraint operator_actions_action_check,
  drop constraint operator_actions_account,
  add constraint operator_actions_action_check check (action in ('verify', 'reject', 'suspend', 'reinstate', 'set_fees', 'set_limits',
    'resolve_dispute', 'retry_call', 'retry_refund', 'retry_payout', 'send_evidence', 'run_audit', 'revoke_key', 'ask_second',
    'decline_second', 'close_difference', 'move_float', 'close_notice', 'set_identity', 'search', 'open_order', 'ask_question',
    'take_domain', 'allow_domain', 'book_receipt', 'refuse_receipt', 'reverse_receipt', 'settle_outgoing', 'refund_order',
    'import_statement', 'make_batch', 'approve_batch', 'export_batch', 'fetch_batch', 'withdraw_batch', 'set_payee', 'upload_statement',
    'decline_statement', 'withdraw_statement')) not valid,
  add constraint operator_actions_account check (account_id is not null or action in ('run_audit', 'close_difference', 'move_float',
    'close_notice', 'set_identity', 'search', 'import_statement', 'make_batch', 'approve_batch', 'export_batch', 'fetch_batch',
    'withdraw_batch', 'upload_statement', 'decline_statement', 'withdraw_statement')) not valid,
  add constraint operator_actions_statements check (action not in ('upload_statement', 'decline_statement', 'withdraw_statement')
    or subject <> '' and (action <> 'decline_statement' or reason <> '')) not valid;
