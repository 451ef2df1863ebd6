/** For work on several databases at once: while one is away, people are told which. */
import type { Database } from "./database.js";
import { DatabaseUnavailable, RowHeld } from "./database-errors.js";

class NamedAway extends DatabaseUnavailable {}

/** While it is away, people are told which one it is. */
export const awayBy =
  (name: string) =>
  (error: unknown): never => {
    if (!(error instanceof DatabaseUnavailable) || error instanceof RowHeld) throw error;
    if (error.cause instanceof NamedAway) throw error.cause; // of the other one, inside of this one's transaction
    throw new NamedAway(`${name} can't be reached (${reasonOf(error)})`, { cause: error });
  };

/** The first of all causes; its code where it has no words. */
export const reasonOf = (error: Error): string =>
  error.cause instanceof Error ? reasonOf(error.cause) : error.message || ("code" in error ? String(error.code) : "");

export const calledBy = (name: string, db: Database): Database => ({
  ...db,
  query: (statement) => db.query<never>(statement).catch(awayBy(name)),
  transaction: (work) => db.transaction(work).catch(awayBy(name)),
});
