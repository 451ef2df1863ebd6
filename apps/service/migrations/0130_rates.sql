-- What currencies cost by their sources: one rate of a currency is current at a time, and one may wait for an operator. Those that
-- were are kept for a while.
create table rates (
  id bigint generated always as identity primary key,
  currency text not null check (currency ~ '^[A-Z]{3}$' and currency <> 'USD'),
  -- Units of the currency for one US dollar: a plain decimal of at most twelve digits, greater than nothing.
  rate text not null check (rate ~ '^(0|[1-9][0-9]*)(\.[0-9]+)?$' and length(replace(rate, '.', '')) <= 12 and rate ~ '[1-9]'),
  source text not null check (length(source) between 1 and 80),
  -- Unix seconds as of which it holds, by its source.
  at bigint not null check (at > 0),
  status text not null check (status in ('CURRENT', 'WAITING', 'REFUSED', 'PAST')),
  -- An operator, who said yes or no to one that waited.
  decided_by uuid,
  decided_at bigint,
  created bigint not null,
  unique (currency, at, rate),
  check ((decided_by is null) = (decided_at is null)),
  check (status <> 'WAITING' or decided_by is null),
  check (status <> 'REFUSED' or decided_by is not null)
);
create unique index rates_current on rates (currency) where status = 'CURRENT';
create unique index rates_waiting on rates (currency) where status = 'WAITING';
-- For those who forget them.
create index rates_past on rates (created) where status in ('PAST', 'REFUSED');

-- What a source said does not change, and what was decided is decided once.
create function check_rate() returns trigger language plpgsql as $function$
begin
  if tg_op = 'INSERT' then
    if new.status not in ('CURRENT', 'WAITING') or new.decided_by is not null then
      raise exception 'a rate begins as current or waiting' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if to_jsonb(new) - '{status,decided_by,decided_at}'::text[] is distinct from to_jsonb(old) - '{status,decided_by,decided_at}'::text[]
      or (old.status, new.status) not in (('WAITING', 'CURRENT'), ('WAITING', 'REFUSED'), ('WAITING', 'PAST'), ('CURRENT', 'PAST'))
      or (new.decided_by is distinct from old.decided_by)
        <> (old.status = 'WAITING' and new.status in ('CURRENT', 'REFUSED')) then
    raise exception 'a rate does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;
create trigger rates_checked before insert or update on rates for each row execute function check_rate();
-- One of its own: what refuse_change stands behind, the service may not delete from at all, and old rates are forgotten.
create function keep_rate() returns trigger language plpgsql as $$
begin
  raise exception 'a rate that is current or waits is kept' using errcode = 'restrict_violation';
end $$;
create trigger rates_kept before delete on rates for each row when (old.status in ('CURRENT', 'WAITING'))
  execute function keep_rate();

-- Where rates come from, as a worker found it last: one row at most, for one source alone is heard.
create table rate_source (
  single boolean primary key default true check (single),
  -- RATES_FILE, or the provider whose adapter is asked.
  name text not null check (length(name) between 1 and 80),
  asked bigint not null,
  -- When it could be read last; null as long as it never could.
  read bigint,
  -- Why it can't be read, or what of it can't be used, and since when.
  problem text check (length(problem) between 1 and 500),
  since bigint,
  check ((problem is null) = (since is null))
);

-- Operators say yes or no to a rate that waits. Existing rows are looked at by the next migration.
alter table operator_actions
  drop constraint operator_actions_action_check,
  drop constraint operator_actions_account,
  add constraint operator_actions_action_check check (action in ('verify', 'reject', 'suspend', 'reinstate', 'set_fees', 'set_limits',
    'resolve_dispute', 'retry_call', 'retry_refund', 'retry_payout', 'send_evidence', 'run_audit', 'revoke_key', 'ask_second',
    'decline_second', 'close_difference', 'move_float', 'close_notice', 'set_identity', 'search', 'open_order', 'ask_question',
    'take_domain', 'allow_domain', 'book_receipt', 'refuse_receipt', 'reverse_receipt', 'settle_outgoing', 'refund_order',
    'import_statement', 'make_batch', 'approve_batch', 'export_batch', 'fetch_batch', 'withdraw_batch', 'set_payee',
    'upload_statement', 'decline_statement', 'withdraw_statement', 'accept_rate',
    'refuse_rate')) not valid,
  add constraint operator_actions_account check (account_id is not null or action in ('run_audit', 'close_difference', 'move_float',
    'close_notice', 'set_identity', 'search', 'import_statement', 'make_batch', 'approve_batch', 'export_batch', 'fetch_batch',
    'withdraw_batch', 'upload_statement', 'decline_statement', 'withdraw_statement', 'accept_rate', 'refuse_rate')) not valid,
  add constraint operator_actions_rates check (action not in ('accept_rate', 'refuse_rate') or subject <> '' and reason <> '') not valid;
