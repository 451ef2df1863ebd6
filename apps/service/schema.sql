-- The schema after the last migration, written by tools/schema.mjs: change a migration, then `npm run schema`.
-- Why things are as they are stands in the migrations. Rows, owners and the table of applied migrations are left out.

-- Functions come before the tables that they speak of.
set check_function_bodies = off;

-- Schemas -------------------------------------------------------------------------------------------------------

create schema sandbox_bank;

-- Sequences -----------------------------------------------------------------------------------------------------

create sequence webhook_delivery_numbers;

-- Functions -----------------------------------------------------------------------------------------------------

CREATE OR REPLACE FUNCTION public.begin_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_progress (account_id) values (new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.charge_back()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update payments p set
    charged_back = sums.charged_back,
    presented_charged_back = case when p.presented_currency is not null then sums.presented end,
    open_chargebacks = sums.open_chargebacks
  from (
    select coalesce(sum(taken - returned - from_refund), 0) as charged_back, coalesce(sum(presented_net), 0) as presented,
      count(*) filter (where closed_at is null) as open_chargebacks
    from chargebacks c where (c.account_id, c.escrow_id, c.payment_id) = (new.account_id, new.escrow_id, new.payment_id)
  ) sums
  where (p.account_id, p.escrow_id, p.id) = (new.account_id, new.escrow_id, new.payment_id)
    and ((p.charged_back, p.open_chargebacks) is distinct from (sums.charged_back, sums.open_chargebacks::smallint)
      or coalesce(p.presented_charged_back, sums.presented) <> sums.presented);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_approval_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.status <> 'PENDING' or (new.id, new.account_id, new.action, new.subject, new.request, new.shown, new.reason,
      new.asked_by, new.asked_name, new.created)
     is distinct from (old.id, old.account_id, old.action, old.subject, old.request, old.shown, old.reason, old.asked_by,
      old.asked_name, old.created) then
    raise exception 'what an operator asked for does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_chargeback_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.account_id, new.escrow_id, new.id, new.payment_id, new.provider, new.their_id, new.created)
     is distinct from (old.account_id, old.escrow_id, old.id, old.payment_id, old.provider, old.their_id, old.created)
     or new.taken < old.taken or (old.taken > 0 and (new.amount, new.presented) is distinct from (old.amount, old.presented)) then
    raise exception 'what a bank disputes does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_destination_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (to_jsonb(new) - 'removed_at') is distinct from (to_jsonb(old) - 'removed_at') or old.removed_at is not null then
    raise exception 'where a payout went does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_difference()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.provider, new.class, new.line, new.movement, new.currency, new.amount, new.suspense, new.opened)
     is distinct from (old.provider, old.class, old.line, old.movement, old.currency, old.amount, old.suspense, old.opened)
     or old.status <> 'OPEN' then
    raise exception 'a difference that was found does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_escrow_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.account_id, new.id, new.session_id, new.reference_code, new.amount, new.fees, new.created, new.funding_deadline)
     is distinct from
     (old.account_id, old.id, old.session_id, old.reference_code, old.amount, old.fees, old.created, old.funding_deadline)
     or (old.dispute_reference is not null and new.dispute_reference is distinct from old.dispute_reference) then
    raise exception 'what an escrow was agreed on does not change' using errcode = 'restrict_violation';
  end if;
  if new.funded < old.funded or new.released < old.released or new.fees_earned < old.fees_earned or new.refunded < old.refunded
     or new.refunded_held < old.refunded_held or new.refunded_released < old.refunded_released then
    raise exception 'the sums of an escrow never fall' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_escrow_whole()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  planned bigint;
  open_milestones bigint;
begin
  select coalesce(sum(amount), 0), count(*) filter (where status <> 'COMPLETED') into planned, open_milestones
  from milestones where account_id = new.account_id and escrow_id = new.id;
  if planned <> new.amount then
    raise exception 'milestones of escrow % add up to %, not %', new.id, planned, new.amount using errcode = 'check_violation';
  end if;
  if new.status in ('COMPLETED', 'CLOSED') and open_milestones > 0 then
    raise exception 'escrow % ended with % open milestones', new.id, open_milestones using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_evidence()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from milestone_entries
  where account_id = new.account_id and escrow_id = new.escrow_id and number = new.entry_number
    and verb in ('dispute', 'statement', 'requestRevision') and created = new.created;
  if not found then
    raise exception 'evidence is handed in with a dispute, a statement or a request for changes'
      using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_forgotten()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' or pg_trigger_depth() < 2 or (tg_op = 'UPDATE' and new.sessions < old.sessions) then
    raise exception 'sessions are counted as they are forgotten' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_forgotten_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'keys are kept as their sessions are forgotten' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_key_is_new()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select 1 from forgotten_keys
    where account_id = new.account_id and key_hash = hash_of_key(new.account_id, new.idempotency_key)
  ) then
    raise exception 'the key made a session that was forgotten'
      using errcode = 'unique_violation', constraint = 'forgotten_keys_pkey';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_milestone_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.account_id, new.escrow_id, new.id, new.position, new.reference_code, new.amount, new.title, new.description)
     is distinct from
     (old.account_id, old.escrow_id, old.id, old.position, old.reference_code, old.amount, old.title, old.description) then
    raise exception 'what a milestone was agreed on does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.status <> new.status and not (old.status || '>' || new.status) = any (tg_argv) then
    raise exception '% may not go from % to %', tg_table_name, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_movement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if pg_trigger_depth() < 2 and tg_op = 'INSERT' then
    raise exception 'movements are written with their transfers' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and (old.line is not null or to_jsonb(new) - 'line' <> to_jsonb(old) - 'line') then
    raise exception 'a movement at a provider changes by nothing but its line, once' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_new_offer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from escrows e
  join milestone_entries line on line.account_id = e.account_id and line.escrow_id = e.id and line.number = new.entry_number
  where e.account_id = new.account_id and e.id = new.escrow_id and e.status = 'DISPUTED'
    and least(e.amount - e.released - e.refunded_held, e.held) = new.release + new.refund
    and line.verb = 'offer' and line.actor = new.made_by and line.created = new.created;
  if not found then
    raise exception 'an offer splits what is left of an escrow in dispute' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_notice_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.provider, new.notice_id, new.reports, new.body, new.received)
     is distinct from (old.provider, old.notice_id, old.reports, old.body, old.received) then
    raise exception 'what a provider has said does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_offer_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.account_id, new.escrow_id, new.number, new.made_by, new.release, new.refund, new.entry_number, new.created)
     is distinct from
     (old.account_id, old.escrow_id, old.number, old.made_by, old.release, old.refund, old.entry_number, old.created) then
    raise exception 'what was offered does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_open_offers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from settlement_offers o join escrows e on e.account_id = o.account_id and e.id = o.escrow_id
  where o.account_id = new.account_id and o.escrow_id = new.id and o.status = 'OPEN'
    and (e.status <> 'DISPUTED' or least(e.amount - e.released - e.refunded_held, e.held) <> o.release + o.refund);
  if found then
    raise exception 'escrow % moved on under an open offer', new.id using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_operator_action()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  before record;
begin
  if new.action = 'open_order' then
    return new;
  end if;
  if new.account_id is not null and exists (
      select 1 from team_members m
      where m.account_id = new.account_id and m.seller_id in (new.operator_id, new.second_id)) then
    raise exception 'operators do not decide about an account of their own'
      using errcode = 'check_violation', constraint = 'operator_actions_own_account';
  end if;
  -- Buyers are known by their address in small letters, whatever it was typed in.
  if new.escrow_id is not null and exists (
      select 1 from escrows e join sellers s on s.id in (new.operator_id, new.second_id)
      where e.account_id = new.account_id and e.id = new.escrow_id
        and lower(e.buyer_email collate "C") = lower(s.email collate "C")) then
    raise exception 'operators do not decide about an order of their own'
      using errcode = 'check_violation', constraint = 'operator_actions_own_order';
  end if;
  if new.operator_id is not null and new.second_id is null and new.moved > 0 and new.alone_max is not null then
    -- One at a time for one operator: of two that are under way together, the second sees what the first has moved.
    perform 1 from sellers where id = new.operator_id for no key update;
    select * into before from moved_alone(new.operator_id, new.account_id, new.escrow_id);
    if greatest(before.in_order, before.in_account) + new.moved > new.alone_max then
      raise exception 'a second operator has to confirm it'
        using errcode = 'check_violation', constraint = 'operator_actions_alone';
    end if;
  end if;
  if new.approval_id is not null then
    update operator_approvals set status = 'CONFIRMED', decided_by = new.second_id, decided_at = service_now()
    where id = new.approval_id and status = 'PENDING' and account_id = new.account_id and action = new.action
      and asked_by = new.operator_id;
    if not found then
      raise exception 'nobody is asked to confirm that any more'
        using errcode = 'check_violation', constraint = 'operator_actions_confirmed';
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_order_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  ended bigint;
begin
  select ended_at into ended from escrows where account_id = new.account_id and id = new.escrow_id for no key update;
  if exists (select 1 from order_messages where account_id = new.account_id and escrow_id = new.escrow_id and id = new.id) then
    return null;
  end if;
  if new.channel = 'buyer_seller' and ended + 7776000 <= new.created
    or new.channel <> 'buyer_seller' and new.author <> 'operator' and not exists (
      select 1 from order_messages where account_id = new.account_id and escrow_id = new.escrow_id and channel = new.channel
        and author = 'operator' and created + 7776000 > new.created) then
    raise exception 'nobody takes messages there any more'
      using errcode = 'check_violation', constraint = 'order_messages_closed';
  end if;
  if (select count(*) from order_messages where account_id = new.account_id and escrow_id = new.escrow_id
      and author = new.author and created > new.created - 86400) >= 50 then
    raise exception 'at most fifty messages a day' using errcode = 'check_violation', constraint = 'order_messages_fifty';
  end if;
  select coalesce(max(number), 0) + 1 into new.number from order_messages
    where account_id = new.account_id and escrow_id = new.escrow_id;
  -- Who was told ten minutes ago, and has not looked yet, finds all of it there.
  new.is_mailed := not exists (
    select 1 from order_messages where account_id = new.account_id and escrow_id = new.escrow_id and channel = new.channel
      and author = new.author and is_mailed and read_at is null and created > new.created - 600);
  update order_messages set answered_at = new.created
    where account_id = new.account_id and escrow_id = new.escrow_id and channel = new.channel and author <> new.author
      and answered_at is null;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_order_note()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform 1 from escrows where account_id = new.account_id and id = new.escrow_id for no key update;
  if (select count(*) from order_notes where account_id = new.account_id and escrow_id = new.escrow_id) >= 100 then
    raise exception 'at most a hundred notes' using errcode = 'check_violation', constraint = 'order_notes_hundred';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_payment_link_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.account_id, new.id, new.code, new.content, new.orders_max, new.expires_at, new.created)
     is distinct from (old.account_id, old.id, old.code, old.content, old.orders_max, old.expires_at, old.created) then
    raise exception 'what a payment link offers never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_payment_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.phone, new.expires_at, new.presented_currency, new.presented_asked, new.presented_step, new.rate, new.rate_margin,
      new.rate_source, new.quoted_until)
     is distinct from (old.phone, old.expires_at, old.presented_currency, old.presented_asked, old.presented_step, old.rate,
       old.rate_margin, old.rate_source, old.quoted_until) then
    raise exception 'what a payer was asked does not change' using errcode = 'restrict_violation';
  end if;
  if (new.given_back, new.charged_back, new.open_chargebacks, new.presented_given_back, new.presented_charged_back)
     is distinct from (old.given_back, old.charged_back, old.open_chargebacks, old.presented_given_back, old.presented_charged_back)
     and pg_trigger_depth() < 2 then
    raise exception 'what is set aside moves by the parts of refunds, and by chargebacks' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_payment_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.account_id, new.escrow_id, new.id, new.method, new.provider, new.reference, new.asked, new.created)
     is distinct from
     (old.account_id, old.escrow_id, old.id, old.method, old.provider, old.reference, old.asked, old.created)
     or (old.received <> 0 and (new.received, new.presented_received, new.presented_accepted, new.accepted)
       is distinct from (old.received, old.presented_received, old.presented_accepted, old.accepted)) then
    raise exception 'what was paid does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_payout_booked()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  booked text[];
  back bigint;
begin
  select coalesce(array_agg(kind order by kind) filter (where kind <> 'payout_returned'), '{}'),
    coalesce(sum(amount) filter (where kind = 'payout_returned'), 0)
  into booked, back from ledger_transfers
  where account_id = new.account_id and payout_id = new.id and (kind = 'payout_returned' or amount = new.amount);
  if booked <> (case
      when new.status in ('PAID', 'RETURNED') then array['payout_paid', 'payout_reserved']
      when new.status in ('FAILED', 'CANCELLED') then array['payout_reserved', 'payout_void']
      else array['payout_reserved'] end)
    or back <> (case new.status when 'RETURNED' then new.amount else new.taken_back end)
  then
    raise exception 'payout % is %, and the ledger has % and % back', new.id, new.status, booked, back using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_payout_request()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  daily bigint;
begin
  select coalesce(payout_daily_max, 2500000) into daily from accounts
  where id = new.account_id and verification_status = 'VERIFIED' and not suspended;
  if not found then
    raise exception 'account % may not pay out', new.account_id using errcode = 'check_violation';
  end if;
  if not exists (
    select 1 from payout_destinations d
    where d.account_id = new.account_id and d.id = new.destination_id and d.removed_at is null and d.usable_at <= new.created
  ) then
    raise exception 'nothing may be paid out to % yet', new.destination_id using errcode = 'check_violation';
  end if;
  -- A minute less than a day: the program reads the clock once more, and it is the first to know the rule.
  if daily < new.amount + (
    select coalesce(sum(amount), 0) from payouts
    where account_id = new.account_id and created > new.created - 86340 and status not in ('FAILED', 'CANCELLED', 'RETURNED')
  ) then
    raise exception 'account % pays out no more than % within a day', new.account_id, daily using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_payout_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.account_id, new.id, new.number, new.destination_id, new.amount, new.provider, new.reference, new.requested_by, new.created,
      new.source_escrow_id, new.source_payment_id, new.presented_currency, new.presented_amount, new.rate, new.rate_margin, new.rate_source)
     is distinct from
     (old.account_id, old.id, old.number, old.destination_id, old.amount, old.provider, old.reference, old.requested_by, old.created,
      old.source_escrow_id, old.source_payment_id, old.presented_currency, old.presented_amount, old.rate, old.rate_margin, old.rate_source)
     or new.taken_back < old.taken_back or new.recalls < old.recalls then
    raise exception 'what is paid out does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_provider_object()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.provider, new.kind, new.reference, new.asked_at) is distinct from (old.provider, old.kind, old.reference, old.asked_at)
     or (old.their_id is not null and new.their_id is distinct from old.their_id) then
    raise exception 'what a provider was asked does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_rail_batch()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.check_rail_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.is_read and (to_jsonb(new) - '{type,reference,receipt}'::text[] is distinct from to_jsonb(old) - '{type,reference,receipt}'::text[]
      or old.receipt is not null) then
    raise exception 'what a bank has said does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_rail_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.check_rail_refund()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  came bigint;
  going bigint;
begin
  perform 1 from rail_payments where provider = new.provider and reference = split_part(new.payment, '.', 1) for no key update;
  select coalesce(sum(amount), 0) into came from rail_receipts
  where provider = new.provider and reference = split_part(new.payment, '.', 1)
    and receipt = coalesce(nullif(split_part(new.payment, '.', 2), ''), '1')::smallint;
  select coalesce(sum(amount), 0) into going from rail_outgoing
  where provider = new.provider and payment = new.payment and status in ('OPEN', 'PAID');
  return case when going + new.amount <= came then new end;
end $function$;

CREATE OR REPLACE FUNCTION public.check_rail_upload()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.status <> 'PENDING'
    or (new.id, new.provider, new.name, new.digest, new.bytes, new.uploaded_by, new.uploaded_name, new.created)
      is distinct from (old.id, old.provider, old.name, old.digest, old.bytes, old.uploaded_by, old.uploaded_name, old.created)
    or new.file is not null and new.file is distinct from old.file then
    raise exception 'what was uploaded does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_rate()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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

CREATE OR REPLACE FUNCTION public.check_refund_part_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.account_id, new.escrow_id, new.refund_id, new.payment_id, new.amount, new.presented)
     is distinct from (old.account_id, old.escrow_id, old.refund_id, old.payment_id, old.amount, old.presented)
     or (new.reference <> old.reference and not old.is_refused) or new.kept < old.kept or new.presented_kept < old.presented_kept then
    raise exception 'what a payment gives back does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_refund_request_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.account_id, new.id, new.escrow_id, new.asked_by, new.amount, new.milestone_id, new.reason, new.gets, new.created)
     is distinct from
     (old.account_id, old.id, old.escrow_id, old.asked_by, old.amount, old.milestone_id, old.reason, old.gets, old.created) then
    raise exception 'what was asked for does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_refund_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.account_id, new.escrow_id, new.id, new.payment_id, new.amount, new.reason, new.created, new.number, new.milestone_id,
      new.actor, new.held, new.released, new.fees, new.fees_earned, new.external_reference, new.metadata, new.idempotency_key,
      new.request_hash, new.owed, new.member_id, new.second_id)
     is distinct from
     (old.account_id, old.escrow_id, old.id, old.payment_id, old.amount, old.reason, old.created, old.number, old.milestone_id,
      old.actor, old.held, old.released, old.fees, old.fees_earned, old.external_reference, old.metadata, old.idempotency_key,
      old.request_hash, old.owed, old.member_id, old.second_id) then
    raise exception 'what is owed does not change' using errcode = 'restrict_violation';
  end if;
  if new.owed_left > old.owed_left or new.debt_steps < old.debt_steps then
    raise exception 'what a merchant owes for a refund never grows' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_refund_whole()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  planned bigint;
  shared bigint[];
begin
  select coalesce(sum(amount), 0) into planned from refund_parts
  where account_id = new.account_id and escrow_id = new.escrow_id and refund_id = new.id;
  if planned <> new.amount then
    raise exception 'parts of refund % add up to %, not %', new.id, planned, new.amount using errcode = 'check_violation';
  end if;
  if new.number is not null then
    select array[coalesce(sum(held), 0), coalesce(sum(released), 0)] into shared from refund_shares
    where account_id = new.account_id and escrow_id = new.escrow_id and refund_id = new.id;
    if shared <> array[new.held, new.released] then
      raise exception 'shares of refund % add up to %', new.id, shared using errcode = 'check_violation';
    end if;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_session_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.status <> 'EXPIRED' or old.escrow_id is not null or old.expires_at > service_now() - 90 * 86400
     or not exists (select 1 from account_days d where d.account_id = old.account_id and d.day = old.created / 86400) then
    raise exception 'a session is kept while anything may refer to it' using errcode = 'restrict_violation';
  end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.check_session_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.account_id, new.id, new.amount, new.fees, new.external_reference, new.content, new.expires_at, new.created,
      new.idempotency_key, new.request_hash, new.response)
     is distinct from
     (old.account_id, old.id, old.amount, old.fees, old.external_reference, old.content, old.expires_at, old.created,
      old.idempotency_key, old.request_hash, old.response) then
    raise exception 'what a session offered does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_submission()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' or old.decided_at is not null or new.number <> old.number or new.created <> old.created then
    raise exception 'a submission is decided once' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_verification_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  subject record;
begin
  if tg_op = 'UPDATE' then
    raise exception 'a verification document is never changed' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'DELETE' then subject := old; else subject := new; end if;
  perform 1 from accounts where id = subject.account_id for no key update;
  if exists (select 1 from verification_submissions s
             where s.account_id = subject.account_id and s.number >= subject.submission) then
    raise exception 'these documents were submitted'
      using errcode = 'check_violation', constraint = 'verification_documents_open';
  end if;
  if tg_op = 'INSERT' and (select count(*) from verification_documents d
                           where d.account_id = new.account_id and d.submission = new.submission) >= 10 then
    raise exception 'at most ten documents' using errcode = 'check_violation', constraint = 'verification_documents_ten';
  end if;
  return subject;
end $function$;

CREATE OR REPLACE FUNCTION public.close_submission()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update verification_submissions set decided_at = service_now(), reason = new.verification_reason,
    outcome = case new.verification_status when 'VERIFIED' then 'VERIFIED' when 'REJECTED' then 'REJECTED' else 'WITHDRAWN' end
  where account_id = new.id and decided_at is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_forgotten()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into forgotten_sessions as f (account_id, sessions)
  select account_id, count(*) from gone group by account_id order by account_id
  on conflict (account_id) do update set sessions = f.sessions + excluded.sessions;
  insert into forgotten_keys (account_id, key_hash, request_hash, session_id, created)
  select account_id, hash_of_key(account_id, idempotency_key), request_hash, id, created from gone where idempotency_key is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_identity_versions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := old.version + 1;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.expect_rows(actual bigint, expected bigint, what text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if actual <> expected then
    raise exception '% touched % rows, expected %', what, actual, expected using errcode = 'data_exception';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.flush_search_entries()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  select gin_clean_pending_list('public.search_entries_keys');
$function$;

CREATE OR REPLACE FUNCTION public.forget_link_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from payment_link_places where account_id = old.account_id and session_id = old.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.grant_service(service name)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  one record;
begin
  for one in select nspname from pg_namespace where nspname in ('public', 'sandbox_bank') loop
    execute format('grant usage on schema %I to %I', one.nspname, service);
    execute format('revoke create on schema %I from %I', one.nspname, service);
    execute format('grant usage, select on all sequences in schema %I to %I', one.nspname, service);
    execute format('revoke all on all tables in schema %I from %I', one.nspname, service);
  end loop;
  for one in
    select c.oid::regclass as name, c.relname,
      -- Bits of tgtype: 8 is delete, 16 is update.
      coalesce(bool_or(t.tgtype & 16 > 0), false) as refuses_update,
      coalesce(bool_or(t.tgtype & 8 > 0), false) as refuses_delete
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'sandbox_bank')
    left join pg_trigger t on t.tgrelid = c.oid and t.tgfoid = 'refuse_change'::regproc and t.tgenabled <> 'D'
    where c.relkind in ('r', 'p') group by c.oid, c.relname
  loop
    if one.relname = 'schema_migrations' then
      execute format('grant select on %s to %I', one.name, service);
    else
      execute format('grant select, insert%s%s on %s to %I',
        case when one.refuses_update then '' else ', update' end, case when one.refuses_delete then '' else ', delete' end,
        one.name, service);
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.has_second_factor(person uuid, app bytea)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select app is not null or exists (select 1 from seller_passkeys k where k.seller_id = person)
$function$;

CREATE OR REPLACE FUNCTION public.hash_of_key(account bigint, key text)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN sha256(convert_to(((account || ' '::text) || key), 'UTF8'::name));

CREATE OR REPLACE FUNCTION public.is_link_place_free(account bigint, session uuid, held_until bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when s.id is null then held_until <= service_now()
    else s.status = 'EXPIRED' or coalesce(e.funded_at is null and e.status in ('DECLINED', 'CANCELLED', 'DEADLINE_EXPIRED'), false)
  end
  from (select account, session) place
  left join checkout_sessions s on s.account_id = place.account and s.id = place.session
  left join escrows e on e.account_id = s.account_id and e.id = s.escrow_id
$function$;

CREATE OR REPLACE FUNCTION public.is_notification_kind(kind text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select kind in ('order_paid', 'revision_asked', 'message', 'dispute', 'order_ended', 'payout', 'verification', 'endpoint_failing')
$function$;

CREATE OR REPLACE FUNCTION public.is_told_by_default(role text, kind text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case role
    when 'owner' then true
    when 'developer' then kind = 'endpoint_failing'
    else kind in ('revision_asked', 'message', 'dispute')
  end
$function$;

CREATE OR REPLACE FUNCTION public.keep_an_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform 1 from accounts where id = old.account_id for no key update;
  if not exists (select 1 from team_members
    where account_id = old.account_id and role = 'owner' and seller_id <> old.seller_id) then
    raise exception 'an account keeps an owner' using errcode = 'check_violation', constraint = 'team_members_owner';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_order_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.account_id, new.escrow_id, new.number, new.id, new.channel, new.author, new.author_id, new.answer_by, new.created, new.is_mailed)
      is distinct from
     (old.account_id, old.escrow_id, old.number, old.id, old.channel, old.author, old.author_id, old.answer_by, old.created, old.is_mailed)
    or new.text <> old.text and new.erased_at is null then
    raise exception 'messages are not rewritten';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_rate()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a rate that is current or waits is kept' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.moved_alone(of_operator uuid, of_account bigint, of_escrow uuid, OUT in_order bigint, OUT in_account bigint)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(moved) filter (where escrow_id = of_escrow), 0)::bigint,
    coalesce(sum(moved) filter (where created > service_now() - 86400), 0)::bigint
  from operator_actions
  where operator_id = of_operator and account_id = of_account and moved > 0 and second_id is null;
$function$;

CREATE OR REPLACE FUNCTION public.movement_of(kind text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case kind
    when 'payment' then 'payment' when 'excess' then 'payment'
    when 'refund_paid' then 'refund' when 'refund_returned' then 'refund_returned'
    when 'payout_paid' then 'payout' when 'payout_returned' then 'payout_returned'
    when 'chargeback_taken' then 'chargeback' when 'chargeback_returned' then 'chargeback_returned' end
$function$;

CREATE OR REPLACE FUNCTION public.name_provider()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.payout_id is null then
    select p.provider, coalesce(p.presented_currency, 'USD') into new.provider, new.currency from payments p
    where p.account_id = new.account_id and p.escrow_id = new.escrow_id and p.id = new.payment_id;
  else
    select p.provider, coalesce(p.presented_currency, 'USD'), p.presented_amount into new.provider, new.currency, new.presented
    from payouts p where p.account_id = new.account_id and p.id = new.payout_id;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.note_clock_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.moved_at := clock_timestamp();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.number_deliveries_from(place bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  select setval('public.webhook_delivery_numbers', place)
  where place > (select last_value from public.webhook_delivery_numbers);
$function$;

CREATE OR REPLACE FUNCTION public.post_house_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
  insert into fx_positions as f (currency, abroad, books)
  select coalesce(exchanged, currency), coalesce(sum(fx) filter (where currency <> 'USD'), 0),
    coalesce(sum(fx) filter (where currency = 'USD'), 0)
  from posted where fx <> 0 group by 1 order by 1
  on conflict (currency) do update set abroad = f.abroad + excluded.abroad, books = f.books + excluded.books;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.post_transfers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
  line record;
begin
  for line in
    select account_id, kind,
      case when kind in ('escrow_held', 'refunds_payable', 'chargebacks') then for_escrow else nil end as escrow_id,
      sum(debit) as debits, sum(credit) as credits
    from (
      select account_id, debit_kind as kind, escrow_id as for_escrow, amount as debit, 0 as credit from posted
      union all
      select account_id, credit_kind, escrow_id, 0, amount from posted
    ) lines
    group by 1, 2, 3 order by 1, 2, 3
  loop
    update ledger_accounts as balance set debits = balance.debits + line.debits, credits = balance.credits + line.credits
    where (balance.account_id, balance.kind, balance.escrow_id) = (line.account_id, line.kind, line.escrow_id);
    if not found then
      insert into ledger_accounts as balance (account_id, kind, escrow_id, debits, credits)
      values (line.account_id, line.kind, line.escrow_id, line.debits, line.credits)
      on conflict (account_id, kind, escrow_id)
      do update set debits = balance.debits + excluded.debits, credits = balance.credits + excluded.credits;
    end if;
  end loop;
  if exists (select 1 from posted where 'merchant_wallet' in (debit_kind, credit_kind)) then
    insert into wallet_lines (account_id, number, transfer_id, kind, amount, balance_after, event_id, created)
    select moved.account_id, coalesce(last.number, 0) + row_number() over steps, moved.id, moved.kind, moved.change,
      coalesce(last.balance_after, 0) + sum(moved.change) over steps, moved.event_id, moved.created
    from (
      select *, case credit_kind when 'merchant_wallet' then amount else -amount end as change from posted
      where 'merchant_wallet' in (debit_kind, credit_kind)
    ) moved
    left join lateral (
      select number, balance_after from wallet_lines known where known.account_id = moved.account_id
      order by number desc limit 1
    ) last on true
    window steps as (partition by moved.account_id order by moved.id);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_movements()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into provider_movements
    (provider, currency, type, reference, amount, books, account_id, payment_id, refund_id, payout_id, round, created)
  select t.provider, t.currency, t.type,
    case when t.payout_id is not null
        then (select o.reference::text from payouts o where o.account_id = t.account_id and o.id = t.payout_id)
      when t.refund_id is not null
        then (select r.reference::text from refund_parts r
          where r.account_id = t.account_id and r.escrow_id = t.escrow_id and r.refund_id = t.refund_id and r.payment_id = t.payment_id)
      else (select p.reference from payments p
        where p.account_id = t.account_id and p.escrow_id = t.escrow_id and p.id = t.payment_id) end,
    sum(t.moved), case when t.currency <> 'USD' then sum(t.books) end,
    t.account_id, t.payment_id, t.refund_id, t.payout_id, t.round, min(t.created)
  from (
    select account_id, escrow_id, provider, currency, movement_of(kind) as type, payment_id,
      case when movement_of(kind) <> 'payment' then refund_id end as refund_id, payout_id, round, created,
      case debit_kind when 'external' then coalesce(presented, amount) else -coalesce(presented, amount) end as moved,
      case debit_kind when 'external' then amount else -amount end as books
    from posted where provider is not null
  ) t
  group by t.account_id, t.escrow_id, t.provider, t.currency, t.type, t.payment_id, t.refund_id, t.payout_id, t.round
  having sum(t.moved) <> 0
  order by t.account_id, t.type;
  -- What is worth less than the smallest coin moves nowhere, and no statement will tell of it.
  if exists (select 1 from posted where presented = 0) then
    insert into house_entries (kind, provider, currency, exchanged, account_id, transfer_id, fx, client_money, created)
    select 'rounding', t.provider, 'USD', t.currency, t.account_id, (array_agg(t.id order by t.id))[1], sum(t.books), -sum(t.books), min(t.created)
    from (
      select account_id, escrow_id, id, provider, currency, movement_of(kind) as type, payment_id, refund_id, round, created,
        case debit_kind when 'external' then presented else -presented end as moved,
        case debit_kind when 'external' then amount else -amount end as books
      from posted where presented is not null
    ) t
    group by t.account_id, t.escrow_id, t.provider, t.currency, t.type, t.payment_id,
      case when t.type <> 'payment' then t.refund_id end, t.round
    having sum(t.moved) = 0 and sum(t.books) <> 0
    order by t.provider;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% on % is refused: its rows are written once', tg_op, tg_table_name using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_direct_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'insert on wallet_lines is refused: lines are written by transfers' using errcode = 'restrict_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_direct_posting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if pg_trigger_depth() < 2 then
    raise exception '% on ledger_accounts is refused: balances move by transfers', tg_op using errcode = 'restrict_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_endpoint_without_slot()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a webhook endpoint takes one of its account''s slots' using errcode = 'check_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_while_moving()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the account of this row of % is moving to another cell', tg_table_name using errcode = 'object_in_use';
end $function$;

CREATE OR REPLACE FUNCTION public.search_keys(chapter integer, text text)
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(array_agg((chapter::bigint << 32) | (hashtext(substr(text, at, 3))::bigint & 4294967295)), '{}')
  from generate_series(1, length(text) - 2) at
$function$;

CREATE OR REPLACE FUNCTION public.search_sessions(account bigint, words text[], wanted integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  one integer;
  rarest bigint[];
  looked integer := 0;
  found integer := 0;
  got integer;
begin
  -- Three characters that every order has narrow nothing and cost the most: of each word those that a hundred orders have least, four
  -- in all, are enough. As numbers, which with the chapter's are those of search_keys.
  with chapters as materialized (select id from search_chapters where account_id = account),
  sample as materialized (
    select newest.text from chapters c cross join lateral (
      select e.text from search_entries e where e.chapter = c.id
      order by e.session_id desc limit (select 1 + 99 / count(*) from chapters)
    ) newest
  )
  select array_agg(hashtext(part)::bigint & 4294967295) into rarest from (
    select ranked.part
    from (
      select parts.part, count(sample.text) as had, min(count(sample.text)) over () as least,
        row_number() over (partition by parts.word order by count(sample.text), parts.part) as place
      from (
        select distinct word, substr(word, at, 3) as part from unnest(words) word, generate_series(1, length(word) - 2) at
      ) parts
      left join sample on strpos(sample.text, parts.part) > 0
      group by parts.word, parts.part
    ) ranked
    where ranked.had <= 50 or ranked.least > 50
    group by ranked.part order by min(ranked.place) > 1, min(ranked.had), ranked.part limit 4
  ) chosen;
  for one in select id from search_chapters where account_id = account order by id desc loop
    exit when found >= wanted or (rarest is null and looked >= 2) or clock_timestamp() > statement_timestamp() + interval '500 ms';
    if rarest is not null then
      return query
        -- Walks search_entries_keys alone: in the order of ids a rare word would be looked for row by row.
        with hits as materialized (
          select e.session_id, e.text from search_entries e
          where search_keys(e.chapter, e.text) @> array(select (one::bigint << 32) | number from unnest(rarest) number)
        )
        select h.session_id from hits h
        where not exists (
            select from unnest(words) word
            where strpos(case when length(word) < 4 then split_part(h.text, chr(31), 1) else h.text end, word) = 0)
        order by h.session_id desc limit wanted - found;
    else
      return query
        select e.session_id from search_entries e
        where e.account_id = account and e.chapter = one
          and not exists (
            select from unnest(words) word
            where strpos(case when length(word) < 4 then split_part(e.text, chr(31), 1) else e.text end, word) = 0)
        order by e.session_id desc limit wanted - found;
    end if;
    get diagnostics got = row_count;
    found := found + got;
    looked := looked + 1;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.seller_mails(account bigint, kind text)
 RETURNS TABLE(recipient text, about jsonb)
 LANGUAGE sql
 STABLE
AS $function$
  select person.email, jsonb_build_object('trading_name', a.trading_name, 'seller_code', a.seller_code, 'locale', person.locale)
  from team_members m
  join sellers person on person.id = m.seller_id
  join accounts a on a.id = m.account_id
  left join notification_settings s on s.account_id = m.account_id and s.seller_id = m.seller_id and s.kind = $2
  where m.account_id = $1 and coalesce(s.enabled, is_told_by_default(m.role, $2))
  union all
  select a.email, jsonb_build_object('trading_name', a.trading_name, 'seller_code', a.seller_code)
  from accounts a
  where a.id = $1 and not exists (select 1 from team_members m where m.account_id = $1)
$function$;

CREATE OR REPLACE FUNCTION public.service_now()
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select floor(extract(epoch from clock_timestamp()))::bigint + offset_seconds from test_clock
$function$;

CREATE OR REPLACE FUNCTION public.service_now_ms()
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select floor(extract(epoch from clock_timestamp()) * 1000)::bigint + offset_seconds * 1000 from test_clock
$function$;

CREATE OR REPLACE FUNCTION public.set_aside()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update payments p set given_back = p.given_back + line.amount, presented_given_back = p.presented_given_back + line.presented
  from (
    select account_id, escrow_id, payment_id, sum(amount) as amount, sum(presented) as presented from added group by 1, 2, 3
  ) line
  where (p.account_id, p.escrow_id, p.id) = (line.account_id, line.escrow_id, line.payment_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.skip_while_moving()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.take_link_place(account bigint, link uuid, request bytea, session uuid, until bigint, OUT outcome text, OUT place uuid)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  found_link payment_links;
begin
  select * into strict found_link from payment_links l where l.account_id = account and l.id = link for no key update;
  select p.session_id into place from payment_link_places p
  where p.account_id = account and p.link_id = link and p.request_hash = request;
  if place is not null then
    outcome := 'TAKEN';
    return;
  end if;
  if found_link.switched_off_at is not null then
    outcome := 'OFF';
  elsif found_link.expires_at <= service_now() then
    outcome := 'EXPIRED';
  else
    if found_link.orders_max is not null then
      delete from payment_link_places p where p.account_id = account and p.link_id = link and is_link_place_free(account, p.session_id, p.held_until);
      if (select count(*) from payment_link_places p where p.account_id = account and p.link_id = link) >= found_link.orders_max then
        outcome := 'FULL';
        return;
      end if;
    end if;
    insert into payment_link_places (account_id, link_id, session_id, request_hash, held_until)
    values (account, link, session, request, until);
    update payment_links l set opened = l.opened + 1 where l.account_id = account and l.id = link;
    outcome := 'TAKEN';
    place := session;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION sandbox_bank.announce(of_provider text, of_reference text, receipt integer, outcome text, amount bigint, failure text, step integer)
 RETURNS void
 LANGUAGE sql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION sandbox_bank.announce_outgoing(of_provider text, about text, of_reference text, outcome text, reason text)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into sandbox_bank.notices (provider, body, is_forged, is_unsigned, due_at)
  select of_provider, note.body, mood.notices = 'forged', mood.notices = 'unsigned',
    service_now_ms() + case mood.notices when 'later' then 600000 else 0 end
  from (select coalesce((select notices from sandbox_bank.moods where provider = of_provider), 'once') as notices) mood
  cross join (select json_build_object('notice', gen_random_uuid(), 'about', about, 'order', of_reference,
    'outcome', outcome, 'reason', reason)::text as body) note
  cross join generate_series(1, case mood.notices when 'twice' then 2 when 'never' then 0 else 1 end)
$function$;

CREATE OR REPLACE FUNCTION sandbox_bank.tell_connected()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform sandbox_bank.tell_payee(new.provider, new.reference);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION sandbox_bank.tell_dispute()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION sandbox_bank.tell_payee(of_provider text, of_reference text)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into sandbox_bank.notices (provider, body, is_forged, is_unsigned, due_at)
  select c.provider, json_build_object('notice', gen_random_uuid(), 'about', 'payee', 'order', c.their_id)::text,
    mood.notices = 'forged', mood.notices = 'unsigned', service_now_ms() + case mood.notices when 'later' then 600000 else 0 end
  from sandbox_bank.connected c
  cross join (select coalesce((select notices from sandbox_bank.moods where provider = of_provider), 'once') as notices) mood
  cross join generate_series(1, case mood.notices when 'twice' then 2 when 'never' then 0 else 1 end)
  where c.provider = of_provider and c.reference = of_reference
$function$;

-- Tables --------------------------------------------------------------------------------------------------------

create table account_days (
  account_id bigint not null,
  day integer not null,
  paid_in bigint not null,
  released bigint not null,
  fees bigint not null,
  refunded bigint not null,
  sessions_created integer not null,
  sessions_completed integer not null,
  disputes integer not null,
  refunded_released bigint default 0 not null,
  constraint account_days_pkey PRIMARY KEY (account_id, day),
  constraint account_days_check CHECK (sessions_completed >= 0 AND sessions_completed <= sessions_created),
  constraint account_days_day_check CHECK (day >= 0),
  constraint account_days_disputes_check CHECK (disputes >= 0),
  constraint account_days_fees_check CHECK (fees >= 0),
  constraint account_days_paid_in_check CHECK (paid_in >= 0),
  constraint account_days_refunded_check CHECK (refunded >= 0),
  constraint account_days_released_check CHECK (released >= 0),
  constraint account_days_sessions_created_check CHECK (sessions_created >= 0)
);

create table accounts (
  id bigint not null,
  seller_code text not null,
  trading_name text not null,
  email text not null,
  verification_status text not null,
  suspended boolean default false not null,
  api_version text not null,
  fee_basis_points integer,
  fee_fixed bigint,
  fee_min bigint,
  fee_max bigint,
  review_window_seconds integer,
  delivery_deadline_seconds integer,
  created bigint not null,
  opened_by uuid,
  payout_daily_max bigint,
  legal_name text default ''::text not null,
  country text default ''::text not null,
  address text default ''::text not null,
  phone text default ''::text not null,
  website text default ''::text not null,
  support_email text default ''::text not null,
  verification_reason text default ''::text not null,
  brand_name text default ''::text not null,
  brand_colour text,
  logo bytea storage external,
  logo_type text,
  logo_hash text,
  logo_width smallint,
  logo_height smallint,
  number bigint generated always as identity not null,
  tax_id text default ''::text not null,
  frame_origins text[] default '{}'::text[] not null,
  moving boolean default false not null,
  setup_by text,
  setup_hidden boolean default false not null,
  terms_chosen boolean default false not null,
  domain text,
  domain_token text,
  domain_state text,
  domain_missing text,
  domain_named_at bigint,
  domain_looked_at bigint,
  domain_missing_since bigint,
  domain_next_look bigint,
  email_next text,
  email_next_hash bytea,
  email_next_until timestamp with time zone,
  email_next_by jsonb,
  domains_barred text[] default '{}'::text[] not null,
  refund_credit bigint default 0 not null,
  refund_alone_max bigint,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_seller_code_key UNIQUE (seller_code),
  constraint accounts_address_check CHECK (length(address) <= 500),
  constraint accounts_brand_colour_check CHECK (brand_colour ~ '^#[0-9a-f]{6}$'::text),
  constraint accounts_brand_name_check CHECK (length(brand_name) <= 60),
  constraint accounts_check CHECK (fee_max >= fee_min),
  constraint accounts_check1 CHECK (num_nulls(fee_basis_points, fee_fixed, fee_min) = ANY (ARRAY[0, 3])),
  constraint accounts_country_check CHECK (country ~ '^([A-Z]{2})?$'::text),
  constraint accounts_delivery_deadline_seconds_check CHECK (delivery_deadline_seconds > 0),
  constraint accounts_domain CHECK ((domain IS NULL) = (domain_state IS NULL) AND (domain IS NULL) = (domain_token IS NULL) AND (domain IS NULL) = (domain_named_at IS NULL) AND (domain IS NOT NULL OR num_nonnulls(domain_missing, domain_looked_at, domain_missing_since, domain_next_look) = 0) AND (domain_missing IS NULL) = (domain_missing_since IS NULL)),
  constraint accounts_domain_check CHECK (domain ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'::text AND length(domain) <= 253),
  constraint accounts_domain_missing_check CHECK (domain_missing = ANY (ARRAY['text'::text, 'address'::text, 'answer'::text, 'taken'::text])),
  constraint accounts_domain_state_check CHECK (domain_state = ANY (ARRAY['PENDING'::text, 'ACTIVE'::text, 'LOST'::text])),
  constraint accounts_domain_token_check CHECK (domain_token ~ '^[0-9A-Za-z_-]{32}$'::text),
  constraint accounts_email_check CHECK (email <> ''::text),
  constraint accounts_email_next CHECK (num_nulls(email_next, email_next_hash, email_next_until, email_next_by) = ANY (ARRAY[0, 4])),
  constraint accounts_email_next_check CHECK (email_next = lower(email_next) AND octet_length(email_next) >= 3 AND octet_length(email_next) <= 254),
  constraint accounts_email_next_hash_check CHECK (octet_length(email_next_hash) = 32),
  constraint accounts_fee_basis_points_check CHECK (fee_basis_points >= 0 AND fee_basis_points <= 10000),
  constraint accounts_fee_fixed_check CHECK (fee_fixed >= 0),
  constraint accounts_fee_min_check CHECK (fee_min >= 0),
  constraint accounts_frame_origins_check CHECK (cardinality(frame_origins) <= 10 AND array_position(frame_origins, NULL::text) IS NULL AND array_to_string(frame_origins, ' '::text) ~ '^(https?://[a-z0-9.-]{1,253}(:[0-9]{1,5})?( https?://[a-z0-9.-]{1,253}(:[0-9]{1,5})?)*)?$'::text),
  constraint accounts_id_check CHECK (id >= '1000000000000000000'::bigint AND id <= '9223372036854775807'::bigint),
  constraint accounts_legal_name_check CHECK (length(legal_name) <= 200),
  constraint accounts_logo_check CHECK (octet_length(logo) >= 1 AND octet_length(logo) <= 204800),
  constraint accounts_logo_hash_check CHECK (logo_hash ~ '^[0-9a-f]{16}$'::text),
  constraint accounts_logo_height_check CHECK (logo_height >= 1 AND logo_height <= 2000),
  constraint accounts_logo_type_check CHECK (logo_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text])),
  constraint accounts_logo_whole CHECK (num_nulls(logo, logo_type, logo_hash, logo_width, logo_height) = ANY (ARRAY[0, 5])),
  constraint accounts_logo_width_check CHECK (logo_width >= 1 AND logo_width <= 2000),
  constraint accounts_payout_daily_max_check CHECK (payout_daily_max >= 0),
  constraint accounts_phone_check CHECK (phone ~ '^(\+[1-9][0-9]{6,14})?$'::text),
  constraint accounts_refund_alone_max_check CHECK (refund_alone_max >= 0),
  constraint accounts_refund_credit_check CHECK (refund_credit >= 0),
  constraint accounts_review_window_least CHECK (review_window_seconds >= (3 * 86400)),
  constraint accounts_review_window_seconds_check CHECK (review_window_seconds > 0),
  constraint accounts_seller_code_check CHECK (seller_code ~ '^[0-9A-Z]{8}$'::text),
  constraint accounts_setup_by_check CHECK (setup_by = ANY (ARRAY['seller'::text, 'developer'::text])),
  constraint accounts_support_email_check CHECK (octet_length(support_email) <= 254),
  constraint accounts_tax_id_check CHECK (char_length(tax_id) <= 40),
  constraint accounts_terms_bounded CHECK (review_window_seconds <= (60 * 86400) AND delivery_deadline_seconds <= (365 * 86400)),
  constraint accounts_trading_name_check CHECK (trading_name <> ''::text),
  constraint accounts_verification_reason_check CHECK (length(verification_reason) <= 1000),
  constraint accounts_verification_status_check CHECK (verification_status = ANY (ARRAY['UNVERIFIED'::text, 'PENDING'::text, 'VERIFIED'::text, 'REJECTED'::text])),
  constraint accounts_website_check CHECK (length(website) <= 300)
);
CREATE INDEX accounts_domain_next_look ON accounts USING btree (domain_next_look) WHERE domain_next_look IS NOT NULL;
CREATE UNIQUE INDEX accounts_domain_served ON accounts USING btree (domain) WHERE domain_state = 'ACTIVE'::text;
CREATE INDEX accounts_domains_barred ON accounts USING gin (domains_barred) WHERE domains_barred <> '{}'::text[];
CREATE UNIQUE INDEX accounts_email ON accounts USING btree (lower(email)) WHERE opened_by IS NULL;
CREATE INDEX accounts_email_next_until ON accounts USING btree (email_next_until) WHERE email_next_until IS NOT NULL;
CREATE UNIQUE INDEX accounts_number ON accounts USING btree (number);
CREATE INDEX accounts_pending ON accounts USING btree (id) WHERE verification_status = 'PENDING'::text;
CREATE INDEX accounts_suspended ON accounts USING btree (id) WHERE suspended;

create table api_keys (
  account_id bigint not null,
  id uuid not null,
  lookup text not null,
  secret_hash bytea not null,
  last_four text not null,
  slot smallint not null,
  created bigint not null,
  revoked_at bigint,
  name text default ''::text not null,
  last_used_at bigint,
  created_by uuid,
  scopes text[] not null,
  expires_at bigint,
  networks cidr[] default '{}'::cidr[] not null,
  constraint api_keys_pkey PRIMARY KEY (account_id, id),
  constraint api_keys_lookup_key UNIQUE (lookup),
  constraint api_keys_last_four_check CHECK (length(last_four) = 4),
  constraint api_keys_lookup_check CHECK (lookup ~ '^[0-9A-Za-z]{12}$'::text),
  constraint api_keys_name_check CHECK (length(name) <= 80),
  constraint api_keys_networks_check CHECK (cardinality(networks) <= 20),
  constraint api_keys_scopes_check CHECK (cardinality(scopes) >= 1 AND cardinality(scopes) <= 8 AND scopes <@ '{sessions:read,sessions:write,escrows:read,escrows:write,refunds:write,payouts:write,events:read,events:write}'::text[]),
  constraint api_keys_secret_hash_check CHECK (octet_length(secret_hash) = 32),
  constraint api_keys_slot_check CHECK (slot >= 1 AND slot <= 10)
) with (fillfactor=70);
CREATE INDEX api_keys_id ON api_keys USING btree (id);
CREATE UNIQUE INDEX api_keys_slot ON api_keys USING btree (account_id, slot) WHERE revoked_at IS NULL;

create table api_requests (
  account_id bigint not null,
  id uuid not null,
  method text not null,
  path text not null,
  status smallint not null,
  error_code text,
  key_lookup text not null,
  duration_ms integer not null,
  idempotency_key text,
  is_replay boolean not null,
  object_id text,
  address text not null,
  user_agent text not null,
  body text,
  answer text,
  created bigint not null,
  logged_at timestamp with time zone default clock_timestamp() not null,
  constraint api_requests_pkey PRIMARY KEY (account_id, id),
  constraint api_requests_body_check CHECK (octet_length(body) <= 65536),
  constraint api_requests_check CHECK ((status >= 400) = (answer IS NOT NULL)),
  constraint api_requests_check1 CHECK (body IS NULL OR answer IS NOT NULL),
  constraint api_requests_check2 CHECK (error_code IS NULL OR answer IS NOT NULL),
  constraint api_requests_duration_ms_check CHECK (duration_ms >= 0),
  constraint api_requests_idempotency_key_check CHECK (length(idempotency_key) <= 255),
  constraint api_requests_method_check CHECK (length(method) >= 1 AND length(method) <= 10),
  constraint api_requests_object_id_check CHECK (length(object_id) <= 64),
  constraint api_requests_path_check CHECK (length(path) <= 2000),
  constraint api_requests_status_check CHECK (status >= 100 AND status <= 599),
  constraint api_requests_user_agent_check CHECK (length(user_agent) <= 300)
) with (autovacuum_vacuum_scale_factor=0.05);
CREATE INDEX api_requests_bodies ON api_requests USING btree (logged_at) WHERE body IS NOT NULL;
CREATE INDEX api_requests_logged ON api_requests USING btree (logged_at);

create table bank_payouts (
  account_id bigint not null,
  provider text not null,
  their_id text not null,
  amount bigint not null,
  status text not null,
  failure text,
  arrives_at bigint not null,
  created bigint not null,
  told_at bigint not null,
  constraint bank_payouts_pkey PRIMARY KEY (account_id, provider, their_id),
  constraint bank_payouts_amount_check CHECK (amount > 0),
  constraint bank_payouts_check CHECK ((status = 'FAILED'::text) = (failure IS NOT NULL)),
  constraint bank_payouts_failure_check CHECK (length(failure) >= 1 AND length(failure) <= 100),
  constraint bank_payouts_provider_check CHECK (length(provider) >= 1 AND length(provider) <= 40),
  constraint bank_payouts_status_check CHECK (status = ANY (ARRAY['ON_THE_WAY'::text, 'PAID'::text, 'FAILED'::text, 'CANCELLED'::text])),
  constraint bank_payouts_their_id_check CHECK (their_id ~ '^[!-~]{1,100}$'::text)
);
CREATE INDEX bank_payouts_latest ON bank_payouts USING btree (account_id, created DESC, their_id);

create table buyer_sessions (
  token_hash bytea not null,
  email text not null,
  expires_at timestamp with time zone not null,
  id uuid default gen_random_uuid() not null,
  user_agent text default ''::text not null,
  network text default ''::text not null,
  created timestamp with time zone default clock_timestamp() not null,
  seen_at timestamp with time zone default clock_timestamp() not null,
  constraint buyer_sessions_pkey PRIMARY KEY (token_hash),
  constraint buyer_sessions_id_key UNIQUE (id),
  constraint buyer_sessions_token_hash_check CHECK (octet_length(token_hash) = 32),
  constraint buyer_sessions_user_agent_check CHECK (length(user_agent) <= 300)
);
CREATE INDEX buyer_sessions_email ON buyer_sessions USING btree (email);
CREATE INDEX buyer_sessions_expired ON buyer_sessions USING btree (expires_at);

create table buyers (
  email text not null,
  locale text not null,
  created bigint not null,
  zone text,
  constraint buyers_pkey PRIMARY KEY (email),
  constraint buyers_email_check CHECK (email = lower(email) AND octet_length(email) >= 3 AND octet_length(email) <= 254),
  constraint buyers_locale_check CHECK (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$'::text),
  constraint buyers_zone_check CHECK (zone ~ '^[A-Za-z][A-Za-z0-9_+/-]{0,99}$'::text)
);

create table chargeback_entries (
  account_id bigint not null,
  escrow_id uuid not null,
  chargeback_id uuid not null,
  number integer not null,
  status text not null,
  actor text not null,
  text text not null,
  created bigint not null,
  constraint chargeback_entries_pkey PRIMARY KEY (account_id, escrow_id, chargeback_id, number),
  constraint chargeback_entries_actor_check CHECK (actor = ANY (ARRAY['provider'::text, 'operator'::text])),
  constraint chargeback_entries_number_check CHECK (number > 0),
  constraint chargeback_entries_status_check CHECK (status = ANY (ARRAY['INQUIRY'::text, 'OPEN'::text, 'ANSWERED'::text, 'WON'::text, 'LOST'::text])),
  constraint chargeback_entries_text_check CHECK (length(text) <= 2000)
);

create table chargebacks (
  account_id bigint not null,
  escrow_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  provider text not null,
  their_id text not null,
  reason text not null,
  amount bigint not null,
  status text not null,
  is_taken boolean not null,
  taken bigint default 0 not null,
  returned bigint default 0 not null,
  from_held bigint default 0 not null,
  from_refund bigint default 0 not null,
  from_wallet bigint default 0 not null,
  from_owed bigint default 0 not null,
  fee bigint default 0 not null,
  fee_owed bigint default 0 not null,
  steps smallint default 0 not null,
  answer_by bigint,
  evidence_sent_at bigint,
  created bigint not null,
  closed_at bigint,
  look_at bigint not null,
  presented bigint,
  presented_taken bigint,
  presented_net bigint,
  constraint chargebacks_pkey PRIMARY KEY (account_id, escrow_id, id),
  constraint chargebacks_theirs UNIQUE (provider, their_id),
  constraint chargebacks_amount_check CHECK (amount > 0),
  constraint chargebacks_check CHECK (taken >= 0 AND taken <= amount),
  constraint chargebacks_check1 CHECK (returned = 0 OR returned = taken),
  constraint chargebacks_check2 CHECK (fee_owed >= 0 AND fee_owed <= fee),
  constraint chargebacks_closed CHECK ((status = ANY (ARRAY['WON'::text, 'LOST'::text])) = (closed_at IS NOT NULL)),
  constraint chargebacks_fee_check CHECK (fee >= 0),
  constraint chargebacks_from_held_check CHECK (from_held >= 0),
  constraint chargebacks_from_owed_check CHECK (from_owed >= 0),
  constraint chargebacks_from_refund_check CHECK (from_refund >= 0),
  constraint chargebacks_from_wallet_check CHECK (from_wallet >= 0),
  constraint chargebacks_inquiry CHECK (status <> 'INQUIRY'::text OR taken = 0),
  constraint chargebacks_not_won CHECK (status = 'WON'::text OR returned = 0),
  constraint chargebacks_presented CHECK (
CASE
    WHEN presented IS NULL THEN num_nonnulls(presented_taken, presented_net) = 0
    ELSE num_nonnulls(presented_taken, presented_net) = 2 AND presented > 0 AND presented_taken >= 0 AND presented_taken <= presented AND presented_net >= 0 AND presented_net <= presented_taken
END),
  constraint chargebacks_reason_check CHECK (length(reason) <= 120),
  constraint chargebacks_sources CHECK ((from_held + from_refund + from_wallet + from_owed) = (taken - returned)),
  constraint chargebacks_status_check CHECK (status = ANY (ARRAY['INQUIRY'::text, 'OPEN'::text, 'ANSWERED'::text, 'WON'::text, 'LOST'::text])),
  constraint chargebacks_steps_check CHECK (steps >= 0),
  constraint chargebacks_their_id_check CHECK (length(their_id) >= 1 AND length(their_id) <= 255),
  constraint chargebacks_won CHECK (status <> 'WON'::text OR returned = taken)
);
CREATE INDEX chargebacks_created ON chargebacks USING btree (created);
CREATE INDEX chargebacks_look ON chargebacks USING btree (provider, look_at) WHERE closed_at IS NULL;
CREATE INDEX chargebacks_of_account ON chargebacks USING btree (account_id, id);
CREATE INDEX chargebacks_open ON chargebacks USING btree (created, id) WHERE closed_at IS NULL;
CREATE INDEX chargebacks_open_of_account ON chargebacks USING btree (account_id) WHERE closed_at IS NULL;
CREATE INDEX chargebacks_owed ON chargebacks USING btree (account_id, created, id) WHERE (from_owed + fee_owed) > 0;
CREATE INDEX chargebacks_payment ON chargebacks USING btree (account_id, escrow_id, payment_id);

create table checkout_sessions (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  amount bigint not null,
  fees bigint not null,
  external_reference text not null,
  content text not null,
  review_window_seconds integer,
  delivery_deadline_seconds integer,
  idempotency_key text,
  request_hash bytea,
  response text,
  escrow_id uuid,
  expires_at bigint not null,
  completed_at bigint,
  created bigint not null,
  constraint checkout_sessions_pkey PRIMARY KEY (account_id, id),
  constraint checkout_sessions_amount_check CHECK (amount > 0),
  constraint checkout_sessions_check CHECK (num_nulls(idempotency_key, request_hash, response) = ANY (ARRAY[0, 3])),
  constraint checkout_sessions_check1 CHECK ((status = 'COMPLETED'::text) = (escrow_id IS NOT NULL)),
  constraint checkout_sessions_check2 CHECK ((status = 'COMPLETED'::text) = (completed_at IS NOT NULL)),
  constraint checkout_sessions_check3 CHECK (expires_at > created),
  constraint checkout_sessions_fees_check CHECK (fees >= 0),
  constraint checkout_sessions_status_check CHECK (status = ANY (ARRAY['OPEN'::text, 'COMPLETED'::text, 'EXPIRED'::text]))
);
CREATE INDEX checkout_sessions_created ON checkout_sessions USING btree (account_id, created) INCLUDE (status);
CREATE INDEX checkout_sessions_due ON checkout_sessions USING btree (expires_at, account_id, id) WHERE status = 'OPEN'::text;
CREATE INDEX checkout_sessions_expired ON checkout_sessions USING btree (expires_at) WHERE status = 'EXPIRED'::text;
CREATE UNIQUE INDEX checkout_sessions_idempotency ON checkout_sessions USING btree (account_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX checkout_sessions_lapsing ON checkout_sessions USING btree (account_id, expires_at) WHERE status = 'OPEN'::text;
CREATE INDEX checkout_sessions_reference ON checkout_sessions USING btree (account_id, external_reference, id) WHERE external_reference <> ''::text;
CREATE INDEX checkout_sessions_status ON checkout_sessions USING btree (account_id, status, id);

create table client_money_days (
  day integer not null,
  currency text not null,
  at bigint not null,
  owed bigint not null,
  provider_balance bigint not null,
  in_transit bigint not null,
  bank bigint not null,
  untold bigint not null,
  unexplained bigint not null,
  is_covered boolean generated always as ((provider_balance + in_transit + bank + untold + unexplained) >= owed) stored not null,
  constraint client_money_days_pkey PRIMARY KEY (day, currency),
  constraint client_money_days_unexplained_check CHECK (unexplained <= 0)
);

create table connected_accounts (
  account_id bigint not null,
  provider text not null,
  reference uuid not null,
  their_id text,
  destination_id uuid not null,
  opened_by uuid,
  is_payable boolean default false not null,
  wanted text[] default '{}'::text[] not null,
  stopped text,
  told_at bigint,
  look_at bigint not null,
  send_at bigint default 0 not null,
  created bigint not null,
  available bigint,
  pending bigint,
  books_at bigint,
  changed_at bigint,
  constraint connected_accounts_pkey PRIMARY KEY (account_id, provider),
  constraint connected_accounts_reference_key UNIQUE (reference),
  constraint connected_accounts_books CHECK (num_nulls(available, pending, books_at) = ANY (ARRAY[0, 3])),
  constraint connected_accounts_check CHECK (their_id IS NOT NULL OR told_at IS NULL),
  constraint connected_accounts_check1 CHECK (told_at IS NOT NULL OR NOT is_payable),
  constraint connected_accounts_provider_check CHECK (length(provider) >= 1 AND length(provider) <= 40),
  constraint connected_accounts_stopped_check CHECK (length(stopped) >= 1 AND length(stopped) <= 200),
  constraint connected_accounts_their_id_check CHECK (their_id ~ '^[!-~]{1,100}$'::text),
  constraint connected_accounts_wanted_check CHECK (cardinality(wanted) <= 50)
);
CREATE INDEX connected_accounts_look ON connected_accounts USING btree (provider, look_at) WHERE their_id IS NOT NULL;
CREATE INDEX connected_accounts_payable ON connected_accounts USING btree (provider, account_id) WHERE is_payable;
CREATE UNIQUE INDEX connected_accounts_theirs ON connected_accounts USING btree (provider, their_id) WHERE their_id IS NOT NULL;

create table currency_days (
  day integer not null,
  currency text not null,
  at bigint not null,
  provider_balance bigint not null,
  in_transit bigint not null,
  bank bigint not null,
  untold bigint not null,
  unexplained bigint not null,
  fx_abroad bigint not null,
  fx_books bigint not null,
  rate text,
  rate_source text,
  rate_at bigint,
  worth bigint,
  fx_result bigint,
  constraint currency_days_pkey PRIMARY KEY (day, currency),
  constraint currency_days_check CHECK ((num_nonnulls(rate, rate_source, rate_at) = ANY (ARRAY[0, 3])) AND (currency <> 'USD'::text OR rate IS NULL)),
  constraint currency_days_check1 CHECK (
CASE
    WHEN currency = 'USD'::text OR rate IS NOT NULL THEN num_nonnulls(worth, fx_result) = 2
    ELSE worth IS NULL
END),
  constraint currency_days_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint currency_days_rate_check CHECK (length(rate) <= 13 AND rate ~ '^[0-9]+(\.[0-9]+)?$'::text),
  constraint currency_days_rate_source_check CHECK (length(rate_source) >= 1 AND length(rate_source) <= 80),
  constraint currency_days_unexplained_check CHECK (unexplained <= 0)
);

create table endpoint_checks (
  account_id bigint not null,
  endpoint_id uuid not null,
  status text default 'WAITING'::text not null,
  asked_at timestamp with time zone not null,
  leased_until timestamp with time zone,
  fence integer default 0 not null,
  finished bigint,
  report text,
  error text,
  constraint endpoint_checks_pkey PRIMARY KEY (account_id, endpoint_id),
  constraint endpoint_checks_check CHECK ((status = 'DONE'::text) = (finished IS NOT NULL)),
  constraint endpoint_checks_check1 CHECK ((status = 'DONE'::text) = (num_nonnulls(report, error) = 1)),
  constraint endpoint_checks_fence_check CHECK (fence >= 0 AND fence <= 3),
  constraint endpoint_checks_report_check CHECK (octet_length(report) <= 262144),
  constraint endpoint_checks_status_check CHECK (status = ANY (ARRAY['WAITING'::text, 'RUNNING'::text, 'DONE'::text]))
);
CREATE INDEX endpoint_checks_open ON endpoint_checks USING btree (asked_at) WHERE status <> 'DONE'::text;

create table escrows (
  account_id bigint not null,
  id uuid not null,
  session_id uuid not null,
  reference_code text not null,
  dispute_reference text,
  status text not null,
  title text not null,
  description text not null,
  external_reference text not null,
  metadata text not null,
  buyer_email text not null,
  amount bigint not null,
  fees bigint not null,
  funded bigint not null,
  released bigint not null,
  fees_earned bigint not null,
  refunded bigint not null,
  review_window_seconds integer,
  delivery_deadline_seconds integer,
  created bigint not null,
  funding_deadline bigint not null,
  funded_at bigint,
  first_submitted_at bigint,
  due_at bigint,
  ended_at bigint,
  charged_back bigint default 0 not null,
  open_chargebacks smallint default 0 not null,
  held bigint generated always as (funded - released - fees_earned - refunded - charged_back) stored not null,
  all_delivered boolean default false not null,
  refunded_held bigint default 0 not null,
  refunded_released bigint default 0 not null,
  constraint escrows_pkey PRIMARY KEY (account_id, id),
  constraint escrows_account_id_reference_code_key UNIQUE (account_id, reference_code),
  constraint escrows_account_id_session_id_key UNIQUE (account_id, session_id),
  constraint escrows_all_released CHECK (status <> 'COMPLETED'::text OR (released + refunded_held) = amount),
  constraint escrows_amount_check CHECK (amount > 0),
  constraint escrows_charged_back CHECK (open_chargebacks = 0 AND charged_back = 0 OR (status <> ALL (ARRAY['IN_ESCROW'::text, 'WORK_IN_PROGRESS'::text, 'PENDING_ACCEPTANCE'::text]))),
  constraint escrows_charged_back_check CHECK (charged_back >= 0),
  constraint escrows_check CHECK (funded >= 0 AND funded <= (amount + fees)),
  constraint escrows_check1 CHECK (released >= 0 AND released <= amount),
  constraint escrows_check11 CHECK ((funded = (amount + fees)) = (funded_at IS NOT NULL)),
  constraint escrows_check12 CHECK (status <> 'DISPUTED'::text OR dispute_reference IS NOT NULL),
  constraint escrows_check2 CHECK (fees_earned >= 0 AND fees_earned <= fees),
  constraint escrows_check3 CHECK ((status <> ALL (ARRAY['IN_ESCROW'::text, 'WORK_IN_PROGRESS'::text, 'DISPUTED'::text, 'COMPLETED'::text, 'CLOSED'::text])) OR funded = (amount + fees)),
  constraint escrows_check4 CHECK ((status <> ALL (ARRAY['PENDING_ACCEPTANCE'::text, 'PENDING_FUNDING'::text])) OR funded = 0),
  constraint escrows_check5 CHECK (status <> 'PARTIALLY_FUNDED'::text OR funded >= 1 AND funded <= (amount + fees - 1)),
  constraint escrows_check6 CHECK ((status <> ALL (ARRAY['AWAITING_PAYMENT'::text, 'WAITING_PAYMENT_CONFIRMATION'::text])) OR funded < (amount + fees)),
  constraint escrows_check7 CHECK (released = 0 OR funded = (amount + fees)),
  constraint escrows_cut CHECK (status <> 'CLOSED'::text OR (released + refunded_held) < amount OR charged_back > 0),
  constraint escrows_ended CHECK ((status = ANY (ARRAY['COMPLETED'::text, 'DECLINED'::text, 'CANCELLED'::text, 'CLOSED'::text, 'DEADLINE_EXPIRED'::text])) = (ended_at IS NOT NULL)),
  constraint escrows_fees_check CHECK (fees >= 0),
  constraint escrows_held_check CHECK (held >= 0),
  constraint escrows_nothing_held CHECK ((status <> ALL (ARRAY['COMPLETED'::text, 'DECLINED'::text, 'CANCELLED'::text, 'CLOSED'::text, 'DEADLINE_EXPIRED'::text])) OR held = 0),
  constraint escrows_open_chargebacks_check CHECK (open_chargebacks >= 0),
  constraint escrows_refunded_check CHECK (refunded >= 0),
  constraint escrows_refunded_parts CHECK (refunded_held >= 0 AND (released + refunded_held) <= amount AND refunded_held <= refunded AND refunded_released >= 0 AND refunded_released <= released),
  constraint escrows_status_check CHECK (status = ANY (ARRAY['PENDING_ACCEPTANCE'::text, 'PENDING_FUNDING'::text, 'AWAITING_PAYMENT'::text, 'WAITING_PAYMENT_CONFIRMATION'::text, 'PARTIALLY_FUNDED'::text, 'IN_ESCROW'::text, 'WORK_IN_PROGRESS'::text, 'COMPLETED'::text, 'DISPUTED'::text, 'DECLINED'::text, 'CANCELLED'::text, 'CLOSED'::text, 'DEADLINE_EXPIRED'::text]))
);
CREATE INDEX escrows_buyer ON escrows USING btree (lower(buyer_email COLLATE "C"), id);
CREATE INDEX escrows_created ON escrows USING btree (account_id, created);
CREATE INDEX escrows_customer ON escrows USING btree (account_id, lower(buyer_email COLLATE "C"), id);
CREATE UNIQUE INDEX escrows_dispute_reference ON escrows USING btree (account_id, dispute_reference) WHERE dispute_reference IS NOT NULL;
CREATE INDEX escrows_disputed ON escrows USING btree (id) WHERE status = 'DISPUTED'::text;
CREATE INDEX escrows_disputes ON escrows USING btree (account_id, id) WHERE dispute_reference IS NOT NULL;
CREATE INDEX escrows_disputes_everywhere ON escrows USING btree (id) WHERE dispute_reference IS NOT NULL;
CREATE INDEX escrows_due ON escrows USING btree (due_at, account_id, id) WHERE due_at IS NOT NULL;
CREATE INDEX escrows_held ON escrows USING btree (account_id, id) WHERE held > 0;
CREATE INDEX escrows_reference ON escrows USING btree (account_id, external_reference, id) WHERE external_reference <> ''::text;
CREATE INDEX escrows_status ON escrows USING btree (account_id, status, id);
CREATE INDEX escrows_to_deliver ON escrows USING btree (account_id, id) WHERE (status = ANY (ARRAY['IN_ESCROW'::text, 'WORK_IN_PROGRESS'::text])) AND NOT all_delivered;

create table event_counters (
  account_id bigint not null,
  last_number bigint default 0 not null,
  constraint event_counters_pkey PRIMARY KEY (account_id),
  constraint event_counters_last_number_check CHECK (last_number >= 0)
) with (fillfactor=50);

create table events (
  account_id bigint not null,
  number bigint not null,
  id uuid not null,
  type text not null,
  body text not null,
  created bigint not null,
  escrow_id uuid,
  constraint events_pkey PRIMARY KEY (account_id, number),
  constraint events_account_id_id_key UNIQUE (account_id, id),
  constraint events_number_check CHECK (number > 0)
);
CREATE INDEX events_disputed ON events USING btree (account_id, created) WHERE type = 'escrow.disputed'::text;
CREATE INDEX events_escrow ON events USING btree (account_id, escrow_id, number) WHERE escrow_id IS NOT NULL;
CREATE INDEX events_type ON events USING btree (account_id, type, number);

create table evidence (
  account_id bigint not null,
  escrow_id uuid not null,
  id uuid not null,
  entry_number integer not null,
  "position" smallint not null,
  name text not null,
  type text not null,
  content bytea storage external not null,
  created bigint not null,
  constraint evidence_pkey PRIMARY KEY (account_id, escrow_id, id),
  constraint evidence_account_id_escrow_id_entry_number_position_key UNIQUE (account_id, escrow_id, entry_number, "position"),
  constraint evidence_content_check CHECK (octet_length(content) >= 1 AND octet_length(content) <= 5242880),
  constraint evidence_name_check CHECK (length(name) >= 1 AND length(name) <= 120),
  constraint evidence_position_check CHECK ("position" >= 1 AND "position" <= 5),
  constraint evidence_type_check CHECK (type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text, 'application/pdf'::text, 'text/plain'::text]))
);

create table forgotten_keys (
  account_id bigint not null,
  key_hash bytea not null,
  request_hash bytea not null,
  session_id uuid not null,
  created bigint not null,
  constraint forgotten_keys_pkey PRIMARY KEY (account_id, key_hash),
  constraint forgotten_keys_key_hash_check CHECK (octet_length(key_hash) = 32),
  constraint forgotten_keys_request_hash_check CHECK (octet_length(request_hash) = 32)
);

create table forgotten_sessions (
  account_id bigint not null,
  sessions bigint not null,
  constraint forgotten_sessions_pkey PRIMARY KEY (account_id),
  constraint forgotten_sessions_sessions_check CHECK (sessions > 0)
);

create table fx_positions (
  currency text not null,
  abroad bigint not null,
  books bigint not null,
  constraint fx_positions_pkey PRIMARY KEY (currency),
  constraint fx_positions_check CHECK (currency <> 'USD'::text OR abroad = 0),
  constraint fx_positions_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text)
);

create table held_accounts (
  account_id bigint not null,
  constraint held_accounts_pkey PRIMARY KEY (account_id)
);

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
  constraint house_balances_pkey PRIMARY KEY (provider, currency)
);

create table house_entries (
  number bigint generated always as identity not null,
  kind text not null,
  provider text not null,
  currency text not null,
  line bigint,
  difference bigint,
  provider_balance bigint default 0 not null,
  in_transit bigint default 0 not null,
  bank bigint default 0 not null,
  client_money bigint default 0 not null,
  provider_costs bigint default 0 not null,
  fees_received bigint default 0 not null,
  fx bigint default 0 not null,
  suspense bigint default 0 not null,
  note text default ''::text not null,
  created bigint not null,
  exchanged text,
  account_id bigint,
  transfer_id uuid,
  constraint house_entries_pkey PRIMARY KEY (number),
  constraint house_entries_check CHECK ((provider_balance + in_transit + bank + client_money + provider_costs + fees_received + fx + suspense) = 0),
  constraint house_entries_check1 CHECK ((kind = 'line'::text) = (line IS NOT NULL) AND (kind = 'cleared'::text) = (difference IS NOT NULL)),
  constraint house_entries_check2 CHECK (kind <> 'float'::text OR provider_balance = 0 AND client_money = 0 AND suspense = 0 AND note <> ''::text),
  constraint house_entries_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint house_entries_exchanged CHECK (exchanged IS NULL OR currency = 'USD'::text AND exchanged ~ '^[A-Z]{3}$'::text AND exchanged <> 'USD'::text),
  constraint house_entries_kind_check CHECK (kind = ANY (ARRAY['line'::text, 'opening'::text, 'cleared'::text, 'float'::text, 'rounding'::text])),
  constraint house_entries_note_check CHECK (length(note) <= 2000),
  constraint house_entries_rounding CHECK (
CASE
    WHEN kind = 'rounding'::text THEN num_nonnulls(account_id, transfer_id, exchanged) = 3 AND client_money = (- fx) AND fx <> 0 AND provider_balance = 0 AND in_transit = 0 AND bank = 0 AND provider_costs = 0 AND fees_received = 0 AND suspense = 0
    ELSE num_nonnulls(account_id, transfer_id) = 0
END)
);
CREATE UNIQUE INDEX house_entries_difference ON house_entries USING btree (difference, currency) WHERE difference IS NOT NULL;
CREATE UNIQUE INDEX house_entries_line ON house_entries USING btree (line, currency) WHERE line IS NOT NULL;
CREATE UNIQUE INDEX house_entries_opening ON house_entries USING btree (provider, currency) WHERE kind = 'opening'::text;
CREATE UNIQUE INDEX house_entries_rounding_once ON house_entries USING btree (account_id, transfer_id) WHERE kind = 'rounding'::text;

create table kept_keys (
  purpose text not null,
  sealed bytea not null,
  constraint kept_keys_pkey PRIMARY KEY (purpose),
  constraint kept_keys_purpose_check CHECK (purpose = 'recovery codes'::text)
);

create table ledger_accounts (
  account_id bigint not null,
  kind text not null,
  escrow_id uuid not null,
  debits bigint not null,
  credits bigint not null,
  constraint ledger_accounts_pkey PRIMARY KEY (account_id, kind, escrow_id),
  constraint ledger_accounts_credits_check CHECK (credits >= 0),
  constraint ledger_accounts_debits_check CHECK (debits >= 0),
  constraint ledger_accounts_kind_check CHECK (kind = ANY (ARRAY['external'::text, 'escrow_held'::text, 'merchant_wallet'::text, 'fees_earned'::text, 'refunds_payable'::text, 'payouts_pending'::text, 'chargebacks'::text, 'merchant_owes'::text])),
  constraint ledger_accounts_of_escrow CHECK ((kind = ANY (ARRAY['escrow_held'::text, 'refunds_payable'::text, 'chargebacks'::text])) = (escrow_id <> '00000000-0000-0000-0000-000000000000'::uuid)),
  constraint ledger_accounts_side CHECK (
CASE kind
    WHEN 'external'::text THEN true
    WHEN 'merchant_owes'::text THEN debits >= credits
    ELSE credits >= debits
END)
) with (fillfactor=80);
CREATE INDEX ledger_accounts_owing ON ledger_accounts USING btree (account_id) WHERE kind = 'merchant_owes'::text AND debits > credits;

create table ledger_audit_findings (
  audit_id bigint not null,
  "position" integer not null,
  rule text not null,
  account text not null,
  object text not null,
  found text not null,
  constraint ledger_audit_findings_pkey PRIMARY KEY (audit_id, "position"),
  constraint ledger_audit_findings_position_check CHECK ("position" > 0)
);

create table ledger_audits (
  id bigint generated always as identity not null,
  status text default 'WAITING'::text not null,
  asked_by text,
  due_at timestamp with time zone not null,
  leased_until timestamp with time zone,
  fence integer default 0 not null,
  started bigint,
  finished bigint,
  duration_ms integer,
  rules integer,
  findings integer,
  error text,
  by_command boolean default false not null,
  mark xid8,
  books text,
  after_id bigint,
  proved integer default 0 not null,
  constraint ledger_audits_pkey PRIMARY KEY (id),
  constraint ledger_audits_begun CHECK ((num_nulls(mark, books) = ANY (ARRAY[0, 2])) AND (after_id IS NULL OR mark IS NOT NULL)),
  constraint ledger_audits_check CHECK ((status = 'DONE'::text) = (findings IS NOT NULL)),
  constraint ledger_audits_check1 CHECK ((status = 'FAILED'::text) = (error IS NOT NULL)),
  constraint ledger_audits_check2 CHECK ((status = ANY (ARRAY['DONE'::text, 'FAILED'::text])) = (finished IS NOT NULL)),
  constraint ledger_audits_duration_ms_check CHECK (duration_ms >= 0),
  constraint ledger_audits_findings_check CHECK (findings >= 0),
  constraint ledger_audits_proved_check CHECK (proved >= 0),
  constraint ledger_audits_status_check CHECK (status = ANY (ARRAY['WAITING'::text, 'RUNNING'::text, 'DONE'::text, 'FAILED'::text]))
);
CREATE UNIQUE INDEX ledger_audits_open ON ledger_audits USING btree ((true)) WHERE (status = ANY (ARRAY['WAITING'::text, 'RUNNING'::text])) AND NOT by_command;

create table ledger_transfers (
  account_id bigint not null,
  id uuid not null,
  kind text not null,
  debit_kind text not null,
  credit_kind text not null,
  escrow_id uuid,
  amount bigint not null,
  payment_id uuid,
  milestone_id uuid,
  refund_id uuid,
  created bigint not null,
  payout_id uuid,
  event_id uuid,
  round smallint default 1 not null,
  chargeback_id uuid,
  provider text,
  currency text,
  presented bigint,
  constraint ledger_transfers_pkey PRIMARY KEY (account_id, id),
  constraint ledger_transfers_amount_check CHECK (amount > 0),
  constraint ledger_transfers_check3 CHECK (kind <> 'release'::text OR milestone_id IS NOT NULL),
  constraint ledger_transfers_has_chargeback CHECK (kind = 'debt_paid'::text OR (kind = ANY (ARRAY['chargeback_taken'::text, 'chargeback_held'::text, 'chargeback_refund'::text, 'chargeback_wallet'::text, 'chargeback_owed'::text, 'chargeback_returned'::text, 'owed_restored'::text, 'wallet_restored'::text, 'refund_restored'::text, 'held_restored'::text, 'chargeback_fee'::text])) = (chargeback_id IS NOT NULL)),
  constraint ledger_transfers_has_escrow CHECK ((payout_id IS NULL) = (escrow_id IS NOT NULL)),
  constraint ledger_transfers_has_payment CHECK ((kind = ANY (ARRAY['payment'::text, 'excess'::text, 'refund_paid'::text, 'refund_returned'::text, 'chargeback_taken'::text, 'chargeback_returned'::text])) = (payment_id IS NOT NULL)),
  constraint ledger_transfers_has_payout CHECK ((kind = ANY (ARRAY['payout_reserved'::text, 'payout_paid'::text, 'payout_void'::text, 'payout_returned'::text])) = (payout_id IS NOT NULL)),
  constraint ledger_transfers_has_provider CHECK (('external'::text = debit_kind OR 'external'::text = credit_kind) = (provider IS NOT NULL) AND (provider IS NULL) = (currency IS NULL)),
  constraint ledger_transfers_has_refund CHECK (
CASE
    WHEN kind = 'debt_paid'::text THEN num_nonnulls(refund_id, chargeback_id) = 1
    ELSE (kind = ANY (ARRAY['excess'::text, 'refund'::text, 'refund_released'::text, 'refund_owed'::text, 'refund_fees'::text, 'refund_paid'::text, 'refund_returned'::text])) = (refund_id IS NOT NULL)
END),
  constraint ledger_transfers_kinds CHECK (kind = 'payment'::text AND debit_kind = 'external'::text AND credit_kind = 'escrow_held'::text OR kind = 'excess'::text AND debit_kind = 'external'::text AND credit_kind = 'refunds_payable'::text OR kind = 'release'::text AND debit_kind = 'escrow_held'::text AND credit_kind = 'merchant_wallet'::text OR kind = 'settlement'::text AND debit_kind = 'escrow_held'::text AND credit_kind = 'merchant_wallet'::text OR kind = 'fee'::text AND debit_kind = 'escrow_held'::text AND credit_kind = 'fees_earned'::text OR kind = 'refund'::text AND debit_kind = 'escrow_held'::text AND credit_kind = 'refunds_payable'::text OR kind = 'refund_paid'::text AND debit_kind = 'refunds_payable'::text AND credit_kind = 'external'::text OR kind = 'refund_returned'::text AND debit_kind = 'external'::text AND credit_kind = 'refunds_payable'::text OR kind = 'payout_reserved'::text AND debit_kind = 'merchant_wallet'::text AND credit_kind = 'payouts_pending'::text OR kind = 'payout_paid'::text AND debit_kind = 'payouts_pending'::text AND credit_kind = 'external'::text OR kind = 'payout_void'::text AND debit_kind = 'payouts_pending'::text AND credit_kind = 'merchant_wallet'::text OR kind = 'payout_returned'::text AND debit_kind = 'external'::text AND credit_kind = 'merchant_wallet'::text OR kind = 'chargeback_taken'::text AND debit_kind = 'chargebacks'::text AND credit_kind = 'external'::text OR kind = 'chargeback_held'::text AND debit_kind = 'escrow_held'::text AND credit_kind = 'chargebacks'::text OR kind = 'chargeback_refund'::text AND debit_kind = 'refunds_payable'::text AND credit_kind = 'chargebacks'::text OR kind = 'chargeback_wallet'::text AND debit_kind = 'merchant_wallet'::text AND credit_kind = 'chargebacks'::text OR kind = 'chargeback_owed'::text AND debit_kind = 'merchant_owes'::text AND credit_kind = 'chargebacks'::text OR kind = 'chargeback_returned'::text AND debit_kind = 'external'::text AND credit_kind = 'chargebacks'::text OR kind = 'owed_restored'::text AND debit_kind = 'chargebacks'::text AND credit_kind = 'merchant_owes'::text OR kind = 'wallet_restored'::text AND debit_kind = 'chargebacks'::text AND credit_kind = 'merchant_wallet'::text OR kind = 'refund_restored'::text AND debit_kind = 'chargebacks'::text AND credit_kind = 'refunds_payable'::text OR kind = 'held_restored'::text AND debit_kind = 'chargebacks'::text AND credit_kind = 'escrow_held'::text OR kind = 'chargeback_fee'::text AND debit_kind = 'merchant_owes'::text AND credit_kind = 'fees_earned'::text OR kind = 'debt_paid'::text AND debit_kind = 'merchant_wallet'::text AND credit_kind = 'merchant_owes'::text OR kind = 'refund_released'::text AND debit_kind = 'merchant_wallet'::text AND credit_kind = 'refunds_payable'::text OR kind = 'refund_owed'::text AND debit_kind = 'merchant_owes'::text AND credit_kind = 'refunds_payable'::text OR kind = 'refund_fees'::text AND debit_kind = 'fees_earned'::text AND credit_kind = 'refunds_payable'::text),
  constraint ledger_transfers_presented CHECK ((currency IS NOT NULL AND currency <> 'USD'::text) = (presented IS NOT NULL) AND presented >= 0),
  constraint ledger_transfers_round CHECK (round = 1 OR (kind = ANY (ARRAY['refund_paid'::text, 'refund_returned'::text, 'debt_paid'::text, 'payout_returned'::text])) OR chargeback_id IS NOT NULL),
  constraint ledger_transfers_round_check CHECK (round > 0)
);
CREATE UNIQUE INDEX ledger_transfers_chargeback ON ledger_transfers USING btree (account_id, chargeback_id, kind, round) WHERE chargeback_id IS NOT NULL;
CREATE INDEX ledger_transfers_created ON ledger_transfers USING btree (account_id, created) INCLUDE (kind, amount);
CREATE INDEX ledger_transfers_escrow ON ledger_transfers USING btree (account_id, escrow_id);
CREATE UNIQUE INDEX ledger_transfers_payment ON ledger_transfers USING btree (account_id, payment_id, kind) WHERE kind = ANY (ARRAY['payment'::text, 'excess'::text]);
CREATE UNIQUE INDEX ledger_transfers_payout_ended ON ledger_transfers USING btree (account_id, payout_id) WHERE kind = ANY (ARRAY['payout_paid'::text, 'payout_void'::text]);
CREATE UNIQUE INDEX ledger_transfers_payout_reserved ON ledger_transfers USING btree (account_id, payout_id) WHERE kind = 'payout_reserved'::text;
CREATE UNIQUE INDEX ledger_transfers_refund ON ledger_transfers USING btree (account_id, refund_id) WHERE kind = ANY (ARRAY['excess'::text, 'refund'::text]);
CREATE UNIQUE INDEX ledger_transfers_refund_paid ON ledger_transfers USING btree (account_id, refund_id, payment_id, kind, round) WHERE kind = ANY (ARRAY['refund_paid'::text, 'refund_returned'::text]);
CREATE UNIQUE INDEX ledger_transfers_release ON ledger_transfers USING btree (account_id, milestone_id) WHERE kind = 'release'::text;
CREATE UNIQUE INDEX ledger_transfers_settlement ON ledger_transfers USING btree (account_id, escrow_id) WHERE kind = 'settlement'::text;

create table mails (
  id bigint generated always as identity not null,
  recipient text not null,
  template text not null,
  params jsonb not null,
  created bigint not null,
  next_try_at timestamp with time zone default clock_timestamp(),
  tries smallint default 0 not null,
  sent_at bigint,
  error text,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_recipient_check CHECK (recipient <> ''::text),
  constraint mails_template_check CHECK (template <> ''::text)
);
CREATE INDEX mails_due ON mails USING btree (next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX mails_over ON mails USING btree (COALESCE(sent_at, created)) WHERE next_try_at IS NULL;
CREATE INDEX mails_recipient ON mails USING btree (lower(recipient), id);

create table message_files (
  account_id bigint not null,
  escrow_id uuid not null,
  id uuid not null,
  number integer not null,
  "position" smallint not null,
  name text not null,
  type text not null,
  content bytea storage external not null,
  constraint message_files_pkey PRIMARY KEY (account_id, escrow_id, id),
  constraint message_files_account_id_escrow_id_number_position_key UNIQUE (account_id, escrow_id, number, "position"),
  constraint message_files_content_check CHECK (octet_length(content) >= 1 AND octet_length(content) <= 5242880),
  constraint message_files_name_check CHECK (length(name) >= 1 AND length(name) <= 120),
  constraint message_files_position_check CHECK ("position" >= 1 AND "position" <= 3),
  constraint message_files_type_check CHECK (type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text, 'application/pdf'::text]))
);

create table milestone_entries (
  account_id bigint not null,
  escrow_id uuid not null,
  milestone_id uuid not null,
  number integer not null,
  verb text not null,
  actor text not null,
  from_status text not null,
  to_status text not null,
  text text not null,
  created bigint not null,
  carrier text default ''::text not null,
  tracking_number text default ''::text not null,
  tracking_url text default ''::text not null,
  constraint milestone_entries_pkey PRIMARY KEY (account_id, escrow_id, number),
  constraint milestone_entries_actor_check CHECK (actor = ANY (ARRAY['buyer'::text, 'merchant'::text, 'operator'::text, 'timer'::text, 'bank'::text])),
  constraint milestone_entries_carrier_check CHECK (char_length(carrier) <= 60),
  constraint milestone_entries_number_check CHECK (number > 0),
  constraint milestone_entries_said CHECK ((verb <> ALL (ARRAY['statement'::text, 'offer'::text, 'withdrawOffer'::text, 'declineOffer'::text])) OR (actor = ANY (ARRAY['buyer'::text, 'merchant'::text])) AND from_status = 'DISPUTED'::text AND to_status = 'DISPUTED'::text),
  constraint milestone_entries_shipped CHECK (verb = 'submit'::text OR carrier = ''::text AND tracking_number = ''::text AND tracking_url = ''::text),
  constraint milestone_entries_tracking_number_check CHECK (char_length(tracking_number) <= 100),
  constraint milestone_entries_tracking_url_check CHECK (tracking_url = ''::text OR tracking_url ~ '^https://'::text AND char_length(tracking_url) <= 2000),
  constraint milestone_entries_verb_check CHECK (verb = ANY (ARRAY['submit'::text, 'requestRevision'::text, 'approve'::text, 'dispute'::text, 'resume'::text, 'release'::text, 'settle'::text, 'refund'::text, 'statement'::text, 'offer'::text, 'withdrawOffer'::text, 'declineOffer'::text]))
);

create table milestones (
  account_id bigint not null,
  escrow_id uuid not null,
  id uuid not null,
  "position" smallint not null,
  reference_code text not null,
  title text not null,
  description text not null,
  amount bigint not null,
  status text not null,
  submission_details text not null,
  review_since bigint,
  disputed_from text,
  dispute_order smallint,
  refunded_held bigint default 0 not null,
  refunded_released bigint default 0 not null,
  constraint milestones_pkey PRIMARY KEY (account_id, escrow_id, id),
  constraint milestones_account_id_escrow_id_position_key UNIQUE (account_id, escrow_id, "position"),
  constraint milestones_account_id_escrow_id_reference_code_key UNIQUE (account_id, escrow_id, reference_code),
  constraint milestones_amount_check CHECK (amount > 0),
  constraint milestones_check CHECK ((status = 'DISPUTED'::text) = (disputed_from IS NOT NULL)),
  constraint milestones_check1 CHECK ((status = 'DISPUTED'::text) = (dispute_order IS NOT NULL)),
  constraint milestones_check2 CHECK (status <> 'AWAITING_REVIEW'::text OR review_since IS NOT NULL),
  constraint milestones_dispute_order_check CHECK (dispute_order > 0),
  constraint milestones_disputed_from_check CHECK (disputed_from = ANY (ARRAY['PENDING'::text, 'AWAITING_REVIEW'::text, 'REVISION_REQUESTED'::text])),
  constraint milestones_position_check CHECK ("position" >= 0 AND "position" <= 19),
  constraint milestones_refunded CHECK (refunded_held >= 0 AND refunded_released >= 0 AND (refunded_held + refunded_released) <= amount),
  constraint milestones_status_check CHECK (status = ANY (ARRAY['PENDING'::text, 'AWAITING_REVIEW'::text, 'REVISION_REQUESTED'::text, 'COMPLETED'::text, 'DISPUTED'::text]))
);
CREATE INDEX milestones_open ON milestones USING btree (account_id, status, escrow_id) WHERE status = ANY (ARRAY['PENDING'::text, 'AWAITING_REVIEW'::text, 'REVISION_REQUESTED'::text]);

create table notification_reads (
  account_id bigint not null,
  seller_id uuid not null,
  read_through bigint default 0 not null,
  read_numbers bigint[] default '{}'::bigint[] not null,
  constraint notification_reads_pkey PRIMARY KEY (account_id, seller_id),
  constraint notification_reads_read_numbers_check CHECK (cardinality(read_numbers) <= 100),
  constraint notification_reads_read_through_check CHECK (read_through >= 0)
);

create table notification_settings (
  account_id bigint not null,
  seller_id uuid not null,
  kind text not null,
  enabled boolean not null,
  constraint notification_settings_pkey PRIMARY KEY (account_id, seller_id, kind),
  constraint notification_settings_kind_check CHECK (is_notification_kind(kind))
);

create table operator_actions (
  id bigint generated always as identity not null,
  operator_id uuid,
  operator text not null,
  action text not null,
  account_id bigint,
  subject text not null,
  before jsonb,
  after jsonb,
  reason text not null,
  created bigint not null,
  second_id uuid,
  second text,
  approval_id uuid,
  escrow_id uuid,
  moved bigint default 0 not null,
  alone_max bigint,
  constraint operator_actions_pkey PRIMARY KEY (id),
  constraint operator_actions_account CHECK (account_id IS NOT NULL OR (action = ANY (ARRAY['run_audit'::text, 'close_difference'::text, 'move_float'::text, 'close_notice'::text, 'set_identity'::text, 'search'::text, 'import_statement'::text, 'make_batch'::text, 'approve_batch'::text, 'export_batch'::text, 'fetch_batch'::text, 'withdraw_batch'::text, 'upload_statement'::text, 'decline_statement'::text, 'withdraw_statement'::text, 'accept_rate'::text, 'refuse_rate'::text]))),
  constraint operator_actions_action_check CHECK (action = ANY (ARRAY['verify'::text, 'reject'::text, 'suspend'::text, 'reinstate'::text, 'set_fees'::text, 'set_limits'::text, 'resolve_dispute'::text, 'retry_call'::text, 'retry_refund'::text, 'retry_payout'::text, 'send_evidence'::text, 'run_audit'::text, 'revoke_key'::text, 'ask_second'::text, 'decline_second'::text, 'close_difference'::text, 'move_float'::text, 'close_notice'::text, 'set_identity'::text, 'search'::text, 'open_order'::text, 'ask_question'::text, 'take_domain'::text, 'allow_domain'::text, 'book_receipt'::text, 'refuse_receipt'::text, 'reverse_receipt'::text, 'settle_outgoing'::text, 'refund_order'::text, 'import_statement'::text, 'make_batch'::text, 'approve_batch'::text, 'export_batch'::text, 'fetch_batch'::text, 'withdraw_batch'::text, 'set_payee'::text, 'upload_statement'::text, 'decline_statement'::text, 'withdraw_statement'::text, 'accept_rate'::text, 'refuse_rate'::text])),
  constraint operator_actions_after_check CHECK (jsonb_typeof(after) = 'object'::text),
  constraint operator_actions_alone_max_check CHECK (alone_max >= 0),
  constraint operator_actions_asked CHECK (action <> 'ask_question'::text OR escrow_id IS NOT NULL AND reason <> ''::text),
  constraint operator_actions_batches CHECK ((action <> ALL (ARRAY['make_batch'::text, 'approve_batch'::text, 'export_batch'::text, 'fetch_batch'::text, 'withdraw_batch'::text, 'set_payee'::text])) OR subject <> ''::text),
  constraint operator_actions_before_check CHECK (jsonb_typeof(before) = 'object'::text),
  constraint operator_actions_books CHECK (reason <> ''::text OR (action <> ALL (ARRAY['close_difference'::text, 'move_float'::text, 'set_identity'::text]))),
  constraint operator_actions_check1 CHECK (reason <> ''::text OR operator_id IS NULL OR (action <> ALL (ARRAY['reject'::text, 'suspend'::text, 'reinstate'::text, 'resolve_dispute'::text]))),
  constraint operator_actions_domains CHECK ((action <> ALL (ARRAY['take_domain'::text, 'allow_domain'::text])) OR subject <> ''::text AND reason <> ''::text),
  constraint operator_actions_moved_check CHECK (moved >= 0),
  constraint operator_actions_notices CHECK (reason <> ''::text OR action <> 'close_notice'::text),
  constraint operator_actions_opened CHECK (action <> 'open_order'::text OR escrow_id IS NOT NULL),
  constraint operator_actions_operator_check CHECK (operator <> ''::text),
  constraint operator_actions_rates CHECK ((action <> ALL (ARRAY['accept_rate'::text, 'refuse_rate'::text])) OR subject <> ''::text AND reason <> ''::text),
  constraint operator_actions_reason_check CHECK (length(reason) <= 2000),
  constraint operator_actions_receipts CHECK ((action <> ALL (ARRAY['book_receipt'::text, 'refuse_receipt'::text, 'reverse_receipt'::text])) OR escrow_id IS NOT NULL AND subject <> ''::text),
  constraint operator_actions_refunds CHECK (action <> 'refund_order'::text OR escrow_id IS NOT NULL AND moved > 0 AND (reason <> ''::text OR operator_id IS NULL)),
  constraint operator_actions_second CHECK ((second_id IS NULL) = (approval_id IS NULL) AND (second_id IS NULL) = (second IS NULL)),
  constraint operator_actions_statements CHECK ((action <> ALL (ARRAY['upload_statement'::text, 'decline_statement'::text, 'withdraw_statement'::text])) OR subject <> ''::text AND (action <> 'decline_statement'::text OR reason <> ''::text))
);
CREATE INDEX operator_actions_account ON operator_actions USING btree (account_id, id);
CREATE INDEX operator_actions_action ON operator_actions USING btree (action, id);
CREATE UNIQUE INDEX operator_actions_approval ON operator_actions USING btree (approval_id) WHERE approval_id IS NOT NULL;
CREATE INDEX operator_actions_moved ON operator_actions USING btree (operator_id, account_id, created) WHERE moved > 0 AND second_id IS NULL;
CREATE INDEX operator_actions_opened ON operator_actions USING btree (operator_id, account_id, escrow_id, created) WHERE action = 'open_order'::text;
CREATE INDEX operator_actions_operator ON operator_actions USING btree (operator, id);

create table operator_approvals (
  id uuid not null,
  account_id bigint not null,
  action text not null,
  subject text not null,
  request jsonb not null,
  shown jsonb not null,
  reason text not null,
  asked_by uuid not null,
  asked_name text not null,
  created bigint not null,
  status text default 'PENDING'::text not null,
  decided_by uuid,
  decided_at bigint,
  constraint operator_approvals_pkey PRIMARY KEY (id),
  constraint operator_approvals_action_check CHECK (action = ANY (ARRAY['resolve_dispute'::text, 'set_fees'::text, 'set_limits'::text, 'retry_payout'::text, 'retry_refund'::text, 'refund_order'::text, 'book_receipt'::text, 'reverse_receipt'::text, 'settle_outgoing'::text])),
  constraint operator_approvals_check CHECK ((status = 'PENDING'::text) = (decided_by IS NULL)),
  constraint operator_approvals_check1 CHECK ((status = 'PENDING'::text) = (decided_at IS NULL)),
  constraint operator_approvals_check2 CHECK (status <> 'CONFIRMED'::text OR decided_by <> asked_by),
  constraint operator_approvals_reason_check CHECK (length(reason) <= 2000),
  constraint operator_approvals_request_check CHECK (jsonb_typeof(request) = 'object'::text),
  constraint operator_approvals_shown_check CHECK (jsonb_typeof(shown) = 'object'::text),
  constraint operator_approvals_status_check CHECK (status = ANY (ARRAY['PENDING'::text, 'CONFIRMED'::text, 'DECLINED'::text]))
);
CREATE UNIQUE INDEX operator_approvals_open ON operator_approvals USING btree (account_id, action, subject) WHERE status = 'PENDING'::text;
CREATE INDEX operator_approvals_waiting ON operator_approvals USING btree (created, id) WHERE status = 'PENDING'::text;

create table operator_identity (
  the_one boolean default true not null,
  version integer default 0 not null,
  name text default ''::text not null,
  legal_name text default ''::text not null,
  address text default ''::text not null,
  registration text default ''::text not null,
  colour text,
  support_email text default ''::text not null,
  support_url text default ''::text not null,
  terms_url text default ''::text not null,
  privacy_url text default ''::text not null,
  mail_name text default ''::text not null,
  software_line boolean default true not null,
  logo bytea,
  logo_type text,
  logo_hash text,
  logo_width integer,
  logo_height integer,
  logo_dark bytea,
  logo_dark_type text,
  logo_dark_hash text,
  logo_dark_width integer,
  logo_dark_height integer,
  constraint operator_identity_pkey PRIMARY KEY (the_one),
  constraint operator_identity_address_check CHECK (length(address) <= 300),
  constraint operator_identity_colour_check CHECK (colour ~ '^#[0-9a-f]{6}$'::text),
  constraint operator_identity_legal_name_check CHECK (length(legal_name) <= 120),
  constraint operator_identity_logo CHECK (num_nulls(logo, logo_type, logo_hash, logo_width, logo_height) = ANY (ARRAY[0, 5])),
  constraint operator_identity_logo_check CHECK (octet_length(logo) >= 1 AND octet_length(logo) <= 204800),
  constraint operator_identity_logo_dark CHECK (num_nulls(logo_dark, logo_dark_type, logo_dark_hash, logo_dark_width, logo_dark_height) = ANY (ARRAY[0, 5])),
  constraint operator_identity_logo_dark_check CHECK (octet_length(logo_dark) >= 1 AND octet_length(logo_dark) <= 204800),
  constraint operator_identity_logo_dark_hash_check CHECK (logo_dark_hash ~ '^[0-9a-f]{16}$'::text),
  constraint operator_identity_logo_dark_height_check CHECK (logo_dark_height >= 1 AND logo_dark_height <= 2000),
  constraint operator_identity_logo_dark_type_check CHECK (logo_dark_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text])),
  constraint operator_identity_logo_dark_width_check CHECK (logo_dark_width >= 1 AND logo_dark_width <= 2000),
  constraint operator_identity_logo_hash_check CHECK (logo_hash ~ '^[0-9a-f]{16}$'::text),
  constraint operator_identity_logo_height_check CHECK (logo_height >= 1 AND logo_height <= 2000),
  constraint operator_identity_logo_type_check CHECK (logo_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text])),
  constraint operator_identity_logo_width_check CHECK (logo_width >= 1 AND logo_width <= 2000),
  constraint operator_identity_mail_name_check CHECK (length(mail_name) <= 60),
  constraint operator_identity_name_check CHECK (length(name) <= 60),
  constraint operator_identity_privacy_url_check CHECK (privacy_url = ''::text OR privacy_url ~ '^https?://'::text AND length(privacy_url) <= 500),
  constraint operator_identity_registration_check CHECK (length(registration) <= 120),
  constraint operator_identity_support_email_check CHECK (length(support_email) <= 254),
  constraint operator_identity_support_url_check CHECK (support_url = ''::text OR support_url ~ '^https?://'::text AND length(support_url) <= 500),
  constraint operator_identity_terms_url_check CHECK (terms_url = ''::text OR terms_url ~ '^https?://'::text AND length(terms_url) <= 500),
  constraint operator_identity_the_one_check CHECK (the_one)
);

create table order_messages (
  account_id bigint not null,
  escrow_id uuid not null,
  number integer not null,
  id uuid not null,
  channel text not null,
  author text not null,
  author_id uuid,
  text text not null,
  answer_by bigint,
  created bigint not null,
  is_mailed boolean not null,
  read_at bigint,
  answered_at bigint,
  erased_at bigint,
  constraint order_messages_pkey PRIMARY KEY (account_id, escrow_id, number),
  constraint order_messages_account_id_escrow_id_id_key UNIQUE (account_id, escrow_id, id),
  constraint order_messages_author_check CHECK (author = ANY (ARRAY['buyer'::text, 'merchant'::text, 'operator'::text])),
  constraint order_messages_channel_check CHECK (channel = ANY (ARRAY['buyer_seller'::text, 'operator_buyer'::text, 'operator_seller'::text])),
  constraint order_messages_check CHECK ((author = 'buyer'::text) = (author_id IS NULL)),
  constraint order_messages_check1 CHECK (answer_by IS NULL OR author = 'operator'::text),
  constraint order_messages_check2 CHECK (
CASE channel
    WHEN 'buyer_seller'::text THEN author <> 'operator'::text
    WHEN 'operator_buyer'::text THEN author <> 'merchant'::text
    ELSE author <> 'buyer'::text
END),
  constraint order_messages_check3 CHECK (
CASE
    WHEN erased_at IS NULL THEN text ~ '\S'::text
    ELSE text = ''::text
END),
  constraint order_messages_number_check CHECK (number > 0),
  constraint order_messages_text_check CHECK (char_length(text) <= 2000)
);
CREATE INDEX order_messages_asked ON order_messages USING btree (created) WHERE answered_at IS NULL AND author = 'operator'::text;
CREATE INDEX order_messages_for_seller ON order_messages USING btree (account_id, escrow_id) WHERE answered_at IS NULL AND author <> 'merchant'::text AND channel <> 'operator_buyer'::text;
CREATE INDEX order_messages_told ON order_messages USING btree (created) WHERE read_at IS NULL AND author <> 'operator'::text AND channel <> 'buyer_seller'::text;

create table order_notes (
  account_id bigint not null,
  id uuid not null,
  escrow_id uuid not null,
  author_id uuid not null,
  text text not null,
  created bigint not null,
  constraint order_notes_pkey PRIMARY KEY (account_id, id),
  constraint order_notes_text_check CHECK (text ~ '\S'::text AND char_length(text) <= 2000)
);
CREATE INDEX order_notes_escrow ON order_notes USING btree (account_id, escrow_id, created, id);

create table payment_link_places (
  account_id bigint not null,
  link_id uuid not null,
  session_id uuid not null,
  request_hash bytea not null,
  held_until bigint not null,
  constraint payment_link_places_pkey PRIMARY KEY (account_id, session_id),
  constraint payment_link_places_account_id_link_id_request_hash_key UNIQUE (account_id, link_id, request_hash)
);

create table payment_links (
  account_id bigint not null,
  id uuid not null,
  code text not null,
  content text not null,
  orders_max integer,
  expires_at bigint,
  switched_off_at bigint,
  opened bigint default 0 not null,
  created bigint not null,
  constraint payment_links_pkey PRIMARY KEY (account_id, id),
  constraint payment_links_account_id_code_key UNIQUE (account_id, code),
  constraint payment_links_check CHECK (expires_at > created),
  constraint payment_links_code_check CHECK (code ~ '^[0-9A-Za-z]{12}$'::text),
  constraint payment_links_content_check CHECK (octet_length(content) <= 262144),
  constraint payment_links_opened_check CHECK (opened >= 0),
  constraint payment_links_orders_max_check CHECK (orders_max >= 1 AND orders_max <= 1000)
);

create table payment_proofs (
  account_id bigint not null,
  escrow_id uuid not null,
  payment_id uuid not null,
  id uuid not null,
  name text not null,
  type text not null,
  content bytea storage external not null,
  created bigint not null,
  constraint payment_proofs_pkey PRIMARY KEY (account_id, escrow_id, payment_id, id),
  constraint payment_proofs_content_check CHECK (octet_length(content) >= 1 AND octet_length(content) <= 5242880),
  constraint payment_proofs_name_check CHECK (length(name) >= 1 AND length(name) <= 120),
  constraint payment_proofs_type_check CHECK (type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text, 'application/pdf'::text]))
);

create table payments (
  account_id bigint not null,
  escrow_id uuid not null,
  id uuid not null,
  method text not null,
  provider text not null,
  reference text not null,
  status text not null,
  asked bigint not null,
  received bigint not null,
  created bigint not null,
  failure text,
  phone text,
  expires_at bigint,
  instructions jsonb,
  given_back bigint default 0 not null,
  charged_back bigint default 0 not null,
  open_chargebacks smallint default 0 not null,
  network text,
  presented_currency text,
  presented_asked bigint,
  presented_step integer,
  rate text,
  rate_margin smallint,
  rate_source text,
  quoted_until bigint,
  presented_received bigint,
  presented_accepted bigint,
  accepted bigint,
  presented_given_back bigint,
  presented_charged_back bigint,
  constraint payments_pkey PRIMARY KEY (account_id, escrow_id, id),
  constraint payments_account_id_provider_reference_key UNIQUE (account_id, provider, reference),
  constraint payments_asked_check CHECK (asked > 0),
  constraint payments_charged_back_check CHECK (charged_back >= 0),
  constraint payments_check CHECK ((status = 'SUCCEEDED'::text) = (received > 0)),
  constraint payments_failure CHECK ((status = 'FAILED'::text) = (failure IS NOT NULL)),
  constraint payments_failure_check CHECK (failure = ANY (ARRAY['declined'::text, 'insufficient_funds'::text, 'wrong_pin'::text, 'challenge_failed'::text, 'timed_out'::text, 'cancelled'::text, 'expired'::text, 'unavailable'::text])),
  constraint payments_given_back CHECK (given_back >= 0 AND (given_back + charged_back) <= received),
  constraint payments_method_check CHECK (method = ANY (ARRAY['card'::text, 'mobile_money'::text, 'bank'::text])),
  constraint payments_network_check CHECK (length(network) >= 1 AND length(network) <= 80),
  constraint payments_open_chargebacks_check CHECK (open_chargebacks >= 0),
  constraint payments_phone_check CHECK (phone ~ '^\+[1-9][0-9]{7,14}$'::text),
  constraint payments_presented CHECK (
CASE
    WHEN presented_currency IS NULL THEN num_nonnulls(presented_asked, presented_step, rate, rate_margin, rate_source, quoted_until, presented_received, presented_accepted, accepted, presented_given_back, presented_charged_back) = 0
    ELSE num_nonnulls(presented_asked, presented_step, rate, rate_margin, rate_source, quoted_until, presented_received, presented_accepted, accepted, presented_given_back, presented_charged_back) = 11 AND presented_currency ~ '^[A-Z]{3}$'::text AND presented_currency <> 'USD'::text AND presented_asked > 0 AND presented_step > 0 AND rate_margin >= 0 AND length(rate) <= 13 AND rate ~ '^[0-9]+(\.[0-9]+)?$'::text AND rate::numeric > 0::numeric AND length(rate_source) >= 1 AND length(rate_source) <= 80 AND (presented_received > 0) = (received > 0) AND presented_accepted >= 0 AND presented_accepted <= presented_received AND accepted >= 0 AND accepted <= received AND (presented_accepted = presented_received) = (accepted = received) AND presented_given_back >= 0 AND presented_charged_back >= 0 AND (presented_given_back + presented_charged_back) <= presented_received
END),
  constraint payments_received_check CHECK (received >= 0),
  constraint payments_status_check CHECK (status = ANY (ARRAY['CREATED'::text, 'PENDING'::text, 'SUCCEEDED'::text, 'FAILED'::text]))
);
CREATE INDEX payments_created ON payments USING brin (created);
CREATE INDEX payments_open ON payments USING btree (account_id, escrow_id, id) WHERE status = ANY (ARRAY['CREATED'::text, 'PENDING'::text]);
CREATE INDEX payments_reference ON payments USING btree (reference);

create table payout_calls (
  account_id bigint not null,
  payout_id uuid not null,
  provider text not null,
  status text default 'OPEN'::text not null,
  due_at bigint not null,
  tries smallint default 0 not null,
  leased_until timestamp with time zone,
  fence bigint default 0 not null,
  error text,
  created bigint not null,
  silent smallint default 0 not null,
  said text,
  said_at bigint,
  again boolean default false not null,
  constraint payout_calls_pkey PRIMARY KEY (account_id, payout_id),
  constraint payout_calls_said CHECK ((said IS NULL) = (said_at IS NULL)),
  constraint payout_calls_said_check CHECK (said = ANY (ARRAY['pending'::text, 'paid'::text, 'short'::text])),
  constraint payout_calls_silent_check CHECK (silent >= 0),
  constraint payout_calls_status_check CHECK (status = ANY (ARRAY['OPEN'::text, 'DONE'::text, 'PARKED'::text])),
  constraint payout_calls_tries_check CHECK (tries >= 0)
);
CREATE INDEX payout_calls_due ON payout_calls USING btree (provider, due_at) WHERE status = 'OPEN'::text;
CREATE INDEX payout_calls_short ON payout_calls USING btree (provider) WHERE said = 'short'::text AND status = 'OPEN'::text;

create table payout_destinations (
  account_id bigint not null,
  id uuid not null,
  kind text not null,
  name text not null,
  number text not null,
  bank text,
  slot smallint not null,
  created bigint not null,
  usable_at bigint not null,
  removed_at bigint,
  details jsonb default '{}'::jsonb not null,
  constraint payout_destinations_pkey PRIMARY KEY (account_id, id),
  constraint payout_destinations_bank_check CHECK (length(bank) >= 1 AND length(bank) <= 140),
  constraint payout_destinations_check CHECK (usable_at >= (created + 86400)),
  constraint payout_destinations_check1 CHECK ((kind = 'bank'::text) = (bank IS NOT NULL)),
  constraint payout_destinations_details CHECK (jsonb_typeof(details) = 'object'::text AND length(details::text) <= 4000 AND (kind = 'bank'::text OR details = '{}'::jsonb)),
  constraint payout_destinations_kind_check CHECK (kind = ANY (ARRAY['mobile_money'::text, 'bank'::text, 'connected'::text])),
  constraint payout_destinations_name_check CHECK (length(name) >= 1 AND length(name) <= 140),
  constraint payout_destinations_number CHECK (
CASE kind
    WHEN 'mobile_money'::text THEN number ~ '^\+[1-9][0-9]{7,14}$'::text
    WHEN 'connected'::text THEN number ~ '^[!-~]{1,100}$'::text
    ELSE number ~ '^[0-9A-Z]{4,34}$'::text
END),
  constraint payout_destinations_slot_check CHECK (slot >= 1 AND slot <= 10)
);
CREATE UNIQUE INDEX payout_destinations_number ON payout_destinations USING btree (account_id, kind, number) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX payout_destinations_slot ON payout_destinations USING btree (account_id, slot) WHERE removed_at IS NULL;

create table payouts (
  account_id bigint not null,
  id uuid not null,
  number bigint not null,
  destination_id uuid not null,
  amount bigint not null,
  status text not null,
  provider text not null,
  reference uuid not null,
  failure text,
  requested_by uuid,
  created bigint not null,
  sent_at bigint,
  ended_at bigint,
  recalled_at bigint,
  source_escrow_id uuid,
  source_payment_id uuid,
  taken_back bigint default 0 not null,
  recalling bigint,
  recalls smallint default 0 not null,
  presented_currency text,
  presented_amount bigint,
  rate text,
  rate_margin smallint,
  rate_source text,
  constraint payouts_pkey PRIMARY KEY (account_id, id),
  constraint payouts_account_id_id_amount_key UNIQUE (account_id, id, amount),
  constraint payouts_account_id_number_key UNIQUE (account_id, number),
  constraint payouts_account_id_reference_key UNIQUE (account_id, reference),
  constraint payouts_amount_check CHECK (amount >= 100),
  constraint payouts_check1 CHECK ((status = ANY (ARRAY['REQUESTED'::text, 'CANCELLED'::text])) = (sent_at IS NULL)),
  constraint payouts_ended CHECK ((status = ANY (ARRAY['PAID'::text, 'FAILED'::text, 'CANCELLED'::text, 'RETURNED'::text])) = (ended_at IS NOT NULL)),
  constraint payouts_failure CHECK ((status = ANY (ARRAY['FAILED'::text, 'RETURNED'::text])) = (failure IS NOT NULL)),
  constraint payouts_failure_check CHECK (length(failure) >= 1 AND length(failure) <= 300),
  constraint payouts_number_check CHECK (number > 0),
  constraint payouts_presented CHECK (
CASE
    WHEN presented_currency IS NULL THEN num_nonnulls(presented_amount, rate, rate_margin, rate_source) = 0
    ELSE num_nonnulls(presented_amount, rate, rate_margin, rate_source) = 4 AND presented_currency ~ '^[A-Z]{3}$'::text AND presented_currency <> 'USD'::text AND presented_amount > 0 AND rate_margin >= 0 AND length(rate) <= 13 AND rate ~ '^[0-9]+(\.[0-9]+)?$'::text AND rate::numeric > 0::numeric AND length(rate_source) >= 1 AND length(rate_source) <= 80
END),
  constraint payouts_recalled CHECK (recalled_at IS NULL OR (status = ANY (ARRAY['PAID'::text, 'RETURNED'::text]))),
  constraint payouts_recalling CHECK ((recalling IS NOT NULL) = (recalled_at IS NOT NULL AND status = 'PAID'::text) AND recalling >= 1 AND recalling <= (amount - taken_back)),
  constraint payouts_recalls CHECK (recalls >= 0),
  constraint payouts_source CHECK ((source_escrow_id IS NULL) = (source_payment_id IS NULL)),
  constraint payouts_status_check CHECK (status = ANY (ARRAY['REQUESTED'::text, 'SENT'::text, 'PARKED'::text, 'PAID'::text, 'FAILED'::text, 'CANCELLED'::text, 'RETURNED'::text])),
  constraint payouts_taken_back CHECK (taken_back >= 0 AND taken_back < amount)
);
CREATE INDEX payouts_lately ON payouts USING btree (account_id, created);
CREATE INDEX payouts_open ON payouts USING btree (account_id, created) WHERE status = ANY (ARRAY['REQUESTED'::text, 'SENT'::text, 'PARKED'::text]);
CREATE INDEX payouts_parked ON payouts USING btree (created, account_id, id) WHERE status = 'PARKED'::text;
CREATE INDEX payouts_recalling ON payouts USING btree (recalled_at, account_id, id) WHERE recalling IS NOT NULL;
CREATE INDEX payouts_reference ON payouts USING btree (reference);
CREATE INDEX payouts_source ON payouts USING btree (account_id, source_escrow_id, source_payment_id) WHERE source_escrow_id IS NOT NULL;

create table people_news_read (
  only_row boolean default true not null,
  last bigint default 0 not null,
  constraint people_news_read_pkey PRIMARY KEY (only_row),
  constraint people_news_read_only_row_check CHECK (only_row)
);

create table provider_balances (
  provider text not null,
  currency text not null,
  at bigint not null,
  available bigint not null,
  pending bigint not null,
  constraint provider_balances_pkey PRIMARY KEY (provider, currency, at),
  constraint provider_balances_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text)
);

create table provider_calls (
  account_id bigint not null,
  escrow_id uuid not null,
  payment_id uuid not null,
  kind text not null,
  refund_id uuid default '00000000-0000-0000-0000-000000000000'::uuid not null,
  provider text not null,
  status text default 'OPEN'::text not null,
  due_at bigint not null,
  tries smallint default 0 not null,
  leased_until timestamp with time zone,
  fence bigint default 0 not null,
  error text,
  created bigint not null,
  look_until bigint,
  silent smallint default 0 not null,
  said text,
  said_at bigint,
  again boolean default false not null,
  constraint provider_calls_pkey PRIMARY KEY (account_id, escrow_id, payment_id, kind, refund_id),
  constraint provider_calls_check CHECK ((kind = 'refund'::text) = (refund_id <> '00000000-0000-0000-0000-000000000000'::uuid)),
  constraint provider_calls_kind_check CHECK (kind = ANY (ARRAY['create'::text, 'cancel'::text, 'look_up'::text, 'refund'::text])),
  constraint provider_calls_said CHECK ((said IS NULL) = (said_at IS NULL)),
  constraint provider_calls_said_check CHECK (said = ANY (ARRAY['pending'::text, 'paid'::text, 'short'::text])),
  constraint provider_calls_silent_check CHECK (silent >= 0),
  constraint provider_calls_status_check CHECK (status = ANY (ARRAY['OPEN'::text, 'DONE'::text, 'PARKED'::text])),
  constraint provider_calls_tries_check CHECK (tries >= 0)
);
CREATE INDEX provider_calls_due ON provider_calls USING btree (provider, due_at) WHERE status = 'OPEN'::text;
CREATE INDEX provider_calls_parked ON provider_calls USING btree (account_id, escrow_id) WHERE status = 'PARKED'::text;
CREATE INDEX provider_calls_short ON provider_calls USING btree (provider) WHERE said = 'short'::text AND status = 'OPEN'::text;

create table provider_days (
  provider text not null,
  currency text not null,
  day integer not null,
  lines integer not null,
  opening bigint not null,
  moved bigint not null,
  closing bigint not null,
  off bigint,
  closed_at bigint not null,
  constraint provider_days_pkey PRIMARY KEY (provider, currency, day),
  constraint provider_days_check CHECK (closing = (opening + moved)),
  constraint provider_days_lines_check CHECK (lines >= 0)
);

create table provider_health (
  provider text not null,
  failures integer not null,
  held_until bigint,
  gap integer default 5 not null,
  is_key_refused boolean default false not null,
  reason text default ''::text not null,
  since bigint not null,
  constraint provider_health_pkey PRIMARY KEY (provider),
  constraint provider_health_failures_check CHECK (failures >= 0),
  constraint provider_health_gap_check CHECK (gap > 0)
);

create table provider_lines (
  number bigint generated always as identity not null,
  provider text not null,
  line_id text not null,
  type text not null,
  object text,
  reference text,
  amount bigint not null,
  fee bigint not null,
  net bigint not null,
  currency text not null,
  at bigint not null,
  available_at bigint not null,
  read_at bigint not null,
  of_amount bigint,
  of_currency text,
  constraint provider_lines_pkey PRIMARY KEY (number),
  constraint provider_lines_provider_line_id_key UNIQUE (provider, line_id),
  constraint provider_lines_check CHECK (net = (amount - fee)),
  constraint provider_lines_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint provider_lines_line_id_check CHECK (length(line_id) >= 1 AND length(line_id) <= 255),
  constraint provider_lines_of CHECK ((of_amount IS NULL) = (of_currency IS NULL) AND (of_currency IS NULL OR of_currency ~ '^[A-Z]{3}$'::text AND of_currency <> currency AND (sign(of_amount::double precision) * sign(amount::double precision)) >= 0::double precision)),
  constraint provider_lines_type_check CHECK (type = ANY (ARRAY['payment'::text, 'refund'::text, 'refund_returned'::text, 'payout'::text, 'payout_returned'::text, 'chargeback'::text, 'chargeback_returned'::text, 'fee'::text, 'settlement'::text, 'other'::text]))
);
CREATE INDEX provider_lines_day ON provider_lines USING btree (provider, currency, at) INCLUDE (net);
CREATE INDEX provider_lines_unbooked ON provider_lines USING btree (provider, number) INCLUDE (read_at);

create table provider_movements (
  id bigint generated always as identity not null,
  provider text not null,
  currency text not null,
  type text not null,
  reference text not null,
  amount bigint not null,
  account_id bigint not null,
  payment_id uuid,
  refund_id uuid,
  payout_id uuid,
  round smallint not null,
  created bigint not null,
  line bigint,
  is_told_elsewhere boolean default false not null,
  books bigint,
  constraint provider_movements_pkey PRIMARY KEY (id),
  constraint provider_movements_amount_check CHECK (amount <> 0),
  constraint provider_movements_books CHECK ((currency = 'USD'::text) = (books IS NULL) AND (books IS NULL OR sign(books::double precision) = sign(amount::double precision))),
  constraint provider_movements_check CHECK (line IS NULL OR NOT is_told_elsewhere),
  constraint provider_movements_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint provider_movements_type_check CHECK (type = ANY (ARRAY['payment'::text, 'refund'::text, 'refund_returned'::text, 'payout'::text, 'payout_returned'::text, 'chargeback'::text, 'chargeback_returned'::text]))
);
CREATE UNIQUE INDEX provider_movements_once ON provider_movements USING btree (account_id, type, payment_id, refund_id, payout_id, round) NULLS NOT DISTINCT WHERE type !~~ 'chargeback%'::text;
CREATE INDEX provider_movements_sought ON provider_movements USING btree (provider, type, split_part(reference, '.'::text, 1));
CREATE INDEX provider_movements_untold ON provider_movements USING btree (provider, created) WHERE line IS NULL AND NOT is_told_elsewhere;

create table provider_notices (
  id bigint generated always as identity not null,
  provider text not null,
  notice_id text not null,
  reports jsonb not null,
  body bytea not null,
  received bigint not null,
  status text default 'NEW'::text not null,
  due_at bigint,
  tries smallint default 0 not null,
  leased_until timestamp with time zone,
  error text,
  constraint provider_notices_pkey PRIMARY KEY (id),
  constraint provider_notices_provider_notice_id_key UNIQUE (provider, notice_id),
  constraint provider_notices_body_check CHECK (octet_length(body) <= 262144),
  constraint provider_notices_notice_id_check CHECK (length(notice_id) >= 1 AND length(notice_id) <= 255),
  constraint provider_notices_reports_check CHECK (jsonb_typeof(reports) = 'array'::text),
  constraint provider_notices_status_check CHECK (status = ANY (ARRAY['NEW'::text, 'BOOKED'::text, 'UNNAMED'::text, 'PARKED'::text, 'CLOSED'::text]))
);
CREATE INDEX provider_notices_due ON provider_notices USING btree (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX provider_notices_old ON provider_notices USING btree (received);
CREATE INDEX provider_notices_waiting ON provider_notices USING btree (received) WHERE status = ANY (ARRAY['UNNAMED'::text, 'PARKED'::text]);

create table provider_objects (
  provider text not null,
  kind text not null,
  reference text not null,
  status text not null,
  their_id text,
  asks smallint not null,
  asked_at bigint not null,
  last_at bigint not null,
  data jsonb default '{}'::jsonb not null,
  constraint provider_objects_pkey PRIMARY KEY (provider, kind, reference),
  constraint provider_objects_asks_check CHECK (asks >= 0),
  constraint provider_objects_data_check CHECK (jsonb_typeof(data) = 'object'::text AND length(data::text) <= 4096),
  constraint provider_objects_kind_check CHECK (kind ~ '^[a-z][a-z_]{0,39}$'::text),
  constraint provider_objects_reference_check CHECK (length(reference) >= 1 AND length(reference) <= 80),
  constraint provider_objects_status_check CHECK (status = ANY (ARRAY['ASKED'::text, 'MADE'::text, 'REFUSED'::text, 'WITHDRAWN'::text])),
  constraint provider_objects_their_id_check CHECK (length(their_id) >= 1 AND length(their_id) <= 255)
);
CREATE INDEX provider_objects_reference ON provider_objects USING btree (reference);
CREATE INDEX provider_objects_their_id ON provider_objects USING btree (their_id) WHERE their_id IS NOT NULL;
CREATE UNIQUE INDEX provider_objects_theirs ON provider_objects USING btree (provider, kind, their_id) WHERE their_id IS NOT NULL;

create table provider_offers (
  provider text not null,
  capabilities jsonb not null,
  said jsonb,
  read_at bigint not null,
  constraint provider_offers_pkey PRIMARY KEY (provider),
  constraint provider_offers_capabilities_check CHECK (jsonb_typeof(capabilities) = 'array'::text),
  constraint provider_offers_check CHECK ((octet_length(capabilities::text) + COALESCE(octet_length(said::text), 0)) <= 2097152),
  constraint provider_offers_provider_check CHECK (length(provider) >= 1 AND length(provider) <= 60),
  constraint provider_offers_said_check CHECK (jsonb_typeof(said) = 'object'::text)
);

create table provider_statements (
  provider text not null,
  cursor text,
  told_until bigint,
  booked bigint default 0 not null,
  due_at bigint not null,
  close_due_at bigint not null,
  leased_until timestamp with time zone,
  fence integer default 0 not null,
  error text,
  constraint provider_statements_pkey PRIMARY KEY (provider)
);

create table rail_batches (
  id bigint generated always as identity not null,
  provider text not null,
  code text not null,
  currency text not null,
  status text default 'DRAFT'::text not null,
  lines integer not null,
  total bigint not null,
  made_by uuid not null,
  made_name text not null,
  created bigint not null,
  approved_by uuid,
  approved_name text,
  approved_at bigint,
  exported_by uuid,
  exported_name text,
  exported_at bigint,
  day integer,
  nth smallint,
  file bytea storage external,
  file_name text,
  digest text,
  withdrawal_by uuid,
  withdrawal_name text,
  withdrawal_reason text,
  withdrawn_by uuid,
  withdrawn_name text,
  ended_at bigint,
  constraint rail_batches_pkey PRIMARY KEY (id),
  constraint rail_batches_code_key UNIQUE (code),
  constraint rail_batches_provider_day_nth_key UNIQUE (provider, day, nth),
  constraint rail_batches_check CHECK (approved_by <> made_by),
  constraint rail_batches_check1 CHECK (withdrawn_by <> withdrawal_by),
  constraint rail_batches_check10 CHECK (
CASE status
    WHEN 'DRAFT'::text THEN approved_by IS NULL AND exported_by IS NULL
    WHEN 'APPROVED'::text THEN approved_by IS NOT NULL AND exported_by IS NULL
    WHEN 'WITHDRAWN'::text THEN true
    ELSE approved_by IS NOT NULL AND exported_by IS NOT NULL
END),
  constraint rail_batches_check11 CHECK (status <> 'SETTLED'::text OR withdrawal_by IS NULL),
  constraint rail_batches_check2 CHECK ((approved_by IS NULL) = (approved_at IS NULL) AND (approved_by IS NULL) = (approved_name IS NULL)),
  constraint rail_batches_check3 CHECK ((exported_by IS NULL) = (exported_at IS NULL) AND (exported_by IS NULL) = (exported_name IS NULL)),
  constraint rail_batches_check4 CHECK ((exported_by IS NULL) = (day IS NULL) AND (day IS NULL) = (nth IS NULL)),
  constraint rail_batches_check5 CHECK ((exported_by IS NULL) = (file IS NULL) AND (file IS NULL) = (digest IS NULL) AND (file IS NULL) = (file_name IS NULL)),
  constraint rail_batches_check6 CHECK ((withdrawal_by IS NULL) = (withdrawal_reason IS NULL) AND (withdrawal_by IS NULL) = (withdrawal_name IS NULL)),
  constraint rail_batches_check7 CHECK ((status = 'WITHDRAWN'::text) = (withdrawn_by IS NOT NULL) AND (withdrawn_by IS NULL) = (withdrawn_name IS NULL)),
  constraint rail_batches_check8 CHECK (withdrawn_by IS NULL OR withdrawal_by IS NOT NULL),
  constraint rail_batches_check9 CHECK ((status = ANY (ARRAY['SETTLED'::text, 'WITHDRAWN'::text])) = (ended_at IS NOT NULL)),
  constraint rail_batches_code_check CHECK (code ~ '^HB[0-9A-Z]{12}$'::text),
  constraint rail_batches_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint rail_batches_digest_check CHECK (digest ~ '^[0-9a-f]{64}$'::text),
  constraint rail_batches_file_check CHECK (octet_length(file) >= 1 AND octet_length(file) <= 4194304),
  constraint rail_batches_file_name_check CHECK (length(file_name) >= 1 AND length(file_name) <= 100),
  constraint rail_batches_lines_check CHECK (lines >= 1 AND lines <= 500),
  constraint rail_batches_made_name_check CHECK (made_name <> ''::text),
  constraint rail_batches_nth_check CHECK (nth >= 0 AND nth <= 999),
  constraint rail_batches_provider_check CHECK (provider ~ '^manual-[a-z][a-z0-9-]{0,23}$'::text),
  constraint rail_batches_status_check CHECK (status = ANY (ARRAY['DRAFT'::text, 'APPROVED'::text, 'EXPORTED'::text, 'SETTLED'::text, 'WITHDRAWN'::text])),
  constraint rail_batches_total_check CHECK (total > 0),
  constraint rail_batches_withdrawal_reason_check CHECK (length(withdrawal_reason) >= 1 AND length(withdrawal_reason) <= 2000)
);
CREATE INDEX rail_batches_open ON rail_batches USING btree (provider, id) WHERE status = ANY (ARRAY['DRAFT'::text, 'APPROVED'::text, 'EXPORTED'::text]);

create table rail_lines (
  number bigint generated always as identity not null,
  provider text not null,
  line_id text not null,
  statement bigint not null,
  day integer not null,
  amount bigint not null,
  text text not null,
  keys text[] not null,
  is_read boolean default false not null,
  type text default 'other'::text not null,
  reference text,
  receipt smallint,
  constraint rail_lines_pkey PRIMARY KEY (number),
  constraint rail_lines_provider_line_id_key UNIQUE (provider, line_id),
  constraint rail_lines_amount_check CHECK (amount <> 0),
  constraint rail_lines_check CHECK ((reference IS NULL) <= (receipt IS NULL)),
  constraint rail_lines_check1 CHECK (type = 'payment'::text OR receipt IS NULL),
  constraint rail_lines_day_check CHECK (day > 0),
  constraint rail_lines_keys_check CHECK (cardinality(keys) <= 20),
  constraint rail_lines_line_id_check CHECK (length(line_id) >= 1 AND length(line_id) <= 140),
  constraint rail_lines_receipt_check CHECK (receipt > 0),
  constraint rail_lines_reference_check CHECK (length(reference) >= 1 AND length(reference) <= 80),
  constraint rail_lines_text_check CHECK (length(text) <= 2000),
  constraint rail_lines_type_check CHECK (type = ANY (ARRAY['payment'::text, 'refund'::text, 'refund_returned'::text, 'payout'::text, 'payout_returned'::text, 'batch'::text, 'other'::text]))
);
CREATE INDEX rail_lines_of ON rail_lines USING btree (statement);
CREATE INDEX rail_lines_read ON rail_lines USING btree (provider, number) WHERE is_read;
CREATE INDEX rail_lines_receipt ON rail_lines USING btree (provider, reference, receipt) WHERE receipt IS NOT NULL;
CREATE INDEX rail_lines_unmatched ON rail_lines USING btree (number) WHERE is_read AND amount > 0 AND receipt IS NULL;

create table rail_outgoing (
  provider text not null,
  kind text not null,
  reference text not null,
  payment text,
  amount bigint not null,
  currency text not null,
  created bigint not null,
  status text default 'OPEN'::text not null,
  reason text,
  bank_reference text,
  ended_at bigint,
  payee jsonb,
  code text,
  batch bigint,
  line integer,
  end_by uuid,
  end_name text,
  end_reason text,
  constraint rail_outgoing_pkey PRIMARY KEY (provider, kind, reference),
  constraint rail_outgoing_amount_check CHECK (amount > 0),
  constraint rail_outgoing_bank_reference_check CHECK (length(bank_reference) >= 1 AND length(bank_reference) <= 140),
  constraint rail_outgoing_check CHECK ((payment IS NOT NULL) = (kind = 'refund'::text)),
  constraint rail_outgoing_check1 CHECK ((status = 'OPEN'::text) = (ended_at IS NULL)),
  constraint rail_outgoing_check2 CHECK ((status = ANY (ARRAY['REFUSED'::text, 'RETURNED'::text])) = (reason IS NOT NULL)),
  constraint rail_outgoing_check3 CHECK ((status <> ALL (ARRAY['PAID'::text, 'RETURNED'::text])) OR bank_reference IS NOT NULL),
  constraint rail_outgoing_code CHECK (code ~ '^HP[0-9A-Z]{12}$'::text),
  constraint rail_outgoing_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint rail_outgoing_end CHECK ((end_by IS NULL) = (end_reason IS NULL) AND (end_by IS NULL) = (end_name IS NULL) AND length(end_reason) >= 1 AND length(end_reason) <= 300),
  constraint rail_outgoing_kind_check CHECK (kind = ANY (ARRAY['refund'::text, 'payout'::text])),
  constraint rail_outgoing_line CHECK ((batch IS NULL) = (line IS NULL) AND line >= 1 AND line <= 500),
  constraint rail_outgoing_named CHECK (batch IS NULL OR payee IS NOT NULL AND code IS NOT NULL),
  constraint rail_outgoing_payee CHECK (jsonb_typeof(payee) = 'object'::text AND (payee IS NOT NULL OR kind = 'refund'::text)),
  constraint rail_outgoing_provider_check CHECK (provider ~ '^manual-[a-z][a-z0-9-]{0,23}$'::text),
  constraint rail_outgoing_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 300),
  constraint rail_outgoing_reference_check CHECK (length(reference) >= 1 AND length(reference) <= 80),
  constraint rail_outgoing_status_check CHECK (status = ANY (ARRAY['OPEN'::text, 'PAID'::text, 'REFUSED'::text, 'RETURNED'::text]))
);
CREATE UNIQUE INDEX rail_outgoing_bank ON rail_outgoing USING btree (provider, bank_reference) WHERE bank_reference IS NOT NULL;
CREATE UNIQUE INDEX rail_outgoing_batch ON rail_outgoing USING btree (batch, line) WHERE batch > 0;
CREATE UNIQUE INDEX rail_outgoing_codes ON rail_outgoing USING btree (code, provider) WHERE code IS NOT NULL;
CREATE INDEX rail_outgoing_due ON rail_outgoing USING btree (provider, created) WHERE status = 'OPEN'::text AND batch IS NULL;
CREATE INDEX rail_outgoing_open ON rail_outgoing USING btree (created) WHERE status = 'OPEN'::text;
CREATE INDEX rail_outgoing_payment ON rail_outgoing USING btree (provider, payment) WHERE payment IS NOT NULL;

create table rail_payments (
  provider text not null,
  reference text not null,
  key text not null,
  amount bigint not null,
  currency text not null,
  created bigint not null,
  closed_at bigint,
  claimed_at bigint,
  refused_at bigint,
  refusal text,
  constraint rail_payments_pkey PRIMARY KEY (provider, reference),
  constraint rail_payments_amount_check CHECK (amount > 0),
  constraint rail_payments_check CHECK ((refused_at IS NULL) = (refusal IS NULL)),
  constraint rail_payments_check1 CHECK (refused_at IS NULL OR claimed_at IS NOT NULL),
  constraint rail_payments_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint rail_payments_provider_check CHECK (provider ~ '^manual-[a-z][a-z0-9-]{0,23}$'::text),
  constraint rail_payments_reference_check CHECK (length(reference) >= 1 AND length(reference) <= 80),
  constraint rail_payments_refusal_check CHECK (length(refusal) >= 1 AND length(refusal) <= 2000)
);
CREATE INDEX rail_payments_claimed ON rail_payments USING btree (claimed_at) WHERE closed_at IS NULL AND claimed_at IS NOT NULL AND refused_at IS NULL;
CREATE UNIQUE INDEX rail_payments_key ON rail_payments USING btree (key, provider);
CREATE INDEX rail_payments_open ON rail_payments USING btree (created) WHERE closed_at IS NULL;

create table rail_receipts (
  provider text not null,
  reference text not null,
  receipt smallint not null,
  amount bigint not null,
  currency text not null,
  day integer not null,
  bank_reference text not null,
  booked_by text not null,
  created bigint not null,
  constraint rail_receipts_pkey PRIMARY KEY (provider, reference, receipt),
  constraint rail_receipts_provider_bank_reference_key UNIQUE (provider, bank_reference),
  constraint rail_receipts_amount_check CHECK (amount > 0),
  constraint rail_receipts_bank_reference_check CHECK (length(bank_reference) >= 1 AND length(bank_reference) <= 140),
  constraint rail_receipts_booked_by_check CHECK (booked_by <> ''::text),
  constraint rail_receipts_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint rail_receipts_day_check CHECK (day > 0),
  constraint rail_receipts_receipt_check CHECK (receipt > 0)
);

create table rail_statements (
  id bigint generated always as identity not null,
  provider text not null,
  digest text not null,
  name text not null,
  currency text not null,
  opening bigint not null,
  closing bigint not null,
  lines integer not null,
  added integer default 0 not null,
  imported_by text not null,
  created bigint not null,
  status text default 'READING'::text not null,
  begun_at timestamp with time zone default clock_timestamp() not null,
  constraint rail_statements_pkey PRIMARY KEY (id),
  constraint rail_statements_check CHECK (added >= 0 AND added <= lines),
  constraint rail_statements_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint rail_statements_digest_check CHECK (digest ~ '^[0-9a-f]{64}$'::text),
  constraint rail_statements_imported_by_check CHECK (imported_by <> ''::text),
  constraint rail_statements_lines_check CHECK (lines > 0),
  constraint rail_statements_name_check CHECK (length(name) >= 1 AND length(name) <= 255),
  constraint rail_statements_provider_check CHECK (provider ~ '^manual-[a-z][a-z0-9-]{0,23}$'::text),
  constraint rail_statements_status_check CHECK (status = ANY (ARRAY['READING'::text, 'READ'::text]))
);
CREATE UNIQUE INDEX rail_statements_file ON rail_statements USING btree (id, provider, digest);
CREATE INDEX rail_statements_read ON rail_statements USING btree (provider, id) WHERE status = 'READ'::text;
CREATE UNIQUE INDEX rail_statements_reading ON rail_statements USING btree (provider) WHERE status = 'READING'::text;

create table rail_uploads (
  id uuid not null,
  provider text not null,
  name text not null,
  digest text not null,
  bytes integer not null,
  file bytea storage external,
  preview jsonb,
  status text default 'PENDING'::text not null,
  uploaded_by uuid not null,
  uploaded_name text not null,
  created bigint not null,
  decided_by uuid,
  decided_name text,
  decided_at bigint,
  reason text,
  statement bigint,
  constraint rail_uploads_pkey PRIMARY KEY (id),
  constraint rail_uploads_statement_key UNIQUE (statement),
  constraint rail_uploads_bytes_check CHECK (bytes >= 1 AND bytes <= 16777216),
  constraint rail_uploads_check CHECK (octet_length(file) = bytes),
  constraint rail_uploads_check1 CHECK ((status = 'PENDING'::text) = (file IS NOT NULL) AND (file IS NULL) = (preview IS NULL)),
  constraint rail_uploads_check2 CHECK ((decided_by IS NULL) = (status = 'PENDING'::text) AND (decided_by IS NULL) = (decided_name IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  constraint rail_uploads_check3 CHECK ((status = 'WITHDRAWN'::text) = (decided_by = uploaded_by)),
  constraint rail_uploads_check4 CHECK ((status = 'IMPORTED'::text) = (statement IS NOT NULL)),
  constraint rail_uploads_check5 CHECK ((status = 'DECLINED'::text) = (reason IS NOT NULL)),
  constraint rail_uploads_decided_name_check CHECK (decided_name <> ''::text),
  constraint rail_uploads_digest_check CHECK (digest ~ '^[0-9a-f]{64}$'::text),
  constraint rail_uploads_name_check CHECK (length(name) >= 1 AND length(name) <= 255),
  constraint rail_uploads_preview_check CHECK (jsonb_typeof(preview) = 'object'::text),
  constraint rail_uploads_provider_check CHECK (provider ~ '^manual-[a-z][a-z0-9-]{0,23}$'::text),
  constraint rail_uploads_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 2000),
  constraint rail_uploads_status_check CHECK (status = ANY (ARRAY['PENDING'::text, 'IMPORTED'::text, 'DECLINED'::text, 'WITHDRAWN'::text])),
  constraint rail_uploads_uploaded_name_check CHECK (uploaded_name <> ''::text)
);
CREATE UNIQUE INDEX rail_uploads_waiting ON rail_uploads USING btree (provider) WHERE status = 'PENDING'::text;

create table rate_source (
  single boolean default true not null,
  name text not null,
  asked bigint not null,
  read bigint,
  problem text,
  since bigint,
  constraint rate_source_pkey PRIMARY KEY (single),
  constraint rate_source_check CHECK ((problem IS NULL) = (since IS NULL)),
  constraint rate_source_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
  constraint rate_source_problem_check CHECK (length(problem) >= 1 AND length(problem) <= 500),
  constraint rate_source_single_check CHECK (single)
);

create unlogged table rate_windows (
  kind text not null,
  subject text not null,
  opened_at timestamp with time zone not null,
  requests bigint not null,
  constraint rate_windows_pkey PRIMARY KEY (kind, subject),
  constraint rate_windows_kind_check CHECK (kind ~ '^[a-z_]{1,40}$'::text),
  constraint rate_windows_requests_check CHECK (requests > 0)
) with (fillfactor=50);
CREATE INDEX rate_windows_opened ON rate_windows USING btree (opened_at);

create table rates (
  id bigint generated always as identity not null,
  currency text not null,
  rate text not null,
  source text not null,
  at bigint not null,
  status text not null,
  decided_by uuid,
  decided_at bigint,
  created bigint not null,
  constraint rates_pkey PRIMARY KEY (id),
  constraint rates_currency_at_rate_key UNIQUE (currency, at, rate),
  constraint rates_at_check CHECK (at > 0),
  constraint rates_check CHECK ((decided_by IS NULL) = (decided_at IS NULL)),
  constraint rates_check1 CHECK (status <> 'WAITING'::text OR decided_by IS NULL),
  constraint rates_check2 CHECK (status <> 'REFUSED'::text OR decided_by IS NOT NULL),
  constraint rates_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text AND currency <> 'USD'::text),
  constraint rates_rate_check CHECK (rate ~ '^(0|[1-9][0-9]*)(\.[0-9]+)?$'::text AND length(replace(rate, '.'::text, ''::text)) <= 12 AND rate ~ '[1-9]'::text),
  constraint rates_source_check CHECK (length(source) >= 1 AND length(source) <= 80),
  constraint rates_status_check CHECK (status = ANY (ARRAY['CURRENT'::text, 'WAITING'::text, 'REFUSED'::text, 'PAST'::text]))
);
CREATE UNIQUE INDEX rates_current ON rates USING btree (currency) WHERE status = 'CURRENT'::text;
CREATE INDEX rates_past ON rates USING btree (created) WHERE status = ANY (ARRAY['PAST'::text, 'REFUSED'::text]);
CREATE UNIQUE INDEX rates_waiting ON rates USING btree (currency) WHERE status = 'WAITING'::text;

create table reconciliation_differences (
  id bigint generated always as identity not null,
  provider text not null,
  class text not null,
  line bigint,
  movement bigint,
  currency text not null,
  amount bigint not null,
  suspense bigint not null,
  opened bigint not null,
  status text default 'OPEN'::text not null,
  ended bigint,
  looked_after_by text,
  closed_by text,
  reason text,
  booked_to text,
  constraint reconciliation_differences_pkey PRIMARY KEY (id),
  constraint reconciliation_differences_booked_to_check CHECK (booked_to = ANY (ARRAY['suspense'::text, 'in_transit'::text, 'provider_costs'::text, 'fees_received'::text, 'fx'::text])),
  constraint reconciliation_differences_check CHECK ((status = 'OPEN'::text) = (ended IS NULL)),
  constraint reconciliation_differences_check1 CHECK ((status = 'CLOSED'::text) = (reason IS NOT NULL) AND (status = 'CLOSED'::text) = (closed_by IS NOT NULL) AND (status = 'CLOSED'::text) = (booked_to IS NOT NULL)),
  constraint reconciliation_differences_check2 CHECK (class = 'unknown_type'::text OR line IS NOT NULL OR movement IS NOT NULL),
  constraint reconciliation_differences_class_check CHECK (class = ANY (ARRAY['theirs_only'::text, 'ours_only'::text, 'amount'::text, 'currency'::text, 'status'::text, 'twice'::text, 'fee'::text, 'unknown_type'::text])),
  constraint reconciliation_differences_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 2000),
  constraint reconciliation_differences_status_check CHECK (status = ANY (ARRAY['OPEN'::text, 'MATCHED'::text, 'CLOSED'::text]))
);
CREATE UNIQUE INDEX reconciliation_differences_line ON reconciliation_differences USING btree (line, class) WHERE line IS NOT NULL;
CREATE UNIQUE INDEX reconciliation_differences_movement ON reconciliation_differences USING btree (movement) WHERE class = 'ours_only'::text;
CREATE INDEX reconciliation_differences_open ON reconciliation_differences USING btree (provider, class, opened) WHERE status = 'OPEN'::text;
CREATE INDEX reconciliation_differences_opened ON reconciliation_differences USING btree (opened, id);

create table refund_parts (
  account_id bigint not null,
  escrow_id uuid not null,
  refund_id uuid not null,
  payment_id uuid not null,
  amount bigint not null,
  status text not null,
  reference uuid not null,
  is_refused boolean default false not null,
  returns smallint default 0 not null,
  charged_back bigint default 0 not null,
  kept bigint default 0 not null,
  presented bigint,
  presented_charged_back bigint,
  presented_kept bigint,
  constraint refund_parts_pkey PRIMARY KEY (account_id, escrow_id, refund_id, payment_id),
  constraint refund_parts_account_id_reference_key UNIQUE (account_id, reference),
  constraint refund_parts_all_charged_back CHECK (status <> 'CHARGED_BACK'::text OR (charged_back + kept) = amount),
  constraint refund_parts_amount_check CHECK (amount > 0),
  constraint refund_parts_check CHECK (status = 'FAILED'::text OR NOT is_refused),
  constraint refund_parts_presented CHECK (
CASE
    WHEN presented IS NULL THEN num_nonnulls(presented_charged_back, presented_kept) = 0
    ELSE presented >= 0 AND presented_charged_back >= 0 AND presented_kept >= 0 AND (presented_charged_back + presented_kept) <= presented
END),
  constraint refund_parts_returns_check CHECK (returns >= 0),
  constraint refund_parts_shares CHECK (charged_back >= 0 AND kept >= 0 AND (charged_back + kept) <= amount),
  constraint refund_parts_status_check CHECK (status = ANY (ARRAY['PENDING'::text, 'SENT'::text, 'SUCCEEDED'::text, 'FAILED'::text, 'HELD'::text, 'CHARGED_BACK'::text]))
);
CREATE INDEX refund_parts_payment ON refund_parts USING btree (account_id, escrow_id, payment_id);
CREATE INDEX refund_parts_reference ON refund_parts USING btree (reference);

create table refund_requests (
  account_id bigint not null,
  id uuid not null,
  escrow_id uuid not null,
  asked_by uuid not null,
  amount bigint,
  milestone_id uuid,
  reason text not null,
  gets bigint not null,
  status text default 'OPEN'::text not null,
  created bigint not null,
  closed_by uuid,
  closed_at bigint,
  constraint refund_requests_pkey PRIMARY KEY (account_id, id),
  constraint refund_requests_amount_check CHECK (amount > 0),
  constraint refund_requests_check CHECK ((status = 'OPEN'::text) = (closed_by IS NULL) AND (closed_by IS NULL) = (closed_at IS NULL)),
  constraint refund_requests_check1 CHECK (status <> 'REFUNDED'::text OR closed_by <> asked_by),
  constraint refund_requests_gets_check CHECK (gets > 0),
  constraint refund_requests_status_check CHECK (status = ANY (ARRAY['OPEN'::text, 'REFUNDED'::text, 'DECLINED'::text]))
);
CREATE UNIQUE INDEX refund_requests_open ON refund_requests USING btree (account_id, escrow_id) WHERE status = 'OPEN'::text;

create table refund_shares (
  account_id bigint not null,
  escrow_id uuid not null,
  refund_id uuid not null,
  milestone_id uuid not null,
  held bigint not null,
  released bigint not null,
  constraint refund_shares_pkey PRIMARY KEY (account_id, escrow_id, refund_id, milestone_id),
  constraint refund_shares_check CHECK ((held + released) > 0),
  constraint refund_shares_held_check CHECK (held >= 0),
  constraint refund_shares_released_check CHECK (released >= 0)
);

create table refund_turns (
  provider text not null,
  reference text not null,
  holder uuid not null,
  held_until timestamp with time zone not null,
  constraint refund_turns_pkey PRIMARY KEY (provider, reference),
  constraint refund_turns_reference_check CHECK (length(reference) >= 1 AND length(reference) <= 80)
);

create table refunds (
  account_id bigint not null,
  escrow_id uuid not null,
  id uuid not null,
  payment_id uuid,
  amount bigint not null,
  reason text not null,
  status text default 'PENDING'::text not null,
  created bigint not null,
  updated bigint,
  number text,
  milestone_id uuid,
  actor text,
  held bigint,
  released bigint,
  fees bigint,
  fees_earned bigint,
  external_reference text default ''::text not null,
  metadata text,
  idempotency_key text,
  request_hash text,
  owed bigint default 0 not null,
  owed_left bigint default 0 not null,
  debt_steps smallint default 0 not null,
  member_id uuid,
  second_id uuid,
  constraint refunds_pkey PRIMARY KEY (account_id, escrow_id, id),
  constraint refunds_actor_check CHECK (actor = ANY (ARRAY['merchant'::text, 'operator'::text])),
  constraint refunds_amount_check CHECK (amount > 0),
  constraint refunds_asked CHECK ((number IS NOT NULL) = (reason = ANY (ARRAY['requested_by_customer'::text, 'out_of_stock'::text, 'damaged'::text, 'duplicate'::text, 'other'::text]))),
  constraint refunds_asked_whole CHECK (
CASE
    WHEN number IS NULL THEN num_nonnulls(milestone_id, actor, held, released, fees, fees_earned, metadata, idempotency_key, request_hash) = 0 AND external_reference = ''::text
    ELSE num_nonnulls(actor, held, released, fees, fees_earned, metadata, request_hash, updated) = 8 AND payment_id IS NULL AND (held + released) > 0 AND amount = (held + released + fees + fees_earned)
END),
  constraint refunds_external_reference_check CHECK (char_length(external_reference) <= 255),
  constraint refunds_fees_check CHECK (fees >= 0),
  constraint refunds_fees_earned_check CHECK (fees_earned >= 0),
  constraint refunds_held_check CHECK (held >= 0),
  constraint refunds_number_check CHECK (number ~ '^RF-[0-9]{8}$'::text),
  constraint refunds_owed CHECK (owed >= 0 AND owed <= COALESCE(released, 0::bigint) AND owed_left >= 0 AND owed_left <= owed AND debt_steps >= 0),
  constraint refunds_reason_check CHECK (reason = ANY (ARRAY['overpaid'::text, 'cancelled'::text, 'declined'::text, 'deadline'::text, 'settled'::text, 'requested_by_customer'::text, 'out_of_stock'::text, 'damaged'::text, 'duplicate'::text, 'other'::text])),
  constraint refunds_released_check CHECK (released >= 0),
  constraint refunds_status_check CHECK (status = ANY (ARRAY['PENDING'::text, 'SENT'::text, 'SUCCEEDED'::text, 'FAILED'::text, 'HELD'::text])),
  constraint refunds_two CHECK (second_id IS NULL OR member_id <> second_id)
);
CREATE INDEX refunds_asked ON refunds USING btree (account_id, id) WHERE number IS NOT NULL;
CREATE INDEX refunds_asked_anywhere ON refunds USING btree (id) WHERE number IS NOT NULL;
CREATE INDEX refunds_failed ON refunds USING btree (created, account_id, id) WHERE status = 'FAILED'::text;
CREATE UNIQUE INDEX refunds_key ON refunds USING btree (account_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX refunds_number ON refunds USING btree (account_id, number) WHERE number IS NOT NULL;
CREATE INDEX refunds_of_member ON refunds USING btree (account_id, member_id, created) WHERE member_id IS NOT NULL AND second_id IS NULL;
CREATE UNIQUE INDEX refunds_once ON refunds USING btree (account_id, escrow_id) WHERE reason = ANY (ARRAY['cancelled'::text, 'declined'::text, 'deadline'::text, 'settled'::text]);
CREATE INDEX refunds_open ON refunds USING btree (account_id, escrow_id, id) WHERE status <> 'SUCCEEDED'::text;
CREATE INDEX refunds_owing ON refunds USING btree (account_id, created, id) WHERE owed_left > 0;
CREATE UNIQUE INDEX refunds_reference ON refunds USING btree (account_id, external_reference) WHERE external_reference <> ''::text;

create table search_chapters (
  id integer generated always as identity not null,
  account_id bigint not null,
  entries integer default 0 not null,
  merges_into integer,
  constraint search_chapters_pkey PRIMARY KEY (id),
  constraint search_chapters_entries_check CHECK (entries >= 0)
);
CREATE INDEX search_chapters_account ON search_chapters USING btree (account_id, id);
CREATE INDEX search_chapters_merging ON search_chapters USING btree (merges_into) WHERE merges_into IS NOT NULL;

create table search_entries (
  account_id bigint not null,
  session_id uuid not null,
  chapter integer not null,
  text text not null,
  constraint search_entries_pkey PRIMARY KEY (account_id, session_id),
  constraint search_entries_text_check CHECK (length(text) <= 4000)
);
CREATE INDEX search_entries_chapter ON search_entries USING btree (chapter, session_id);
CREATE INDEX search_entries_keys ON search_entries USING gin (search_keys(chapter, text)) WITH (gin_pending_list_limit='256');

create table search_progress (
  account_id bigint not null,
  session_position uuid default '00000000-0000-0000-0000-000000000000'::uuid not null,
  event_number bigint default 0 not null,
  leased_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint search_progress_pkey PRIMARY KEY (account_id)
);

create table secret_key_check (
  fingerprint bytea not null,
  constraint secret_key_check_pkey PRIMARY KEY (fingerprint),
  constraint secret_key_check_fingerprint_check CHECK (octet_length(fingerprint) = 32)
);

create table security_events (
  id bigint generated always as identity not null,
  kind text not null,
  account_id bigint,
  seller_id uuid,
  subject text not null,
  network text not null,
  user_agent text not null,
  created bigint not null,
  constraint security_events_pkey PRIMARY KEY (id),
  constraint security_events_kind_check CHECK (kind ~ '^[a-z_]{1,40}$'::text),
  constraint security_events_subject_check CHECK (length(subject) <= 300),
  constraint security_events_user_agent_check CHECK (length(user_agent) <= 300)
);
CREATE INDEX security_events_account ON security_events USING btree (account_id, id) WHERE account_id IS NOT NULL;
CREATE INDEX security_events_seller ON security_events USING btree (seller_id, id) WHERE seller_id IS NOT NULL;

create table seller_challenges (
  browser_hash bytea not null,
  kind text not null,
  email text not null,
  code_hash bytea,
  attempts smallint default 0 not null,
  name text,
  trading_name text,
  password_hash text,
  seller_id uuid,
  generation integer,
  expires_at timestamp with time zone not null,
  mail_id bigint,
  before_hash bytea,
  before_expires_at timestamp with time zone,
  before_mail_id bigint,
  constraint seller_challenges_pkey PRIMARY KEY (browser_hash),
  constraint seller_challenges_attempts_check CHECK (attempts >= 0 AND attempts <= 5),
  constraint seller_challenges_before_code CHECK (before_hash IS NULL OR code_hash IS NOT NULL),
  constraint seller_challenges_before_hash_check CHECK (octet_length(before_hash) = 32),
  constraint seller_challenges_before_whole CHECK (num_nulls(before_hash, before_expires_at, before_mail_id) = ANY (ARRAY[0, 3])),
  constraint seller_challenges_browser_hash_check CHECK (octet_length(browser_hash) = 32),
  constraint seller_challenges_check CHECK ((code_hash IS NULL) = (kind = 'second_factor'::text)),
  constraint seller_challenges_check1 CHECK ((kind = 'sign_up'::text) = (name IS NOT NULL AND password_hash IS NOT NULL)),
  constraint seller_challenges_check2 CHECK ((kind = 'second_factor'::text) = (seller_id IS NOT NULL AND generation IS NOT NULL)),
  constraint seller_challenges_code_hash_check CHECK (octet_length(code_hash) = 32),
  constraint seller_challenges_kind_check CHECK (kind = ANY (ARRAY['sign_up'::text, 'reset'::text, 'second_factor'::text])),
  constraint seller_challenges_name_check CHECK (length(name) >= 1 AND length(name) <= 120),
  constraint seller_challenges_trading_name_check CHECK (length(trading_name) >= 1 AND length(trading_name) <= 255)
);
CREATE INDEX seller_challenges_expired ON seller_challenges USING btree (expires_at);
CREATE INDEX seller_challenges_seller ON seller_challenges USING btree (seller_id);

create table seller_passkeys (
  seller_id uuid not null,
  id text not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  created bigint not null,
  last_used_at bigint,
  constraint seller_passkeys_pkey PRIMARY KEY (seller_id, id),
  constraint seller_passkeys_id_check CHECK (id ~ '^[\w-]+$'::text AND length(id) <= 1400),
  constraint seller_passkeys_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
  constraint seller_passkeys_public_key_check CHECK (octet_length(public_key) >= 1 AND octet_length(public_key) <= 2000),
  constraint seller_passkeys_sign_count_check CHECK (sign_count >= 0)
);
CREATE UNIQUE INDEX seller_passkeys_id ON seller_passkeys USING btree (id);

create table seller_recovery_codes (
  seller_id uuid not null,
  code_hash bytea not null,
  constraint seller_recovery_codes_pkey PRIMARY KEY (seller_id, code_hash),
  constraint seller_recovery_codes_code_hash_check CHECK (octet_length(code_hash) = 32)
);

create table seller_sessions (
  token_hash bytea not null,
  id uuid not null,
  seller_id uuid not null,
  user_agent text not null,
  network text not null,
  generation integer default 0 not null,
  created bigint not null,
  seen_at bigint not null,
  expires_at timestamp with time zone not null,
  ends_at timestamp with time zone default clock_timestamp() + '90 days'::interval not null,
  proved_at timestamp with time zone default clock_timestamp() not null,
  constraint seller_sessions_pkey PRIMARY KEY (token_hash),
  constraint seller_sessions_id_key UNIQUE (id),
  constraint seller_sessions_check CHECK (expires_at <= ends_at),
  constraint seller_sessions_token_hash_check CHECK (octet_length(token_hash) = 32),
  constraint seller_sessions_user_agent_check CHECK (length(user_agent) <= 300)
);
CREATE INDEX seller_sessions_expired ON seller_sessions USING btree (expires_at);
CREATE INDEX seller_sessions_seller ON seller_sessions USING btree (seller_id);

create table sellers (
  id uuid not null,
  email text not null,
  name text not null,
  password_hash text,
  is_operator boolean default false not null,
  totp_pending bytea,
  totp_sealed bytea,
  totp_step bigint,
  generation integer default 0 not null,
  created bigint not null,
  factor_tries smallint default 0 not null,
  locale text,
  version bigint default 0 not null,
  zone text,
  constraint sellers_pkey PRIMARY KEY (id),
  constraint sellers_email_key UNIQUE (email),
  constraint sellers_check CHECK (totp_step IS NULL OR totp_sealed IS NOT NULL),
  constraint sellers_email_check CHECK (email = lower(email) AND octet_length(email) >= 3 AND octet_length(email) <= 254),
  constraint sellers_factor_tries_check CHECK (factor_tries >= 0 AND factor_tries <= 50),
  constraint sellers_locale_check CHECK (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$'::text),
  constraint sellers_name_check CHECK (length(name) >= 1 AND length(name) <= 120),
  constraint sellers_totp_step_check CHECK (totp_step >= 0),
  constraint sellers_zone_check CHECK (zone ~ '^[A-Za-z][A-Za-z0-9_+/-]{0,99}$'::text)
);

create table settlement_offers (
  account_id bigint not null,
  escrow_id uuid not null,
  number integer not null,
  made_by text not null,
  release bigint not null,
  refund bigint not null,
  status text not null,
  entry_number integer not null,
  created bigint not null,
  closed_at bigint,
  constraint settlement_offers_pkey PRIMARY KEY (account_id, escrow_id, number),
  constraint settlement_offers_account_id_escrow_id_entry_number_key UNIQUE (account_id, escrow_id, entry_number),
  constraint settlement_offers_check CHECK ((release + refund) > 0),
  constraint settlement_offers_check1 CHECK ((status = 'OPEN'::text) = (closed_at IS NULL)),
  constraint settlement_offers_made_by_check CHECK (made_by = ANY (ARRAY['buyer'::text, 'merchant'::text])),
  constraint settlement_offers_number_check CHECK (number > 0),
  constraint settlement_offers_refund_check CHECK (refund >= 0),
  constraint settlement_offers_release_check CHECK (release >= 0),
  constraint settlement_offers_status_check CHECK (status = ANY (ARRAY['OPEN'::text, 'ACCEPTED'::text, 'WITHDRAWN'::text, 'DECLINED'::text, 'LAPSED'::text]))
);
CREATE UNIQUE INDEX settlement_offers_accepted ON settlement_offers USING btree (account_id, escrow_id) WHERE status = 'ACCEPTED'::text;
CREATE UNIQUE INDEX settlement_offers_open ON settlement_offers USING btree (account_id, escrow_id, made_by) WHERE status = 'OPEN'::text;

create table sign_in_challenges (
  browser_hash bytea not null,
  email text not null,
  code_hash bytea not null,
  attempts smallint default 0 not null,
  expires_at timestamp with time zone not null,
  mail_id bigint not null,
  before_hash bytea,
  before_expires_at timestamp with time zone,
  before_mail_id bigint,
  constraint sign_in_challenges_pkey PRIMARY KEY (browser_hash),
  constraint sign_in_challenges_attempts_check CHECK (attempts >= 0 AND attempts <= 5),
  constraint sign_in_challenges_before_hash_check CHECK (octet_length(before_hash) = 32),
  constraint sign_in_challenges_before_whole CHECK (num_nulls(before_hash, before_expires_at, before_mail_id) = ANY (ARRAY[0, 3])),
  constraint sign_in_challenges_browser_hash_check CHECK (octet_length(browser_hash) = 32),
  constraint sign_in_challenges_code_hash_check CHECK (octet_length(code_hash) = 32)
);
CREATE INDEX sign_in_challenges_expired ON sign_in_challenges USING btree (expires_at);

create table sign_in_refusals (
  email text not null,
  since bigint not null,
  until bigint not null,
  constraint sign_in_refusals_pkey PRIMARY KEY (email, since),
  constraint sign_in_refusals_check CHECK (until >= since)
);

create table sign_in_windows (
  kind text not null,
  subject text not null,
  ends_at timestamp with time zone not null,
  codes integer not null,
  constraint sign_in_windows_pkey PRIMARY KEY (kind, subject),
  constraint sign_in_windows_codes_check CHECK (codes > 0),
  constraint sign_in_windows_kind_check CHECK (kind ~ '^[a-z_]{1,40}$'::text)
) with (fillfactor=80);
CREATE INDEX sign_in_windows_ended ON sign_in_windows USING btree (ends_at);

create table spent_challenges (
  hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint spent_challenges_pkey PRIMARY KEY (hash),
  constraint spent_challenges_hash_check CHECK (octet_length(hash) = 32)
);
CREATE INDEX spent_challenges_expired ON spent_challenges USING btree (expires_at);

create table stop_links (
  token_hash bytea not null,
  account_id bigint not null,
  escrow_id uuid not null,
  milestone_id uuid not null,
  review_since bigint not null,
  constraint stop_links_pkey PRIMARY KEY (token_hash),
  constraint stop_links_token_hash_check CHECK (octet_length(token_hash) = 32)
);
CREATE INDEX stop_links_milestone ON stop_links USING btree (account_id, escrow_id, milestone_id);

create table team_invitations (
  account_id bigint not null,
  id text not null,
  email text not null,
  role text not null,
  invited_by uuid,
  created bigint not null,
  expires_at timestamp with time zone not null,
  constraint team_invitations_pkey PRIMARY KEY (account_id, id),
  constraint team_invitations_account_id_email_key UNIQUE (account_id, email),
  constraint team_invitations_email_check CHECK (email = lower(email) AND octet_length(email) >= 3 AND octet_length(email) <= 254),
  constraint team_invitations_id_check CHECK (id ~ '^[0-9A-Za-z]{32}$'::text),
  constraint team_invitations_role_check CHECK (role = ANY (ARRAY['owner'::text, 'developer'::text, 'support'::text]))
);
CREATE INDEX team_invitations_email ON team_invitations USING btree (email);
CREATE INDEX team_invitations_expired ON team_invitations USING btree (expires_at);

create table team_members (
  account_id bigint not null,
  seller_id uuid not null,
  role text not null,
  created bigint not null,
  constraint team_members_pkey PRIMARY KEY (account_id, seller_id),
  constraint team_members_role_check CHECK (role = ANY (ARRAY['owner'::text, 'developer'::text, 'support'::text]))
);
CREATE INDEX team_members_seller ON team_members USING btree (seller_id);

create table test_clock (
  only_row boolean default true not null,
  offset_seconds bigint default 0 not null,
  moved_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint test_clock_pkey PRIMARY KEY (only_row),
  constraint test_clock_offset_seconds_check CHECK (offset_seconds >= 0),
  constraint test_clock_only_row_check CHECK (only_row)
);

create table verification_documents (
  account_id bigint not null,
  id uuid not null,
  submission integer not null,
  kind text not null,
  name text not null,
  type text not null,
  content bytea storage external not null,
  created bigint not null,
  constraint verification_documents_pkey PRIMARY KEY (account_id, id),
  constraint verification_documents_content_check CHECK (octet_length(content) >= 1 AND octet_length(content) <= (5 * 1024 * 1024)),
  constraint verification_documents_kind_check CHECK (kind = ANY (ARRAY['registration'::text, 'identity'::text, 'address'::text, 'other'::text])),
  constraint verification_documents_name_check CHECK (name <> ''::text AND length(name) <= 120),
  constraint verification_documents_submission_check CHECK (submission > 0),
  constraint verification_documents_type_check CHECK (type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text, 'application/pdf'::text]))
);
CREATE INDEX verification_documents_bundle ON verification_documents USING btree (account_id, submission, id);

create table verification_submissions (
  account_id bigint not null,
  id uuid not null,
  number integer not null,
  submitted_by uuid not null,
  created bigint not null,
  decided_at bigint,
  outcome text,
  reason text default ''::text not null,
  constraint verification_submissions_pkey PRIMARY KEY (account_id, number),
  constraint verification_submissions_id_key UNIQUE (id),
  constraint verification_submissions_check CHECK (num_nulls(decided_at, outcome) = ANY (ARRAY[0, 2])),
  constraint verification_submissions_number_check CHECK (number > 0),
  constraint verification_submissions_outcome_check CHECK (outcome = ANY (ARRAY['VERIFIED'::text, 'REJECTED'::text, 'WITHDRAWN'::text]))
);
CREATE UNIQUE INDEX verification_submissions_open ON verification_submissions USING btree (account_id) WHERE decided_at IS NULL;
CREATE INDEX verification_submissions_waiting ON verification_submissions USING btree (id) WHERE decided_at IS NULL;

create table wallet_lines (
  account_id bigint not null,
  number bigint not null,
  transfer_id uuid not null,
  kind text not null,
  amount bigint not null,
  balance_after bigint not null,
  event_id uuid,
  created bigint not null,
  constraint wallet_lines_pkey PRIMARY KEY (account_id, number),
  constraint wallet_lines_account_id_transfer_id_key UNIQUE (account_id, transfer_id),
  constraint wallet_lines_balance_after_check CHECK (balance_after >= 0),
  constraint wallet_lines_kind_check CHECK (kind = ANY (ARRAY['release'::text, 'settlement'::text, 'payout_reserved'::text, 'payout_void'::text, 'payout_returned'::text, 'chargeback_wallet'::text, 'wallet_restored'::text, 'debt_paid'::text, 'refund_released'::text])),
  constraint wallet_lines_number_check CHECK (number > 0),
  constraint wallet_lines_sign CHECK (
CASE
    WHEN kind = ANY (ARRAY['payout_reserved'::text, 'chargeback_wallet'::text, 'debt_paid'::text, 'refund_released'::text]) THEN amount < 0
    ELSE amount > 0
END)
);
CREATE INDEX wallet_lines_created ON wallet_lines USING btree (account_id, created, number);
CREATE INDEX wallet_lines_kind ON wallet_lines USING btree (account_id, kind, number);

create table webhook_attempts (
  account_id bigint not null,
  endpoint_id uuid not null,
  slot smallint not null,
  number bigint not null,
  delivery_id bigint not null,
  event_number bigint not null,
  attempt smallint not null,
  state text not null,
  status_code smallint,
  error text,
  response text default ''::text not null,
  duration_ms integer not null,
  created bigint not null,
  signature text,
  constraint webhook_attempts_pkey PRIMARY KEY (account_id, endpoint_id, slot),
  constraint webhook_attempts_attempt_check CHECK (attempt >= 1 AND attempt <= 9),
  constraint webhook_attempts_check CHECK (status_code IS NOT NULL OR error IS NOT NULL),
  constraint webhook_attempts_duration_ms_check CHECK (duration_ms >= 0),
  constraint webhook_attempts_number_check CHECK (number > 0),
  constraint webhook_attempts_slot_check CHECK (slot >= 0 AND slot <= 49),
  constraint webhook_attempts_state_check CHECK (state = ANY (ARRAY['PENDING'::text, 'SUCCEEDED'::text, 'FAILED'::text]))
) with (fillfactor=70);

create table webhook_deliveries (
  account_id bigint not null,
  id bigint not null,
  endpoint_id uuid not null,
  event_number bigint not null,
  origin text not null,
  state text not null,
  attempts smallint not null,
  created bigint not null,
  closed_at bigint not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (id, account_id),
  constraint webhook_deliveries_attempts_check CHECK (attempts >= 0 AND attempts <= 9),
  constraint webhook_deliveries_check CHECK (
CASE state
    WHEN 'SUCCEEDED'::text THEN attempts > 0
    WHEN 'FAILED'::text THEN attempts = 9
    ELSE attempts < 9
END),
  constraint webhook_deliveries_origin_check CHECK (origin = ANY (ARRAY['event'::text, 'ping'::text, 'resend'::text])),
  constraint webhook_deliveries_state_check CHECK (state = ANY (ARRAY['SUCCEEDED'::text, 'FAILED'::text, 'SKIPPED'::text]))
);
CREATE INDEX webhook_deliveries_event ON webhook_deliveries USING btree (account_id, event_number);
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries USING btree (account_id, endpoint_id, closed_at) WHERE state = 'FAILED'::text;
CREATE INDEX webhook_deliveries_succeeded ON webhook_deliveries USING btree (account_id, endpoint_id, closed_at) WHERE state = 'SUCCEEDED'::text;

create table webhook_endpoints (
  account_id bigint not null,
  id uuid not null,
  url text not null,
  event_types text[],
  status text default 'ENABLED'::text not null,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until bigint,
  since_number bigint not null,
  created bigint not null,
  chaos_duplicate boolean default false not null,
  chaos_shuffle boolean default false not null,
  chaos_delay_seconds integer default 0 not null,
  chaos_drop_first integer default 0 not null,
  consecutive_failures integer default 0 not null,
  attempts_made bigint default 0 not null,
  ready_at bigint,
  worker uuid,
  fence bigint default 0 not null,
  slot smallint,
  constraint webhook_endpoints_pkey PRIMARY KEY (account_id, id),
  constraint webhook_endpoints_attempts_made_check CHECK (attempts_made >= 0),
  constraint webhook_endpoints_chaos_delay_seconds_check CHECK (chaos_delay_seconds >= 0),
  constraint webhook_endpoints_chaos_drop_first_check CHECK (chaos_drop_first >= 0),
  constraint webhook_endpoints_check CHECK (num_nulls(previous_secret, previous_secret_until) = ANY (ARRAY[0, 2])),
  constraint webhook_endpoints_check1 CHECK (status = 'ENABLED'::text OR ready_at IS NULL),
  constraint webhook_endpoints_consecutive_failures_check CHECK (consecutive_failures >= 0),
  constraint webhook_endpoints_event_types_check CHECK (cardinality(event_types) > 0),
  constraint webhook_endpoints_since_number_check CHECK (since_number >= 0),
  constraint webhook_endpoints_slot_check CHECK (slot >= 1 AND slot <= 20),
  constraint webhook_endpoints_status_check CHECK (status = ANY (ARRAY['ENABLED'::text, 'DISABLED'::text, 'DELETED'::text]))
) with (fillfactor=50);
CREATE INDEX webhook_endpoints_id ON webhook_endpoints USING btree (id);
CREATE INDEX webhook_endpoints_ready ON webhook_endpoints USING btree (ready_at) WHERE ready_at IS NOT NULL;
CREATE UNIQUE INDEX webhook_endpoints_slot ON webhook_endpoints USING btree (account_id, slot) WHERE status <> 'DELETED'::text;
CREATE INDEX webhook_endpoints_worker ON webhook_endpoints USING btree (worker) WHERE worker IS NOT NULL;

create table webhook_queue (
  account_id bigint not null,
  endpoint_id uuid not null,
  id bigint not null,
  event_number bigint not null,
  origin text not null,
  attempts smallint default 0 not null,
  due_at bigint not null,
  created bigint not null,
  traceparent text,
  constraint webhook_queue_pkey PRIMARY KEY (account_id, endpoint_id, due_at, id),
  constraint webhook_queue_attempts_check CHECK (attempts >= 0 AND attempts <= 8),
  constraint webhook_queue_origin_check CHECK (origin = ANY (ARRAY['event'::text, 'ping'::text, 'resend'::text])),
  constraint webhook_queue_traceparent_check CHECK (length(traceparent) = 55)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=2000, autovacuum_analyze_scale_factor=0.2);
CREATE INDEX webhook_queue_event ON webhook_queue USING btree (account_id, event_number);

create table webhook_workers (
  id uuid not null,
  alive_until timestamp with time zone not null,
  constraint webhook_workers_pkey PRIMARY KEY (id)
);

create table sandbox_bank.bank_payouts (
  provider text not null,
  reference text not null,
  their_id text not null,
  amount bigint not null,
  is_failed boolean default false not null,
  created bigint not null,
  constraint bank_payouts_pkey PRIMARY KEY (provider, their_id),
  constraint bank_payouts_amount_check CHECK (amount > 0)
);
CREATE INDEX sandbox_bank_payouts_of ON sandbox_bank.bank_payouts USING btree (provider, reference);

create table sandbox_bank.connected (
  provider text not null,
  reference text not null,
  their_id text not null,
  status text default 'OPEN'::text not null,
  return_url text,
  created bigint not null,
  constraint connected_pkey PRIMARY KEY (provider, reference),
  constraint connected_provider_their_id_key UNIQUE (provider, their_id),
  constraint connected_status_check CHECK (status = ANY (ARRAY['OPEN'::text, 'VERIFIED'::text, 'WANTED'::text, 'REFUSED'::text, 'RESTRICTED'::text]))
);

create table sandbox_bank.disputes (
  provider text not null,
  reference text not null,
  stage text not null,
  reason text not null,
  amount bigint not null,
  currency text not null,
  fee bigint default 0 not null,
  answer_by bigint,
  taken_at bigint,
  returned_at bigint,
  story text,
  files text[] default '{}'::text[] not null,
  created bigint not null,
  constraint disputes_pkey PRIMARY KEY (provider, reference),
  constraint disputes_amount_check CHECK (amount > 0),
  constraint disputes_check CHECK ((answer_by IS NULL) = (stage = ANY (ARRAY['won'::text, 'lost'::text]))),
  constraint disputes_check1 CHECK (
CASE stage
    WHEN 'inquiry'::text THEN taken_at IS NULL
    WHEN 'won'::text THEN (taken_at IS NULL) = (returned_at IS NULL)
    ELSE taken_at IS NOT NULL AND returned_at IS NULL
END),
  constraint disputes_fee_check CHECK (fee >= 0),
  constraint disputes_stage_check CHECK (stage = ANY (ARRAY['inquiry'::text, 'opened'::text, 'answered'::text, 'won'::text, 'lost'::text]))
);

create table sandbox_bank.moods (
  provider text not null,
  notices text default 'once'::text not null,
  is_down boolean default false not null,
  refuses_refunds boolean default false not null,
  payouts text default 'paid'::text not null,
  refunds text default 'paid'::text not null,
  answers text default 'given'::text not null,
  "float" bigint,
  currency text,
  constraint moods_pkey PRIMARY KEY (provider),
  constraint moods_answers_check CHECK (answers = ANY (ARRAY['given'::text, 'lost'::text, 'dropped'::text])),
  constraint moods_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint moods_float_check CHECK ("float" >= 0),
  constraint moods_notices_check CHECK (notices = ANY (ARRAY['once'::text, 'twice'::text, 'later'::text, 'reversed'::text, 'never'::text, 'forged'::text, 'unsigned'::text])),
  constraint moods_payouts_check CHECK (payouts = ANY (ARRAY['paid'::text, 'refused'::text, 'later'::text, 'returned'::text])),
  constraint moods_refunds_check CHECK (refunds = ANY (ARRAY['paid'::text, 'later'::text, 'slow'::text, 'returned'::text]))
);

create table sandbox_bank.notices (
  id bigint generated always as identity not null,
  provider text not null,
  body text not null,
  is_forged boolean default false not null,
  due_at bigint,
  tries smallint default 0 not null,
  leased_until timestamp with time zone,
  is_unsigned boolean default false not null,
  constraint notices_pkey PRIMARY KEY (id)
);
CREATE INDEX sandbox_notices_due ON sandbox_bank.notices USING btree (due_at) WHERE due_at IS NOT NULL;

create table sandbox_bank.outgoing (
  provider text not null,
  reference text not null,
  receipt text,
  destination text,
  amount bigint not null,
  is_refused boolean default false not null,
  created bigint not null,
  paid_at bigint,
  returns_at bigint,
  is_told boolean default false not null,
  source text,
  currency text default 'USD'::text not null,
  constraint outgoing_pkey PRIMARY KEY (provider, reference),
  constraint outgoing_amount_check CHECK (amount > 0),
  constraint outgoing_check CHECK (num_nulls(receipt, destination) = 1),
  constraint outgoing_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text)
);
CREATE INDEX sandbox_outgoing_returning ON sandbox_bank.outgoing USING btree (returns_at) WHERE returns_at IS NOT NULL AND NOT is_told;

create table sandbox_bank.payments (
  provider text not null,
  reference text not null,
  status text not null,
  asked bigint,
  phone text,
  return_url text,
  failure text,
  pin_tries smallint default 0 not null,
  expires_at bigint,
  created bigint not null,
  currency text default 'USD'::text not null,
  constraint payments_pkey PRIMARY KEY (provider, reference),
  constraint payments_asked_check CHECK (asked > 0),
  constraint payments_check CHECK ((status = 'FAILED'::text) = (failure IS NOT NULL)),
  constraint payments_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint payments_pin_tries_check CHECK (pin_tries >= 0 AND pin_tries <= 3),
  constraint payments_status_check CHECK (status = ANY (ARRAY['OPEN'::text, 'CHALLENGED'::text, 'SUCCEEDED'::text, 'FAILED'::text, 'CANCELLED'::text]))
);
CREATE INDEX sandbox_payments_open ON sandbox_bank.payments USING btree (expires_at) WHERE status = ANY (ARRAY['OPEN'::text, 'CHALLENGED'::text]);

create table sandbox_bank.receipts (
  provider text not null,
  reference text not null,
  number smallint not null,
  amount bigint not null,
  refunded bigint default 0 not null,
  created bigint not null,
  currency text default 'USD'::text not null,
  disputed bigint default 0 not null,
  constraint receipts_pkey PRIMARY KEY (provider, reference, number),
  constraint receipts_amount_check CHECK (amount > 0),
  constraint receipts_check CHECK (refunded >= 0 AND refunded <= amount),
  constraint receipts_disputed_check CHECK (disputed >= 0),
  constraint receipts_left CHECK ((refunded + disputed) <= amount),
  constraint receipts_number_check CHECK (number > 0)
);

create table sandbox_bank.repeats (
  provider text not null,
  kind text not null,
  reference text not null,
  created bigint not null,
  constraint repeats_kind_check CHECK (kind = ANY (ARRAY['payment'::text, 'outgoing'::text]))
);

create table sandbox_bank.statement_faults (
  provider text not null,
  line_id text not null,
  fault text not null,
  constraint statement_faults_pkey PRIMARY KEY (provider, line_id),
  constraint statement_faults_fault_check CHECK (fault = ANY (ARRAY['left_out'::text, 'twice'::text, 'fee'::text]))
);

create table sandbox_bank.taken_back (
  provider text not null,
  reference text not null,
  number smallint not null,
  amount bigint not null,
  created bigint not null,
  constraint taken_back_pkey PRIMARY KEY (provider, reference, number),
  constraint taken_back_amount_check CHECK (amount > 0)
);

-- Foreign keys, and what holds for new rows alone ---------------------------------------------------------------

alter table account_days add constraint account_days_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table accounts add constraint accounts_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES sellers(id);
alter table api_keys add constraint api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table api_keys add constraint api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES sellers(id);
alter table bank_payouts add constraint bank_payouts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table buyer_sessions add constraint buyer_sessions_email_fkey FOREIGN KEY (email) REFERENCES buyers(email);
alter table chargeback_entries add constraint chargeback_entries_account_id_escrow_id_chargeback_id_fkey FOREIGN KEY (account_id, escrow_id, chargeback_id) REFERENCES chargebacks(account_id, escrow_id, id);
alter table chargebacks add constraint chargebacks_account_id_escrow_id_payment_id_fkey FOREIGN KEY (account_id, escrow_id, payment_id) REFERENCES payments(account_id, escrow_id, id);
alter table checkout_sessions add constraint checkout_sessions_account_id_escrow_id_fkey FOREIGN KEY (account_id, escrow_id) REFERENCES escrows(account_id, id) DEFERRABLE INITIALLY DEFERRED;
alter table connected_accounts add constraint connected_accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table endpoint_checks add constraint endpoint_checks_account_id_endpoint_id_fkey FOREIGN KEY (account_id, endpoint_id) REFERENCES webhook_endpoints(account_id, id);
alter table escrows add constraint escrows_account_id_session_id_fkey FOREIGN KEY (account_id, session_id) REFERENCES checkout_sessions(account_id, id);
alter table evidence add constraint evidence_account_id_escrow_id_entry_number_fkey FOREIGN KEY (account_id, escrow_id, entry_number) REFERENCES milestone_entries(account_id, escrow_id, number);
alter table forgotten_keys add constraint forgotten_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table forgotten_sessions add constraint forgotten_sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table house_entries add constraint house_entries_difference_fkey FOREIGN KEY (difference) REFERENCES reconciliation_differences(id);
alter table house_entries add constraint house_entries_line_fkey FOREIGN KEY (line) REFERENCES provider_lines(number);
alter table ledger_audit_findings add constraint ledger_audit_findings_audit_id_fkey FOREIGN KEY (audit_id) REFERENCES ledger_audits(id);
alter table ledger_audits add constraint ledger_audits_after_id_fkey FOREIGN KEY (after_id) REFERENCES ledger_audits(id);
alter table ledger_transfers add constraint ledger_transfers_account_id_escrow_id_chargeback_id_fkey FOREIGN KEY (account_id, escrow_id, chargeback_id) REFERENCES chargebacks(account_id, escrow_id, id);
alter table ledger_transfers add constraint ledger_transfers_account_id_escrow_id_fkey FOREIGN KEY (account_id, escrow_id) REFERENCES escrows(account_id, id);
alter table ledger_transfers add constraint ledger_transfers_account_id_escrow_id_milestone_id_fkey FOREIGN KEY (account_id, escrow_id, milestone_id) REFERENCES milestones(account_id, escrow_id, id);
alter table ledger_transfers add constraint ledger_transfers_account_id_escrow_id_payment_id_fkey FOREIGN KEY (account_id, escrow_id, payment_id) REFERENCES payments(account_id, escrow_id, id);
alter table ledger_transfers add constraint ledger_transfers_account_id_escrow_id_refund_id_fkey FOREIGN KEY (account_id, escrow_id, refund_id) REFERENCES refunds(account_id, escrow_id, id);
alter table ledger_transfers add constraint ledger_transfers_account_id_escrow_id_refund_id_payment_id_fkey FOREIGN KEY (account_id, escrow_id, refund_id, payment_id) REFERENCES refund_parts(account_id, escrow_id, refund_id, payment_id) DEFERRABLE INITIALLY DEFERRED;
alter table ledger_transfers add constraint ledger_transfers_account_id_event_id_fkey FOREIGN KEY (account_id, event_id) REFERENCES events(account_id, id) DEFERRABLE INITIALLY DEFERRED;
alter table ledger_transfers add constraint ledger_transfers_has_event CHECK ((kind = ANY (ARRAY['release'::text, 'settlement'::text])) = (event_id IS NOT NULL)) NOT VALID;
alter table ledger_transfers add constraint ledger_transfers_payout_fkey FOREIGN KEY (account_id, payout_id) REFERENCES payouts(account_id, id);
alter table message_files add constraint message_files_account_id_escrow_id_number_fkey FOREIGN KEY (account_id, escrow_id, number) REFERENCES order_messages(account_id, escrow_id, number);
alter table milestone_entries add constraint milestone_entries_account_id_escrow_id_milestone_id_fkey FOREIGN KEY (account_id, escrow_id, milestone_id) REFERENCES milestones(account_id, escrow_id, id);
alter table milestones add constraint milestones_account_id_escrow_id_fkey FOREIGN KEY (account_id, escrow_id) REFERENCES escrows(account_id, id);
alter table notification_reads add constraint notification_reads_account_id_seller_id_fkey FOREIGN KEY (account_id, seller_id) REFERENCES team_members(account_id, seller_id) ON DELETE CASCADE;
alter table notification_settings add constraint notification_settings_account_id_seller_id_fkey FOREIGN KEY (account_id, seller_id) REFERENCES team_members(account_id, seller_id) ON DELETE CASCADE;
alter table operator_actions add constraint operator_actions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table operator_actions add constraint operator_actions_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES operator_approvals(id);
alter table operator_actions add constraint operator_actions_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES sellers(id);
alter table operator_actions add constraint operator_actions_second_id_fkey FOREIGN KEY (second_id) REFERENCES sellers(id);
alter table operator_approvals add constraint operator_approvals_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table operator_approvals add constraint operator_approvals_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES sellers(id);
alter table operator_approvals add constraint operator_approvals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES sellers(id);
alter table order_messages add constraint order_messages_account_id_escrow_id_fkey FOREIGN KEY (account_id, escrow_id) REFERENCES escrows(account_id, id);
alter table order_messages add constraint order_messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES sellers(id);
alter table order_notes add constraint order_notes_account_id_escrow_id_fkey FOREIGN KEY (account_id, escrow_id) REFERENCES escrows(account_id, id);
alter table order_notes add constraint order_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES sellers(id);
alter table payment_link_places add constraint payment_link_places_account_id_link_id_fkey FOREIGN KEY (account_id, link_id) REFERENCES payment_links(account_id, id);
alter table payment_links add constraint payment_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table payment_proofs add constraint payment_proofs_account_id_escrow_id_payment_id_fkey FOREIGN KEY (account_id, escrow_id, payment_id) REFERENCES payments(account_id, escrow_id, id);
alter table payments add constraint payments_account_id_escrow_id_fkey FOREIGN KEY (account_id, escrow_id) REFERENCES escrows(account_id, id);
alter table payout_calls add constraint payout_calls_account_id_payout_id_fkey FOREIGN KEY (account_id, payout_id) REFERENCES payouts(account_id, id);
alter table payout_destinations add constraint payout_destinations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table payouts add constraint payouts_account_id_destination_id_fkey FOREIGN KEY (account_id, destination_id) REFERENCES payout_destinations(account_id, id);
alter table payouts add constraint payouts_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES sellers(id);
alter table payouts add constraint payouts_source_fkey FOREIGN KEY (account_id, source_escrow_id, source_payment_id) REFERENCES payments(account_id, escrow_id, id);
alter table provider_calls add constraint provider_calls_account_id_escrow_id_payment_id_fkey FOREIGN KEY (account_id, escrow_id, payment_id) REFERENCES payments(account_id, escrow_id, id);
alter table provider_movements add constraint provider_movements_line_fkey FOREIGN KEY (line) REFERENCES provider_lines(number);
alter table rail_batches add constraint rail_batches_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES sellers(id);
alter table rail_batches add constraint rail_batches_exported_by_fkey FOREIGN KEY (exported_by) REFERENCES sellers(id);
alter table rail_batches add constraint rail_batches_made_by_fkey FOREIGN KEY (made_by) REFERENCES sellers(id);
alter table rail_batches add constraint rail_batches_withdrawal_by_fkey FOREIGN KEY (withdrawal_by) REFERENCES sellers(id);
alter table rail_batches add constraint rail_batches_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES sellers(id);
alter table rail_lines add constraint rail_lines_statement_fkey FOREIGN KEY (statement) REFERENCES rail_statements(id) ON DELETE CASCADE;
alter table rail_receipts add constraint rail_receipts_provider_reference_fkey FOREIGN KEY (provider, reference) REFERENCES rail_payments(provider, reference);
alter table rail_uploads add constraint rail_uploads_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES sellers(id);
alter table rail_uploads add constraint rail_uploads_statement_provider_digest_fkey FOREIGN KEY (statement, provider, digest) REFERENCES rail_statements(id, provider, digest);
alter table rail_uploads add constraint rail_uploads_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES sellers(id);
alter table reconciliation_differences add constraint reconciliation_differences_line_fkey FOREIGN KEY (line) REFERENCES provider_lines(number);
alter table reconciliation_differences add constraint reconciliation_differences_movement_fkey FOREIGN KEY (movement) REFERENCES provider_movements(id);
alter table refund_parts add constraint refund_parts_account_id_escrow_id_payment_id_fkey FOREIGN KEY (account_id, escrow_id, payment_id) REFERENCES payments(account_id, escrow_id, id);
alter table refund_parts add constraint refund_parts_account_id_escrow_id_refund_id_fkey FOREIGN KEY (account_id, escrow_id, refund_id) REFERENCES refunds(account_id, escrow_id, id);
alter table refund_requests add constraint refund_requests_account_id_escrow_id_fkey FOREIGN KEY (account_id, escrow_id) REFERENCES escrows(account_id, id);
alter table refund_requests add constraint refund_requests_account_id_escrow_id_milestone_id_fkey FOREIGN KEY (account_id, escrow_id, milestone_id) REFERENCES milestones(account_id, escrow_id, id);
alter table refund_requests add constraint refund_requests_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES sellers(id);
alter table refund_requests add constraint refund_requests_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES sellers(id);
alter table refund_shares add constraint refund_shares_account_id_escrow_id_milestone_id_fkey FOREIGN KEY (account_id, escrow_id, milestone_id) REFERENCES milestones(account_id, escrow_id, id);
alter table refund_shares add constraint refund_shares_account_id_escrow_id_refund_id_fkey FOREIGN KEY (account_id, escrow_id, refund_id) REFERENCES refunds(account_id, escrow_id, id);
alter table refunds add constraint refunds_account_id_escrow_id_fkey FOREIGN KEY (account_id, escrow_id) REFERENCES escrows(account_id, id);
alter table refunds add constraint refunds_account_id_escrow_id_payment_id_fkey FOREIGN KEY (account_id, escrow_id, payment_id) REFERENCES payments(account_id, escrow_id, id);
alter table refunds add constraint refunds_milestone FOREIGN KEY (account_id, escrow_id, milestone_id) REFERENCES milestones(account_id, escrow_id, id);
alter table sandbox_bank.bank_payouts add constraint bank_payouts_provider_reference_fkey FOREIGN KEY (provider, reference) REFERENCES sandbox_bank.connected(provider, reference);
alter table sandbox_bank.receipts add constraint receipts_provider_reference_fkey FOREIGN KEY (provider, reference) REFERENCES sandbox_bank.payments(provider, reference);
alter table sandbox_bank.taken_back add constraint taken_back_provider_reference_fkey FOREIGN KEY (provider, reference) REFERENCES sandbox_bank.outgoing(provider, reference);
alter table search_chapters add constraint search_chapters_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table search_chapters add constraint search_chapters_merges_into_fkey FOREIGN KEY (merges_into) REFERENCES search_chapters(id);
alter table search_entries add constraint search_entries_chapter_fkey FOREIGN KEY (chapter) REFERENCES search_chapters(id);
alter table search_progress add constraint search_progress_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table security_events add constraint security_events_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table security_events add constraint security_events_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id);
alter table seller_challenges add constraint seller_challenges_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id);
alter table seller_passkeys add constraint seller_passkeys_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id);
alter table seller_recovery_codes add constraint seller_recovery_codes_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id);
alter table seller_sessions add constraint seller_sessions_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id);
alter table settlement_offers add constraint settlement_offers_account_id_escrow_id_entry_number_fkey FOREIGN KEY (account_id, escrow_id, entry_number) REFERENCES milestone_entries(account_id, escrow_id, number);
alter table stop_links add constraint stop_links_account_id_escrow_id_milestone_id_fkey FOREIGN KEY (account_id, escrow_id, milestone_id) REFERENCES milestones(account_id, escrow_id, id);
alter table team_invitations add constraint team_invitations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table team_invitations add constraint team_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES sellers(id);
alter table team_members add constraint team_members_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table team_members add constraint team_members_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id);
alter table verification_documents add constraint verification_documents_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table verification_submissions add constraint verification_submissions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table verification_submissions add constraint verification_submissions_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES sellers(id);
alter table wallet_lines add constraint wallet_lines_account_id_transfer_id_fkey FOREIGN KEY (account_id, transfer_id) REFERENCES ledger_transfers(account_id, id);
alter table webhook_endpoints add constraint webhook_endpoints_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);

-- Triggers ------------------------------------------------------------------------------------------------------

CREATE TRIGGER account_days_once BEFORE DELETE OR UPDATE OR TRUNCATE ON account_days FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER accounts_search AFTER INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION begin_search();
CREATE TRIGGER accounts_verification AFTER UPDATE OF verification_status ON accounts FOR EACH ROW WHEN (old.verification_status = 'PENDING'::text AND new.verification_status <> 'PENDING'::text) EXECUTE FUNCTION close_submission();
CREATE TRIGGER chargeback_entries_once BEFORE DELETE OR UPDATE OR TRUNCATE ON chargeback_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER chargebacks_counted AFTER INSERT OR UPDATE ON chargebacks FOR EACH ROW EXECUTE FUNCTION charge_back();
CREATE TRIGGER chargebacks_kept BEFORE DELETE OR TRUNCATE ON chargebacks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER chargebacks_move BEFORE UPDATE OF status ON chargebacks FOR EACH ROW EXECUTE FUNCTION check_move('INQUIRY>OPEN', 'INQUIRY>ANSWERED', 'INQUIRY>WON', 'INQUIRY>LOST', 'OPEN>ANSWERED', 'OPEN>WON', 'OPEN>LOST', 'ANSWERED>WON', 'ANSWERED>LOST');
CREATE TRIGGER chargebacks_said BEFORE UPDATE ON chargebacks FOR EACH ROW EXECUTE FUNCTION check_chargeback_update();
CREATE TRIGGER checkout_sessions_agreed BEFORE UPDATE ON checkout_sessions FOR EACH ROW EXECUTE FUNCTION check_session_update();
CREATE TRIGGER checkout_sessions_counted AFTER DELETE ON checkout_sessions REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_forgotten();
CREATE TRIGGER checkout_sessions_forgotten BEFORE DELETE ON checkout_sessions FOR EACH ROW EXECUTE FUNCTION check_session_delete();
CREATE TRIGGER checkout_sessions_keep BEFORE TRUNCATE ON checkout_sessions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER checkout_sessions_key_is_new AFTER INSERT ON checkout_sessions FOR EACH ROW WHEN (new.idempotency_key IS NOT NULL) EXECUTE FUNCTION check_key_is_new();
CREATE TRIGGER checkout_sessions_link_place AFTER DELETE ON checkout_sessions FOR EACH ROW EXECUTE FUNCTION forget_link_place();
CREATE TRIGGER checkout_sessions_move BEFORE UPDATE OF status ON checkout_sessions FOR EACH ROW EXECUTE FUNCTION check_move('OPEN>COMPLETED', 'OPEN>EXPIRED');
CREATE TRIGGER escrows_agreed BEFORE UPDATE ON escrows FOR EACH ROW EXECUTE FUNCTION check_escrow_update();
CREATE TRIGGER escrows_keep BEFORE DELETE OR TRUNCATE ON escrows FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER escrows_move BEFORE UPDATE OF status ON escrows FOR EACH ROW EXECUTE FUNCTION check_move('PENDING_FUNDING>AWAITING_PAYMENT', 'PARTIALLY_FUNDED>AWAITING_PAYMENT', 'PENDING_FUNDING>WAITING_PAYMENT_CONFIRMATION', 'PARTIALLY_FUNDED>WAITING_PAYMENT_CONFIRMATION', 'AWAITING_PAYMENT>WAITING_PAYMENT_CONFIRMATION', 'AWAITING_PAYMENT>PENDING_FUNDING', 'WAITING_PAYMENT_CONFIRMATION>PENDING_FUNDING', 'AWAITING_PAYMENT>PARTIALLY_FUNDED', 'WAITING_PAYMENT_CONFIRMATION>PARTIALLY_FUNDED', 'PENDING_ACCEPTANCE>PARTIALLY_FUNDED', 'PENDING_FUNDING>PARTIALLY_FUNDED', 'PENDING_ACCEPTANCE>IN_ESCROW', 'PENDING_FUNDING>IN_ESCROW', 'AWAITING_PAYMENT>IN_ESCROW', 'WAITING_PAYMENT_CONFIRMATION>IN_ESCROW', 'PARTIALLY_FUNDED>IN_ESCROW', 'IN_ESCROW>WORK_IN_PROGRESS', 'IN_ESCROW>DISPUTED', 'WORK_IN_PROGRESS>DISPUTED', 'IN_ESCROW>COMPLETED', 'WORK_IN_PROGRESS>COMPLETED', 'DISPUTED>COMPLETED', 'DISPUTED>WORK_IN_PROGRESS', 'DISPUTED>CLOSED', 'PENDING_ACCEPTANCE>DECLINED', 'PENDING_FUNDING>DECLINED', 'AWAITING_PAYMENT>DECLINED', 'WAITING_PAYMENT_CONFIRMATION>DECLINED', 'PARTIALLY_FUNDED>DECLINED', 'PENDING_ACCEPTANCE>CANCELLED', 'PENDING_FUNDING>CANCELLED', 'AWAITING_PAYMENT>CANCELLED', 'WAITING_PAYMENT_CONFIRMATION>CANCELLED', 'PARTIALLY_FUNDED>CANCELLED', 'IN_ESCROW>CANCELLED', 'WORK_IN_PROGRESS>CANCELLED', 'PENDING_ACCEPTANCE>DEADLINE_EXPIRED', 'PENDING_FUNDING>DEADLINE_EXPIRED', 'AWAITING_PAYMENT>DEADLINE_EXPIRED', 'WAITING_PAYMENT_CONFIRMATION>DEADLINE_EXPIRED', 'PARTIALLY_FUNDED>DEADLINE_EXPIRED', 'IN_ESCROW>DEADLINE_EXPIRED');
CREATE CONSTRAINT TRIGGER escrows_offers_closed AFTER UPDATE ON escrows DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.status = 'DISPUTED'::text AND (new.status <> 'DISPUTED'::text OR new.released <> old.released OR new.refunded_held <> old.refunded_held)) EXECUTE FUNCTION check_open_offers();
CREATE CONSTRAINT TRIGGER escrows_whole AFTER INSERT ON escrows DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_escrow_whole();
CREATE CONSTRAINT TRIGGER escrows_whole_at_end AFTER UPDATE ON escrows DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.status = ANY (ARRAY['COMPLETED'::text, 'CLOSED'::text])) AND old.status <> new.status) EXECUTE FUNCTION check_escrow_whole();
CREATE TRIGGER events_once BEFORE DELETE OR UPDATE OR TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER evidence_of_dispute BEFORE INSERT ON evidence FOR EACH ROW EXECUTE FUNCTION check_evidence();
CREATE TRIGGER evidence_once BEFORE DELETE OR UPDATE OR TRUNCATE ON evidence FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER forgotten_keys_keep BEFORE DELETE OR UPDATE OR TRUNCATE ON forgotten_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER forgotten_keys_left BEFORE INSERT ON forgotten_keys FOR EACH ROW EXECUTE FUNCTION check_forgotten_key();
CREATE TRIGGER forgotten_sessions_counted BEFORE INSERT OR DELETE OR UPDATE ON forgotten_sessions FOR EACH ROW EXECUTE FUNCTION check_forgotten();
CREATE TRIGGER forgotten_sessions_keep BEFORE DELETE OR TRUNCATE ON forgotten_sessions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER fx_positions_guard BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON fx_positions FOR EACH STATEMENT EXECUTE FUNCTION refuse_direct_posting();
CREATE TRIGGER house_balances_guard BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON house_balances FOR EACH STATEMENT EXECUTE FUNCTION refuse_direct_posting();
CREATE TRIGGER house_entries_once BEFORE DELETE OR UPDATE OR TRUNCATE ON house_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER house_entries_post AFTER INSERT ON house_entries REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION post_house_entries();
CREATE TRIGGER ledger_accounts_guard BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_direct_posting();
CREATE TRIGGER ledger_audit_findings_once BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_audit_findings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_audits_keep BEFORE DELETE OR TRUNCATE ON ledger_audits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_audits_move BEFORE UPDATE OF status ON ledger_audits FOR EACH ROW EXECUTE FUNCTION check_move('WAITING>RUNNING', 'RUNNING>DONE', 'RUNNING>FAILED');
CREATE TRIGGER ledger_transfers_once BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_transfers_outside AFTER INSERT ON ledger_transfers REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION record_movements();
CREATE TRIGGER ledger_transfers_post AFTER INSERT ON ledger_transfers REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION post_transfers();
CREATE TRIGGER ledger_transfers_provider BEFORE INSERT ON ledger_transfers FOR EACH ROW WHEN ('external'::text = new.debit_kind OR 'external'::text = new.credit_kind) EXECUTE FUNCTION name_provider();
CREATE TRIGGER message_files_once BEFORE UPDATE ON message_files FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER milestone_entries_once BEFORE DELETE OR UPDATE OR TRUNCATE ON milestone_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER milestones_agreed BEFORE UPDATE ON milestones FOR EACH ROW EXECUTE FUNCTION check_milestone_update();
CREATE TRIGGER milestones_keep BEFORE DELETE OR TRUNCATE ON milestones FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER milestones_move BEFORE UPDATE OF status ON milestones FOR EACH ROW EXECUTE FUNCTION check_move('PENDING>AWAITING_REVIEW', 'REVISION_REQUESTED>AWAITING_REVIEW', 'AWAITING_REVIEW>REVISION_REQUESTED', 'AWAITING_REVIEW>COMPLETED', 'REVISION_REQUESTED>COMPLETED', 'PENDING>COMPLETED', 'DISPUTED>COMPLETED', 'PENDING>DISPUTED', 'AWAITING_REVIEW>DISPUTED', 'REVISION_REQUESTED>DISPUTED', 'DISPUTED>PENDING', 'DISPUTED>AWAITING_REVIEW', 'DISPUTED>REVISION_REQUESTED');
CREATE TRIGGER operator_actions_allowed BEFORE INSERT ON operator_actions FOR EACH ROW EXECUTE FUNCTION check_operator_action();
CREATE TRIGGER operator_actions_once BEFORE DELETE OR UPDATE OR TRUNCATE ON operator_actions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operator_approvals_asked BEFORE UPDATE ON operator_approvals FOR EACH ROW EXECUTE FUNCTION check_approval_update();
CREATE TRIGGER operator_approvals_keep BEFORE DELETE OR TRUNCATE ON operator_approvals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operator_approvals_move BEFORE UPDATE OF status ON operator_approvals FOR EACH ROW EXECUTE FUNCTION check_move('PENDING>CONFIRMED', 'PENDING>DECLINED');
CREATE TRIGGER operator_identity_version BEFORE UPDATE ON operator_identity FOR EACH ROW EXECUTE FUNCTION count_identity_versions();
CREATE TRIGGER order_messages_check BEFORE INSERT ON order_messages FOR EACH ROW EXECUTE FUNCTION check_order_message();
CREATE TRIGGER order_messages_keep BEFORE UPDATE ON order_messages FOR EACH ROW EXECUTE FUNCTION keep_order_message();
CREATE TRIGGER order_messages_once BEFORE DELETE OR TRUNCATE ON order_messages FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER order_notes_check BEFORE INSERT ON order_notes FOR EACH ROW EXECUTE FUNCTION check_order_note();
CREATE TRIGGER order_notes_once BEFORE UPDATE ON order_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payment_links_keep BEFORE DELETE OR TRUNCATE ON payment_links FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payment_links_once BEFORE UPDATE ON payment_links FOR EACH ROW EXECUTE FUNCTION check_payment_link_update();
CREATE TRIGGER payments_agreed BEFORE UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION check_payment_update();
CREATE TRIGGER payments_keep BEFORE DELETE OR TRUNCATE ON payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payments_move BEFORE UPDATE OF status ON payments FOR EACH ROW EXECUTE FUNCTION check_move('CREATED>PENDING', 'CREATED>SUCCEEDED', 'PENDING>SUCCEEDED', 'FAILED>SUCCEEDED', 'CREATED>FAILED', 'PENDING>FAILED');
CREATE TRIGGER payments_order BEFORE UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION check_payment_order();
CREATE TRIGGER payout_calls_keep BEFORE DELETE OR TRUNCATE ON payout_calls FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_destinations_agreed BEFORE UPDATE ON payout_destinations FOR EACH ROW EXECUTE FUNCTION check_destination_update();
CREATE TRIGGER payout_destinations_keep BEFORE DELETE OR TRUNCATE ON payout_destinations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payouts_agreed BEFORE UPDATE ON payouts FOR EACH ROW EXECUTE FUNCTION check_payout_update();
CREATE TRIGGER payouts_allowed BEFORE INSERT ON payouts FOR EACH ROW EXECUTE FUNCTION check_payout_request();
CREATE CONSTRAINT TRIGGER payouts_booked AFTER INSERT OR UPDATE OF status ON payouts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_payout_booked();
CREATE TRIGGER payouts_keep BEFORE DELETE OR TRUNCATE ON payouts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payouts_move BEFORE UPDATE OF status ON payouts FOR EACH ROW EXECUTE FUNCTION check_move('REQUESTED>SENT', 'REQUESTED>CANCELLED', 'SENT>PAID', 'SENT>FAILED', 'SENT>PARKED', 'PARKED>SENT', 'PAID>RETURNED');
CREATE CONSTRAINT TRIGGER payouts_taken_back_booked AFTER UPDATE OF taken_back ON payouts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.taken_back <> new.taken_back) EXECUTE FUNCTION check_payout_booked();
CREATE TRIGGER provider_calls_keep BEFORE DELETE OR TRUNCATE ON provider_calls FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER provider_lines_once BEFORE DELETE OR UPDATE OR TRUNCATE ON provider_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER provider_movements_agreed BEFORE INSERT OR UPDATE ON provider_movements FOR EACH ROW EXECUTE FUNCTION check_movement();
CREATE TRIGGER provider_movements_keep BEFORE DELETE OR TRUNCATE ON provider_movements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER provider_notices_said BEFORE UPDATE ON provider_notices FOR EACH ROW EXECUTE FUNCTION check_notice_update();
CREATE TRIGGER provider_objects_agreed BEFORE UPDATE ON provider_objects FOR EACH ROW EXECUTE FUNCTION check_provider_object();
CREATE TRIGGER provider_objects_keep BEFORE DELETE OR TRUNCATE ON provider_objects FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER provider_objects_move BEFORE UPDATE OF status ON provider_objects FOR EACH ROW EXECUTE FUNCTION check_move('ASKED>MADE', 'ASKED>REFUSED', 'ASKED>WITHDRAWN', 'MADE>REFUSED', 'MADE>WITHDRAWN');
CREATE TRIGGER rail_batches_keep BEFORE DELETE OR TRUNCATE ON rail_batches FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rail_batches_move BEFORE UPDATE OF status ON rail_batches FOR EACH ROW EXECUTE FUNCTION check_move('DRAFT>APPROVED', 'APPROVED>EXPORTED', 'EXPORTED>SETTLED', 'DRAFT>WITHDRAWN', 'APPROVED>WITHDRAWN', 'EXPORTED>WITHDRAWN');
CREATE TRIGGER rail_batches_said BEFORE UPDATE ON rail_batches FOR EACH ROW EXECUTE FUNCTION check_rail_batch();
CREATE TRIGGER rail_lines_kept BEFORE DELETE ON rail_lines FOR EACH ROW WHEN (old.is_read) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rail_lines_said BEFORE UPDATE ON rail_lines FOR EACH ROW EXECUTE FUNCTION check_rail_line();
CREATE TRIGGER rail_outgoing_covered BEFORE INSERT ON rail_outgoing FOR EACH ROW WHEN (new.kind = 'refund'::text) EXECUTE FUNCTION check_rail_refund();
CREATE TRIGGER rail_outgoing_keep BEFORE DELETE OR TRUNCATE ON rail_outgoing FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rail_outgoing_move BEFORE UPDATE OF status ON rail_outgoing FOR EACH ROW EXECUTE FUNCTION check_move('OPEN>PAID', 'OPEN>REFUSED', 'PAID>RETURNED');
CREATE TRIGGER rail_outgoing_order BEFORE UPDATE ON rail_outgoing FOR EACH ROW EXECUTE FUNCTION check_rail_order();
CREATE TRIGGER rail_receipts_keep BEFORE DELETE OR UPDATE OR TRUNCATE ON rail_receipts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rail_uploads_keep BEFORE DELETE OR TRUNCATE ON rail_uploads FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rail_uploads_move BEFORE UPDATE OF status ON rail_uploads FOR EACH ROW EXECUTE FUNCTION check_move('PENDING>IMPORTED', 'PENDING>DECLINED', 'PENDING>WITHDRAWN');
CREATE TRIGGER rail_uploads_said BEFORE UPDATE ON rail_uploads FOR EACH ROW EXECUTE FUNCTION check_rail_upload();
CREATE TRIGGER rates_checked BEFORE INSERT OR UPDATE ON rates FOR EACH ROW EXECUTE FUNCTION check_rate();
CREATE TRIGGER rates_kept BEFORE DELETE ON rates FOR EACH ROW WHEN (old.status = ANY (ARRAY['CURRENT'::text, 'WAITING'::text])) EXECUTE FUNCTION keep_rate();
CREATE TRIGGER reconciliation_differences_found BEFORE UPDATE ON reconciliation_differences FOR EACH ROW EXECUTE FUNCTION check_difference();
CREATE TRIGGER reconciliation_differences_keep BEFORE DELETE OR TRUNCATE ON reconciliation_differences FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reconciliation_differences_move BEFORE UPDATE OF status ON reconciliation_differences FOR EACH ROW EXECUTE FUNCTION check_move('OPEN>MATCHED', 'OPEN>CLOSED');
CREATE TRIGGER refund_parts_agreed BEFORE UPDATE ON refund_parts FOR EACH ROW EXECUTE FUNCTION check_refund_part_update();
CREATE TRIGGER refund_parts_keep BEFORE DELETE OR TRUNCATE ON refund_parts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refund_parts_move BEFORE UPDATE OF status ON refund_parts FOR EACH ROW EXECUTE FUNCTION check_move('PENDING>SENT', 'SENT>SUCCEEDED', 'SENT>FAILED', 'SUCCEEDED>FAILED', 'FAILED>SENT', 'PENDING>HELD', 'FAILED>HELD', 'HELD>PENDING', 'FAILED>PENDING', 'PENDING>CHARGED_BACK', 'FAILED>CHARGED_BACK', 'HELD>CHARGED_BACK');
CREATE TRIGGER refund_parts_set_aside AFTER INSERT ON refund_parts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION set_aside();
CREATE TRIGGER refund_requests_asked BEFORE UPDATE ON refund_requests FOR EACH ROW EXECUTE FUNCTION check_refund_request_update();
CREATE TRIGGER refund_requests_keep BEFORE DELETE OR TRUNCATE ON refund_requests FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refund_requests_move BEFORE UPDATE OF status ON refund_requests FOR EACH ROW EXECUTE FUNCTION check_move('OPEN>REFUNDED', 'OPEN>DECLINED');
CREATE TRIGGER refund_shares_keep BEFORE DELETE OR UPDATE OR TRUNCATE ON refund_shares FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refunds_agreed BEFORE UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION check_refund_update();
CREATE TRIGGER refunds_keep BEFORE DELETE OR TRUNCATE ON refunds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refunds_move BEFORE UPDATE OF status ON refunds FOR EACH ROW EXECUTE FUNCTION check_move('PENDING>SENT', 'SENT>SUCCEEDED', 'SENT>FAILED', 'SUCCEEDED>FAILED', 'FAILED>SENT', 'PENDING>HELD', 'SENT>HELD', 'FAILED>HELD', 'HELD>PENDING', 'HELD>SENT', 'HELD>SUCCEEDED', 'HELD>FAILED', 'PENDING>SUCCEEDED', 'FAILED>SUCCEEDED', 'FAILED>PENDING');
CREATE CONSTRAINT TRIGGER refunds_whole AFTER INSERT ON refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_refund_whole();
CREATE TRIGGER bank_payouts_told AFTER INSERT OR UPDATE ON sandbox_bank.bank_payouts FOR EACH ROW EXECUTE FUNCTION sandbox_bank.tell_connected();
CREATE TRIGGER connected_told AFTER UPDATE ON sandbox_bank.connected FOR EACH ROW WHEN (old.status <> new.status) EXECUTE FUNCTION sandbox_bank.tell_connected();
CREATE TRIGGER disputes_told AFTER INSERT OR UPDATE ON sandbox_bank.disputes FOR EACH ROW EXECUTE FUNCTION sandbox_bank.tell_dispute();
CREATE TRIGGER security_events_once BEFORE DELETE OR UPDATE OR TRUNCATE ON security_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER settlement_offers_agreed BEFORE UPDATE ON settlement_offers FOR EACH ROW EXECUTE FUNCTION check_offer_update();
CREATE TRIGGER settlement_offers_fit BEFORE INSERT ON settlement_offers FOR EACH ROW EXECUTE FUNCTION check_new_offer();
CREATE TRIGGER settlement_offers_keep BEFORE DELETE OR TRUNCATE ON settlement_offers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER settlement_offers_move BEFORE UPDATE OF status ON settlement_offers FOR EACH ROW EXECUTE FUNCTION check_move('OPEN>ACCEPTED', 'OPEN>WITHDRAWN', 'OPEN>DECLINED', 'OPEN>LAPSED');
CREATE TRIGGER keep_an_owner_on_delete BEFORE DELETE ON team_members FOR EACH ROW WHEN (old.role = 'owner'::text) EXECUTE FUNCTION keep_an_owner();
CREATE TRIGGER keep_an_owner_on_update BEFORE UPDATE ON team_members FOR EACH ROW WHEN (old.role = 'owner'::text AND (new.role <> 'owner'::text OR new.seller_id <> old.seller_id OR new.account_id <> old.account_id)) EXECUTE FUNCTION keep_an_owner();
CREATE TRIGGER test_clock_moved BEFORE UPDATE OF offset_seconds ON test_clock FOR EACH ROW EXECUTE FUNCTION note_clock_move();
CREATE TRIGGER verification_documents_check BEFORE INSERT OR DELETE OR UPDATE ON verification_documents FOR EACH ROW EXECUTE FUNCTION check_verification_document();
CREATE TRIGGER verification_submissions_once BEFORE DELETE OR UPDATE ON verification_submissions FOR EACH ROW EXECUTE FUNCTION check_submission();
CREATE TRIGGER wallet_lines_guard BEFORE INSERT ON wallet_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_direct_line();
CREATE TRIGGER wallet_lines_once BEFORE DELETE OR UPDATE OR TRUNCATE ON wallet_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER webhook_deliveries_once BEFORE DELETE OR UPDATE OR TRUNCATE ON webhook_deliveries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER webhook_endpoints_keep BEFORE DELETE OR TRUNCATE ON webhook_endpoints FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER webhook_endpoints_move BEFORE UPDATE OF status ON webhook_endpoints FOR EACH ROW EXECUTE FUNCTION check_move('ENABLED>DISABLED', 'DISABLED>ENABLED', 'ENABLED>DELETED', 'DISABLED>DELETED');
CREATE TRIGGER webhook_endpoints_slotted BEFORE INSERT ON webhook_endpoints FOR EACH ROW WHEN (new.slot IS NULL) EXECUTE FUNCTION refuse_endpoint_without_slot();
