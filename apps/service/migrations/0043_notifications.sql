-- What this migration builds: which notifications a member has read. Notifications themselves are events; nothing is copied.
--
--   * everything up to an event of the account has been read, and of what came later at most a hundred by their numbers: as many as
--     are shown;
--   * it goes with the membership.

create table notification_reads (
  account_id bigint not null,
  seller_id uuid not null,
  read_through bigint not null default 0 check (read_through >= 0),
  read_numbers bigint[] not null default '{}' check (cardinality(read_numbers) <= 100),
  primary key (account_id, seller_id),
  foreign key (account_id, seller_id) references team_members on delete cascade
);
