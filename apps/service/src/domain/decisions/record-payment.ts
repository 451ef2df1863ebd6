import type { PaymentMethod, PaymentOutcome } from "@holdfast/contract";
import { escrowEvent, isStopped, totalOf, transfer } from "../escrow.js";
import type { PaymentId, RefundId } from "../ids.js";
import type { Changes, Context, Decision, Escrow, Payment, Refund, Refusal } from "../model.js";
import { add, type Cents, smaller, subtract, ZERO } from "../money.js";
import { allows, ESCROW_MOVES, isIn, PAYMENT_MOVES, type PaymentFailure, UNFUNDED } from "../states.js";

type OfPayment = { readonly provider: string; readonly method: PaymentMethod };

/**
 * What a provider says of one payment, by its reference. A report is a fact: it is never refused, only booked, once. Of money that
 * came it says how much: there is no such report without.
 */
export type PaymentReport = OfPayment & { readonly reference: string } & (
    | { readonly outcome: "succeeded"; readonly amount: Cents }
    | { readonly outcome: "pending" }
    | { readonly outcome: "failed"; readonly failure: PaymentFailure }
  );

/**
 * What the sandbox's helper makes up: of its payment that has been open longest, or else of a new one. `amount`: what arrived, or
 * was asked for; "due" is all that is.
 */
export type MadeUpPayment = OfPayment & { readonly outcome: PaymentOutcome; readonly amount: Cents | "due" };

/** A payment that has brought money is said to have brought another amount: nothing is booked, and a person has to look. */
export type Contradiction = { readonly booked: Cents };

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
): Decision<Refusal, Contradiction | undefined> {
  const { provider, reference } = report;
  const known = payments.find((one) => one.provider === provider && one.reference === reference);
  const asked = report.outcome === "succeeded" ? report.amount : missingOf(escrow) || totalOf(escrow);
  return book({ escrow, payments }, known ?? begun(report, { reference, asked, context }), { report, context });
}

/** Books what is made up: it settles an open payment; what says "pending" can only be the first word on one. */
export function decideMadeUpPayment(
  { escrow, payments }: EscrowWithPayments,
  made: MadeUpPayment,
  context: Context,
): Decision {
  const { provider, method, outcome } = made;
  const known = payments.find(
    (one) => one.provider === provider && (outcome !== "pending" || one.status === "CREATED"),
  );
  const amount = made.amount === "due" ? (known?.asked ?? (missingOf(escrow) || totalOf(escrow))) : made.amount;
  const payment = known ?? begun(made, { reference: context.uuid(), asked: amount, context });
  const about = { provider, method, reference: payment.reference };
  const report = { ...about, outcome, amount, failure: "declined" } as const satisfies PaymentReport;
  const { value: _none, ...booked } = book({ escrow, payments }, payment, { report, context });
  return booked;
}

const begun = (
  { provider, method }: OfPayment,
  { reference, asked, context }: { readonly reference: string; readonly asked: Cents; readonly context: Context },
): Payment => ({
  id: context.uuid() as PaymentId,
  method,
  provider,
  reference,
  status: "CREATED",
  asked,
  received: ZERO,
  failure: null,
  phone: null,
  network: null,
  expiresAt: null,
});

/** @param payment as it is known, or as it begins with the report. */
function book(
  { escrow, payments }: EscrowWithPayments,
  payment: Payment,
  { report, context }: { readonly report: PaymentReport; readonly context: Context },
): { readonly ok: true; readonly value?: Contradiction } & Changes {
  switch (report.outcome) {
    case "pending":
      return allows(PAYMENT_MOVES.pend, payment.status) ? pend(escrow, payment) : { ok: true };
    case "failed":
      return allows(PAYMENT_MOVES.fail, payment.status)
        ? failPayment(escrow, { ...payment, failure: report.failure }, payments)
        : { ok: true };
    case "succeeded": {
      const { amount } = report;
      if (allows(PAYMENT_MOVES.succeed, payment.status))
        return succeed(escrow, { ...payment, received: amount }, context);
      return amount === payment.received ? { ok: true } : { ok: true, value: { booked: payment.received } };
    }
    default:
      return report satisfies never;
  }
}

/** What an escrow still takes; zero once it takes no money any more, and while a bank disputes what it has. */
export const missingOf = (escrow: Escrow): Cents =>
  isIn(UNFUNDED, escrow.status) && !isStopped(escrow) ? subtract(totalOf(escrow), escrow.funded) : ZERO;

function pend(escrow: Escrow, payment: Payment): { readonly ok: true } & Changes {
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
function succeed(escrow: Escrow, payment: Payment, context: Context): { readonly ok: true } & Changes {
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
        : [
            {
              id: refund,
              payment: payment.id,
              amount: excess,
              reason: "overpaid",
              status: "PENDING",
              asked: null,
            } satisfies Refund,
          ],
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
