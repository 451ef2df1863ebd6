-- What this migration builds: audits say what they looked at, and go on where they were killed.
--
-- An audit looks at everything, or at what was written since the beginning of an earlier one that did and found nothing.

alter table ledger_audits
  -- Of the command line: as many as are asked for. Of the others one always waits or runs.
  add column by_command boolean not null default false,
  -- Every row that a transaction before this one wrote was there to be seen. Null before it has begun, and for audits of before.
  add column mark xid8,
  -- Which rules, in which database: marks of others say nothing here.
  add column books text,
  -- The audit since whose mark it looks at what was written; null for one of everything.
  add column after_id bigint references ledger_audits (id),
  -- Rules that it is done with, in their order.
  add column proved integer not null default 0 check (proved >= 0),
  add constraint ledger_audits_begun check (num_nulls(mark, books) in (0, 2) and (after_id is null or mark is not null));

drop index ledger_audits_open;
create unique index ledger_audits_open on ledger_audits ((true)) where status in ('WAITING', 'RUNNING') and not by_command;
