-- What this migration builds: the simulated providers learn the faults of real ones. What they keep, and how they behave, is
-- theirs; nothing of ours reads it.

alter table sandbox_bank.moods drop constraint moods_notices_check;
alter table sandbox_bank.moods drop constraint moods_payouts_check;
alter table sandbox_bank.moods
  add constraint moods_notices_check
    check (notices in ('once', 'twice', 'later', 'reversed', 'never', 'forged', 'unsigned')),
  -- 'returned' pays at once, and the money comes back an hour later.
  add constraint moods_payouts_check check (payouts in ('paid', 'refused', 'later', 'returned')),
  -- The same of refunds; 'later' takes ten minutes, 'slow' fifteen days.
  add column refunds text not null default 'paid' check (refunds in ('paid', 'later', 'slow', 'returned')),
  -- 'lost' does what is asked and does not answer; 'dropped' does not answer either, and does nothing.
  add column answers text not null default 'given' check (answers in ('given', 'lost', 'dropped')),
  -- What can be paid out or back; null for any amount.
  add column float bigint check (float >= 0),
  -- The currency in which money comes in.
  add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$');

alter table sandbox_bank.receipts add column currency text not null default 'USD';
alter table sandbox_bank.outgoing
  add column returns_at bigint,
  -- It has been told that it came back.
  add column is_told boolean not null default false;
create index sandbox_outgoing_returning on sandbox_bank.outgoing (returns_at) where returns_at is not null and not is_told;

-- What was done a second time, because the key under which it was asked for had been forgotten: a day after it came first.
create table sandbox_bank.repeats (
  provider text not null,
  kind text not null check (kind in ('payment', 'outgoing')),
  reference text not null,
  created bigint not null
);

alter table sandbox_bank.notices add column is_unsigned boolean not null default false;

-- As announce, of money that went out.
create function sandbox_bank.announce_outgoing(
  of_provider text, about text, of_reference text, outcome text, reason text
) returns void language sql as $$
  insert into sandbox_bank.notices (provider, body, is_forged, is_unsigned, due_at)
  select of_provider, note.body, mood.notices = 'forged', mood.notices = 'unsigned',
    service_now_ms() + case mood.notices when 'later' then 600000 else 0 end
  from (select coalesce((select notices from sandbox_bank.moods where provider = of_provider), 'once') as notices) mood
  cross join (select json_build_object('notice', gen_random_uuid(), 'about', about, 'order', of_reference,
    'outcome', outcome, 'reason', reason)::text as body) note
  cross join generate_series(1, case mood.notices when 'twice' then 2 when 'never' then 0 else 1 end)
$$;

create or replace function sandbox_bank.announce(
  of_provider text, of_reference text, receipt integer, outcome text, amount bigint, failure text, step integer
) returns void language sql as $$
  insert into sandbox_bank.notices (provider, body, is_forged, is_unsigned, due_at)
  select of_provider, note.body, mood.notices = 'forged', mood.notices = 'unsigned',
    service_now_ms() + case mood.notices when 'later' then 600000 when 'reversed' then greatest(0, 3 - step) * 1000 else 0 end
  from (
    select coalesce((select notices from sandbox_bank.moods where provider = of_provider), 'once') as notices,
      coalesce((select currency from sandbox_bank.moods where provider = of_provider), 'USD') as currency
  ) mood
  cross join lateral (select json_build_object('notice', gen_random_uuid(), 'about', 'payment', 'order', of_reference,
    'receipt', receipt, 'outcome', outcome, 'amount_minor', amount::text, 'currency', mood.currency, 'failure', failure)::text
    as body) note
  cross join generate_series(1, case mood.notices when 'twice' then 2 when 'never' then 0 else 1 end)
$$;
