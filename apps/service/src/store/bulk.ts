/**
 * Statements about many rows at once, made from a table of columns. Their text depends on the table alone, so each is prepared
 * once a connection: in a form for many rows, of which each column comes as an array that the server unnests, and in one for a
 * lone row, whose values it takes as they are, at half the cost.
 */
import type { LookUp, Statement } from "../platform/database.js";
import { FIELD, FIELD_SQL, PART, PART_SQL } from "./parted.js";

/**
 * JSON that is stored as text. It holds no character below U+0020, so that of many rows travels as one text, parted by one of these; in an
 * array each quote would be escaped here and read back there.
 */
export const JSON_TEXT = "json text";
const [NULL, NULL_SQL] = [FIELD, FIELD_SQL];

/** What the name of a statement over a lone row ends with. */
const ONE = ", one";

/** For each column: its type, and where its value comes from. */
export type Columns<Row> = Readonly<Record<string, readonly [type: string, value: (row: Row) => unknown]>>;

/** The rows that a statement is given, for its text. */
export type Given<Name extends string> = {
  /** Of the columns, in the order of the table. */
  readonly names: readonly Name[];
  /** To select from: these columns of the rows, and from 1 on the `ordinal` of each, as `given`. */
  readonly rows: (...names: readonly Name[]) => string;
  /** Whether an expression is among the values of a column. */
  readonly has: (column: Name, expression: string) => string;
  /** How many there are. */
  readonly count: string;
};

/** The statement about some rows, at least one of them. */
type OverRows<Row> = (rows: readonly Row[]) => Statement;

/**
 * @param name of the form for many rows; that of a lone row has {@link ONE} behind it.
 * @param columns in the order of the statement's parameters.
 * @param write the text; it is called once for each form.
 */
export function overRows<Row, Name extends string = string>(
  name: string,
  columns: Readonly<Record<Name, Columns<Row>[string]>>,
  write: (given: Given<Name>) => string,
): OverRows<Row> {
  const names = Object.keys(columns) as Name[];
  const sources = names.map((column) => columns[column]);
  const typed = (column: Name, suffix: string): string => {
    const place = `$${names.indexOf(column) + 1}`;
    const [type] = columns[column];
    if (type !== JSON_TEXT) return `${place}::${type}${suffix}`;
    return suffix === "" ? `${place}::text` : `string_to_array(${place}::text, ${PART_SQL}, ${NULL_SQL})`;
  };
  const from = (chosen: readonly Name[], suffix: string): string =>
    chosen.map((column) => typed(column, suffix)).join(", ");
  const one = write({
    names,
    rows: (...chosen) => `(values (${from(chosen, "")}, 1)) as given (${chosen.join(", ")}, ordinal)`,
    has: (column, expression) => `${expression} = ${typed(column, "")}`,
    count: "1",
  });
  const many = write({
    names,
    rows: (...chosen) => `unnest(${from(chosen, "[]")}) with ordinality as given (${chosen.join(", ")}, ordinal)`,
    has: (column, expression) => `${expression} = any(${typed(column, "[]")})`,
    count: `cardinality(${typed(names[0] as Name, "[]")})`,
  });
  return (rows) => {
    const [only] = rows;
    return rows.length === 1 && only !== undefined
      ? { name: name + ONE, text: one, values: sources.map(([, value]) => value(only)) }
      : { name, text: many, values: sources.map(([type, value]) => valuesOf(type, rows.map(value))) };
  };
}

const valuesOf = (type: string, values: readonly unknown[]): unknown =>
  type === JSON_TEXT ? values.map((value) => value ?? NULL).join(PART) : values;

/**
 * For `Database.lookUp`: finds rows by keys of several columns.
 * @param columns their types, in the order of the key.
 * @param write the text. It selects from what it is given, `given` with those columns, and returns the `ordinal` of the key with each row.
 */
export const lookUp = (
  name: string,
  columns: Readonly<Record<string, string>>,
  write: (given: string) => string,
): LookUp => ({
  name,
  of: overRows<readonly unknown[]>(
    name,
    Object.fromEntries(
      Object.entries(columns).map(([column, type], at) => [column, [type, (key: readonly unknown[]) => key[at]]]),
    ),
    ({ names, rows }) => write(rows(...names)),
  ),
});

/** Inserts every row; `suffix` may add a conflict or returning clause. */
export function bulkInsert<Row>(table: string, columns: Columns<Row>, suffix = ""): OverRows<Row> {
  return overRows(
    `insert ${table}`,
    columns,
    ({ names, rows }) =>
      `insert into ${table} (${names.join(", ")}) select ${names.join(", ")} from ${rows(...names)} ${suffix}`,
  );
}

type UpdateOf<Row> = {
  readonly keys: Columns<Row>;
  readonly expected: Columns<Row>;
  readonly set: Columns<Row>;
  readonly what?: string;
};

/**
 * Updates the rows that `keys` name, only while they still are as `expected` says, and fails the transaction when that
 * was not every one of them.
 * @param what is updated, where the table has several updates.
 */
export function bulkUpdate<Row>(table: string, { keys, expected, set, what = table }: UpdateOf<Row>): OverRows<Row> {
  const were = Object.fromEntries(Object.entries(expected).map(([column, source]) => [`was_${column}`, source]));
  const given: Columns<Row> = { ...keys, ...were, ...set };
  const matches = [
    ...Object.keys(keys).map((column) => `target.${column} = given.${column}`),
    ...Object.keys(expected).map((column) => `target.${column} = given.was_${column}`),
  ];
  const assigned = Object.keys(set).map((column) => `${column} = given.${column}`);
  return overRows(
    `update ${what}`,
    given,
    ({ names, rows, count }) => `
    with moved as (
      update ${table} target set ${assigned.join(", ")}
      from ${rows(...names)} where ${matches.join(" and ")}
      returning 1
    )
    select expect_rows((select count(*) from moved), ${count}, 'update ${what}')`,
  );
}

/**
 * Several statements that write as one, each to its own table and over its own rows, left out where it has none. None sees what
 * another writes; foreign keys, and triggers after a statement, see all of it.
 * @param name of all of them; behind it stands the form of each.
 */
export function together(name: string, statements: readonly (Statement | null)[]): Statement {
  const form = (one: Statement | null): string => (one === null ? "-" : one.name.endsWith(ONE) ? "1" : "n");
  const steps: string[] = [];
  const given: unknown[] = [];
  for (const one of statements) {
    if (one === null) continue;
    const before = given.length;
    const text = one.text.replace(/\$(\d+)/g, (_, place: string) => `$${Number(place) + before}`);
    steps.push(`step_${steps.length} as (${text})`);
    given.push(...(one.values ?? []));
  }
  return {
    name: `${name} ${statements.map(form).join("")}`,
    text: `with ${steps.join(", ")} select`,
    values: given,
  };
}
