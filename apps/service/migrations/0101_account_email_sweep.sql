-- Addresses that nobody confirmed are forgotten by this.
-- allowed index: accounts are few beside orders
create index accounts_email_next_until on accounts (email_next_until) where email_next_until is not null;
