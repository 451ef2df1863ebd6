-- Accounts that sellers have at a provider which holds their money: opened by us, verified and paid out by the provider.

-- What the provider said of one last. `reference` is ours, under which it was opened once; `destination_id` is made with the row, so
-- that the destination is added once, when the account can be paid first, and not again after somebody removed it.
create table connected_accounts (
  account_id bigint not null references accounts,
  provider text not null check (length(provider) between 1 and 40),
  reference uuid not null,
  -- The provider's; null until it has answered.
  their_id text check (their_id ~ '^[!-~]{1,100}$'),
  destination_id uuid not null,
  -- Who connected it.
  opened_by uuid not null,
  is_payable boolean not null default false,
  -- What the provider wants to know, in its own words; and why it stopped the account, where it did.
  wanted text[] not null default '{}' check (cardinality(wanted) <= 50),
  stopped text check (length(stopped) between 1 and 200),
  -- Unix seconds in which it said so.
  told_at bigint,
  -- Unix milliseconds from which on it is to be asked again, and from which on money may be sent there.
  look_at bigint not null,
  send_at bigint not null default 0,
  created bigint not null,
  primary key (account_id, provider),
  unique (reference),
  check (their_id is not null or told_at is null),
  check (told_at is not null or not is_payable)
);
create unique index connected_accounts_theirs on connected_accounts (provider, their_id) where their_id is not null;
create index connected_accounts_look on connected_accounts (provider, look_at) where their_id is not null;
create index connected_accounts_payable on connected_accounts (provider, account_id) where is_payable;

-- One account of a seller at the provider, by its id there. Existing rows are looked at by the next migration.
alter table payout_destinations
  drop constraint payout_destinations_kind_check,
  drop constraint payout_destinations_check2,
  add constraint payout_destinations_kind_check check (kind in ('mobile_money', 'bank', 'connected')) not valid,
  add constraint payout_destinations_number check (case kind
    when 'mobile_money' then number ~ '^\+[1-9][0-9]{7,14}$'
    when 'connected' then number ~ '^[!-~]{1,100}$'
    else number ~ '^[0-9A-Z]{4,34}$' end) not valid;

-- The simulated card company's own books: whom it keeps an account for, and what it thinks of them.
create table sandbox_bank.connected (
  provider text not null,
  reference text not null,
  their_id text not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'VERIFIED', 'WANTED', 'REFUSED', 'RESTRICTED')),
  return_url text,
  created bigint not null,
  primary key (provider, reference),
  unique (provider, their_id)
);

-- Whatever the company thinks anew is told by a notice, which names the account by its own id.
create function sandbox_bank.tell_connected() returns trigger language plpgsql as $function$
begin
  insert into sandbox_bank.notices (provider, body, is_forged, is_unsigned, due_at)
  select new.provider, note.body, mood.notices = 'forged', mood.notices = 'unsigned',
    service_now_ms() + case mood.notices when 'later' then 600000 else 0 end
  from (select coalesce((select notices from sandbox_bank.moods where provider = new.provider), 'once') as notices) mood
  cross join (select json_build_object('notice', gen_random_uuid(), 'about', 'payee', 'order', new.their_id,
    'is_usable', new.status = 'VERIFIED')::text as body) note
  cross join generate_series(1, case mood.notices when 'twice' then 2 when 'never' then 0 else 1 end);
  return null;
end $function$;
create trigger connected_told after update on sandbox_bank.connected for each row when (old.status <> new.status)
  execute function sandbox_bank.tell_connected();
