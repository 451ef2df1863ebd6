/**
 * Writes apps/service/schema.sql: the whole schema as it stands after the last migration, to be read in
 * one place. It is SQL that makes the same schema in an empty database; rows and owners are not in it.
 *
 *   node tools/schema.mjs [--check] [--server URL | --database URL]
 *
 * With --check it writes nothing, applies the file to an empty database, and exits 1 when it differs from the migrations.
 * --server is a superuser's URL of a server to do it on; without it, one is started and thrown away. With --database, whatever made that
 * database, it exits 1 when its schema differs from the file.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import pg from "pg";
import { openDataDir } from "../apps/service/dist/platform/data-dir.js";
import { startEmbeddedPostgres } from "../apps/service/dist/platform/embedded-postgres.js";
import { migrate } from "../apps/service/dist/platform/migrate.js";
import { MIGRATIONS } from "../apps/service/dist/store/migrations.js";

const TARGET = fileURLToPath(new URL("../apps/service/schema.sql", import.meta.url));
const HEAD = `-- The schema after the last migration, written by tools/schema.mjs: change a migration, then \`npm run schema\`.
-- Why things are as they are stands in the migrations. Rows, owners and the table of applied migrations are left out.

-- Functions come before the tables that they speak of.
set check_function_bodies = off;
`;

const { values: asked } = parseArgs({
  options: { check: { type: "boolean" }, server: { type: "string" }, database: { type: "string" } },
});

async function main(server) {
  const dumped = await inNewDatabase(server, async (url) => {
    await migrate(url, MIGRATIONS);
    return dump(url);
  });
  if (!asked.check) return writeFileSync(TARGET, dumped);
  const committed = readCommitted();
  if (committed !== dumped) return refuse("differs from the migrations: run npm run schema");
  const again = await inNewDatabase(server, async (url) => {
    await ask(url, committed);
    return dump(url);
  });
  if (again !== committed) refuse("does not make the schema that it shows: tools/schema.mjs leaves something out");
}

async function compare(url) {
  if ((await dump(url)) !== readCommitted()) refuse("differs from the schema of this database");
}

/** A checkout on Windows may turn line ends around; that is no difference. */
const readCommitted = () => readFileSync(TARGET, "utf8").replaceAll("\r\n", "\n");

function refuse(says) {
  console.error(`apps/service/schema.sql ${says}`);
  process.exitCode = 1;
}

// --- What there is -----------------------------------------------------------------------------------------------------

/** Objects in the service's own schemas; the table of applied migrations is made by what applies them. */
const OURS = `n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'`;
const TABLES = `pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and c.relname <> 'schema_migrations' and ${OURS}`;
/** A sequence without what every sequence of its type has. */
const SEQUENCE = `concat(
  case when s.seqstart <> 1 then ' start with ' || s.seqstart end,
  case when s.seqincrement <> 1 then ' increment by ' || s.seqincrement end,
  case when s.seqcache <> 1 then ' cache ' || s.seqcache end,
  case when s.seqcycle then ' cycle' end)`;

/** Each yields lines of SQL, one a row, in the order in which they can be run. */
const PARTS = {
  Schemas: `
    select 'create schema ' || quote_ident(n.nspname) || ';' as sql from pg_namespace n
    where ${OURS} and n.nspname <> 'public' order by n.nspname`,
  Sequences: `
    select 'create sequence ' || c.oid::regclass || ${SEQUENCE} || ';' as sql
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_sequence s on s.seqrelid = c.oid
    where ${OURS} and not exists (
      select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'i')
    order by n.nspname, c.relname`,
  Functions: `
    select rtrim(pg_get_functiondef(p.oid), E'\\n') || E';\\n' as sql
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where ${OURS} order by n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)`,
  Tables: `
    with columns as (
      select a.attrelid, string_agg(concat('  ', quote_ident(a.attname), ' ', format_type(a.atttypid, a.atttypmod),
        case when a.attstorage <> t.typstorage then
          ' storage ' || case a.attstorage when 'e' then 'external' when 'm' then 'main' when 'p' then 'plain' else 'extended' end end,
        case when a.attcollation <> t.typcollation then ' collate ' || a.attcollation::regcollation end,
        case
          when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid, true) || ') stored'
          when a.attgenerated = 'v' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid, true) || ') virtual'
          when a.attidentity <> '' then
            ' generated ' || case a.attidentity when 'a' then 'always' else 'by default' end || ' as identity' || (
              select case when ${SEQUENCE} <> '' then ' (' || ltrim(${SEQUENCE}) || ')' else '' end from pg_sequence s
              where s.seqrelid = pg_get_serial_sequence(a.attrelid::regclass::text, a.attname)::regclass)
          when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid, true)
        end,
        case when a.attnotnull then ' not null' end), E',\\n' order by a.attnum) as lines
      from pg_attribute a join pg_type t on t.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attnum > 0 and not a.attisdropped group by a.attrelid
    ),
    rules as (
      select o.conrelid, string_agg('  constraint ' || quote_ident(o.conname) || ' ' || pg_get_constraintdef(o.oid, true), E',\\n'
        order by array_position(array['p', 'u', 'x', 'c'], o.contype::text), o.conname) as lines
      from pg_constraint o where o.contype in ('p', 'u', 'x', 'c') and o.convalidated group by o.conrelid
    ),
    indexes as (
      select i.indrelid, string_agg(E'\\n' || pg_get_indexdef(i.indexrelid, 0, true) || ';', '' order by x.relname) as lines
      from pg_index i join pg_class x on x.oid = i.indexrelid
      where not exists (select from pg_constraint o where o.conindid = i.indexrelid and o.contype in ('p', 'u', 'x'))
      group by i.indrelid
    )
    select concat('create ', case c.relpersistence when 'u' then 'unlogged ' end, 'table ', c.oid::regclass, E' (\\n',
      concat_ws(E',\\n', columns.lines, rules.lines), E'\\n)',
      ' with (' || array_to_string(c.reloptions, ', ') || ')', ';', indexes.lines, E'\\n') as sql
    from ${TABLES.replace("where", "left join columns on columns.attrelid = c.oid left join rules on rules.conrelid = c.oid left join indexes on indexes.indrelid = c.oid where")}
    order by n.nspname, c.relname`,
  // A table can't be created with a constraint that its older rows need not keep.
  "Foreign keys, and what holds for new rows alone": `
    select 'alter table ' || o.conrelid::regclass || ' add constraint ' || quote_ident(o.conname) || ' '
      || pg_get_constraintdef(o.oid, true) || ';' as sql
    from pg_constraint o
    where (o.contype = 'f' or not o.convalidated) and o.conrelid in (select c.oid from ${TABLES})
    order by o.conrelid::regclass::text, o.conname`,
  Triggers: `
    select pg_get_triggerdef(t.oid, true) || ';' as sql from pg_trigger t
    where not t.tgisinternal and t.tgrelid in (select c.oid from ${TABLES})
    order by t.tgrelid::regclass::text, t.tgname`,
};

/** Kinds of objects that no part above writes. The schema has none; a migration that adds one has to extend this file. */
const UNKNOWN = `
  select case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'p' then 'partitioned table'
      when 'f' then 'foreign table' else 'composite type' end || ' ' || c.oid::regclass as what
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('v', 'm', 'p', 'f', 'c') and ${OURS}
  union all select 'type ' || t.oid::regtype from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where t.typtype in ('d', 'e', 'r', 'm') and ${OURS}
  union all select 'aggregate or window function ' || p.oid::regprocedure from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.prokind in ('a', 'w') and ${OURS}
  union all select 'policy ' || polname from pg_policy
  union all select 'row security of ' || c.oid::regclass from ${TABLES} and (c.relrowsecurity or c.relforcerowsecurity)
  union all select 'rule ' || r.rulename from pg_rewrite r join ${TABLES.replace("where", "on c.oid = r.ev_class where")}
  union all select 'grant on ' || c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relacl is not null and ${OURS}
  union all select 'grant on ' || p.oid::regprocedure from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.proacl is not null and ${OURS}
  union all select 'grant on a column of ' || c.oid::regclass from pg_attribute a join ${TABLES.replace("where", "on c.oid = a.attrelid where")}
    and a.attacl is not null
  union all select 'comment on ' || pg_describe_object(d.classoid, d.objoid, d.objsubid) from pg_description d
    join pg_class c on d.classoid = 'pg_class'::regclass and c.oid = d.objoid join pg_namespace n on n.oid = c.relnamespace where ${OURS}
  union all select 'comment on ' || p.oid::regprocedure from pg_description d
    join pg_proc p on d.classoid = 'pg_proc'::regclass and p.oid = d.objoid join pg_namespace n on n.oid = p.pronamespace where ${OURS}
  union all select 'inheritance of ' || inhrelid::regclass from pg_inherits i join ${TABLES.replace("where", "on c.oid = i.inhrelid where")}
  union all select 'disabled trigger ' || tgname from pg_trigger where tgenabled <> 'O'
  union all select 'statistics ' || stxname from pg_statistic_ext
  union all select 'extension ' || extname from pg_extension where extname <> 'plpgsql'`;

async function dump(url) {
  const unknown = await ask(url, UNKNOWN);
  if (unknown.length > 0) {
    throw new Error(`tools/schema.mjs can't write these yet: ${unknown.map(({ what }) => what).join(", ")}`);
  }
  let text = HEAD;
  for (const [title, query] of Object.entries(PARTS)) {
    const rows = await ask(url, query);
    if (rows.length === 0) throw new Error(`there are no ${title.toLowerCase()}: the query saw nothing`);
    text += `\n-- ${title} ${"-".repeat(110 - title.length)}\n\n${rows.map(({ sql }) => sql).join("\n")}\n`;
  }
  return `${text.replaceAll(/\n{3,}/g, "\n\n").trimEnd()}\n`;
}

// --- Where it is looked at ---------------------------------------------------------------------------------------------

async function ask(url, query) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(query);
    return rows ?? [];
  } finally {
    await client.end();
  }
}

async function inNewDatabase(server, work) {
  const name = `schema_${process.pid}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await ask(server, `create database ${name} template template0`);
  try {
    return await work(url.href);
  } finally {
    await ask(server, `drop database ${name} with (force)`);
  }
}

async function onOwnServer(work) {
  const folder = mkdtempSync(join(tmpdir(), "holdfast-schema-"));
  const silent = { info: () => undefined, warn: () => undefined };
  const postgres = await startEmbeddedPostgres({
    dataDir: openDataDir(folder),
    log: silent,
    settings: { fsync: "off" },
  });
  try {
    await work(postgres.adminUrl);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (asked.database !== undefined) await compare(asked.database);
else await (asked.server === undefined ? onOwnServer(main) : main(asked.server));
