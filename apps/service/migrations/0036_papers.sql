-- What receipts, invoices and statements need. A seller's tax id stands on them as the tax office writes it: no form is the same
-- everywhere, so only its length is bound. It is no part of what is verified, and can be changed at any time.

alter table accounts
  add column tax_id text not null default '' check (char_length(tax_id) <= 40);

-- A statement of one month begins at its first line, in an account of any age.
create index wallet_lines_created on wallet_lines (account_id, created, number);

-- Papers are drawn when they are asked for, so they have a window of their own.
alter table rate_windows drop constraint rate_windows_kind_check;
alter table rate_windows add constraint rate_windows_kind_check check (
  kind in ('key', 'address', 'account', 'sessions', 'person', 'visitor', 'acting', 'sending', 'looking_up', 'checking', 'drawing'));
