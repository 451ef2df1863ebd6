import type { PaymentMethod } from "@holdfast/contract";
import { missingOf } from "../domain/decisions/record-payment.js";
import { decideRequestPayment, type PaymentProblem, type Quote } from "../domain/decisions/request-payment.js";
import type { PaymentId } from "../domain/ids.js";
import { codeOf } from "../domain/model.js";
import { CURRENCY, ZERO } from "../domain/money.js";
import { ok, type Result, refused } from "../domain/result.js";
import { heldSecondsOf } from "../domain/staying.js";
import { readPhone } from "../phones/phone.js";
import { spokenCode } from "../platform/random.js";
import type { Providers } from "../providers/port.js";
import type { Executor } from "./execute.js";
import type { OfEscrow } from "./parties.js";
import type { Offer } from "./quotes.js";

/** What starting a payment takes. */
export type PaymentServices = { readonly executor: Executor; readonly providers: Providers };

export type PaymentRefusal =
  | PaymentProblem
  | "not_found"
  /** Mobile money needs a phone number with its country's code. */
  | "bad_phone"
  /** The amount in the payer's currency was promised for something else. */
  | "quote_passed";

/**
 * Asks the buyer for all that is due. Asking again while a payment by the same method waits returns that payment; another
 * method replaces it. So a double click, the back button and two tabs make one payment.
 *
 * @param wanted.network of the phone, where the payer named it: one of {@link Providers.networks}.
 * @param wanted.phone for mobile money: digits of a number with its country's code, and whatever people put in between.
 */
export async function startPayment(
  { executor, providers }: PaymentServices,
  wanted: OfEscrow & {
    readonly method: PaymentMethod;
    readonly phone?: string | undefined;
    readonly network?: string | null;
    /** What the payer was promised in another currency; null, or left out, to pay in USD. */
    readonly quote?: Offer | null;
  },
): Promise<Result<{ readonly payment: PaymentId }, PaymentRefusal>> {
  const { account, escrow: id, method } = wanted;
  const phone = method === "mobile_money" ? readPhone(wanted.phone ?? "", null) : null;
  if (method === "mobile_money" && phone === null) return refused("bad_phone");
  const outcome = await executor.change({
    account,
    subject: { kind: "escrow", id },
    decide: (facts, context) => {
      const missing = missingOf(facts.escrow);
      const { quote = null } = wanted;
      // What is missing has changed since: the amount is to be shown anew.
      if (quote !== null && quote.due !== missing && missing !== ZERO) return refused("quote_passed");
      const heldSeconds = heldSecondsOf(facts.escrow);
      const money =
        quote === null ? { amount: missing, currency: CURRENCY } : { amount: quote.asked, currency: quote.currency };
      const provider = providers.forPayment(method, { ...money, country: phone?.country ?? null, heldSeconds });
      const order = {
        id: context.uuid() as PaymentId,
        method,
        provider: provider?.name ?? null,
        quote: quote === null ? null : quoteOf(quote),
        reference: newReference(),
        phone: phone?.number ?? null,
        network: wanted.network ?? null,
      };
      return decideRequestPayment(facts, order, context.now);
    },
  });
  return outcome.ok ? ok({ payment: outcome.value }) : refused(codeOf(outcome.reason));
}

const quoteOf = ({ currency, asked, step, rate, marginBps, source }: Offer): Quote => ({
  ...{ currency, asked, step, rate, marginBps, source },
});

/** 60 random bits behind two letters, without signs that people mix up: some have to type it. */
const newReference = (): string => `HF${spokenCode(12)}`;
