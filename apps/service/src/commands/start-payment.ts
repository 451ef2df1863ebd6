import type { PaymentMethod } from "@holdfast/contract";
import { missingOf } from "../domain/decisions/record-payment.js";
import { decideRequestPayment, type PaymentProblem } from "../domain/decisions/request-payment.js";
import type { PaymentId } from "../domain/ids.js";
import { codeOf } from "../domain/model.js";
import { CURRENCY } from "../domain/money.js";
import { ok, type Result, refused } from "../domain/result.js";
import { heldSecondsOf } from "../domain/staying.js";
import { readPhone } from "../phones/phone.js";
import { spokenCode } from "../platform/random.js";
import type { Providers } from "../providers/port.js";
import type { Executor } from "./execute.js";
import type { OfEscrow } from "./parties.js";

/** What starting a payment takes. */
export type PaymentServices = { readonly executor: Executor; readonly providers: Providers };

export type PaymentRefusal =
  | PaymentProblem
  | "not_found"
  /** Mobile money needs a phone number with its country's code. */
  | "bad_phone";

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
  },
): Promise<Result<{ readonly payment: PaymentId }, PaymentRefusal>> {
  const { account, escrow: id, method } = wanted;
  const phone = method === "mobile_money" ? readPhone(wanted.phone ?? "", null) : null;
  if (method === "mobile_money" && phone === null) return refused("bad_phone");
  const outcome = await executor.change({
    account,
    subject: { kind: "escrow", id },
    decide: (facts, context) => {
      const amount = missingOf(facts.escrow);
      const heldSeconds = heldSecondsOf(facts.escrow);
      const provider =
        providers.forPayment(method, { amount, currency: CURRENCY, country: phone?.country ?? null, heldSeconds })
          ?.name ?? null;
      const order = {
        id: context.uuid() as PaymentId,
        method,
        provider,
        reference: newReference(),
        phone: phone?.number ?? null,
        network: wanted.network ?? null,
      };
      return decideRequestPayment(facts, order, context.now);
    },
  });
  return outcome.ok ? ok({ payment: outcome.value }) : refused(codeOf(outcome.reason));
}

/** 60 random bits behind two letters, without signs that people mix up: some have to type it. */
const newReference = (): string => `HF${spokenCode(12)}`;
