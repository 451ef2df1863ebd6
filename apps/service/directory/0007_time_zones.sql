-- As in the cells.
alter table buyers add column zone text;
alter table buyers add constraint buyers_zone_check check (zone ~ '^[A-Za-z][A-Za-z0-9_+/-]{0,99}$');
alter table sellers add column zone text;
alter table sellers add constraint sellers_zone_check check (zone ~ '^[A-Za-z][A-Za-z0-9_+/-]{0,99}$');

-- What cells are told of includes it.
drop trigger raise_version on sellers;
create trigger raise_version before update of name, locale, zone, is_operator on sellers for each row
  when (old.name is distinct from new.name or old.locale is distinct from new.locale or old.zone is distinct from new.zone
    or old.is_operator <> new.is_operator)
  execute function raise_version();
