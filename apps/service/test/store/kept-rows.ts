/** The rows of a whole database as SQL, to be run in an empty one with the same schema; and which tables have none. */
type Asking = {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly Readonly<Record<string, string>>[] }>;
};

const OURS = "n.nspname in ('public', 'sandbox_bank')";

/** Of the service's own; the table of applied migrations belongs to what applies them. */
export async function tablesOf(db: Asking): Promise<readonly string[]> {
  const { rows } = await db.query(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and c.relname <> 'schema_migrations' and ${OURS} order by 1`,
  );
  return rows.map(({ name = "" }) => name);
}

/** How many rows each table has. */
export async function countsOf(db: Asking, tables: readonly string[]): Promise<Readonly<Record<string, number>>> {
  const each = tables.map((name) => `select '${name}' as name, count(*)::text as count from ${name}`);
  const { rows } = await db.query(each.join(" union all "));
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]));
}

export async function tablesWithoutRows(db: Asking, tables: readonly string[]): Promise<readonly string[]> {
  const counts = await countsOf(db, tables);
  return tables.filter((name) => counts[name] === 0);
}

const MIGRATIONS = "-- Migrations: ";

/** Begins with the migrations that were applied. Triggers and foreign keys don't look while it runs, so a superuser runs it. */
export async function rowsAsSql(db: Asking): Promise<string> {
  const { rows: applied } = await db.query("select name from schema_migrations order by name");
  const names = applied.map(({ name }) => name);
  const tables = await tablesOf(db);
  const statements = [MIGRATIONS + names.join(" "), "set session_replication_role = replica;"];
  statements.push(`truncate ${tables.join(", ")};`); // the migrations write some rows themselves
  for (const table of tables) statements.push(await insertOf(db, table));
  const { rows } = await db.query(
    `select format('select setval(%L, %s);', format('%I.%I', schemaname, sequencename), last_value) as sql
     from pg_sequences where last_value is not null order by 1`,
  );
  return [...statements, ...rows.map(({ sql }) => sql), "reset session_replication_role;", ""].join("\n");
}

export const migrationsIn = (sql: string): readonly string[] =>
  sql.slice(MIGRATIONS.length, sql.indexOf("\n")).split(" ");

async function insertOf(db: Asking, table: string): Promise<string> {
  const { rows: named } = await db.query(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const columns = named[0]?.["columns"] ?? "";
  const { rows } = await db.query(
    `select quote_literal(coalesce(json_agg(kept_row), '[]')::text) as json from (select ${columns} from ${table} order by ctid) kept_row`,
  );
  return `insert into ${table} (${columns}) overriding system value
select ${columns} from json_populate_recordset(null::${table}, ${rows[0]?.["json"]});`;
}
