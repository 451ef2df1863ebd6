import type { PaymentMethod } from "@holdfast/contract";
import { escrowEvent, isStopped } from "../escrow.js";
import type { PaymentId } from "../ids.js";
import type { Decision, Escrow, Payment, ProviderCall } from "../model.js";
import { ZERO } from "../money.js";
import type { Presented } from "../presented.js";
import { isRail } from "../rails.js";
import { refused } from "../result.js";
import { allows, ESCROW_MOVES, isIn, PAYMENT_MOVES, TERMINAL, UNFUNDED } from "../states.js";
import { closePayment } from "./cancel-payment.js";
import { type EscrowWithPayments, missingOf } from "./record-payment.js";

/** Why nothing is asked for, or called back; pages have words for each. */
export type PaymentProblem =
  /** All is paid, or this payment is. */
  | "already_paid"
  /** The order is over, and takes no money any more. */
  | "ended"
  /** Nobody takes payments by this method, of this amount, here and now. */
  | "not_offered"
  /** The payer's bank disputes what was paid so far. */
  | "disputed"
  /** Money is on its way: nothing new is begun, and nothing called back, until it has arrived or failed. */
  | "on_its_way";

/** What is asked for in another currency than the books'. */
export type Quote = Pick<Presented, "currency" | "asked" | "step" | "rate" | "marginBps" | "source">;

/** How a buyer wants to pay, and who is to be asked for it under which reference of ours. */
export type WantedPayment = {
  readonly id: PaymentId;
  readonly method: PaymentMethod;
  /** Null when nobody takes it, which is `not_offered`. */
  readonly provider: string | null;
  /** What all that is missing is in the payer's currency, where it is asked for in that. */
  readonly quote: Quote | null;
  readonly reference: string;
  readonly phone: string | null;
  readonly network: string | null;
};

/** How long a payment is asked about at its provider; one by bank as long as the order may be funded. */
const WINDOW_SECONDS: Readonly<Record<PaymentMethod, number>> = {
  card: 3_600,
  mobile_money: 600,
  bank: Number.POSITIVE_INFINITY,
};

/** On a rail of the operator's own nothing prompts the payer, and people look for the money: a till takes as long as a bank. */
const windowOf = ({ provider, method }: Pick<Payment, "provider" | "method">): number =>
  isRail(provider) ? WINDOW_SECONDS.bank : WINDOW_SECONDS[method];

/** For how long at most an amount in the payer's currency is promised: a transfer from a bank takes days. */
const QUOTED_SECONDS_MAX = 3 * 86_400;

/** When a payment of which nothing was heard is first looked up. */
const FIRST_LOOK_SECONDS = 120;

/**
 * The payment that a buyer who wants to pay by `method` has begun already: it asks for what is missing, at an amount that still holds,
 * or is on its way.
 */
const waitingFor = (
  escrow: Escrow,
  known: readonly Payment[],
  { method, quote, now }: Pick<WantedPayment, "method" | "quote"> & { readonly now: number },
): Payment | undefined =>
  known.find(
    (payment) =>
      payment.method === method &&
      (payment.status === "PENDING" ||
        (payment.status === "CREATED" &&
          payment.asked === missingOf(escrow) &&
          payment.presented?.currency === quote?.currency &&
          (payment.presented === null || payment.presented.until >= now))),
  );

/**
 * Asks the buyer for all that is missing. Asking again while a payment by the same method waits returns that payment.
 * Other payments that wait for the buyer are given up first. While money is on its way by another method, nothing is begun.
 *
 * @param facts.payments the escrow's open payments.
 * @returns the payment that the buyer is asked for.
 */
export function decideRequestPayment(
  { escrow, payments: known }: EscrowWithPayments,
  wanted: WantedPayment,
  now: number,
): Decision<PaymentProblem, PaymentId> {
  const waiting = waitingFor(escrow, known, { ...wanted, now });
  if (waiting !== undefined) return { ok: true, value: waiting.id };
  if (!isIn(UNFUNDED, escrow.status)) return refused(isPaid(escrow) ? "already_paid" : "ended");
  if (isStopped(escrow)) return refused("disputed");
  if (known.some((payment) => payment.status === "PENDING")) return refused("on_its_way");
  const { provider } = wanted;
  if (provider === null) return refused("not_offered");
  const payment = newPayment(escrow, { ...wanted, provider }, now);
  const closed = known.filter(({ status }) => allows(PAYMENT_MOVES.fail, status)).map((old) => closePayment(old, now));
  const begun = {
    value: payment.id,
    payments: [...closed.map((one) => one.payment), payment],
    calls: [...closed.map((one) => one.call), ...callsFor(payment, now)],
  };
  if (!allows(ESCROW_MOVES.requestPayment, escrow.status)) return { ok: true, ...begun };
  const next: Escrow = { ...escrow, status: "AWAITING_PAYMENT" };
  return {
    ok: true,
    escrow: next,
    ...begun,
    events: [escrowEvent(ESCROW_MOVES.requestPayment.event, next, escrow.status)],
  };
}

/** Whether an escrow that takes no money takes none because it has all of it. */
const isPaid = ({ status }: Escrow): boolean =>
  status === "COMPLETED" || status === "CLOSED" || !isIn<string>(TERMINAL, status);

function newPayment(
  escrow: Escrow,
  { quote, ...wanted }: WantedPayment & { readonly provider: string },
  now: number,
): Payment {
  const expiresAt = Math.min(now + windowOf(wanted), escrow.fundingDeadline);
  const until = Math.min(expiresAt, now + QUOTED_SECONDS_MAX);
  return {
    ...wanted,
    status: "CREATED",
    asked: missingOf(escrow),
    received: ZERO,
    presented: quote === null ? null : { ...quote, until, received: ZERO, taken: ZERO, takenUsd: ZERO },
    failure: null,
    expiresAt,
  };
}

/** The provider is asked at once, and asked again what came of it. */
const callsFor = ({ id, provider }: Payment, now: number): readonly ProviderCall[] => [
  { kind: "create", provider, payment: id, at: now },
  { kind: "look_up", provider, payment: id, at: now + FIRST_LOOK_SECONDS },
];
