/** Books what providers say, of whatever it is: said twice, late or out of order, it is booked once. */
import type { PaymentMethod } from "@holdfast/contract";
import type { FeeBearer } from "../domain/chargebacks.js";
import type { ChargebackProblem } from "../domain/decisions/chargeback.js";
import { CURRENCY, formatMoney, ZERO } from "../domain/money.js";
import type { ChargebackStatus } from "../domain/states.js";
import type { Database } from "../platform/database.js";
import { objectsOf } from "../providers/keeper.js";
import {
  type DisputeReport,
  type Named,
  type OutgoingReport,
  type PaymentReport,
  type Report,
  referenceOf,
} from "../providers/port.js";
import { locateDisputed, locatePayment, locatePayout, locateRefund } from "../store/read/money/payments.js";
import type { Door } from "./execute.js";
import type { OfEscrow } from "./parties.js";
import { recordPayment } from "./record-payment.js";
import { recordPayout } from "./record-payout.js";
import { recordRefund } from "./record-refund.js";
import { reportChargeback } from "./report-chargeback.js";

/** `unnamed`: of nothing that is known here. `parked`: nothing was booked, and a person has to look. */
export type Booked =
  | { readonly kind: "booked" }
  | { readonly kind: "unnamed" }
  | { readonly kind: "parked"; readonly reason: string };

export type Booking = {
  readonly db: Pick<Database, "query">;
  readonly door: Door;
  /** Who bears what providers ask for disputes. */
  readonly feeBorneBy: FeeBearer;
};
type Means = Booking;

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
      return bookDispute(means, provider, report);
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
  if (report.outcome !== "pending") await recordRefund(door, located, { kind: report.outcome });
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

const STATUSES: Readonly<Record<DisputeReport["stage"], ChargebackStatus>> = {
  inquiry: "INQUIRY",
  opened: "OPEN",
  answered: "ANSWERED",
  won: "WON",
  lost: "LOST",
};

/** Code points of what is kept of a provider's reason. */
const REASON_MAX = 120;

async function bookDispute({ db, door, feeBorneBy }: Means, provider: string, said: DisputeReport): Promise<Booked> {
  if (said.currency !== CURRENCY) {
    return { kind: "parked", reason: `A bank disputes a payment in ${said.currency}, and ${CURRENCY} was asked for.` };
  }
  const reference = await disputedReference(db, provider, said.payment);
  const located = reference === null ? null : await locateDisputed(db, provider, { reference, amount: said.amount });
  if (located === null) return UNNAMED;
  const booked = await reportChargeback(door, located, {
    provider,
    theirId: said.theirId,
    status: STATUSES[said.stage],
    reason: [...said.reason].slice(0, REASON_MAX).join(""),
    amount: said.amount,
    isTaken: said.isTaken,
    fee: feeBorneBy === "merchant" ? said.fee : ZERO,
    answerBy: said.answerBy,
  });
  if (booked.ok) return BOOKED;
  const reason = unbooked(booked.reason, said);
  return reason === null ? UNNAMED : { kind: "parked", reason };
}

async function disputedReference(db: Means["db"], provider: string, named: Named): Promise<string | null> {
  if (typeof named === "string") return named;
  return (await objectsOf(db, provider).findTheirs(named.kind, named.theirId))?.reference ?? null;
}

/** Why a person has to look; null for what may be known a little later. */
function unbooked(reason: ChargebackProblem | "not_found", { amount, theirId }: DisputeReport): string | null {
  switch (reason) {
    case "unpaid":
    case "not_found":
      return null;
    case "too_much":
      return `A bank disputes ${formatMoney(amount)}, which is more than the payment brought (${theirId}).`;
    case "decided":
      return `The bank decided otherwise before about ${theirId}: look at it at the provider.`;
    default:
      return reason satisfies never;
  }
}
