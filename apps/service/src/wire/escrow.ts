/** Escrow and Milestone (contract, "Escrow", "Milestone"). */
import type { EscrowStatus, MilestoneStatus } from "@holdfast/contract";
import { totalOf } from "../domain/escrow.js";
import { formatId, type SessionId } from "../domain/ids.js";
import type { Escrow, Milestone } from "../domain/model.js";
import { formatMoney } from "../domain/money.js";
import { list, text, textOrNull } from "./json.js";

/** What of a milestone and of an escrow an answer shows. */
type MilestoneView = Omit<Milestone, "position" | "reviewSince" | "disputed">;
type EscrowView = Pick<Escrow, "id" | "session" | "referenceCode" | "disputeReference" | "status" | "title"> &
  Pick<Escrow, "description" | "externalReference" | "metadata" | "buyerEmail" | "amount" | "fees" | "funded"> &
  Pick<Escrow, "created"> & { readonly milestones: readonly MilestoneView[] };

/** The escrow as JSON text; an event also tells the earlier status. */
export function writeEscrow(escrow: EscrowView, previousStatus: EscrowStatus | null = null): string {
  const previous = previousStatus === null ? "" : `,"previous_status":"${previousStatus}"`;
  return `{"id":"${escrow.id}","object":"escrow","reference_code":"${escrow.referenceCode}","dispute_reference":${textOrNull(escrow.disputeReference)},"title":${text(escrow.title)},"description":${text(escrow.description)},"status":"${escrow.status}","currency":"USD","amount":"${formatMoney(escrow.amount)}","fees":"${formatMoney(escrow.fees)}","total":"${formatMoney(totalOf(escrow))}","funded_amount":"${formatMoney(escrow.funded)}","buyer":{"email":${text(escrow.buyerEmail)}},${belonging(escrow)},"metadata":${JSON.stringify(escrow.metadata)},"milestones":${list(escrow.milestones.map((milestone) => `{${milestoneFields(milestone)}}`))},"created":${escrow.created}${previous}}`;
}

/** A milestone as an event shows it: with where it belongs and the earlier status. */
export function writeEventMilestone(escrow: Escrow, milestone: Milestone, previousStatus: MilestoneStatus): string {
  return `{${milestoneFields(milestone)},"escrow":"${escrow.id}",${belonging(escrow)},"previous_status":"${previousStatus}"}`;
}

const belonging = (escrow: { session: SessionId; externalReference: string }): string =>
  `"checkout_session":"${formatId("session", escrow.session)}","external_reference":${text(escrow.externalReference)}`;

const milestoneFields = (milestone: MilestoneView): string =>
  `"id":"${milestone.id}","object":"milestone","reference_code":"${milestone.referenceCode}","title":${text(milestone.title)},"description":${text(milestone.description)},"amount":"${formatMoney(milestone.amount)}","status":"${milestone.status}","submission_details":${text(milestone.submissionDetails)}`;
