/** Errors of the way to PostgreSQL, told apart by what a caller can do about them. */

/** The database can't be reached or is shutting down: the answer is 503, and a retry is right. */
export class DatabaseUnavailable extends Error {}

/** The server said nothing for as long as one waits: its host hangs, or the network between. */
export class Silent extends DatabaseUnavailable {}

/** The server is a standby, and was asked for a primary. */
export class OnStandby extends DatabaseUnavailable {}

/** Somebody else held a row for too long. The connection is sound, nothing of the work stands, and it may be run again. */
export class RowHeld extends DatabaseUnavailable {}

/** The SQLSTATE of a database error, or null. */
export const sqlState = (error: unknown): string | null =>
  error instanceof Error && "code" in error && typeof error.code === "string" && /^[0-9A-Z]{5}$/.test(error.code)
    ? error.code
    : null;

/** A race that a second try may win: serialization failure, deadlock. */
export const isRetryable = (error: unknown): boolean => ["40001", "40P01"].includes(sqlState(error) ?? "");

/** What was to be written is what the database will not have, however often it is tried: no such value, or a broken constraint. */
export const isRefusedForGood = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? "");

/** The name of the unique constraint that a write broke, or null. */
export const brokenUnique = (error: unknown): string | null => brokenConstraint(error, "23505");

/** The name of the check that a write broke, be it of a column or of a trigger; or null. */
export const brokenCheck = (error: unknown): string | null => brokenConstraint(error, "23514");

/** Which rule it was that the database refused it by, for people; "" where it names none. */
export const ruleOf = (error: unknown): string =>
  error instanceof Error && "constraint" in error && typeof error.constraint === "string" ? error.constraint : "";

function brokenConstraint(error: unknown, state: string): string | null {
  return sqlState(error) === state ? ruleOf(error) : null;
}

/** A standby was asked to write: behind a pooler the server can become one while the connection stays. */
const READ_ONLY_SERVER = "25006";

/** Of disk, memory or connections. */
const OUT_OF_RESOURCES = "53";

/** Nothing more can be said on this connection: lost, timed out, or the server is going down, starting or full. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  const state = sqlState(error);
  if (state === null)
    return (
      error instanceof Error && !(error instanceof TypeError || error instanceof RangeError) && isDriverLoss(error)
    );
  return (
    state.startsWith("08") ||
    state.startsWith("57P") ||
    state.startsWith(OUT_OF_RESOURCES) ||
    ["57014", READ_ONLY_SERVER].includes(state)
  );
}

/** The host is of no use now, and so is every connection to it: it hangs, or has become a standby. */
export const isHostLost = (error: unknown): boolean =>
  error instanceof Silent || error instanceof OnStandby || sqlState(error) === READ_ONLY_SERVER;

const LOCK_NOT_AVAILABLE = "55P03";
/** What a row is kept from changing with, for a while. */
const OBJECT_IN_USE = "55006";

/** What to tell a caller whose statement met a row that somebody else held; null for another failure. */
export const heldRowOf = (error: unknown): RowHeld | null =>
  [LOCK_NOT_AVAILABLE, OBJECT_IN_USE].includes(sqlState(error) ?? "")
    ? new RowHeld("a row was held by somebody else for too long", { cause: error })
    : null;

const isDriverLoss = (error: Error): boolean =>
  "code" in error || /terminated|timeout|not queryable|was closed|Cannot use a pool/i.test(error.message);
