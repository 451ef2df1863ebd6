-- What a seller's team writes down about an order for itself, and the orders of one customer.
--
--   * a note is never changed: its author, or an owner, takes it back, and then it is gone. It is no part of the books, so it goes
--     with the buyer's address too (docs/runbooks/personal-data.md);
--   * an order has a hundred notes at most. They are counted under the lock of the order, so that two that race don't both get in;
--   * a customer is an address at one account: all their orders are found by both, newest first.

create table order_notes (
  account_id bigint not null,
  -- Chosen by the form, so that a form that is sent twice writes one.
  id uuid not null,
  escrow_id uuid not null,
  author_id uuid not null references sellers (id),
  text text not null check (text ~ '\S' and char_length(text) <= 2000),
  created bigint not null,
  primary key (account_id, id),
  foreign key (account_id, escrow_id) references escrows (account_id, id)
);
create index order_notes_escrow on order_notes (account_id, escrow_id, created, id);

create function check_order_note() returns trigger language plpgsql as $$
begin
  perform 1 from escrows where account_id = new.account_id and id = new.escrow_id for no key update;
  if (select count(*) from order_notes where account_id = new.account_id and escrow_id = new.escrow_id) >= 100 then
    raise exception 'at most a hundred notes' using errcode = 'check_violation', constraint = 'order_notes_hundred';
  end if;
  return new;
end $$;
create trigger order_notes_check before insert on order_notes
  for each row execute function check_order_note();
create trigger order_notes_once before update on order_notes
  for each statement execute function refuse_change();

create index escrows_customer on escrows (account_id, lower(buyer_email collate "C"), id);
