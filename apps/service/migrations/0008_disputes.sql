-- What this migration builds: what both sides of a dispute write, hand in and offer each other.
--
--   * statements and offers are lines of the history, beside the dispute that they belong to: one list tells who said what,
--     in the order in which it was said;
--   * an offer splits all that is left of an escrow; accepting it is a settlement, so its amounts are fixed when it is made;
--   * what may be open, and when, is a constraint here, whatever the program believes.

alter table milestone_entries drop constraint milestone_entries_verb_check;
alter table milestone_entries add constraint milestone_entries_verb_check check (verb in (
  'submit', 'requestRevision', 'approve', 'dispute', 'resume', 'release', 'settle',
  'statement', 'offer', 'withdrawOffer', 'declineOffer'));
-- What the parties say while a dispute lasts moves nothing, and is said by one of them.
alter table milestone_entries add constraint milestone_entries_said check (
  verb not in ('statement', 'offer', 'withdrawOffer', 'declineOffer')
  or (actor in ('buyer', 'merchant') and from_status = 'DISPUTED' and to_status = 'DISPUTED'));

-- Files come with either side's words.
create or replace function check_evidence() returns trigger language plpgsql as $$
begin
  perform from milestone_entries
  where account_id = new.account_id and escrow_id = new.escrow_id and number = new.entry_number
    and verb in ('dispute', 'statement') and created = new.created;
  if not found then
    raise exception 'evidence is handed in with a dispute or a statement' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create table settlement_offers (
  account_id bigint not null,
  escrow_id uuid not null,
  -- Counted from 1 within the escrow, under its lock.
  number integer not null check (number > 0),
  made_by text not null check (made_by in ('buyer', 'merchant')),
  -- What the merchant and the buyer would get of what is left, fees apart.
  release bigint not null check (release >= 0),
  refund bigint not null check (refund >= 0),
  status text not null check (status in ('OPEN', 'ACCEPTED', 'WITHDRAWN', 'DECLINED', 'LAPSED')),
  -- The line of the history that made it.
  entry_number integer not null,
  created bigint not null,
  closed_at bigint,
  primary key (account_id, escrow_id, number),
  unique (account_id, escrow_id, entry_number),
  foreign key (account_id, escrow_id, entry_number) references milestone_entries (account_id, escrow_id, number),
  check (release + refund > 0),
  check ((status = 'OPEN') = (closed_at is null))
);
-- Each side has one offer on the table, and one offer ends one escrow.
create unique index settlement_offers_open on settlement_offers (account_id, escrow_id, made_by) where status = 'OPEN';
create unique index settlement_offers_accepted on settlement_offers (account_id, escrow_id) where status = 'ACCEPTED';

create trigger settlement_offers_move before update of status on settlement_offers for each row execute function check_move(
  'OPEN>ACCEPTED', 'OPEN>WITHDRAWN', 'OPEN>DECLINED', 'OPEN>LAPSED');
create trigger settlement_offers_keep before delete or truncate on settlement_offers
  for each statement execute function refuse_change();

create function check_offer_update() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.escrow_id, new.number, new.made_by, new.release, new.refund, new.entry_number, new.created)
     is distinct from
     (old.account_id, old.escrow_id, old.number, old.made_by, old.release, old.refund, old.entry_number, old.created) then
    raise exception 'what was offered does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger settlement_offers_agreed before update on settlement_offers for each row execute function check_offer_update();

-- An offer is made in a dispute, by who wrote its line, and splits all that is left.
create function check_new_offer() returns trigger language plpgsql as $$
begin
  perform from escrows e
  join milestone_entries line on line.account_id = e.account_id and line.escrow_id = e.id and line.number = new.entry_number
  where e.account_id = new.account_id and e.id = new.escrow_id and e.status = 'DISPUTED'
    and e.amount - e.released = new.release + new.refund
    and line.verb = 'offer' and line.actor = new.made_by and line.created = new.created;
  if not found then
    raise exception 'an offer splits what is left of an escrow in dispute' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger settlement_offers_fit before insert on settlement_offers for each row execute function check_new_offer();

-- Nothing stays on the table when the dispute is over, or when another sum is left to be split: looked at when the
-- transaction commits.
create function check_open_offers() returns trigger language plpgsql as $$
begin
  perform from settlement_offers o join escrows e on e.account_id = o.account_id and e.id = o.escrow_id
  where o.account_id = new.account_id and o.escrow_id = new.id and o.status = 'OPEN'
    and (e.status <> 'DISPUTED' or e.amount - e.released <> o.release + o.refund);
  if found then
    raise exception 'escrow % moved on under an open offer', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger escrows_offers_closed after update on escrows deferrable initially deferred
  for each row when (old.status = 'DISPUTED' and (new.status <> 'DISPUTED' or new.released <> old.released))
  execute function check_open_offers();

-- Disputes of an account and of all accounts, open and ended. Those of one account that are open are found by escrows_status.
create index escrows_disputes on escrows (account_id, id) where dispute_reference is not null;
create index escrows_disputes_everywhere on escrows (id) where dispute_reference is not null;
create index escrows_disputed on escrows (id) where status = 'DISPUTED';
