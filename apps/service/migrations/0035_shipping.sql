-- How a delivery travels: carrier, tracking number and tracking link as the seller gave them, beside the details that the API
-- shows. They belong to one submission, so they stand with its line of the history and never change. "" is for what was not
-- said; a column with a constant default is added without writing a row.

alter table milestone_entries
  add column carrier text not null default '' check (char_length(carrier) <= 60),
  add column tracking_number text not null default '' check (char_length(tracking_number) <= 100),
  add column tracking_url text not null default ''
    check (tracking_url = '' or (tracking_url ~ '^https://' and char_length(tracking_url) <= 2000)),
  add constraint milestone_entries_shipped
    check (verb = 'submit' or (carrier = '' and tracking_number = '' and tracking_url = ''));
