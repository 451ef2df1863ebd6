-- What this migration builds: what keeps strangers from locking a buyer out until a review runs out.
--
--   * time in which codes for a buyer's address were refused is written down, and reviews of that buyer's orders last as much
--     longer (domain/review.ts);
--   * a review window is three days at least. Accounts with a shorter one, and sessions that nobody has confirmed yet, get
--     three days; what a buyer has agreed to stays as it was agreed;
--   * a session of a buyer tells which browser it is in, can be ended alone, and ends for good after ninety days.

create table sign_in_refusals (
  -- Lower case, as buyers' addresses are compared.
  email text not null,
  -- By the service's clock, as reviews run on it. Spans of one address may overlap.
  since bigint not null,
  until bigint not null check (until >= since),
  primary key (email, since)
);

-- Which kinds there are, the statements know that take places.
alter table sign_in_windows drop constraint sign_in_windows_kind_check;
alter table sign_in_windows add constraint sign_in_windows_kind_check check (kind ~ '^[a-z_]{1,40}$');

update accounts set review_window_seconds = 3 * 86400 where review_window_seconds < 3 * 86400;
alter table accounts add constraint accounts_review_window_least check (review_window_seconds >= 3 * 86400);
update checkout_sessions set review_window_seconds = 3 * 86400
where status = 'OPEN' and review_window_seconds < 3 * 86400;

alter table buyer_sessions
  add column id uuid not null unique default gen_random_uuid(),
  -- As the browser called itself, at most 300 characters of ASCII.
  add column user_agent text not null default '' check (length(user_agent) <= 300),
  -- Where it signed in from: an address, or the network of one of IPv6.
  add column network text not null default '',
  -- Real time, as all of a session.
  add column created timestamptz not null default clock_timestamp(),
  add column seen_at timestamptz not null default clock_timestamp();

-- Links of mails about a delivery, by which the buyer stops its clock without signing in. A link is for one review of one
-- milestone, and of no use once that is over.
create table stop_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  account_id bigint not null,
  escrow_id uuid not null,
  milestone_id uuid not null,
  -- Of the review: a milestone that is delivered again has another.
  review_since bigint not null,
  foreign key (account_id, escrow_id, milestone_id) references milestones (account_id, escrow_id, id)
);
create index stop_links_milestone on stop_links (account_id, escrow_id, milestone_id);
