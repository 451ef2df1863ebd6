-- What this migration builds: what a seller says of itself, the documents that prove it, how its checkout looks, and which
-- mails the members of an account want.
--
--   * a submission is a bundle of documents that waits for an operator's decision. While accounts.verification_status is
--     PENDING one is open; whoever moves the status on closes it, with accounts.verification_reason as what the seller is
--     told, so an update of the account is all that a decision takes;
--   * documents of a bundle that was submitted are never changed and never deleted;
--   * a member who has not chosen gets the mails that go with the role.

alter table accounts
  add column legal_name text not null default '' check (length(legal_name) <= 200),
  -- ISO 3166-1, two letters.
  add column country text not null default '' check (country ~ '^([A-Z]{2})?$'),
  add column address text not null default '' check (length(address) <= 500),
  add column phone text not null default '' check (phone ~ '^(\+[1-9][0-9]{6,14})?$'),
  add column website text not null default '' check (length(website) <= 300),
  add column support_email text not null default '' check (octet_length(support_email) <= 254),
  -- Why the last submission was refused; the seller reads it. Empty while there is nothing to say.
  add column verification_reason text not null default '' check (length(verification_reason) <= 1000),
  -- On the pages that buyers see; '' is the trading name.
  add column brand_name text not null default '' check (length(brand_name) <= 60),
  -- As it was chosen: pages adapt it until it can be read (domain/brand.ts). Null is ours.
  add column brand_colour text check (brand_colour ~ '^#[0-9a-f]{6}$'),
  add column logo bytea check (octet_length(logo) between 1 and 204800),
  add column logo_type text check (logo_type in ('image/png', 'image/jpeg', 'image/webp')),
  -- Names the content in its address.
  add column logo_hash text check (logo_hash ~ '^[0-9a-f]{16}$'),
  add column logo_width smallint check (logo_width between 1 and 2000),
  add column logo_height smallint check (logo_height between 1 and 2000),
  add constraint accounts_logo_whole check (num_nulls(logo, logo_type, logo_hash, logo_width, logo_height) in (0, 5)),
  -- Whole days on the page; seconds here, as sessions copy them.
  add constraint accounts_terms_bounded check (
    review_window_seconds <= 60 * 86400 and delivery_deadline_seconds <= 365 * 86400
  );

-- Verification ------------------------------------------------------------------------------------------------------

create table verification_submissions (
  account_id bigint not null references accounts (id),
  -- In the order in which they came, over all accounts: the operators' queue.
  id uuid not null unique,
  -- From 1; the documents that are handed in next belong to the highest plus one.
  number integer not null check (number > 0),
  submitted_by uuid not null references sellers (id),
  created bigint not null,
  -- Null while it waits.
  decided_at bigint,
  outcome text check (outcome in ('VERIFIED', 'REJECTED', 'WITHDRAWN')),
  reason text not null default '',
  check (num_nulls(decided_at, outcome) in (0, 2)),
  primary key (account_id, number)
);
create unique index verification_submissions_open on verification_submissions (account_id) where decided_at is null;
create index verification_submissions_waiting on verification_submissions (id) where decided_at is null;

create table verification_documents (
  account_id bigint not null references accounts (id),
  id uuid not null,
  submission integer not null check (submission > 0),
  kind text not null check (kind in ('registration', 'identity', 'address', 'other')),
  name text not null check (name <> '' and length(name) <= 120),
  type text not null check (type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
  content bytea not null check (octet_length(content) between 1 and 5 * 1024 * 1024),
  created bigint not null,
  primary key (account_id, id)
);
-- Pictures and PDF are compressed by nature.
alter table verification_documents alter column content set storage external;
alter table accounts alter column logo set storage external;
create index verification_documents_bundle on verification_documents (account_id, submission, id);

-- The account's lock keeps a document from slipping into a bundle that is being submitted, and counts true.
create function check_verification_document() returns trigger language plpgsql as $$
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
end $$;
create trigger verification_documents_check before insert or update or delete on verification_documents
  for each row execute function check_verification_document();

-- Whoever decides updates the account alone: its open submission ends with it. What was decided is never changed.
create function close_submission() returns trigger language plpgsql as $$
begin
  update verification_submissions set decided_at = service_now(), reason = new.verification_reason,
    outcome = case new.verification_status when 'VERIFIED' then 'VERIFIED' when 'REJECTED' then 'REJECTED' else 'WITHDRAWN' end
  where account_id = new.id and decided_at is null;
  return null;
end $$;
create trigger accounts_verification after update of verification_status on accounts
  for each row when (old.verification_status = 'PENDING' and new.verification_status <> 'PENDING')
  execute function close_submission();

create function check_submission() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.decided_at is not null or new.number <> old.number or new.created <> old.created then
    raise exception 'a submission is decided once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger verification_submissions_once before update or delete on verification_submissions
  for each row execute function check_submission();

-- Mails to members --------------------------------------------------------------------------------------------------

create function is_notification_kind(kind text) returns boolean language sql immutable as $$
  select kind in ('order_paid', 'revision_asked', 'dispute', 'order_ended', 'payout', 'verification', 'endpoint_failing')
$$;

-- What a member has chosen; whoever has no row gets what goes with the role.
create table notification_settings (
  account_id bigint not null,
  seller_id uuid not null,
  kind text not null check (is_notification_kind(kind)),
  enabled boolean not null,
  primary key (account_id, seller_id, kind),
  foreign key (account_id, seller_id) references team_members (account_id, seller_id) on delete cascade
);

-- Owners are told of everything, developers of what breaks in their code, and support of what buyers ask for.
create function is_told_by_default(role text, kind text) returns boolean language sql immutable as $$
  select case role
    when 'owner' then true
    when 'developer' then kind = 'endpoint_failing'
    else kind in ('revision_asked', 'dispute')
  end
$$;

-- To whom a mail of a kind about an account goes, and what every such mail bears. An account without members is told
-- under the address that it was opened with. The one place that answers this.
create function seller_mails(account bigint, kind text) returns table (recipient text, about jsonb)
language sql stable as $$
  select person.email, jsonb_build_object('trading_name', a.trading_name, 'seller_code', a.seller_code)
  from team_members m
  join sellers person on person.id = m.seller_id
  join accounts a on a.id = m.account_id
  left join notification_settings s on s.account_id = m.account_id and s.seller_id = m.seller_id and s.kind = $2
  where m.account_id = $1 and coalesce(s.enabled, is_told_by_default(m.role, $2))
  union all
  select a.email, jsonb_build_object('trading_name', a.trading_name, 'seller_code', a.seller_code)
  from accounts a
  where a.id = $1 and not exists (select 1 from team_members m where m.account_id = $1)
$$;
