-- What lies in sellers' accounts at the provider that holds their money, and what went on from there to their banks.
alter table connected_accounts
  -- Hundredths of a dollar, as the provider said last; below zero for what the seller owes the provider. Unix seconds in which it said so.
  add column available bigint,
  add column pending bigint,
  add column books_at bigint,
  -- Unix seconds from which on it can be paid, or can't.
  add column changed_at bigint;
alter table connected_accounts add constraint connected_accounts_books
  check (num_nulls(available, pending, books_at) in (0, 3)) not valid;

-- Null for a program with a key of the account.
alter table connected_accounts alter column opened_by drop not null;

-- Keys that exist may not lead anybody to where money goes.
-- allowed constraint: an account has ten keys at most
alter table api_keys
  drop constraint api_keys_scopes_check,
  add constraint api_keys_scopes_check check (cardinality(scopes) between 1 and 8
    and scopes <@ '{sessions:read,sessions:write,escrows:read,escrows:write,refunds:write,payouts:write,events:read,events:write}'::text[]);

-- Payouts that the provider makes to a seller's bank by itself. They may fail after they were paid.
create table bank_payouts (
  account_id bigint not null references accounts,
  provider text not null check (length(provider) between 1 and 40),
  their_id text not null check (their_id ~ '^[!-~]{1,100}$'),
  amount bigint not null check (amount > 0),
  status text not null check (status in ('ON_THE_WAY', 'PAID', 'FAILED', 'CANCELLED')),
  -- Why the bank did not take it, in the provider's own short word.
  failure text check (length(failure) between 1 and 100),
  -- Unix seconds: when it is expected at the bank, when the provider made it, and when it said so last.
  arrives_at bigint not null,
  created bigint not null,
  told_at bigint not null,
  primary key (account_id, provider, their_id),
  check ((status = 'FAILED') = (failure is not null))
);
create index bank_payouts_latest on bank_payouts (account_id, created desc, their_id);

-- The simulated card company pays sellers' banks when somebody plays its desk.
create table sandbox_bank.bank_payouts (
  provider text not null,
  reference text not null,
  their_id text not null,
  amount bigint not null check (amount > 0),
  is_failed boolean not null default false,
  created bigint not null,
  primary key (provider, their_id),
  foreign key (provider, reference) references sandbox_bank.connected
);
create index sandbox_bank_payouts_of on sandbox_bank.bank_payouts (provider, reference);

create or replace function sandbox_bank.tell_payee(of_provider text, of_reference text) returns void language sql as $function$
  insert into sandbox_bank.notices (provider, body, is_forged, is_unsigned, due_at)
  select c.provider, json_build_object('notice', gen_random_uuid(), 'about', 'payee', 'order', c.their_id)::text,
    mood.notices = 'forged', mood.notices = 'unsigned', service_now_ms() + case mood.notices when 'later' then 600000 else 0 end
  from sandbox_bank.connected c
  cross join (select coalesce((select notices from sandbox_bank.moods where provider = of_provider), 'once') as notices) mood
  cross join generate_series(1, case mood.notices when 'twice' then 2 when 'never' then 0 else 1 end)
  where c.provider = of_provider and c.reference = of_reference
$function$;
create or replace function sandbox_bank.tell_connected() returns trigger language plpgsql as $function$
begin
  perform sandbox_bank.tell_payee(new.provider, new.reference);
  return null;
end $function$;
create trigger bank_payouts_told after insert or update on sandbox_bank.bank_payouts for each row
  execute function sandbox_bank.tell_connected();
