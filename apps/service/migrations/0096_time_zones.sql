-- Where people are: which time zones there are is known where dates are written. Null until somebody has said it.
alter table buyers add column zone text;
-- allowed constraint: the column is new and null in every row, so the table is read once and nothing is compared
alter table buyers add constraint buyers_zone_check check (zone ~ '^[A-Za-z][A-Za-z0-9_+/-]{0,99}$');
alter table sellers add column zone text;
-- allowed constraint: sellers are few beside orders
alter table sellers add constraint sellers_zone_check check (zone ~ '^[A-Za-z][A-Za-z0-9_+/-]{0,99}$');
