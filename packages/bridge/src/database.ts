/** The database that the bridge keeps its tables in: the shop's own where it has one, in three lines for any driver. */

export type Value = string | number | null;
export type Row = Readonly<Record<string, unknown>>;

/** Runs one statement, with `$1`, `$2` … as its parameters, and returns its rows. */
export type Query = (sql: string, values: readonly Value[]) => Promise<readonly Row[]>;

/** PostgreSQL 13 or later, or SQLite 3.35 or later. */
export interface Database {
  /** Runs the work within a transaction of its own: all of it is kept, or an error undoes all of it. */
  transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result>;
}

/** A pool of `pg`, as far as it is used. */
export interface Pool {
  connect(): Promise<{
    query(sql: string, values?: Value[]): Promise<{ readonly rows: readonly Row[] }>;
    release(broken?: boolean): void;
  }>;
}

/** @param pool one of `pg`. */
export const postgres = (pool: Pool): Database => ({
  transaction: async (work) => {
    const client = await pool.connect();
    let isBroken = true;
    try {
      await client.query("begin");
      const result = await work(async (sql, values) => (await client.query(sql, [...values])).rows);
      await client.query("commit");
      isBroken = false;
      return result;
    } catch (error) {
      isBroken = await client.query("rollback").then(
        () => false,
        () => true,
      );
      throw error;
    } finally {
      client.release(isBroken);
    }
  },
});
