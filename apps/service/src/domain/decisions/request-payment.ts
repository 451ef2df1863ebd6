import type { PaymentMethod } from "@holdfast/contract";
import { escrowEvent } from "../escrow.js";
import type { PaymentId } from "../ids.js";
import type { Decision, Escrow, Payment, ProviderCall } from "../model.js";
import { refuse } from "../model.js";
import { type Cents, ZERO } from "../money.js";
import { allows, ESCROW_MOVES, isIn, PAYMENT_MOVES, UNFUNDED } from "../states.js";
import { closePayment } from "./cancel-payment.js";
import { missingOf } from "./record-payment.js";

/** How a buyer wants to pay, and who is to be asked for it under which reference of ours. */
export type WantedPayment = {
  readonly id: PaymentId;
  readonly method: PaymentMethod;
  readonly provider: string;
  readonly reference: string;
  readonly phone: string | null;
};

/** How long a payment is asked about at its provider; one by bank as long as the order may be funded. */
const WINDOW_SECONDS: Readonly<Record<PaymentMethod, number>> = {
  card: 3_600,
  mobile_money: 600,
  bank: Number.POSITIVE_INFINITY,
};

/** When a payment of which nothing was heard is first looked up. */
const FIRST_LOOK_SECONDS = 120;

/** The payment that a buyer who wants to pay by `method` has begun already: it asks for what is missing, or is on its way. */
export const waitingFor = (escrow: Escrow, known: readonly Payment[], method: PaymentMethod): Payment | undefined =>
  known.find(
    (payment) =>
      payment.method === method &&
      (payment.status === "PENDING" || (payment.status === "CREATED" && payment.asked === missingOf(escrow))),
  );

/**
 * Asks the buyer for all that is missing. Whatever waited for the buyer before is given up first; while money is on its
 * way by another method, nothing new is begun.
 *
 * @param known the escrow's open payments, none of which is {@link waitingFor} the method.
 */
export function decideRequestPayment(
  escrow: Escrow,
  known: readonly Payment[],
  wanted: WantedPayment,
  now: number,
): Decision {
  if (!isIn(UNFUNDED, escrow.status)) return refuse("invalid_state");
  if (known.some((payment) => payment.status === "PENDING")) return refuse("invalid_state");
  const payment = newPayment(escrow, wanted, missingOf(escrow), now);
  const closed = known.filter(({ status }) => allows(PAYMENT_MOVES.fail, status)).map((old) => closePayment(old, now));
  const begun = {
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

const newPayment = (escrow: Escrow, wanted: WantedPayment, asked: Cents, now: number): Payment => ({
  ...wanted,
  status: "CREATED",
  asked,
  received: ZERO,
  failure: null,
  expiresAt: Math.min(now + WINDOW_SECONDS[wanted.method], escrow.fundingDeadline),
});

/** The provider is asked at once, and asked again what came of it. */
const callsFor = ({ id, provider }: Payment, now: number): readonly ProviderCall[] => [
  { kind: "create", provider, payment: id, at: now },
  { kind: "look_up", provider, payment: id, at: now + FIRST_LOOK_SECONDS },
];
