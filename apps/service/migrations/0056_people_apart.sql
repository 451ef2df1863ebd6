-- With several cells, sellers and operators sign in at the directory, for all cells at once. A cell keeps who they are, for its lists,
-- its mails and what refers to them, and no password: null.
alter table sellers alter column password_hash drop not null;

-- Of the directory's person, as the cell has them; 0 for one whom no directory knows.
alter table sellers add column version bigint not null default 0;

-- How far this cell has read what the directory tells of people; unused where one cell is all there is.
create table people_news_read (
  only_row boolean primary key default true check (only_row),
  last bigint not null default 0
);
insert into people_news_read default values;
