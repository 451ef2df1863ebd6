-- What this migration builds: the language that a seller reads the console in. None until one was chosen: then the browser says.

alter table sellers add column locale text check (locale in ('en', 'fr', 'sw', 'pt'));
