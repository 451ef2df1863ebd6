-- What this migration changes: what a look into a chapter of the search costs.
-- The server planned each look anew, since it took that to be cheaper: three quarters of a look for a rare word. Plans are kept now.
-- Which parts of words are rare was told from the newest hundred orders of the account; it is told from some of each chapter, since
-- most orders are in the oldest. And parts that more than half of these have are left out where others are rarer: they narrow little,
-- and all of their entries are walked through. And new entries that the index keeps aside are sorted in when nothing new waits:
-- each look reads all that is aside.
create or replace function search_sessions(account bigint, words text[], wanted integer) returns setof uuid language plpgsql stable
set plan_cache_mode = force_generic_plan as $$
declare
  one integer;
  rarest bigint[];
  looked integer := 0;
  found integer := 0;
  got integer;
begin
  -- Three characters that every order has narrow nothing and cost the most: of each word those that a hundred orders have least, four
  -- in all, are enough. As numbers, which with the chapter's are those of search_keys.
  with chapters as materialized (select id from search_chapters where account_id = account),
  sample as materialized (
    select newest.text from chapters c cross join lateral (
      select e.text from search_entries e where e.chapter = c.id
      order by e.session_id desc limit (select 1 + 99 / count(*) from chapters)
    ) newest
  )
  select array_agg(hashtext(part)::bigint & 4294967295) into rarest from (
    select ranked.part
    from (
      select parts.part, count(sample.text) as had, min(count(sample.text)) over () as least,
        row_number() over (partition by parts.word order by count(sample.text), parts.part) as place
      from (
        select distinct word, substr(word, at, 3) as part from unnest(words) word, generate_series(1, length(word) - 2) at
      ) parts
      left join sample on strpos(sample.text, parts.part) > 0
      group by parts.word, parts.part
    ) ranked
    where ranked.had <= 50 or ranked.least > 50
    group by ranked.part order by min(ranked.place) > 1, min(ranked.had), ranked.part limit 4
  ) chosen;
  for one in select id from search_chapters where account_id = account order by id desc loop
    exit when found >= wanted or (rarest is null and looked >= 2) or clock_timestamp() > statement_timestamp() + interval '500 ms';
    if rarest is not null then
      return query
        -- Walks search_entries_keys alone: in the order of ids a rare word would be looked for row by row.
        with hits as materialized (
          select e.session_id, e.text from search_entries e
          where search_keys(e.chapter, e.text) @> array(select (one::bigint << 32) | number from unnest(rarest) number)
        )
        select h.session_id from hits h
        where not exists (
            select from unnest(words) word
            where strpos(case when length(word) < 4 then split_part(h.text, chr(31), 1) else h.text end, word) = 0)
        order by h.session_id desc limit wanted - found;
    else
      return query
        select e.session_id from search_entries e
        where e.account_id = account and e.chapter = one
          and not exists (
            select from unnest(words) word
            where strpos(case when length(word) < 4 then split_part(e.text, chr(31), 1) else e.text end, word) = 0)
        order by e.session_id desc limit wanted - found;
    end if;
    get diagnostics got = row_count;
    found := found + got;
    looked := looked + 1;
  end loop;
end $$;

-- Only who owns an index may have it sorted in; the role that serves asks by this.
create function flush_search_entries() returns bigint language sql security definer set search_path = pg_catalog as $$
  select gin_clean_pending_list('public.search_entries_keys');
$$;
