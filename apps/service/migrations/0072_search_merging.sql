-- What this migration builds: chapters of the search's index that become one. A search looks into one chapter after the other, so
-- an account with a million orders had sixty-three looks for a rare word; it has nine when its worker has merged them.

alter table search_chapters
  -- The older neighbour that takes in this one's entries, the oldest first. An entry is in one of the two at any moment.
  add column merges_into integer references search_chapters (id);
create index search_chapters_merging on search_chapters (merges_into) where merges_into is not null;

-- Of an account that moved away while a worker wrote them.
delete from search_entries e where not exists (select 1 from search_chapters c where c.id = e.chapter);
create index search_entries_chapter on search_entries (chapter, session_id);
alter table search_entries add foreign key (chapter) references search_chapters (id);
