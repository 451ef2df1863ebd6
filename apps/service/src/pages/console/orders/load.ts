/** Finds what an address names, of this account alone, as it stands now. */
import type { Door } from "../../../commands/execute.js";
import { parseId, parseUuid } from "../../../domain/ids.js";
import type { Database } from "../../../platform/database.js";
import { sha256 } from "../../../platform/hash.js";
import { type EscrowEvent, findMakingRequest, listEscrowEvents } from "../../../store/read/console/orders.js";
import { listPayments, listRefunds, type PaymentView, type RefundView } from "../../../store/read/money/payments.js";
import { findHostedSession, type HostedSession } from "../../../store/read/orders/hosted-sessions.js";
import { findOrderOfAccount, type Order } from "../../../store/read/orders/orders.js";
import { findSession } from "../../../store/read/orders/sessions.js";
import { PageRefusal } from "../../refusal.js";
import type { ConsoleContext } from "../context.js";

type Services = { readonly db: Database; readonly door: Door };

/** An escrow and all that has happened to it, from its session to its deliveries. */
export type EscrowStory = Order & {
  readonly sessionCreated: number;
  readonly payments: readonly PaymentView[];
  readonly refunds: readonly RefundView[];
  /** Oldest first. */
  readonly events: readonly EscrowEvent[];
};

/** What the page of an escrow, and each of its parts, is made of. */
export type EscrowProps = { readonly context: ConsoleContext; readonly story: EscrowStory };

/**
 * Where time has changed it and nobody has written that down yet, the door does so first.
 * @throws PageRefusal not_found, for another account's escrow as for one that does not exist.
 */
export async function loadEscrowStory(
  { db, door }: Services,
  { member: { account } }: ConsoleContext,
  text: string,
): Promise<EscrowStory> {
  const id = parseUuid("escrow", text);
  if (id === null) throw new PageRefusal("not_found");
  const found = await findOrderOfAccount(db, { account, escrow: id });
  const isDue = found !== null && found.dueAt !== null && found.dueAt <= found.now;
  if (isDue) await door.change({ account, subject: { escrow: id }, decide: () => ({ ok: true }) });
  const order = isDue ? await findOrderOfAccount(db, { account, escrow: id }) : found;
  if (order === null) throw new PageRefusal("not_found");
  const [session, payments, refunds, events] = await Promise.all([
    findSession(db, account, order.escrow.session),
    listPayments(db, account, id),
    listRefunds(db, account, id),
    listEscrowEvents(db, account, id),
  ]);
  return { ...order, sessionCreated: session?.created ?? order.escrow.created, payments, refunds, events };
}

/** A session as its seller sees it. */
export type SellerSession = HostedSession & {
  readonly created: number;
  readonly metadata: Readonly<Record<string, string>>;
  readonly platform: string;
  /** The request that made it, while the log has it: the UUID behind `req_…`. */
  readonly request: string | null;
};

/** @throws PageRefusal not_found, for another account's session as for one that does not exist. */
export async function loadSellerSession(
  { db, door }: Services,
  { member: { account, sellerCode } }: ConsoleContext,
  text: string,
): Promise<SellerSession> {
  const id = parseId("session", text);
  if (id === null) throw new PageRefusal("not_found");
  const found = await findHostedSession(db, sellerCode, id);
  const isDue = found !== null && found.status === "OPEN" && found.expiresAt <= found.now;
  if (isDue) await door.change({ account, subject: { session: id }, decide: () => ({ ok: true }) });
  const [hosted, stored, request] = await Promise.all([
    isDue ? findHostedSession(db, sellerCode, id) : found,
    findSession(db, account, id),
    findMakingRequest(db, account, id),
  ]);
  if (hosted === null || stored === null) throw new PageRefusal("not_found");
  const { metadata, platform } = JSON.parse(stored.content) as Pick<SellerSession, "metadata" | "platform">;
  return { ...hosted, created: stored.created, metadata, platform, request };
}

/** Changes whenever the page would look different; tells nothing else. */
export function versionOf({ now: _, ...shown }: EscrowStory | SellerSession): string {
  const text = JSON.stringify(shown, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value));
  return sha256(text).toString("base64url").slice(0, 22);
}
