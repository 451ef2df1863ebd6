-- What this migration adds: the code that was sent before the last one, for as long as it is young. Mails are late and overtake each
-- other, and people type whichever came. Both codes of a row share its tries.
alter table sign_in_challenges
  add column before_hash bytea check (octet_length(before_hash) = 32),
  add column before_expires_at timestamptz,
  add column before_mail_id bigint,
  add constraint sign_in_challenges_before_whole check (num_nulls(before_hash, before_expires_at, before_mail_id) in (0, 3));

alter table seller_challenges
  add column before_hash bytea check (octet_length(before_hash) = 32),
  add column before_expires_at timestamptz,
  add column before_mail_id bigint,
  add constraint seller_challenges_before_whole check (num_nulls(before_hash, before_expires_at, before_mail_id) in (0, 3)),
  add constraint seller_challenges_before_code check (before_hash is null or code_hash is not null);
