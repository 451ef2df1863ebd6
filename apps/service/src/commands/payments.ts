/**
 * What a buyer does about paying, and what providers report. Each is one call of the door; what providers are to be asked
 * is written with it, and asked by workers (workers/provider-calls.ts).
 */
import type { PaymentMethod } from "@holdfast/contract";
import { decideCancelPayment } from "../domain/decisions/cancel-payment.js";
import { decideRecordPayment } from "../domain/decisions/record-payment.js";
import { decideRequestPayment, waitingFor } from "../domain/decisions/request-payment.js";
import type { AccountId, EscrowId, PaymentId } from "../domain/ids.js";
import { type Facts, refuse } from "../domain/model.js";
import { isIn, TERMINAL, UNFUNDED } from "../domain/states.js";
import { spokenCode } from "../platform/random.js";
import { type Provider, type Providers, type Report, referenceOf } from "../providers/port.js";
import type { Door } from "./execute.js";

/** Why something about a payment was not done; pages have words for each. */
type PaymentRefusal =
  | "not_found"
  /** All is paid, or this payment is. */
  | "already_paid"
  /** The order is over, and takes no money any more. */
  | "ended"
  /** Money is on its way: nothing new is begun, and nothing called back, until it has arrived or failed. */
  | "on_its_way"
  /** Nobody takes payments by this method here. */
  | "not_offered"
  /** Mobile money needs a phone number with its country's code. */
  | "bad_phone";

export type Told<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: PaymentRefusal };

export type PaymentServices = { readonly door: Door; readonly providers: Providers };

const told = <Value>(value: Value): Told<Value> => ({ ok: true, value });
const refused = (reason: PaymentRefusal): Told<never> => ({ ok: false, reason });

/**
 * Asks the buyer for all that is due. Whoever asks again while a payment by the same method waits gets that one; another
 * method takes the place of the one that waits. So a double click, the back button and two tabs make one payment.
 *
 * @param wanted.phone for mobile money: digits of a number with its country's code, and whatever people put in between.
 */
export async function startPayment(
  { door, providers }: PaymentServices,
  wanted: {
    readonly account: AccountId;
    readonly escrow: EscrowId;
    readonly method: PaymentMethod;
    readonly phone?: string | undefined;
  },
): Promise<Told<{ readonly payment: PaymentId }>> {
  const { account, escrow, method } = wanted;
  const provider = providers.forMethod(method);
  if (provider === null) return refused("not_offered");
  const phone = method === "mobile_money" ? readPhone(wanted.phone ?? "") : null;
  if (method === "mobile_money" && phone === null) return refused("bad_phone");
  let payment: PaymentId | null = null;
  const outcome = await door.change({
    account,
    subject: { escrow },
    decide: (facts, context) => {
      if (facts.escrow === undefined) return refuse("not_found");
      const waiting = waitingFor(facts.escrow, facts.payments, method);
      payment = waiting?.id ?? (context.uuid() as PaymentId);
      if (waiting !== undefined) return { ok: true };
      const order = { id: payment, method, provider: provider.name, reference: newReference(), phone };
      return decideRequestPayment(facts.escrow, facts.payments, order, context.now);
    },
  });
  if (outcome.refusal !== null || payment === null) return refused(reasonOf(outcome.facts));
  return told({ payment });
}

/** 60 random bits behind two letters, without signs that people mix up: some have to type it. */
const newReference = (): string => `HF${spokenCode(12)}`;

/** "+255 712 345 678", "00255…", "(255) 712-345678": a plus sign and 8 to 15 digits (E.164). Null for anything else. */
export function readPhone(text: string): string | null {
  const digits = text
    .trim()
    .replace(/^\+|^00/, "")
    .replaceAll(/[\s().\-/]/g, "");
  return /^[1-9]\d{7,14}$/.test(digits) ? `+${digits}` : null;
}

function reasonOf({ escrow }: Facts): PaymentRefusal {
  if (escrow === undefined) return "not_found";
  if (isIn(UNFUNDED, escrow.status)) return "on_its_way";
  const isPaid = escrow.status === "COMPLETED" || escrow.status === "CLOSED" || !isIn<string>(TERMINAL, escrow.status);
  return isPaid ? "already_paid" : "ended";
}

/** Gives up a payment that waits for its buyer. One that was given up, or failed, already: nothing changes. */
export async function cancelPayment(
  { door }: Pick<PaymentServices, "door">,
  given: { readonly account: AccountId; readonly escrow: EscrowId; readonly payment: PaymentId },
): Promise<Told<null>> {
  const { account, escrow, payment } = given;
  let reason: PaymentRefusal = "not_found";
  const { refusal } = await door.change({
    account,
    subject: { escrow, payment: { id: payment } },
    decide: (facts, { now }) => {
      if (facts.escrow === undefined) return refuse("not_found");
      const known = facts.payments.find(({ id }) => id === payment);
      if (known !== undefined) reason = known.status === "PENDING" ? "on_its_way" : "already_paid";
      return decideCancelPayment(facts.escrow, facts.payments, { payment, failure: "cancelled", now });
    },
  });
  return refusal === null ? told(null) : refused(reason);
}

/** Books what a provider says, by callback or when asked. Said twice, late or out of order it is booked once. */
export async function recordReport(
  { door }: Pick<PaymentServices, "door">,
  given: {
    readonly account: AccountId;
    readonly escrow: EscrowId;
    readonly provider: Pick<Provider, "name" | "method">;
    readonly report: Report;
  },
): Promise<void> {
  const { account, escrow, report } = given;
  const named = { provider: given.provider.name, reference: referenceOf(report) };
  await door.change({
    account,
    subject: { escrow, payment: named },
    decide: (facts, context) => {
      if (facts.escrow === undefined) return refuse("not_found");
      const said = {
        ...named,
        method: given.provider.method,
        outcome: report.outcome,
        amount: report.outcome === "succeeded" ? report.amount : null,
        failure: report.outcome === "failed" ? report.failure : null,
      };
      return decideRecordPayment(facts.escrow, facts.payments, said, context);
    },
  });
}
