import type { PaymentMethod, PaymentOutcome } from "@holdfast/contract";
import { stepOf } from "../currencies.js";
import { escrowEvent, isStopped, totalOf, transfer } from "../escrow.js";
import type { PaymentId, RefundId } from "../ids.js";
import type { EscrowTransfer } from "../ledger.js";
import {
  type Changes,
  type Context,
  type Decision,
  type Escrow,
  type Payment,
  type Refund,
  type Refusal,
  refuseNow,
} from "../model.js";
import { add, type Cents, cents, smaller, subtract, ZERO } from "../money.js";
import { divide, type Presented } from "../presented.js";
import { presentedFor, type Terms } from "../rates.js";
import { allows, ESCROW_MOVES, isIn, PAYMENT_MOVES, type PaymentFailure, UNFUNDED } from "../states.js";

type OfPayment = { readonly provider: string; readonly method: PaymentMethod };

/**
 * What a provider says of one payment, by its reference. A report is a fact: it is never refused, only booked, once. Of money that
 * came it says how much: there is no such report without.
 */
export type PaymentReport = OfPayment & {
  readonly reference: string;
} /** `amount` is in the currency in which it was asked for. `at`: Unix seconds at which it came; null for just now. */ & (
    | { readonly outcome: "succeeded"; readonly amount: Cents; readonly at: number | null }
    | { readonly outcome: "pending" }
    | { readonly outcome: "failed"; readonly failure: PaymentFailure }
  );

/**
 * What the sandbox's helper makes up: of its payment that has been open longest, or else of a new one. `amount`: what arrived, or
 * was asked for; "due" is all that is.
 */
export type MadeUpPayment = OfPayment & {
  readonly outcome: PaymentOutcome;
  readonly amount: Cents | "due";
  /** In which a new one is asked for, with who told the rate; null for USD. */
  readonly terms?: (Terms & Pick<Presented, "source">) | null;
};

/** In the unit of a currency: no provider takes more at once. */
const PRESENTED_MAX = 100_000_000_000_000n;

/** What a payment was to bring whose reference one bears that a provider brings up by itself: its second receipt counts the same. */
export type AskedFor = Pick<Payment, "asked" | "presented">;

/** What the day says of the payer's currency. */
export type Day = {
  /** At what it reckons; null where there is no rate that may be used. */
  readonly today: Terms | null;
  /** For how many seconds after its quote money still counts at that. */
  readonly graceSeconds: number;
};
const NO_RATES: Day = { today: null, graceSeconds: 0 };

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
  {
    order = null,
    day = NO_RATES,
    context,
  }: { readonly order?: AskedFor | null; readonly day?: Day; readonly context: Context },
): Decision<Refusal, Contradiction | undefined> {
  const { provider, reference } = report;
  const known = payments.find((one) => one.provider === provider && one.reference === reference);
  const isAbroad = order !== null && order.presented !== null;
  const came = report.outcome === "succeeded" && !isAbroad ? report.amount : null;
  const asked = came ?? (isAbroad ? order.asked : missingOf(escrow) || totalOf(escrow));
  const begins = begun(report, { reference, asked, presented: order?.presented ?? null, context });
  return book({ escrow, payments }, known ?? begins, { report, day, context });
}

/** Books what is made up: it settles an open payment; what says "pending" can only be the first word on one. */
export function decideMadeUpPayment(
  { escrow, payments }: EscrowWithPayments,
  made: MadeUpPayment,
  context: Context,
): Decision {
  const { provider, method, outcome, terms = null } = made;
  const known = payments.find(
    (one) => one.provider === provider && (outcome !== "pending" || one.status === "CREATED"),
  );
  const asked = known?.asked ?? (missingOf(escrow) || totalOf(escrow));
  const usd = made.amount === "due" ? asked : made.amount;
  const presented = terms === null ? null : presentedAt(terms, usd, context);
  if (presented !== null && presented.asked > PRESENTED_MAX) {
    return refuseNow("That is more than any provider takes at once in the currency.");
  }
  const payment = known ?? begun(made, { reference: context.uuid(), asked: usd, presented, context });
  const amount =
    payment.presented === null ? usd : cents((payment.presented.asked * usd + payment.asked - 1n) / payment.asked);
  const about = { provider, method, reference: payment.reference, at: null };
  const report = { ...about, outcome, amount, failure: "declined" } as const satisfies PaymentReport;
  const { value: _none, ...booked } = book({ escrow, payments }, payment, { report, day: NO_RATES, context });
  return booked;
}

function presentedAt(terms: NonNullable<MadeUpPayment["terms"]>, usd: Cents, { now }: Context): Presented {
  const step = cents(stepOf(terms.currency));
  return {
    ...terms,
    asked: presentedFor(usd, terms, step),
    step,
    until: now,
    received: ZERO,
    taken: ZERO,
    takenUsd: ZERO,
  };
}

const begun = (
  { provider, method }: OfPayment,
  { reference, asked, presented, context }: AskedFor & { readonly reference: string; readonly context: Context },
): Payment => ({
  id: context.uuid() as PaymentId,
  method,
  provider,
  reference,
  status: "CREATED",
  asked,
  received: ZERO,
  presented: presented === null ? null : { ...presented, received: ZERO, taken: ZERO, takenUsd: ZERO },
  failure: null,
  phone: null,
  network: null,
  expiresAt: null,
});

/** @param payment as it is known, or as it begins with the report. */
function book(
  { escrow, payments }: EscrowWithPayments,
  payment: Payment,
  { report, ...means }: { readonly report: PaymentReport; readonly day: Day; readonly context: Context },
): { readonly ok: true; readonly value?: Contradiction } & Changes {
  switch (report.outcome) {
    case "pending":
      return allows(PAYMENT_MOVES.pend, payment.status) ? pend(escrow, payment) : { ok: true };
    case "failed":
      return allows(PAYMENT_MOVES.fail, payment.status)
        ? failPayment(escrow, { ...payment, failure: report.failure }, payments)
        : { ok: true };
    case "succeeded": {
      if (allows(PAYMENT_MOVES.succeed, payment.status)) return succeed(escrow, payment, { report, ...means });
      const booked = payment.presented?.received ?? payment.received;
      return report.amount === booked ? { ok: true } : { ok: true, value: { booked } };
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

/** What a payment brings: to the escrow, and too much; with the amounts in the payer's currency where they are in another. */
type Brought = {
  readonly payment: Payment;
  readonly accepted: Money;
  readonly excess: Money;
};
type Money = Pick<EscrowTransfer, "amount" | "presented">;

type Succeeded = {
  readonly report: Extract<PaymentReport, { readonly outcome: "succeeded" }>;
  readonly day: Day;
  readonly context: Context;
};

function brought(escrow: Escrow, payment: Payment, { report, day, context }: Succeeded): Brought {
  const missing = missingOf(escrow);
  const { presented } = payment;
  if (presented === null) {
    const accepted = smaller(report.amount, missing);
    return {
      payment: { ...payment, received: report.amount },
      accepted: { amount: accepted },
      excess: { amount: subtract(report.amount, accepted) },
    };
  }
  const isInTime = (report.at ?? context.now) <= presented.until + day.graceSeconds;
  const arrival = { received: report.amount, isInTime, today: day.today };
  const { usd, taken, takenUsd } = divide(presented, { asked: payment.asked, missing, arrival });
  return {
    payment: { ...payment, received: usd, presented: { ...presented, received: report.amount, taken, takenUsd } },
    accepted: { amount: takenUsd, presented: taken },
    excess: { amount: subtract(usd, takenUsd), presented: subtract(report.amount, taken) },
  };
}

function succeed(escrow: Escrow, open: Payment, means: Succeeded): { readonly ok: true } & Changes {
  const { payment, accepted, excess } = brought(escrow, open, means);
  const { context } = means;
  const refund = context.uuid() as RefundId;
  const changes = {
    payments: [{ ...payment, status: "SUCCEEDED", failure: null }] satisfies readonly Payment[],
    transfers: [
      ...transfer("payment", escrow, { ...accepted, payment: payment.id }),
      ...transfer("excess", escrow, { ...excess, payment: payment.id, refund }),
    ],
    refunds:
      excess.amount === ZERO
        ? []
        : [
            {
              id: refund,
              payment: payment.id,
              amount: excess.amount,
              reason: "overpaid",
              status: "PENDING",
              asked: null,
            } satisfies Refund,
          ],
  };
  if (accepted.amount === ZERO) return { ok: true, ...changes };
  const funded = add(escrow.funded, accepted.amount);
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
