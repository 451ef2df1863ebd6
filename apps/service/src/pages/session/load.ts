/** Finds the session that an address names, as it stands now, and what whoever is looking may see of it. */
import type { Door } from "../../commands/execute.js";
import { parseId } from "../../domain/ids.js";
import type { Database } from "../../platform/database.js";
import { listPayments, listRefunds } from "../../store/read/money/payments.js";
import { findHostedSession, type HostedEscrow, type HostedSession } from "../../store/read/orders/hosted-sessions.js";
import type { Standing } from "./view.js";

export type SessionAddress = { readonly seller_code: string; readonly session_id: string };

type Services = { readonly db: Database; readonly door: Door };

const SELLER_CODE = /^[0-9A-Z]{8}$/;

/**
 * One statement. Only where time has ended a session or moved an escrow that nobody has marked yet, the door marks it
 * first, so that the page never shows what no longer holds.
 */
export async function loadSession(
  { seller_code, session_id }: SessionAddress,
  { db, door }: Services,
): Promise<HostedSession | null> {
  const id = parseId("session", session_id);
  if (id === null || !SELLER_CODE.test(seller_code)) return null;
  const session = await findHostedSession(db, seller_code, id);
  if (session === null) return null;
  const subject = dueSubject(session);
  if (subject === null) return session;
  await door.change({ account: session.account, subject, decide: () => ({ ok: true }) });
  return findHostedSession(db, seller_code, id);
}

function dueSubject({ id, status, escrow, expiresAt, now }: HostedSession) {
  if (status === "OPEN") return now < expiresAt ? null : { session: id };
  return escrow === null || escrow.dueAt === null || now < escrow.dueAt ? null : { escrow: escrow.id };
}

/** Two more statements, for the buyer who confirmed. @param email of whoever is looking; null for nobody we know. */
export async function standingOf(session: HostedSession, email: string | null, { db }: Services): Promise<Standing> {
  const { status, escrow, account } = session;
  if (status === "EXPIRED") return { kind: "expired" };
  if (escrow === null) return { kind: "open" };
  if (email === null) return { kind: "completed" };
  if (!isBuyer(escrow, email)) return { kind: "taken" };
  const [payments, refunds] = await Promise.all([
    listPayments(db, account, escrow.id),
    listRefunds(db, account, escrow.id),
  ]);
  return { kind: "mine", escrow, payments, refunds };
}

/** Buyers' addresses are in lower case; what a sandbox helper was given may not be. */
const isBuyer = ({ buyerEmail }: Pick<HostedEscrow, "buyerEmail">, email: string): boolean =>
  buyerEmail.toLowerCase() === email;
