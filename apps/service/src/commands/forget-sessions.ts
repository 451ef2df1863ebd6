import type { Queryable } from "../platform/database.js";
import { closeDays } from "../store/write/days.js";
import { accountsWithOldSessions, forgetSessions } from "../store/write/retention.js";

/** From the end of a session that became no order until it is forgotten; the database keeps it for as long (schema.sql). */
export const SESSION_DAYS = 90;

/** Accounts whose days are closed in one step. */
const ACCOUNTS = 20;

/**
 * Forgets sessions that expired long ago and became no order; at most `limit`, and tells how many. The figures of their days
 * are kept first: they are sums of what then is no longer there.
 */
export async function forgetOldSessions(db: Queryable, limit: number): Promise<number> {
  const accounts = await accountsWithOldSessions(db, { days: SESSION_DAYS, limit });
  for (const account of accounts.slice(0, ACCOUNTS)) await closeDays(db, { account, from: 0 });
  return accounts.length === 0 ? 0 : forgetSessions(db, { days: SESSION_DAYS, limit });
}
