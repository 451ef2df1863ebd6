/** Checkout Session (contract, "Checkout Session"). */
import type { SessionStatus } from "@holdfast/contract";
import { type EscrowId, formatId, type SessionId } from "../domain/ids.js";
import type { PlannedMilestone, Session } from "../domain/model.js";
import { type Cents, formatMoney } from "../domain/money.js";
import { list, text, textOrNull } from "./json.js";

type LineItem = {
  readonly name: string;
  readonly unitAmount: Cents;
  readonly quantity: number;
  readonly sku: string;
};

/** The fields that never change. */
export type SessionContent = {
  readonly title: string;
  readonly description: string;
  readonly amount: Cents;
  readonly lineItems: readonly LineItem[];
  readonly milestones: readonly PlannedMilestone[];
  readonly externalReference: string;
  readonly customerEmail: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly platform: string;
};

/** The unchanging fields as one JSON object, written once and stored. */
export function writeSessionContent(content: SessionContent): string {
  const lines = content.lineItems.map(
    (item) =>
      `{"name":${text(item.name)},"unit_amount":"${formatMoney(item.unitAmount)}","quantity":${item.quantity},"sku":${text(item.sku)}}`,
  );
  const milestones = content.milestones.map(
    (milestone) =>
      `{"title":${text(milestone.title)},"amount":"${formatMoney(milestone.amount)}","description":${text(milestone.description)}}`,
  );
  return `{"title":${text(content.title)},"description":${text(content.description)},"currency":"USD","amount":"${formatMoney(content.amount)}","line_items":${list(lines)},"milestones":${list(milestones)},"external_reference":${text(content.externalReference)},"customer_email":${text(content.customerEmail)},"metadata":${JSON.stringify(content.metadata)},"success_url":${text(content.successUrl)},"cancel_url":${text(content.cancelUrl)},"platform":${text(content.platform)}}`;
}

/** What of a session an answer shows. */
export type SessionView = Pick<Session, "id" | "content" | "escrow" | "expiresAt" | "completedAt" | "created"> & {
  readonly status: SessionStatus;
};

/**
 * The session as JSON text.
 * @param pageUrl where the hosted page of an OPEN session is; not asked for another.
 */
export function writeSession(
  session: SessionView,
  pageUrl: (id: SessionId) => string,
  previousStatus?: SessionStatus,
): string {
  const url = session.status === "OPEN" ? text(pageUrl(session.id)) : "null";
  const previous = previousStatus === undefined ? "" : `,"previous_status":"${previousStatus}"`;
  return `{"id":"${formatId("session", session.id)}","object":"checkout.session","status":"${session.status}","url":${url},${session.content.slice(1, -1)},"escrow":${textOrNull(session.escrow satisfies EscrowId | null)},"expires_at":${session.expiresAt},"completed_at":${session.completedAt},"created":${session.created}${previous}}`;
}
