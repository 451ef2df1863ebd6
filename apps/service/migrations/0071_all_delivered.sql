-- Whether an order has nothing left that its seller never delivered. The menu of every page of the console counts what is to deliver;
-- without it, that walked through all orders that wait for their buyers.
alter table escrows add column all_delivered boolean not null default false;
update escrows e set all_delivered = true
where status = 'WORK_IN_PROGRESS'
  and not exists (select 1 from milestones m where m.account_id = e.account_id and m.escrow_id = e.id and m.status = 'PENDING');
create index escrows_to_deliver on escrows (account_id, id) where status in ('IN_ESCROW', 'WORK_IN_PROGRESS') and not all_delivered;
