/**
 * Prepared statements whose columns a connection asks for once. The driver has every answer described and reads the description again,
 * which for one row of many columns costs both sides more than the row. Columns of a prepared statement never change: where a migration
 * would change them, the server refuses the statement on that connection. Behind a pooler, which may prepare it anew, processes have to be
 * restarted after such a migration (docs/runbooks/pooler.md).
 */
import pg from "pg";

/** A prepared statement: `name` is its identity on the server, so one name goes with one text. */
export type Statement = { readonly name: string; readonly text: string; readonly values?: readonly unknown[] };

/** What the driver keeps of a statement's columns: names, and what reads a value of each. */
type Columns = { fields: readonly unknown[]; _parsers: unknown; _prebuiltEmptyResultObject: object | null };

type Connection = { describe(of: unknown): void };

type Callback = (error: Error | null, result: pg.QueryResult) => void;

type DriverQuery = {
  name: string | undefined;
  readonly submit: pg.Submittable["submit"];
  readonly _result: Columns;
  _accumulateRows: boolean;
  prepare(connection: Connection): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
};

type KnownConnection = {
  readonly columns: Map<string, Columns>;
  /** The same connection, but it has nothing described. */
  readonly undescribing: Connection;
};

const known = new WeakMap<Connection, KnownConnection>();

function knownOf(connection: Connection): KnownConnection {
  const found = known.get(connection);
  if (found !== undefined) return found;
  const undescribing = Object.assign(Object.create(connection) as Connection, { describe: () => undefined });
  const opened = { columns: new Map<string, Columns>(), undescribing };
  known.set(connection, opened);
  return opened;
}

type NewDriverQuery = new (text: string, values: readonly unknown[], callback: Callback) => DriverQuery;

/** A named statement for `client.query`. Which columns it has is taken from the first answer that came down the connection. */
export class PreparedQuery extends (pg.Query as unknown as NewDriverQuery) {
  declare name: string;

  constructor({ name, text, values = [] }: Statement, callback: Callback) {
    super(text, values, callback); // given all of it as one object, the driver copies that property by property
    this.name = name;
  }

  override prepare(connection: Connection): void {
    const { columns, undescribing } = knownOf(connection);
    const mine = columns.get(this.name);
    if (mine !== undefined) {
      Object.assign(this._result, mine);
      this._accumulateRows = true;
    }
    super.prepare(mine === undefined ? connection : undescribing);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    super.handleCommandComplete(message, connection);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    const { columns } = knownOf(connection);
    if (!columns.has(this.name)) columns.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}
