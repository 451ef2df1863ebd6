/** Books what providers say, of whatever it is: said twice, late or out of order, it is booked once. */
import type { PaymentMethod } from "@holdfast/contract";
import { CURRENCY } from "../domain/money.js";
import type { Database } from "../platform/database.js";
import { type OutgoingReport, type PaymentReport, type Report, referenceOf } from "../providers/port.js";
import { locatePayment, locatePayout, locateRefund } from "../store/read/money/payments.js";
import type { Door } from "./execute.js";
import type { OfEscrow } from "./parties.js";
import { recordPayment } from "./record-payment.js";
import { recordPayout } from "./record-payout.js";
import { recordRefund } from "./record-refund.js";

/** `unnamed`: of nothing that is known here. `parked`: nothing was booked, and a person has to look. */
export type Booked =
  | { readonly kind: "booked" }
  | { readonly kind: "unnamed" }
  | { readonly kind: "parked"; readonly reason: string };

type Means = { readonly db: Pick<Database, "query">; readonly door: Door };

const BOOKED: Booked = { kind: "booked" };
const UNNAMED: Booked = { kind: "unnamed" };

export function bookReport(means: Means, provider: string, report: Report): Promise<Booked> {
  switch (report.about) {
    case "payment":
      return bookNamedPayment(means, provider, report);
    case "refund":
      return bookRefund(means, provider, report);
    case "payout":
      return bookPayout(means, provider, report);
    case "dispute":
      return Promise.resolve({
        kind: "parked",
        reason: `The payer's bank disputes a payment (${report.stage}): answer it at the provider.`,
      });
    case "payee":
      return Promise.resolve(BOOKED);
    default:
      return report satisfies never;
  }
}

async function bookNamedPayment({ db, door }: Means, provider: string, report: PaymentReport): Promise<Booked> {
  const located = await locatePayment(db, provider, report.reference);
  return located === null ? UNNAMED : bookPayment(door, { ...located, provider }, report);
}

/** Money in another currency than the books are kept in is never booked as theirs. */
export async function bookPayment(
  door: Door,
  { provider, method, ...about }: OfEscrow & { readonly provider: string; readonly method: PaymentMethod },
  said: PaymentReport,
): Promise<Booked> {
  if (said.outcome === "succeeded" && said.currency !== CURRENCY) {
    return { kind: "parked", reason: `Money arrived in ${said.currency}, and ${CURRENCY} was asked for.` };
  }
  const report = {
    provider,
    reference: referenceOf(said),
    method,
    outcome: said.outcome,
    amount: said.outcome === "succeeded" ? said.amount : null,
    failure: said.outcome === "failed" ? said.failure : null,
  };
  await recordPayment(door, { ...about, report });
  return BOOKED;
}

/** What is only on its way is no news. */
async function bookRefund({ db, door }: Means, provider: string, report: OutgoingReport): Promise<Booked> {
  const located = await locateRefund(db, provider, report.reference);
  if (located === null) return UNNAMED;
  if (report.outcome !== "pending") await recordRefund(door, located, report.outcome);
  return BOOKED;
}

async function bookPayout({ db, door }: Means, provider: string, report: OutgoingReport): Promise<Booked> {
  const located = await locatePayout(db, provider, report.reference);
  if (located === null) return UNNAMED;
  switch (report.outcome) {
    case "pending":
      return BOOKED;
    case "paid":
      await recordPayout(door, located, { kind: "paid" });
      return BOOKED;
    case "refused":
    case "returned":
      await recordPayout(door, located, { kind: report.outcome, reason: report.reason });
      return BOOKED;
    default:
      return report satisfies never;
  }
}
