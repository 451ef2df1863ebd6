-- What 0134 left to be looked at.
alter table house_entries validate constraint house_entries_kind_check;
alter table house_entries validate constraint house_entries_exchanged;
alter table house_entries validate constraint house_entries_rounding;
alter table provider_lines validate constraint provider_lines_of;
