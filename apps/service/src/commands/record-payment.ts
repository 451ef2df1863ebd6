import {
  type Contradiction,
  decideMadeUpPayment,
  decideRecordPayment,
  type MadeUpPayment,
  type PaymentReport,
} from "../domain/decisions/record-payment.js";
import type { Refusal } from "../domain/model.js";
import type { Executor } from "./execute.js";
import type { OfEscrow } from "./parties.js";
import type { Outcome } from "./unit.js";

/** Books what a provider says of a payment. Said twice, late or out of order it is booked once. */
export const recordPayment = (
  executor: Executor,
  { account, escrow: id, report }: OfEscrow & { readonly report: PaymentReport },
): Promise<Outcome<"escrow", Refusal, Contradiction | undefined>> => {
  const { provider, reference } = report;
  return executor.change<"escrow", Refusal, Contradiction | undefined>({
    account,
    subject: { kind: "escrow", id, payment: { provider, reference } },
    decide: (facts, context) => decideRecordPayment(facts, report, context),
  });
};

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
