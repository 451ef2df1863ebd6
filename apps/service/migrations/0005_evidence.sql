-- What this migration builds: what buyers hand in with a dispute, the moment at which an escrow ended, and the way from a
-- buyer to their orders.
--
--   * files are rows: they are written with the dispute or not at all, they are in every backup, and any process can serve
--     them;
--   * a file is written once and kept, as the history is.

-- When it reached its end; the page of an order says so. Of those that have ended already, the last thing that happened to
-- them is taken; one that was given up before any money came has left no moment but its beginning.
alter table escrows add column ended_at bigint;
update escrows e set ended_at = greatest(
  e.created,
  case when e.status = 'DEADLINE_EXPIRED' and e.funded_at is null then e.funding_deadline end,
  (select max(created) from milestone_entries n where n.account_id = e.account_id and n.escrow_id = e.id),
  (select max(created) from ledger_transfers t where t.account_id = e.account_id and t.escrow_id = e.id and t.kind <> 'excess'))
where e.status in ('COMPLETED', 'DECLINED', 'CANCELLED', 'CLOSED', 'DEADLINE_EXPIRED');
alter table escrows add constraint escrows_ended check (
  (status in ('COMPLETED', 'DECLINED', 'CANCELLED', 'CLOSED', 'DEADLINE_EXPIRED')) = (ended_at is not null));

-- A buyer's orders, at whatever merchant: led by the buyer, since one list holds them all. Buyers are known by their
-- address in lower case, and it is ASCII (see 0003): "C" keeps a Turkish server from making an i without a dot of an I.
create index escrows_buyer on escrows (lower(buyer_email collate "C"), id);

create table evidence (
  account_id bigint not null,
  escrow_id uuid not null,
  id uuid not null,
  -- The line of the history that opened the dispute.
  entry_number integer not null,
  position smallint not null check (position between 1 and 5),
  -- As the buyer's device called it, less what could mislead; the ending is that of the type.
  name text not null check (length(name) between 1 and 120),
  -- What the bytes are, whatever the name says.
  type text not null check (type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf', 'text/plain')),
  content bytea not null check (octet_length(content) between 1 and 5242880),
  created bigint not null,
  primary key (account_id, escrow_id, id),
  unique (account_id, escrow_id, entry_number, position),
  foreign key (account_id, escrow_id, entry_number) references milestone_entries (account_id, escrow_id, number)
);
-- Photos and documents are compressed by nature.
alter table evidence alter column content set storage external;
create trigger evidence_once before update or delete or truncate on evidence
  for each statement execute function refuse_change();

create function check_evidence() returns trigger language plpgsql as $$
begin
  perform from milestone_entries
  where account_id = new.account_id and escrow_id = new.escrow_id and number = new.entry_number
    and verb = 'dispute' and created = new.created;
  if not found then
    raise exception 'evidence is handed in with a dispute' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger evidence_of_dispute before insert on evidence for each row execute function check_evidence();
