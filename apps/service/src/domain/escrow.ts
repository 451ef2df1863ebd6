/** Arithmetic and small steps on an escrow that several verbs share. */
import type { EscrowStatus, EventType, MilestoneStatus } from "@holdfast/contract";
import { feesEarnedWith } from "./fees.js";
import type { MilestoneId, RefundId } from "./ids.js";
import type { EscrowTransfer, EscrowTransferKind, Transfer } from "./ledger.js";
import type { Actor, Context, Entry, Escrow, EventDraft, Milestone, MoveVerb, Refund, SaidVerb } from "./model.js";
import { add, type Cents, cents, subtract, ZERO } from "./money.js";

export const totalOf = (escrow: Pick<Escrow, "amount" | "fees">): Cents => add(escrow.amount, escrow.fees);

/** Held at this instant (decisions, "Money"). */
export const heldOf = (escrow: Escrow): Cents =>
  cents(escrow.funded - escrow.released - escrow.feesEarned - escrow.refunded);

/** What the merchant has not been paid yet, fees apart. */
export const unreleasedOf = (escrow: Escrow): Cents => subtract(escrow.amount, escrow.released);

export const milestoneOf = (escrow: Escrow, id: MilestoneId): Milestone | undefined =>
  escrow.milestones.find((milestone) => milestone.id === id);

export const isOpen = (milestone: Milestone): boolean => milestone.status !== "COMPLETED";

/** Whether the address, in lower case, is the buyer's. What a sandbox helper was given may not be in lower case. */
export const isBuyerOf = ({ buyerEmail }: Pick<Escrow, "buyerEmail">, email: string): boolean =>
  buyerEmail.toLowerCase() === email;

/** The escrow with one milestone replaced. */
export function withMilestone(escrow: Escrow, changed: Milestone): Escrow {
  return {
    ...escrow,
    milestones: escrow.milestones.map((milestone) => (milestone.id === changed.id ? changed : milestone)),
  };
}

/** A transfer, or none for an amount of zero: the ledger holds no empty movements. */
export function transfer(
  kind: EscrowTransferKind,
  escrow: Escrow,
  moved: Pick<EscrowTransfer, "amount" | "payment" | "milestone" | "refund" | "round">,
): readonly Transfer[] {
  return moved.amount === ZERO ? [] : [{ kind, escrow: escrow.id, ...moved }];
}

/** Pays `amount` of the order to the merchant, and to the platform the fees which that earns. */
export function pay(
  escrow: Escrow,
  amount: Cents,
  { kind, milestone, fees }: { kind: "release" | "settlement"; milestone?: MilestoneId; fees?: Cents },
): { escrow: Escrow; transfers: readonly Transfer[] } {
  const earned = fees ?? feesEarnedWith(amount, escrow);
  const cause = milestone === undefined ? {} : { milestone };
  return {
    escrow: { ...escrow, released: add(escrow.released, amount), feesEarned: add(escrow.feesEarned, earned) },
    transfers: [
      ...transfer(kind, escrow, { amount, ...cause }),
      ...transfer("fee", escrow, { amount: earned, ...cause }),
    ],
  };
}

/** Gives back all that is still held. */
export function refundHeld(
  escrow: Escrow,
  reason: Refund["reason"],
  context: Context,
): { escrow: Escrow; transfers: readonly Transfer[]; refunds: readonly Refund[] } {
  const amount = heldOf(escrow);
  if (amount === ZERO) return { escrow, transfers: [], refunds: [] };
  const id = context.uuid() as RefundId;
  return {
    escrow: { ...escrow, refunded: add(escrow.refunded, amount) },
    transfers: transfer("refund", escrow, { amount, refund: id }),
    refunds: [{ id, payment: null, amount, reason, status: "PENDING" }],
  };
}

export const escrowEvent = (type: EventType, escrow: Escrow, previousStatus: EscrowStatus | null): EventDraft => ({
  type,
  escrow,
  previousStatus,
});

/** @param before the milestone as it was before its move. */
export const milestoneEvent = (type: EventType, escrow: Escrow, before: Milestone): EventDraft => ({
  type,
  escrow,
  milestone: before.id,
  previousStatus: before.status,
});

/** The line that a milestone's move leaves in its history. */
export const entry = (
  verb: Entry["verb"],
  before: Milestone,
  { to, actor, text = "" }: { readonly to: MilestoneStatus; readonly actor: Actor; readonly text?: string },
): Entry => ({ milestone: before.id, verb, actor, from: before.status, to, text });

const SAID: Readonly<Record<SaidVerb, true>> = {
  statement: true,
  offer: true,
  withdrawOffer: true,
  declineOffer: true,
};

export const isSaid = (verb: Entry["verb"]): verb is SaidVerb => verb in SAID;

/** Whether a line of the history moved its milestone; the others were only said, in a dispute. */
export const isMove = <Line extends { readonly verb: Entry["verb"] }>(
  line: Line,
): line is Line & { readonly verb: MoveVerb } => !isSaid(line.verb);
