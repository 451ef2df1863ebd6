-- What this migration builds: what providers' statements say, and the house's own double-entry book, which is written from them.
--
--   * every line of a statement is kept for ever, as it was told first;
--   * each is booked once, in one entry. Where it and our books differ there is a row that somebody has to close;
--   * every day, it is written down whether all that is owed to buyers and sellers is there.

-- Where the reading of a provider's statement has come to. Moments are seconds of the service's clock.
create table provider_statements (
  provider text primary key,
  -- The provider's own words for it.
  cursor text,
  -- What moved before this has been told. Null until the statement was read to its end for the first time.
  told_until bigint,
  -- Lines up to this number are booked.
  booked bigint not null default 0,
  due_at bigint not null,
  -- When days are closed next.
  close_due_at bigint not null,
  leased_until timestamptz,
  fence integer not null default 0,
  -- Why it could not be read; null since it could.
  error text
);

create table provider_lines (
  number bigint generated always as identity primary key,
  provider text not null,
  line_id text not null check (length(line_id) between 1 and 255),
  type text not null check (type in ('payment', 'refund', 'refund_returned', 'payout', 'payout_returned', 'chargeback',
    'chargeback_returned', 'fee', 'settlement', 'other')),
  -- The provider's object that it is about, and our reference, as the line names them.
  object text,
  reference text,
  -- Hundredths of the currency, signed: what came in is positive.
  amount bigint not null,
  fee bigint not null,
  net bigint not null check (net = amount - fee),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Seconds, as the provider says: when it moved, and from when on it can be paid out.
  at bigint not null,
  available_at bigint not null,
  -- When we read it.
  read_at bigint not null,
  unique (provider, line_id)
);
create index provider_lines_unbooked on provider_lines (provider, number) include (read_at);
create index provider_lines_day on provider_lines (provider, currency, at) include (net);
create trigger provider_lines_once before update or delete or truncate on provider_lines
  for each statement execute function refuse_change();
alter table provider_movements add foreign key (line) references provider_lines (number);

-- What providers said lies with them.
create table provider_balances (
  provider text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  at bigint not null,
  available bigint not null,
  pending bigint not null,
  primary key (provider, currency, at)
);

-- Days (of UTC, counted from 1970) that are over: opening + moved = closing.
create table provider_days (
  provider text not null,
  currency text not null,
  day integer not null,
  lines integer not null check (lines >= 0),
  opening bigint not null,
  moved bigint not null,
  closing bigint not null check (closing = opening + moved),
  -- What the provider said last on that day, less what its lines add up to by then; null when it was not asked.
  off bigint,
  closed_at bigint not null,
  primary key (provider, currency, day)
);

-- Differences -------------------------------------------------------------------------------------------------------

create table reconciliation_differences (
  id bigint generated always as identity primary key,
  provider text not null,
  class text not null
    check (class in ('theirs_only', 'ours_only', 'amount', 'currency', 'status', 'twice', 'fee', 'unknown_type')),
  line bigint references provider_lines (number),
  movement bigint references provider_movements (id),
  currency text not null,
  -- By how much theirs is more than ours; hundredths.
  amount bigint not null,
  -- What of it stands in the account `suspense`.
  suspense bigint not null,
  opened bigint not null,
  -- MATCHED: the other side came. CLOSED: a person closed it.
  status text not null default 'OPEN' check (status in ('OPEN', 'MATCHED', 'CLOSED')),
  ended bigint,
  -- Who looks into it.
  looked_after_by text,
  -- Of one that was closed: by whom, why, and into which account what stood in suspense went.
  closed_by text,
  reason text check (length(reason) between 1 and 2000),
  booked_to text check (booked_to in ('suspense', 'in_transit', 'provider_costs', 'fees_received', 'fx')),
  check ((status = 'OPEN') = (ended is null)),
  check ((status = 'CLOSED') = (reason is not null) and (status = 'CLOSED') = (closed_by is not null)
    and (status = 'CLOSED') = (booked_to is not null)),
  check (class = 'unknown_type' or line is not null or movement is not null)
);
create unique index reconciliation_differences_line on reconciliation_differences (line, class) where line is not null;
create unique index reconciliation_differences_movement on reconciliation_differences (movement) where class = 'ours_only';
create index reconciliation_differences_open on reconciliation_differences (provider, class, opened) where status = 'OPEN';
create index reconciliation_differences_opened on reconciliation_differences (opened, id);
create trigger reconciliation_differences_move before update of status on reconciliation_differences
  for each row execute function check_move('OPEN>MATCHED', 'OPEN>CLOSED');
create trigger reconciliation_differences_keep before delete or truncate on reconciliation_differences
  for each statement execute function refuse_change();
create function check_difference() returns trigger language plpgsql as $$
begin
  if (new.provider, new.class, new.line, new.movement, new.currency, new.amount, new.suspense, new.opened)
     is distinct from (old.provider, old.class, old.line, old.movement, old.currency, old.amount, old.suspense, old.opened)
     or old.status <> 'OPEN' then
    raise exception 'a difference that was found does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger reconciliation_differences_found before update on reconciliation_differences
  for each row execute function check_difference();

-- The book ----------------------------------------------------------------------------------------------------------

-- A row is an entry, and its columns are the accounts: debits are positive, credits negative, and together they are nothing.
create table house_entries (
  number bigint generated always as identity primary key,
  -- line: of a statement. opening: what lay there before its first line. cleared: what stood in suspense went elsewhere.
  -- float: an operator wrote down what left, or reached, the bank.
  kind text not null check (kind in ('line', 'opening', 'cleared', 'float')),
  -- 'house' for what concerns none.
  provider text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  line bigint unique references provider_lines (number),
  difference bigint unique references reconciliation_differences (id),
  -- What lies at the provider.
  provider_balance bigint not null default 0,
  -- Between a provider and the bank.
  in_transit bigint not null default 0,
  bank bigint not null default 0,
  -- What merchants' books say lies outside.
  client_money bigint not null default 0,
  provider_costs bigint not null default 0,
  -- What the house has taken out as its fees, less what it put in of its own.
  fees_received bigint not null default 0,
  -- Won and lost by exchange.
  fx bigint not null default 0,
  -- What nobody has explained yet.
  suspense bigint not null default 0,
  note text not null default '' check (length(note) <= 2000),
  created bigint not null,
  check (provider_balance + in_transit + bank + client_money + provider_costs + fees_received + fx + suspense = 0),
  check ((kind = 'line') = (line is not null) and (kind = 'cleared') = (difference is not null)),
  -- Client money moves by statements alone, and what lies at a provider too.
  check (kind <> 'float' or (provider_balance = 0 and client_money = 0 and suspense = 0 and note <> ''))
);
create unique index house_entries_opening on house_entries (provider, currency) where kind = 'opening';
create trigger house_entries_once before update or delete or truncate on house_entries
  for each statement execute function refuse_change();

create table house_balances (
  provider text not null,
  currency text not null,
  provider_balance bigint not null,
  in_transit bigint not null,
  bank bigint not null,
  client_money bigint not null,
  provider_costs bigint not null,
  fees_received bigint not null,
  fx bigint not null,
  suspense bigint not null,
  primary key (provider, currency)
);
create trigger house_balances_guard before insert or update or delete or truncate on house_balances
  for each statement execute function refuse_direct_posting();

create function post_house_entries() returns trigger language plpgsql as $$
begin
  insert into house_balances as b
    (provider, currency, provider_balance, in_transit, bank, client_money, provider_costs, fees_received, fx, suspense)
  select provider, currency, sum(provider_balance), sum(in_transit), sum(bank), sum(client_money), sum(provider_costs),
    sum(fees_received), sum(fx), sum(suspense)
  from posted group by provider, currency order by provider, currency
  on conflict (provider, currency) do update set provider_balance = b.provider_balance + excluded.provider_balance,
    in_transit = b.in_transit + excluded.in_transit, bank = b.bank + excluded.bank,
    client_money = b.client_money + excluded.client_money, provider_costs = b.provider_costs + excluded.provider_costs,
    fees_received = b.fees_received + excluded.fees_received, fx = b.fx + excluded.fx, suspense = b.suspense + excluded.suspense;
  return null;
end $$;
create trigger house_entries_post after insert on house_entries referencing new table as posted
  for each statement execute function post_house_entries();

-- Covered -----------------------------------------------------------------------------------------------------------

-- Whether what is owed to buyers and sellers is there; one row a day, as it was when it was looked at last.
create table client_money_days (
  day integer not null,
  currency text not null,
  at bigint not null,
  -- Held, in wallets, owed back and being paid out, over all merchants.
  owed bigint not null,
  provider_balance bigint not null,
  in_transit bigint not null,
  bank bigint not null,
  -- Booked by us within three days, and not told by a statement yet.
  untold bigint not null,
  -- What lies there and may be somebody else's; never positive.
  unexplained bigint not null check (unexplained <= 0),
  is_covered boolean not null generated always as (provider_balance + in_transit + bank + untold + unexplained >= owed) stored,
  primary key (day, currency)
);

-- What operators do about it ----------------------------------------------------------------------------------------

-- Whatever they may do already, and these.
do $$ begin
  execute (select format('alter table operator_actions drop constraint operator_actions_action_check, '
    'add constraint operator_actions_action_check check (%s or action in (''close_difference'', ''move_float''))',
    regexp_replace(pg_get_constraintdef(oid), '^CHECK ', ''))
    from pg_constraint where conname = 'operator_actions_action_check');
end $$;
alter table operator_actions
  drop constraint operator_actions_check,
  add constraint operator_actions_account
    check (account_id is not null or action in ('run_audit', 'close_difference', 'move_float')),
  add constraint operator_actions_books check (reason <> '' or action not in ('close_difference', 'move_float'));

-- The simulated providers' statements --------------------------------------------------------------------------------

-- What is wrong with the line of a movement: the statement lacks it, has it twice, or a fee of a dollar was taken with it.
create table sandbox_bank.statement_faults (
  provider text not null,
  line_id text not null,
  fault text not null check (fault in ('left_out', 'twice', 'fee')),
  primary key (provider, line_id)
);

-- Money may stay at a provider, and be paid back from there, for so long: what is held is looked through for it.
create index escrows_held on escrows (account_id, id) where held > 0;
