-- The address that an account is to have once a link that was sent there has been opened, and who asked for it.
-- allowed constraint: accounts are few beside orders
alter table accounts
  add column email_next text check (email_next = lower(email_next) and octet_length(email_next) between 3 and 254),
  add column email_next_hash bytea check (octet_length(email_next_hash) = 32),
  add column email_next_until timestamptz,
  add column email_next_by jsonb,
  add constraint accounts_email_next check (num_nulls(email_next, email_next_hash, email_next_until, email_next_by) in (0, 4));
