-- What this migration builds: payment links that many buyers can use. Each opening makes a session of its own, so all that holds
-- for orders holds for these.
--
--   * a link keeps what is offered, as the API's creation would take it; it never changes, and is switched off instead;
--   * an opening takes a place before its session is made, under the lock of the link. A place is taken as long as its session is
--     OPEN, or became an order that was not given up unpaid. So a link for ten orders never becomes eleven, whoever races; what
--     was not used comes back by itself;
--   * the same form sent twice takes one place, and leads to one session.

create table payment_links (
  account_id bigint not null references accounts (id),
  id uuid not null,
  -- Stands in the public address.
  code text not null check (code ~ '^[0-9A-Za-z]{12}$'),
  content text not null check (octet_length(content) <= 262144),
  orders_max integer check (orders_max between 1 and 1000),
  expires_at bigint,
  switched_off_at bigint,
  opened bigint not null default 0 check (opened >= 0),
  created bigint not null,
  primary key (account_id, id),
  unique (account_id, code),
  check (expires_at > created)
);

create table payment_link_places (
  account_id bigint not null,
  link_id uuid not null,
  -- Written a moment later, so it is no foreign key.
  session_id uuid not null,
  request_hash bytea not null,
  -- The end of the session, for one that never came.
  held_until bigint not null,
  primary key (account_id, session_id),
  unique (account_id, link_id, request_hash),
  foreign key (account_id, link_id) references payment_links (account_id, id)
);

create function check_payment_link_update() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.id, new.code, new.content, new.orders_max, new.expires_at, new.created)
     is distinct from (old.account_id, old.id, old.code, old.content, old.orders_max, old.expires_at, old.created) then
    raise exception 'what a payment link offers never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payment_links_once before update on payment_links for each row execute function check_payment_link_update();
create trigger payment_links_keep before delete or truncate on payment_links
  for each statement execute function refuse_change();

-- Forgotten with its session.
create function forget_link_place() returns trigger language plpgsql as $$
begin
  delete from payment_link_places where account_id = old.account_id and session_id = old.id;
  return null;
end $$;
create trigger checkout_sessions_link_place after delete on checkout_sessions
  for each row execute function forget_link_place();

-- Whether a place came back: its session ended unused or never came, or its order ended before it was paid.
create function is_link_place_free(account bigint, session uuid, held_until bigint) returns boolean language sql stable as $$
  select case
    when s.id is null then held_until <= service_now()
    else s.status = 'EXPIRED' or coalesce(e.funded_at is null and e.status in ('DECLINED', 'CANCELLED', 'DEADLINE_EXPIRED'), false)
  end
  from (select account, session) place
  left join checkout_sessions s on s.account_id = place.account and s.id = place.session
  left join escrows e on e.account_id = s.account_id and e.id = s.escrow_id
$$;

-- Takes a place for a session that is to be made. `outcome`: TAKEN, and `place` is its session, which is another one for a form
-- that was sent before; OFF, EXPIRED or FULL otherwise. Each statement in here sees what was committed before the lock was had.
create function take_link_place(account bigint, link uuid, request bytea, session uuid, until bigint, out outcome text, out place uuid)
language plpgsql as $$
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
end $$;

-- Openings by strangers, and links that are sent by mail, have windows of their own.
alter table rate_windows drop constraint rate_windows_kind_check;
alter table rate_windows add constraint rate_windows_kind_check check (
  kind in ('key', 'address', 'account', 'sessions', 'person', 'visitor', 'acting', 'sending', 'looking_up', 'checking', 'drawing',
           'opening', 'holding', 'opened', 'mailing', 'mailed'));
