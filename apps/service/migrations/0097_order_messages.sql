-- What people write to each other about an order, short of a dispute: buyer and seller, and operators with either of them.

-- A channel has two sides, so a message has one reader: when that side has read it, and when it has answered, or said that no
-- answer is needed. Words and files can be erased; that somebody wrote, and when, stays.
create table order_messages (
  account_id bigint not null,
  escrow_id uuid not null,
  number integer not null check (number > 0),
  id uuid not null,
  channel text not null check (channel in ('buyer_seller', 'operator_buyer', 'operator_seller')),
  author text not null check (author in ('buyer', 'merchant', 'operator')),
  -- Who of a team, or which operator; null for the buyer.
  author_id uuid references sellers (id),
  text text not null check (char_length(text) <= 2000),
  -- Of an operator's question.
  answer_by bigint,
  created bigint not null,
  -- Whether the other side got a mail of it.
  is_mailed boolean not null,
  read_at bigint,
  answered_at bigint,
  erased_at bigint,
  primary key (account_id, escrow_id, number),
  unique (account_id, escrow_id, id),
  foreign key (account_id, escrow_id) references escrows (account_id, id),
  check ((author = 'buyer') = (author_id is null)),
  check (answer_by is null or author = 'operator'),
  check (case channel when 'buyer_seller' then author <> 'operator' when 'operator_buyer' then author <> 'merchant'
    else author <> 'buyer' end),
  check (case when erased_at is null then text ~ '\S' else text = '' end)
);
-- What waits for the seller's answer.
create index order_messages_for_seller on order_messages (account_id, escrow_id)
  where answered_at is null and author <> 'merchant' and channel <> 'operator_buyer';
-- Questions of operators that nobody has answered, and answers that no operator has read.
create index order_messages_asked on order_messages (created) where answered_at is null and author = 'operator';
create index order_messages_told on order_messages (created)
  where read_at is null and author <> 'operator' and channel <> 'buyer_seller';

create table message_files (
  account_id bigint not null,
  escrow_id uuid not null,
  id uuid not null,
  number integer not null,
  position smallint not null check (position between 1 and 3),
  name text not null check (length(name) between 1 and 120),
  type text not null check (type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
  content bytea not null check (octet_length(content) between 1 and 5242880),
  primary key (account_id, escrow_id, id),
  unique (account_id, escrow_id, number, position),
  foreign key (account_id, escrow_id, number) references order_messages (account_id, escrow_id, number)
);
-- Photos and PDFs are compressed already.
alter table message_files alter column content set storage external;

-- One at a time for an order: the lock of its row lets the second of two see what the first has written. The same form sent twice is
-- one message. Ninety days after an order has ended its two sides have said all; an operator's question can be answered for as long.
create function check_order_message() returns trigger language plpgsql as $$
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
end $$;
create trigger order_messages_check before insert on order_messages for each row execute function check_order_message();

create function keep_order_message() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.escrow_id, new.number, new.id, new.channel, new.author, new.author_id, new.answer_by, new.created, new.is_mailed)
      is distinct from
     (old.account_id, old.escrow_id, old.number, old.id, old.channel, old.author, old.author_id, old.answer_by, old.created, old.is_mailed)
    or new.text <> old.text and new.erased_at is null then
    raise exception 'messages are not rewritten';
  end if;
  return new;
end $$;
create trigger order_messages_keep before update on order_messages for each row execute function keep_order_message();
create trigger order_messages_once before delete or truncate on order_messages for each statement execute function refuse_change();
create trigger message_files_once before update on message_files for each statement execute function refuse_change();

-- Members are told of messages by mail, those who talk to buyers unless they say otherwise.
create or replace function is_notification_kind(kind text) returns boolean language sql immutable as $$
  select kind in ('order_paid', 'revision_asked', 'message', 'dispute', 'order_ended', 'payout', 'verification', 'endpoint_failing')
$$;
create or replace function is_told_by_default(role text, kind text) returns boolean language sql immutable as $$
  select case role
    when 'owner' then true
    when 'developer' then kind = 'endpoint_failing'
    else kind in ('revision_asked', 'message', 'dispute')
  end
$$;
