/** Arithmetic and small steps on an escrow that several verbs share. */
import type { EscrowStatus, EventType } from "@holdfast/contract";
import { feesEarnedWith } from "./fees.js";
import type { MilestoneId, RefundId } from "./ids.js";
import type { EscrowTransfer, EscrowTransferKind, Transfer } from "./ledger.js";
import type { Context, Entry, Escrow, EventDraft, Milestone, MoveVerb, Refund, SaidVerb } from "./model.js";
import { add, type Cents, cents, smaller, subtract, ZERO } from "./money.js";
import { isIn, TERMINAL } from "./states.js";

export const totalOf = (escrow: Pick<Escrow, "amount" | "fees">): Cents => add(escrow.amount, escrow.fees);

/** Held at this instant (decisions, "Money"). */
export const heldOf = (escrow: Escrow): Cents =>
  cents(escrow.funded - escrow.released - escrow.feesEarned - escrow.refunded - escrow.chargedBack);

/** What the merchant has not been paid yet, fees apart; of an order that was charged back, no more than what is left of it. */
export const unreleasedOf = (escrow: Escrow): Cents => {
  const open = subtract(subtract(escrow.amount, escrow.released), escrow.refundedHeld);
  return escrow.chargedBack > ZERO ? smaller(open, heldOf(escrow)) : open;
};

/** Whether the payer's bank disputes a payment: nothing is paid out, settled or begun until that is decided. */
export const isStopped = ({ openChargebacks }: Pick<Escrow, "openChargebacks">): boolean => openChargebacks > 0;

/** Whether the dispute is a bank's alone: no part of the order is in one with its buyer. */
export const isBanks = ({ status, milestones }: Pick<Escrow, "status" | "milestones">): boolean =>
  status === "DISPUTED" && milestones.every((milestone) => milestone.status !== "DISPUTED");

/**
 * Who alone ends a dispute: the bank while it looks at a payment, and where only a bank disputed, the operator of what it has left. Null
 * while buyer and seller can agree on it.
 */
export const deciderOf = (
  escrow: Pick<Escrow, "status" | "milestones" | "openChargebacks">,
): "bank" | "operator" | null => (isStopped(escrow) ? "bank" : isBanks(escrow) ? "operator" : null);

/** Whether its parts can't be released one by one: the bank disputes a payment, or took some of it for good. */
export const isShort = (escrow: Pick<Escrow, "openChargebacks" | "chargedBack">): boolean =>
  isStopped(escrow) || escrow.chargedBack > ZERO;

/** What the person who is refused reads. */
export const STOPPED = "The payer's bank disputes a payment of this order: this waits until that is decided.";
export const SHORT = "The payer's bank took back money of this order: what is left is split by a settlement.";

export const milestoneOf = (escrow: Escrow, id: MilestoneId): Milestone | undefined =>
  escrow.milestones.find((milestone) => milestone.id === id);

/** What its release pays: what went back of it before is the buyer's. */
export const dueOf = ({ amount, refundedHeld }: Pick<Milestone, "amount" | "refundedHeld">): Cents =>
  subtract(amount, refundedHeld);

/** What of an order, or of a milestone, went back by refunds, fees apart. */
export const refundedOf = ({
  refundedHeld,
  refundedReleased,
}: Pick<Escrow, "refundedHeld" | "refundedReleased">): Cents => add(refundedHeld, refundedReleased);

/** What the seller gets of it in the end, as it stands: of an order that has ended, what was released and did not go back. */
export const sellerGets = (escrow: Escrow): Cents =>
  subtract(
    isIn(TERMINAL, escrow.status) ? escrow.released : subtract(escrow.amount, escrow.refundedHeld),
    escrow.refundedReleased,
  );

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
  moved: Omit<EscrowTransfer, "kind" | "escrow">,
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
    refunds: [{ id, payment: null, amount, reason, status: "PENDING", asked: null }],
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
  { text = "", ...after }: Pick<Entry, "to" | "actor" | "shipping"> & { readonly text?: string },
): Entry => ({ milestone: before.id, verb, from: before.status, text, ...after });

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
