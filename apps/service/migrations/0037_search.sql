-- What this migration builds: the search of the console, which finds parts of words among an account's orders.
--
--   * a session and the order that it became are one entry: its text holds all that people look for, as the program has
--     normalised it, a line each;
--   * entries are written behind the requests that make orders, by a worker, and say how far it has come; what is newer is read
--     from the orders themselves. So making an order costs nothing more than it did;
--   * an entry belongs to a chapter of its account, which holds sixteen thousand. The index keeps, chapter by chapter, every
--     three characters that follow each other, as numbers: a search walks from the newest chapter to the oldest, ends when it
--     has found enough, and never touches another account's keys. It takes nothing but what every PostgreSQL has.

create table search_chapters (
  id integer generated always as identity primary key,
  account_id bigint not null references accounts (id),
  entries integer not null default 0 check (entries >= 0)
);
create index search_chapters_account on search_chapters (account_id, id);

create table search_entries (
  account_id bigint not null,
  session_id uuid not null,
  chapter integer not null,
  text text not null check (length(text) <= 4000),
  primary key (account_id, session_id)
);

-- What a search looks up: a number for each three characters of the text, below its chapter's.
create function search_keys(chapter integer, text text) returns bigint[] language sql immutable parallel safe as $$
  select coalesce(array_agg((chapter::bigint << 32) | (hashtext(substr(text, at, 3))::bigint & 4294967295)), '{}')
  from generate_series(1, length(text) - 2) at
$$;

-- Whether the text has the words: those of less than four characters before the codes and ids, which follow the character 31.
create function search_has(text text, words text[]) returns boolean language sql immutable parallel safe as $$
  select bool_and(strpos(case when length(word) < 4 then split_part(text, chr(31), 1) else text end, word) > 0)
  from unnest(words) word
$$;

-- What is not merged into the index yet is read through by every search: it stays small.
create index search_entries_keys on search_entries using gin (search_keys(chapter, text)) with (gin_pending_list_limit = 256);

-- How far an account's orders are in the index: sessions up to the one at `session_position`, and what events up to
-- `event_number` tell of them.
create table search_progress (
  account_id bigint primary key references accounts (id),
  session_position uuid not null default '00000000-0000-0000-0000-000000000000',
  event_number bigint not null default 0,
  -- Real time: one worker at a time has the account.
  leased_until timestamptz not null default '-infinity'
);
insert into search_progress (account_id) select id from accounts;
create function begin_search() returns trigger language plpgsql as $$
begin
  insert into search_progress (account_id) values (new.id);
  return null;
end $$;
create trigger accounts_search after insert on accounts for each row execute function begin_search();

-- The newest sessions whose entry has all the words, at most `wanted`. A word is looked for as it stands: no character in it
-- means another. Words of one or two characters narrow what longer ones find; alone they are looked for in the two newest
-- chapters. A search that has taken half a second ends with what it has. Among a million orders: a word that a few have, 10 to
-- 30 ms; one that a sixth has, 15 ms for the newest two thousand.
create function search_sessions(account bigint, words text[], wanted integer) returns setof uuid language plpgsql stable as $$
declare
  one integer;
  rarest text[];
  looked integer := 0;
  found integer := 0;
  got integer;
begin
  -- Three characters that every order has narrow nothing and cost the most: the four that the newest hundred have least are enough.
  select array_agg(part) into rarest from (
    select parts.part
    from (
      select distinct substr(word, at, 3) as part from unnest(words) word, generate_series(1, length(word) - 2) at
    ) parts
    left join lateral (
      select e.text from search_entries e where e.account_id = account order by e.session_id desc limit 100
    ) sample on strpos(sample.text, parts.part) > 0
    group by parts.part order by count(sample.text), parts.part limit 4
  ) chosen;
  for one in select id from search_chapters where account_id = account order by id desc loop
    exit when found >= wanted or (rarest is null and looked >= 2) or clock_timestamp() > statement_timestamp() + interval '500 ms';
    if rarest is not null then
      return query
        -- Walks search_entries_keys alone: in the order of ids a rare word would be looked for row by row.
        with hits as materialized (
          select e.session_id, e.text from search_entries e
          where search_keys(e.chapter, e.text) @> (
            select array_agg(key) from unnest(rarest) part, unnest(search_keys(one, part)) key)
        )
        select h.session_id from hits h
        where search_has(h.text, words)
        order by h.session_id desc limit wanted - found;
    else
      return query
        select e.session_id from search_entries e
        where e.account_id = account and e.chapter = one
          and search_has(e.text, words)
        order by e.session_id desc limit wanted - found;
    end if;
    get diagnostics got = row_count;
    found := found + got;
    looked := looked + 1;
  end loop;
end $$;

-- What the console looked for by whole values until now.
drop index checkout_sessions_customer;
drop index milestones_reference;
