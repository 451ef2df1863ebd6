/**
 * Statements that write many rows at once, made from a table of columns: one array a column, unnested by the server.
 * The text of a statement depends on its table alone, so each is prepared once a connection.
 */
import type { Statement } from "../platform/database.js";

/** For each column: its type, and where its value comes from. */
export type Columns<Row> = Readonly<Record<string, readonly [type: string, value: (row: Row) => unknown]>>;

const names = <Row>(columns: Columns<Row>): string => Object.keys(columns).join(", ");
const values = <Row>(columns: Columns<Row>, rows: readonly Row[]): unknown[][] =>
  Object.values(columns).map(([, value]) => rows.map(value));
const unnested = <Row>(columns: Columns<Row>): string =>
  `unnest(${Object.values(columns)
    .map(([type], index) => `$${index + 1}::${type}[]`)
    .join(", ")})`;

/** Inserts every row; `suffix` may add a conflict or returning clause. */
export function bulkInsert<Row>(
  table: string,
  columns: Columns<Row>,
  suffix = "",
): (rows: readonly Row[]) => Statement {
  const text = `insert into ${table} (${names(columns)}) select * from ${unnested(columns)} ${suffix}`;
  return (rows) => ({ name: `insert ${table}`, text, values: values(columns, rows) });
}

/**
 * Updates the rows that `keys` name, only while they still are as `expected` says, and fails the transaction when that
 * was not every one of them.
 */
export function bulkUpdate<Row>(
  table: string,
  { keys, expected, set }: { keys: Columns<Row>; expected: Columns<Row>; set: Columns<Row> },
): (rows: readonly Row[]) => Statement {
  const were = Object.fromEntries(Object.entries(expected).map(([column, source]) => [`was_${column}`, source]));
  const given: Columns<Row> = { ...keys, ...were, ...set };
  const matches = [
    ...Object.keys(keys).map((column) => `target.${column} = given.${column}`),
    ...Object.keys(expected).map((column) => `target.${column} = given.was_${column}`),
  ];
  const text = `
    with given as (select * from ${unnested(given)} as given (${names(given)})),
    moved as (
      update ${table} target set ${Object.keys(set)
        .map((column) => `${column} = given.${column}`)
        .join(", ")}
      from given where ${matches.join(" and ")}
      returning 1
    )
    select expect_rows((select count(*) from moved), (select count(*) from given), 'update ${table}')`;
  return (rows) => ({ name: `update ${table}`, text, values: values(given, rows) });
}
