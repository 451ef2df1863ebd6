-- What 0128 left to be looked at.
alter table connected_accounts validate constraint connected_accounts_books;
