import type { PaymentMethod, PaymentOutcome } from "@holdfast/contract";
import { escrowEvent, isStopped, totalOf, transfer } from "../escrow.js";
import type { PaymentId, RefundId } from "../ids.js";
import type { Changes, Context, Decision, Escrow, Payment, Refund } from "../model.js";
import { add, type Cents, smaller, subtract, ZERO } from "../money.js";
import { allows, ESCROW_MOVES, isIn, PAYMENT_MOVES, type PaymentFailure, UNFUNDED } from "../states.js";

/** What a provider says of one payment. A report is a fact: it is never refused, only booked, once. */
export type PaymentReport = {
  readonly provider: string;
  /** The provider's reference; null takes its payment that has been open longest, or else a new one. */
  readonly reference: string | null;
  readonly method: PaymentMethod;
  readonly outcome: PaymentOutcome;
  /** What arrived (or was asked for); null means all that is due. */
  readonly amount: Cents | null;
  /** Why it failed, where the outcome says so; without it, "declined". */
  readonly failure?: PaymentFailure | null;
};

/** An escrow and those of its payments that a decision looks at. */
export type EscrowWithPayments = { readonly escrow: Escrow; readonly payments: readonly Payment[] };

/**
 * Books a report. Money counts up to the total while the escrow is unfunded; all else (an overpayment, a second or late
 * payment) is owed back to the payer at once. Reports that come twice or out of order change nothing.
 *
 * @param facts.payments those of the escrow that are open, oldest first, and the one that `report.reference` names.
 */
export function decideRecordPayment(
  { escrow, payments }: EscrowWithPayments,
  report: PaymentReport,
  context: Context,
): Decision {
  const payment = payments.find((known) => isAbout(report, known));
  const amount = report.amount ?? payment?.asked ?? (missingOf(escrow) || totalOf(escrow));
  const current: Payment = payment ?? {
    id: context.uuid() as PaymentId,
    method: report.method,
    provider: report.provider,
    reference: report.reference ?? context.uuid(),
    status: "CREATED",
    asked: amount,
    received: ZERO,
    failure: null,
    phone: null,
    network: null,
    expiresAt: null,
  };
  switch (report.outcome) {
    case "pending":
      return allows(PAYMENT_MOVES.pend, current.status) ? pend(escrow, current) : { ok: true };
    case "failed":
      return allows(PAYMENT_MOVES.fail, current.status)
        ? failPayment(escrow, { ...current, failure: report.failure ?? "declined" }, payments)
        : { ok: true };
    case "succeeded":
      return allows(PAYMENT_MOVES.succeed, current.status)
        ? succeed(escrow, { ...current, received: amount }, context)
        : { ok: true };
    default:
      return report.outcome satisfies never;
  }
}

/** A report without a reference settles an open payment; one that says "pending" can only be the first word on it. */
function isAbout(report: PaymentReport, payment: Payment): boolean {
  if (payment.provider !== report.provider) return false;
  if (report.reference !== null) return payment.reference === report.reference;
  return report.outcome !== "pending" || payment.status === "CREATED";
}

/** What an escrow still takes; zero once it takes no money any more, and while a bank disputes what it has. */
export const missingOf = (escrow: Escrow): Cents =>
  isIn(UNFUNDED, escrow.status) && !isStopped(escrow) ? subtract(totalOf(escrow), escrow.funded) : ZERO;

function pend(escrow: Escrow, payment: Payment): Decision {
  const payments: readonly Payment[] = [{ ...payment, status: "PENDING" }];
  if (!allows(ESCROW_MOVES.awaitConfirmation, escrow.status)) return { ok: true, payments };
  const next: Escrow = { ...escrow, status: "WAITING_PAYMENT_CONFIRMATION" };
  const events = [escrowEvent(ESCROW_MOVES.awaitConfirmation.event, next, escrow.status)];
  return { ok: true, escrow: next, payments, events };
}

/**
 * The payment brings nothing, for the reason that it bears. An escrow that waited for no other payment goes back.
 * @param known the escrow's open payments; others may be among them.
 */
export function failPayment(
  escrow: Escrow,
  payment: Payment,
  known: readonly Payment[],
): { readonly ok: true } & Changes {
  const payments: readonly Payment[] = [{ ...payment, status: "FAILED" }];
  const othersOpen = known.some((other) => other.id !== payment.id && allows(PAYMENT_MOVES.fail, other.status));
  if (othersOpen || !allows(ESCROW_MOVES.losePayment, escrow.status)) return { ok: true, payments };
  const next: Escrow = { ...escrow, status: escrow.funded > ZERO ? "PARTIALLY_FUNDED" : "PENDING_FUNDING" };
  const events = [escrowEvent(ESCROW_MOVES.losePayment.event, next, escrow.status)];
  return { ok: true, escrow: next, payments, events };
}

/** The payment brings the amount that it bears as received. */
function succeed(escrow: Escrow, payment: Payment, context: Context): Decision {
  const amount = payment.received;
  const accepted = smaller(amount, missingOf(escrow));
  const excess = subtract(amount, accepted);
  const refund = context.uuid() as RefundId;
  const changes = {
    payments: [{ ...payment, status: "SUCCEEDED", failure: null }] satisfies readonly Payment[],
    transfers: [
      ...transfer("payment", escrow, { amount: accepted, payment: payment.id }),
      ...transfer("excess", escrow, { amount: excess, payment: payment.id, refund }),
    ],
    refunds:
      excess === ZERO
        ? []
        : [{ id: refund, payment: payment.id, amount: excess, reason: "overpaid", status: "PENDING" } satisfies Refund],
  };
  if (accepted === ZERO) return { ok: true, ...changes };
  const funded = add(escrow.funded, accepted);
  const isFull = funded === totalOf(escrow);
  const next: Escrow = {
    ...escrow,
    funded,
    status: isFull ? "IN_ESCROW" : "PARTIALLY_FUNDED",
    fundedAt: isFull ? context.now : null,
  };
  const { event } = isFull ? ESCROW_MOVES.fund : ESCROW_MOVES.partFund;
  return { ok: true, escrow: next, ...changes, events: [escrowEvent(event, next, escrow.status)] };
}
