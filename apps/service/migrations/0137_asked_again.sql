-- A provider may say that there is something new while it is being asked: its answer was given before, and it is asked again at once.
alter table provider_calls add column again boolean not null default false;
alter table payout_calls add column again boolean not null default false;
