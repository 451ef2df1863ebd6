-- A language is a folder of sentences: which ones there are is known where they are read.
alter table buyers drop constraint buyers_locale_check;
alter table buyers add constraint buyers_locale_check check (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$');
alter table sellers drop constraint sellers_locale_check;
alter table sellers add constraint sellers_locale_check check (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$');
