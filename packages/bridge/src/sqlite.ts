/** SQLite as Node brings it, from 22.13 on. */
import { DatabaseSync } from "node:sqlite";
import type { Database } from "./database.js";

/** Milliseconds to wait for another process that writes. */
const BUSY_MS = 5_000;

export interface SqliteDatabase extends Database {
  close(): void;
}

/** @param path the file, made when it is missing. Several processes may open it. */
export function sqlite(path: string): SqliteDatabase {
  const db = new DatabaseSync(path);
  db.exec(`pragma busy_timeout = ${BUSY_MS}; pragma journal_mode = wal; pragma synchronous = full`);
  // There is one connection: transactions take turns.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    transaction: (work) =>
      inTurn(async () => {
        db.exec("begin immediate");
        try {
          const result = await work(async (sql, values) =>
            db.prepare(sql).all(Object.fromEntries(values.map((value, index) => [`$${index + 1}`, value]))),
          );
          db.exec("commit");
          return result;
        } catch (error) {
          if (db.isTransaction) db.exec("rollback");
          throw error;
        }
      }),
    close: () => db.close(),
  };
}
