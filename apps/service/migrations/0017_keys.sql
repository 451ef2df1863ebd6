-- What this migration builds: keys that may do less, and secrets that outlast the key which seals them.
--
--   * an API key has scopes, and may have an end and networks outside of which it is of no use. Keys made before have all
--     scopes; those that were read-only have the ones that read.

alter table api_keys
  -- Each operation of the API takes one of these, or none.
  add column scopes text[] not null default '{sessions:read,sessions:write,escrows:read,escrows:write,events:read,events:write}'
    check (cardinality(scopes) between 1 and 6 and scopes <@
      '{sessions:read,sessions:write,escrows:read,escrows:write,events:read,events:write}'::text[]),
  -- From this second on, by the service's clock, the key is nobody's; null for never.
  add column expires_at bigint,
  -- Empty for all.
  add column networks cidr[] not null default '{}' check (cardinality(networks) <= 20);
update api_keys set scopes = '{sessions:read,escrows:read,events:read}' where read_only;
alter table api_keys drop column read_only;
alter table api_keys alter column scopes drop default;

--   * while a deployment changes its SECRET_KEY, secrets are sealed with the new key and with old ones: every key that something
--     is sealed with has its row, and a process that lacks one of them does not start.

alter table secret_key_check drop constraint secret_key_check_pkey;
alter table secret_key_check drop column only_row;
alter table secret_key_check add primary key (fingerprint);

-- Keys that hashes in the database were made with, sealed as secrets are: what can't be sealed anew outlasts a SECRET_KEY too.
create table kept_keys (
  purpose text primary key check (purpose in ('recovery codes')),
  sealed bytea not null
);
