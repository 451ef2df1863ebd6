-- What this migration builds: the simulated card provider's payers have banks that dispute payments. What it keeps of it is its
-- own; nothing of ours reads it.

-- Of a receipt: what its payer's bank has taken back, which can't be refunded as well.
alter table sandbox_bank.receipts
  add column disputed bigint not null default 0 check (disputed >= 0),
  add constraint receipts_left check (refunded + disputed <= amount);

-- One a payment; stages are those of the notices.
create table sandbox_bank.disputes (
  provider text not null,
  reference text not null,
  stage text not null check (stage in ('inquiry', 'opened', 'answered', 'won', 'lost')),
  reason text not null,
  -- Of an inquiry: what could be taken when it was asked about.
  amount bigint not null check (amount > 0),
  currency text not null,
  -- For the provider's trouble; charged when money is taken, and kept.
  fee bigint not null default 0 check (fee >= 0),
  -- Seconds of the service's clock, as all moments here are; null once it is decided.
  answer_by bigint,
  -- When the money left, and when it came back; null for never.
  taken_at bigint,
  returned_at bigint,
  -- What was handed in last: the story, and the names of the files.
  story text,
  files text[] not null default '{}',
  created bigint not null,
  primary key (provider, reference),
  check ((answer_by is null) = (stage in ('won', 'lost'))),
  check (case stage when 'inquiry' then taken_at is null when 'won' then (taken_at is null) = (returned_at is null)
    else taken_at is not null and returned_at is null end)
);

-- As announce, of a dispute as it now is.
create function sandbox_bank.tell_dispute() returns trigger language plpgsql as $$
begin
  insert into sandbox_bank.notices (provider, body, is_forged, is_unsigned, due_at)
  select new.provider, note.body, mood.notices = 'forged', mood.notices = 'unsigned',
    service_now_ms() + case mood.notices when 'later' then 600000 else 0 end
  from (select coalesce((select notices from sandbox_bank.moods where provider = new.provider), 'once') as notices) mood
  cross join (select json_build_object('notice', gen_random_uuid(), 'about', 'dispute', 'order', new.reference,
    'stage', new.stage, 'is_taken', new.taken_at is not null and new.returned_at is null, 'amount_minor', new.amount::text,
    'currency', new.currency, 'fee_minor', new.fee::text, 'reason', new.reason, 'answer_by', new.answer_by)::text as body) note
  cross join generate_series(1, case mood.notices when 'twice' then 2 when 'never' then 0 else 1 end);
  return null;
end $$;
create trigger disputes_told after insert or update on sandbox_bank.disputes
  for each row execute function sandbox_bank.tell_dispute();
