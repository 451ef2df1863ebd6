-- An account can move to another cell. While it does, the mover puts triggers with these functions on the account's tables:
-- whatever was under way or was forgotten somewhere ends at the row, and nobody pays for it while nothing moves.

alter table accounts add column moving boolean not null default false;

-- What a statement of another cell has told of: it is neither looked for here, nor part of this cell's balances.
alter table provider_movements add column is_told_elsewhere boolean not null default false;
alter table provider_movements add check (line is null or not is_told_elsewhere);
drop index provider_movements_untold;
create index provider_movements_untold on provider_movements (provider, created) where line is null and not is_told_elsewhere;

create function refuse_while_moving() returns trigger language plpgsql as $function$
begin
  raise exception 'the account of this row of % is moving to another cell', tg_table_name using errcode = 'object_in_use';
end $function$;

-- For rows that workers claim, many accounts' in one statement: those of the account stay unclaimed.
create function skip_while_moving() returns trigger language plpgsql as $function$
begin
  return null;
end $function$;
