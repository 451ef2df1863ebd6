-- Cells ask each other what only one of them knows.

-- Where the others reach it, as it said when it started last.
alter table cells add column address text check (address ~ '^https?://');
