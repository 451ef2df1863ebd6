-- The simulated providers take and pay other currencies than USD. What they are asked for is in its own; a mood may have money come in
-- in another than it was asked for in, and null leaves it at that.
alter table sandbox_bank.payments
  add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$');
alter table sandbox_bank.outgoing
  add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$');
alter table sandbox_bank.moods alter column currency drop default, alter column currency drop not null;
-- allowed rows: there is one a simulated provider, and only tests write them
update sandbox_bank.moods set currency = null where currency = 'USD';

create or replace function sandbox_bank.announce(
  of_provider text, of_reference text, receipt integer, outcome text, amount bigint, failure text, step integer) returns void
language sql as $$
  insert into sandbox_bank.notices (provider, body, is_forged, is_unsigned, due_at)
  select of_provider, note.body, mood.notices = 'forged', mood.notices = 'unsigned',
    service_now_ms() + case mood.notices when 'later' then 600000 when 'reversed' then greatest(0, 3 - step) * 1000 else 0 end
  from (
    select coalesce((select notices from sandbox_bank.moods where provider = of_provider), 'once') as notices,
      coalesce((select currency from sandbox_bank.moods where provider = of_provider),
        (select currency from sandbox_bank.payments where (provider, reference) = (of_provider, of_reference))) as currency
  ) mood
  cross join lateral (select json_build_object('notice', gen_random_uuid(), 'about', 'payment', 'order', of_reference,
    'receipt', receipt, 'outcome', outcome, 'amount_minor', amount::text, 'currency', mood.currency, 'failure', failure)::text
    as body) note
  cross join generate_series(1, case mood.notices when 'twice' then 2 when 'never' then 0 else 1 end)
$$;
