-- The directory: which cell an account lives in. It is asked by what a request carries, a key or a seller's code, and
-- written before the account or the key exists in its cell. Nothing of what a merchant does is here.

create table cells (
  name text primary key check (name ~ '^[a-z][a-z0-9-]{0,30}$'),
  -- Its place among the cells, for whatever they must not number alike.
  ordinal integer generated always as identity unique,
  created timestamptz not null default now()
);

create table accounts (
  id bigint primary key,
  seller_code text not null unique,
  cell text not null references cells,
  -- MOVING from `cell` to `target`, until the move turns the two.
  state text not null default 'SETTLED' check (state in ('SETTLED', 'MOVING')),
  target text references cells,
  -- How often it has come to a cell.
  epoch bigint not null default 1 check (epoch > 0),
  created timestamptz not null default now(),
  check ((state = 'MOVING') = (target is not null)),
  check (target <> cell)
);

-- The part of a key that names it, as its SHA-256: the directory tells no part of a key.
create table keys (
  lookup_hash bytea primary key check (octet_length(lookup_hash) = 32),
  account_id bigint not null references accounts on delete cascade
);
create index keys_of_account on keys (account_id);
