-- The first days of an account: who sets it up, whether its checklist is still shown, and whether somebody has chosen its terms. An
-- account that is verified already needs no list.
alter table accounts
  add column setup_by text check (setup_by in ('seller', 'developer')),
  add column setup_hidden boolean not null default false,
  add column terms_chosen boolean not null default false;
update accounts set setup_hidden = true where verification_status = 'VERIFIED';
update accounts set terms_chosen = true where review_window_seconds is not null or delivery_deadline_seconds is not null;
