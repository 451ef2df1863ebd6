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
