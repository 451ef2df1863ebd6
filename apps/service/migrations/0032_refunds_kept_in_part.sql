-- What this migration builds: what was paid back may come back in part, as one half of a refund that a provider made in two. The
-- payer keeps the rest, and what came back is owed again under another reference.

alter table refund_parts
  -- Of the amount, what the payer has under references of before, of which the rest came back; only grows.
  add column kept bigint not null default 0,
  drop constraint refund_parts_charged_back,
  drop constraint refund_parts_all_charged_back,
  add constraint refund_parts_shares check (charged_back >= 0 and kept >= 0 and charged_back + kept <= amount),
  add constraint refund_parts_all_charged_back check (status <> 'CHARGED_BACK' or charged_back + kept = amount);

create or replace function check_refund_part_update() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.escrow_id, new.refund_id, new.payment_id, new.amount)
     is distinct from (old.account_id, old.escrow_id, old.refund_id, old.payment_id, old.amount)
     or (new.reference <> old.reference and not old.is_refused) or new.kept < old.kept then
    raise exception 'what a payment gives back does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
