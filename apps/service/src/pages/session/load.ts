/** Finds the session that an address names, as it stands now. */
import type { Door } from "../../commands/execute.js";
import { parseId } from "../../domain/ids.js";
import type { Queryable } from "../../platform/database.js";
import { findHostedSession, type HostedSession } from "../../store/read/hosted-sessions.js";

export type SessionAddress = { readonly seller_code: string; readonly session_id: string };

const SELLER_CODE = /^[0-9A-Z]{8}$/;

/**
 * One statement. Only where time has ended a session that nobody has marked yet, the door marks it first, so that the
 * page never shows what no longer holds.
 */
export async function loadSession(
  { seller_code, session_id }: SessionAddress,
  { db, door }: { db: Queryable; door: Door },
): Promise<HostedSession | null> {
  const id = parseId("session", session_id);
  if (id === null || !SELLER_CODE.test(seller_code)) return null;
  const session = await findHostedSession(db, seller_code, id);
  if (session === null || session.status !== "OPEN" || session.now < session.expiresAt) return session;
  await door.change({ account: session.account, subject: { session: id }, decide: () => ({ ok: true }) });
  return findHostedSession(db, seller_code, id);
}
