import { escrowEvent } from "../escrow.js";
import type { EscrowId, MilestoneId } from "../ids.js";
import type { Context, Decision, Escrow, Milestone, PlannedMilestone, Refusal, Session } from "../model.js";
import { refuseStatus } from "../model.js";
import { ZERO } from "../money.js";
import { allows, SESSION_MOVES } from "../states.js";

type ConfirmationTerms = { readonly buyerEmail: string; readonly fundingDeadlineSeconds: number };

/**
 * The buyer takes the offer: the session is COMPLETED and an escrow waits for the money.
 * @returns the escrow.
 */
export function decideConfirmSession(
  session: Session,
  terms: ConfirmationTerms,
  context: Context,
): Decision<Refusal, Escrow> {
  if (!allows(SESSION_MOVES.confirm, session.status))
    return refuseStatus({ object: "session", status: session.status }, SESSION_MOVES.confirm.from);
  const escrow = openEscrow(session, terms, context);
  const completed: Session = { ...session, status: "COMPLETED", escrow: escrow.id, completedAt: context.now };
  return {
    ok: true,
    value: escrow,
    session: completed,
    escrow,
    events: [
      { type: SESSION_MOVES.confirm.event, session: completed, previousStatus: session.status },
      escrowEvent("escrow.created", escrow, null),
    ],
  };
}

function openEscrow(
  session: Session,
  { buyerEmail, fundingDeadlineSeconds }: ConfirmationTerms,
  context: Context,
): Escrow {
  const planned: readonly PlannedMilestone[] =
    session.milestones.length > 0
      ? session.milestones
      : [{ title: session.title, amount: session.amount, description: "" }];
  return {
    account: session.account,
    id: context.uuid() as EscrowId,
    session: session.id,
    referenceCode: `TR-${context.today}.${context.digits(6)}.${session.amount}`,
    disputeReference: null,
    status: "PENDING_FUNDING",
    title: session.title,
    description: session.description,
    externalReference: session.externalReference,
    metadata: session.metadata,
    buyerEmail,
    amount: session.amount,
    fees: session.fees,
    funded: ZERO,
    released: ZERO,
    feesEarned: ZERO,
    refunded: ZERO,
    refundedHeld: ZERO,
    refundedReleased: ZERO,
    chargedBack: ZERO,
    openChargebacks: 0,
    milestones: planned.map(
      (plan, position): Milestone => ({
        ...plan,
        id: context.uuid() as MilestoneId,
        position,
        referenceCode: `MS-${context.digits(8)}`,
        status: "PENDING",
        submissionDetails: "",
        refundedHeld: ZERO,
        refundedReleased: ZERO,
        reviewSince: null,
        disputed: null,
      }),
    ),
    reviewWindowSeconds: session.reviewWindowSeconds,
    deliveryDeadlineSeconds: session.deliveryDeadlineSeconds,
    created: context.now,
    fundingDeadline: context.now + fundingDeadlineSeconds,
    fundedAt: null,
    firstSubmittedAt: null,
    keptOut: [],
    dueWritten: null,
  };
}
