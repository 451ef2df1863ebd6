-- A domain of the seller's own, on which buyers pay. It is served once its owner has shown, by a record that only they can make, that it is
-- theirs: of the accounts that name one domain, that is one. What is looked at when is kept here, so that any process can go on with it.
alter table accounts
  add column domain text check (domain ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' and length(domain) <= 253),
  add column domain_token text check (domain_token ~ '^[0-9A-Za-z_-]{32}$'),
  add column domain_state text check (domain_state in ('PENDING', 'ACTIVE', 'LOST')),
  add column domain_missing text check (domain_missing in ('text', 'address', 'answer', 'taken')),
  add column domain_named_at bigint,
  add column domain_looked_at bigint,
  add column domain_missing_since bigint,
  add column domain_next_look bigint,
  add constraint accounts_domain check (
    (domain is null) = (domain_state is null) and (domain is null) = (domain_token is null) and (domain is null) = (domain_named_at is null)
    and (domain is not null or num_nonnulls(domain_missing, domain_looked_at, domain_missing_since, domain_next_look) = 0)
    and (domain_missing is null) = (domain_missing_since is null));

create unique index accounts_domain_served on accounts (domain) where domain_state = 'ACTIVE';
create index accounts_domain_next_look on accounts (domain_next_look) where domain_next_look is not null;
