import { decideRecordPayment, type PaymentReport } from "../domain/decisions/record-payment.js";
import type { Door } from "./execute.js";
import type { OfEscrow } from "./parties.js";
import type { Outcome } from "./unit.js";

/** Books what a provider says of a payment. Said twice, late or out of order it is booked once. */
export const recordPayment = (
  door: Door,
  { account, escrow: id, report }: OfEscrow & { readonly report: PaymentReport },
): Promise<Outcome<"escrow">> => {
  const { provider, reference } = report;
  return door.change({
    account,
    subject: { kind: "escrow", id, ...(reference === null ? {} : { payment: { provider, reference } }) },
    decide: (facts, context) => decideRecordPayment(facts, report, context),
  });
};
