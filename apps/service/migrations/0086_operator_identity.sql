-- What this migration builds: who runs the deployment, as the desk has written it down. What the environment says comes before it.

-- One row, there from the start, so that a change is always an update. `version` counts them: processes ask for it alone, and read
-- the rest when it is another.
create table operator_identity (
  the_one boolean primary key default true check (the_one),
  version integer not null default 0,
  name text not null default '' check (length(name) <= 60),
  legal_name text not null default '' check (length(legal_name) <= 120),
  address text not null default '' check (length(address) <= 300),
  registration text not null default '' check (length(registration) <= 120),
  colour text check (colour ~ '^#[0-9a-f]{6}$'),
  support_email text not null default '' check (length(support_email) <= 254),
  support_url text not null default '' check (support_url = '' or support_url ~ '^https?://' and length(support_url) <= 500),
  terms_url text not null default '' check (terms_url = '' or terms_url ~ '^https?://' and length(terms_url) <= 500),
  privacy_url text not null default '' check (privacy_url = '' or privacy_url ~ '^https?://' and length(privacy_url) <= 500),
  mail_name text not null default '' check (length(mail_name) <= 60),
  software_line boolean not null default true,
  logo bytea check (octet_length(logo) between 1 and 204800),
  logo_type text check (logo_type in ('image/png', 'image/jpeg')),
  logo_hash text check (logo_hash ~ '^[0-9a-f]{16}$'),
  logo_width integer check (logo_width between 1 and 2000),
  logo_height integer check (logo_height between 1 and 2000),
  logo_dark bytea check (octet_length(logo_dark) between 1 and 204800),
  logo_dark_type text check (logo_dark_type in ('image/png', 'image/jpeg')),
  logo_dark_hash text check (logo_dark_hash ~ '^[0-9a-f]{16}$'),
  logo_dark_width integer check (logo_dark_width between 1 and 2000),
  logo_dark_height integer check (logo_dark_height between 1 and 2000),
  constraint operator_identity_logo check (num_nulls(logo, logo_type, logo_hash, logo_width, logo_height) in (0, 5)),
  constraint operator_identity_logo_dark
    check (num_nulls(logo_dark, logo_dark_type, logo_dark_hash, logo_dark_width, logo_dark_height) in (0, 5))
);
insert into operator_identity default values;

create function count_identity_versions() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger operator_identity_version before update on operator_identity for each row execute function count_identity_versions();

-- It concerns the whole deployment, and says why.
alter table operator_actions
  drop constraint operator_actions_account,
  drop constraint operator_actions_action_check,
  drop constraint operator_actions_books,
  add constraint operator_actions_account check (account_id is not null
    or action in ('run_audit', 'close_difference', 'move_float', 'close_notice', 'set_identity')),
  add constraint operator_actions_action_check check (action in ('verify', 'reject', 'suspend', 'reinstate', 'set_fees', 'set_limits',
    'resolve_dispute', 'retry_call', 'retry_refund', 'retry_payout', 'send_evidence', 'close_notice', 'run_audit', 'close_difference',
    'move_float', 'revoke_key', 'ask_second', 'decline_second', 'set_identity')),
  add constraint operator_actions_books check (reason <> '' or action not in ('close_difference', 'move_float', 'set_identity'));
