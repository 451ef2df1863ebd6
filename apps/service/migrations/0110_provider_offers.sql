-- What each provider can do, as it was read last. The desk shows it; and an adapter over HTTP that is away when a process starts is
-- still known by what it said: until when money may come late, and what can be paid back. One of another configuration stays here.
create table provider_offers (
  provider text primary key check (length(provider) between 1 and 60),
  capabilities jsonb not null check (jsonb_typeof(capabilities) = 'array'),
  -- An adapter's own words, in the protocol's; null for providers that are known without.
  said jsonb check (jsonb_typeof(said) = 'object'),
  read_at bigint not null,
  check (octet_length(capabilities::text) + coalesce(octet_length(said::text), 0) <= 2097152)
);
