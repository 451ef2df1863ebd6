-- The code that was sent before the last one, for as long as it is young: both codes of a row share its tries. As in a cell that is
-- alone; mails with codes of buyers are in cells.
alter table sign_in_challenges
  add column before_hash bytea check (octet_length(before_hash) = 32),
  add column before_expires_at timestamptz,
  add constraint sign_in_challenges_before_whole check (num_nulls(before_hash, before_expires_at) in (0, 2));

alter table seller_challenges
  add column before_hash bytea check (octet_length(before_hash) = 32),
  add column before_expires_at timestamptz,
  add column before_mail_id bigint,
  add constraint seller_challenges_before_whole check (num_nulls(before_hash, before_expires_at, before_mail_id) in (0, 3)),
  add constraint seller_challenges_before_code check (before_hash is null or code_hash is not null);
