-- What this migration changes: rate windows of all who share a network address, beside those of one browser. Their kinds are those of
-- the program (identity/places.ts), as in sign_in_windows.
alter table rate_windows drop constraint rate_windows_kind_check;
alter table rate_windows add constraint rate_windows_kind_check check (kind ~ '^[a-z_]{1,40}$');
