/** Escrow and Milestone (contract, "Escrow", "Milestone"). */
import type { EscrowStatus, MilestoneStatus } from "@holdfast/contract";
import { refundedOf, totalOf } from "../domain/escrow.js";
import { formatId } from "../domain/ids.js";
import type { Escrow, Milestone } from "../domain/model.js";
import { formatMoney, ZERO } from "../domain/money.js";
import { list, text, textOrNull } from "./json.js";

/** What of an escrow an answer shows: what people typed as JSON text, amounts as the wire has them. */
type EscrowTexts = Pick<
  Escrow,
  | "id"
  | "session"
  | "referenceCode"
  | "disputeReference"
  | "status"
  | "title"
  | "description"
  | "externalReference"
  | "buyerEmail"
> &
  Readonly<Record<"metadata" | "amount" | "fees" | "total" | "funded", string>> & {
    readonly created: number | string;
    /** Null for nothing, which is not shown. */
    readonly amountRefunded: string | null;
    readonly milestones: readonly MilestoneTexts[];
  };

type MilestoneTexts = Pick<
  Milestone,
  "id" | "referenceCode" | "title" | "description" | "status" | "submissionDetails"
> & { readonly amount: string; readonly amountRefunded: string | null };

/** The escrow as JSON text; an event also tells the earlier status. */
export function writeEscrow(escrow: Escrow, previousStatus: EscrowStatus | null = null): string {
  const previous = previousStatus === null ? "" : `,"previous_status":"${previousStatus}"`;
  return escrowText(
    {
      id: escrow.id,
      session: escrow.session,
      referenceCode: escrow.referenceCode,
      disputeReference: escrow.disputeReference,
      status: escrow.status,
      title: text(escrow.title),
      description: text(escrow.description),
      externalReference: text(escrow.externalReference),
      metadata: JSON.stringify(escrow.metadata),
      buyerEmail: text(escrow.buyerEmail),
      amount: formatMoney(escrow.amount),
      fees: formatMoney(escrow.fees),
      total: formatMoney(totalOf(escrow)),
      funded: formatMoney(escrow.funded),
      amountRefunded: refundedText(escrow),
      created: escrow.created,
      milestones: escrow.milestones.map(milestoneTexts),
    },
    previous,
  );
}

/** The same of one that was read for this alone. */
export const writeShownEscrow = (escrow: EscrowTexts): string => escrowText(escrow, "");

/** A milestone as an event shows it: with where it belongs and the earlier status. */
export function writeEventMilestone(escrow: Escrow, milestone: Milestone, previousStatus: MilestoneStatus): string {
  const belongs = belonging({ session: escrow.session, externalReference: text(escrow.externalReference) });
  return `{${milestoneFields(milestoneTexts(milestone))},"escrow":"${escrow.id}",${belongs},"previous_status":"${previousStatus}"}`;
}

const milestoneTexts = (milestone: Milestone): MilestoneTexts => ({
  id: milestone.id,
  referenceCode: milestone.referenceCode,
  title: text(milestone.title),
  description: text(milestone.description),
  amount: formatMoney(milestone.amount),
  status: milestone.status,
  submissionDetails: text(milestone.submissionDetails),
  amountRefunded: refundedText(milestone),
});

const refundedText = (of: Parameters<typeof refundedOf>[0]): string | null => {
  const refunded = refundedOf(of);
  return refunded === ZERO ? null : formatMoney(refunded);
};

/** A field that is there where something went back. */
const refundedField = ({ amountRefunded }: { readonly amountRefunded: string | null }): string =>
  amountRefunded === null ? "" : `,"amount_refunded":"${amountRefunded}"`;

const escrowText = (escrow: EscrowTexts, previous: string): string =>
  `{"id":"${escrow.id}","object":"escrow","reference_code":"${escrow.referenceCode}","dispute_reference":${textOrNull(escrow.disputeReference)},"title":${escrow.title},"description":${escrow.description},"status":"${escrow.status}","currency":"USD","amount":"${escrow.amount}","fees":"${escrow.fees}","total":"${escrow.total}","funded_amount":"${escrow.funded}"${refundedField(escrow)},"buyer":{"email":${escrow.buyerEmail}},${belonging(escrow)},"metadata":${escrow.metadata},"milestones":${list(escrow.milestones.map((milestone) => `{${milestoneFields(milestone)}}`))},"created":${escrow.created}${previous}}`;

const belonging = ({ session, externalReference }: Pick<EscrowTexts, "session" | "externalReference">): string =>
  `"checkout_session":"${formatId("session", session)}","external_reference":${externalReference}`;

const milestoneFields = (milestone: MilestoneTexts): string =>
  `"id":"${milestone.id}","object":"milestone","reference_code":"${milestone.referenceCode}","title":${milestone.title},"description":${milestone.description},"amount":"${milestone.amount}","status":"${milestone.status}","submission_details":${milestone.submissionDetails}${refundedField(milestone)}`;
