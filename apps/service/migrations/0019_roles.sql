-- What this migration builds: who may do what with the tables, for a deployment in which one role migrates and owns them, and
-- another serves and owns nothing.
--
--   * triggers say which rows are written once; privileges follow them. What is refused by a trigger on every update or delete
--     is not granted either, so a role that could switch triggers off is not the one that serves;
--   * granting again changes nothing, so it is done after each migration (platform/migrate.ts).

create function grant_service(service name) returns void language plpgsql as $$
declare
  one record;
begin
  for one in select nspname from pg_namespace where nspname in ('public', 'sandbox_bank') loop
    execute format('grant usage on schema %I to %I', one.nspname, service);
    execute format('revoke create on schema %I from %I', one.nspname, service);
    execute format('grant usage, select on all sequences in schema %I to %I', one.nspname, service);
    execute format('revoke all on all tables in schema %I from %I', one.nspname, service);
  end loop;
  for one in
    select c.oid::regclass as name, c.relname,
      -- Bits of tgtype: 8 is delete, 16 is update.
      coalesce(bool_or(t.tgtype & 16 > 0), false) as refuses_update,
      coalesce(bool_or(t.tgtype & 8 > 0), false) as refuses_delete
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'sandbox_bank')
    left join pg_trigger t on t.tgrelid = c.oid and t.tgfoid = 'refuse_change'::regproc and t.tgenabled <> 'D'
    where c.relkind in ('r', 'p') group by c.oid, c.relname
  loop
    if one.relname = 'schema_migrations' then
      execute format('grant select on %s to %I', one.name, service);
    else
      execute format('grant select, insert%s%s on %s to %I',
        case when one.refuses_update then '' else ', update' end, case when one.refuses_delete then '' else ', delete' end,
        one.name, service);
    end if;
  end loop;
end $$;
