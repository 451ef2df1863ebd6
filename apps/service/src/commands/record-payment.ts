import {
  type AskedFor,
  type Contradiction,
  type Day,
  decideMadeUpPayment,
  decideRecordPayment,
  type MadeUpPayment,
  type PaymentReport,
} from "../domain/decisions/record-payment.js";
import type { Refusal } from "../domain/model.js";
import { termsOf } from "../domain/presented.js";
import type { Rates } from "../domain/rates.js";
import type { Executor } from "./execute.js";
import type { OfEscrow } from "./parties.js";
import type { Outcome } from "./unit.js";

/** Books what a provider says of a payment. Said twice, late or out of order it is booked once. */
export const recordPayment = (
  { executor, rates }: { readonly executor: Executor; readonly rates: Rates },
  {
    account,
    escrow: id,
    report,
    order = null,
  }: OfEscrow & { readonly report: PaymentReport; readonly order?: AskedFor | null },
): Promise<Outcome<"escrow", Refusal, Contradiction | undefined>> => {
  const { provider, reference } = report;
  return executor.change<"escrow", Refusal, Contradiction | undefined>({
    account,
    subject: { kind: "escrow", id, payment: { provider, reference } },
    decide: (facts, context) =>
      decideRecordPayment(facts, report, { order, day: dayFor(order, { rates, now: context.now }), context }),
  });
};

function dayFor(order: AskedFor | null, { rates, now }: { readonly rates: Rates; readonly now: number }): Day {
  const graceSeconds = rates.quoteGraceSeconds;
  if (order === null || order.presented === null) return { today: null, graceSeconds };
  return { today: termsOf(rates, order.presented.currency, now), graceSeconds };
}

/** The same of what the sandbox's helper makes up. */
export const makeUpPayment = (
  executor: Executor,
  { account, escrow: id, made }: OfEscrow & { readonly made: MadeUpPayment },
): Promise<Outcome<"escrow">> =>
  executor.change({
    account,
    subject: { kind: "escrow", id },
    decide: (facts, context) => decideMadeUpPayment(facts, made, context),
  });
