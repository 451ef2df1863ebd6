/** Books what providers say, of whatever it is: said twice, late or out of order, it is booked once. */
import type { FeeBearer } from "../domain/chargebacks.js";
import { formatAmount } from "../domain/currencies.js";
import type { ChargebackProblem } from "../domain/decisions/chargeback.js";
import { CURRENCY, ZERO } from "../domain/money.js";
import type { Rates } from "../domain/rates.js";
import type { ChargebackStatus } from "../domain/states.js";
import type { Database } from "../platform/database.js";
import {
  type DisputeReport,
  type Money,
  type Named,
  type OutgoingReport,
  type PayeeReport,
  type PaymentReport,
  type Report,
  referenceOf,
} from "../providers/port.js";
import { objectsOf } from "../providers/wrapper.js";
import {
  locateDisputed,
  locatePayment,
  locatePayout,
  locateRefund,
  type OrderedPayment,
} from "../store/read/money/payments.js";
import { lookSoon } from "../store/write/connected.js";
import type { Executor } from "./execute.js";
import { type Match, matchProviderIds } from "./match-provider-ids.js";
import type { OfEscrow } from "./parties.js";
import { recordPayment } from "./record-payment.js";
import { recordPayout } from "./record-payout.js";
import { recordRefund } from "./record-refund.js";
import { reportChargeback } from "./report-chargeback.js";

/**
 * `unnamed`: of nothing that is known here. `early`: of what was ordered just now, so that its id at the provider is not known yet:
 * `payment` is to be looked up. `parked`: nothing was booked, and a person has to look.
 */
export type Booked =
  | { readonly kind: "booked" }
  | { readonly kind: "unnamed" }
  | { readonly kind: "early"; readonly payment: string }
  | { readonly kind: "parked"; readonly reason: string };

export type Booking = {
  readonly db: Pick<Database, "query">;
  readonly executor: Executor;
  readonly rates: Rates;
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
      return notePayee(means, provider, report);
    default:
      return report satisfies never;
  }
}

/** What it says is asked for: notices come late and out of order. Accounts of others at the provider are none of our business. */
async function notePayee({ db }: Means, provider: string, { theirId }: PayeeReport): Promise<Booked> {
  await lookSoon(db, provider, { theirId });
  return BOOKED;
}

async function bookNamedPayment(means: Means, provider: string, report: PaymentReport): Promise<Booked> {
  const order = await locatePayment(means.db, provider, report.reference);
  return order === null
    ? UNNAMED
    : bookPayment(means, { account: order.account, escrow: order.escrow, provider, order }, report);
}

/**
 * Money in another currency than was asked for is never booked as that; nor is money that came by another object at the
 * provider than the one that was made when it was ordered, or another amount than came by it before: that is somebody's, and a
 * person finds out whose.
 */
export async function bookPayment(
  { db, executor, rates }: Pick<Means, "db" | "executor" | "rates">,
  { provider, order, ...about }: OfEscrow & { readonly provider: string; readonly order: OrderedPayment },
  said: PaymentReport,
): Promise<Booked> {
  const currency = order.presented?.currency ?? CURRENCY;
  if (said.outcome === "succeeded" && said.currency !== currency) {
    return { kind: "parked", reason: `Money arrived in ${said.currency}, and ${currency} was asked for.` };
  }
  const match = await matchProviderIds(db, provider, said);
  if (match.kind === "early") return { kind: "early", payment: said.reference };
  if (match.kind === "other") {
    // That nothing comes by another one says nothing of ours.
    return said.outcome === "succeeded" ? { kind: "parked", reason: strayMoney(said, match) } : BOOKED;
  }
  const named = { provider, reference: referenceOf(said), method: order.method };
  const report: Parameters<typeof recordPayment>[1]["report"] =
    said.outcome === "succeeded"
      ? { ...named, outcome: said.outcome, amount: said.amount, at: said.at ?? null }
      : said.outcome === "failed"
        ? { ...named, outcome: said.outcome, failure: said.failure }
        : { ...named, outcome: said.outcome };
  const recorded = await recordPayment({ executor, rates }, { ...about, report, order });
  if (!recorded.ok || recorded.value === undefined || said.outcome !== "succeeded") return BOOKED;
  const amounts = `${formatAmount(said.amount, currency)} arrived under ${named.reference}, and ${formatAmount(recorded.value.booked, currency)}`;
  return { kind: "parked", reason: `${amounts} was booked before: look at the provider what is really there.` };
}

const strayMoney = (
  { amount, currency }: Money,
  { named, known }: Extract<Match, { readonly kind: "other" }>,
): string =>
  `${formatAmount(amount, currency)} arrived by ${named}, and this payment was asked for as ${known}: pay it back at the provider if it is nobody's.`;

/** What is only on its way is no news. */
async function bookRefund({ db, executor }: Means, provider: string, report: OutgoingReport): Promise<Booked> {
  const located = await locateRefund(db, provider, report.reference);
  if (located === null) return UNNAMED;
  const other = otherThanAsked(report, located);
  if (other !== null) return other;
  if (report.outcome !== "pending") {
    const { reference, outcome: kind } = report;
    await recordRefund(executor, { ...located, reference }, { kind });
  }
  return BOOKED;
}

/** Money that left is what was asked for, as far as the provider says how much. */
function otherThanAsked({ about, reference, money }: OutgoingReport, asked: Money): Booked | null {
  if (money === undefined || (money.amount === asked.amount && money.currency === asked.currency)) return null;
  const said = withCurrency(money);
  const what = `${withCurrency(asked)} was asked for (${reference})`;
  return { kind: "parked", reason: `The provider tells of a ${about} of ${said}, and ${what}.` };
}

const withCurrency = ({ amount, currency }: Money): string => `${formatAmount(amount, currency)} ${currency}`;

async function bookPayout({ db, executor }: Means, provider: string, report: OutgoingReport): Promise<Booked> {
  const located = await locatePayout(db, provider, report.reference);
  if (located === null) return UNNAMED;
  const other = otherThanAsked(report, located);
  if (other !== null) return other;
  switch (report.outcome) {
    case "pending":
      return BOOKED;
    case "paid":
      await recordPayout(executor, located, { kind: "paid" });
      return BOOKED;
    case "refused":
    case "returned":
      await recordPayout(executor, located, { kind: report.outcome, reason: report.reason });
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

async function bookDispute(
  { db, executor, feeBorneBy }: Means,
  provider: string,
  said: DisputeReport,
): Promise<Booked> {
  const reference = await disputedReference(db, provider, said.payment);
  const located = reference === null ? null : await locateDisputed(db, provider, { reference, amount: said.amount });
  if (located === null) return UNNAMED;
  const currency = located.presented?.currency ?? CURRENCY;
  if (said.currency !== currency) {
    return { kind: "parked", reason: `A bank disputes a payment in ${said.currency}, and ${currency} was asked for.` };
  }
  const booked = await reportChargeback(executor, located, {
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
function unbooked(reason: ChargebackProblem | "not_found", { theirId, ...money }: DisputeReport): string | null {
  switch (reason) {
    case "unpaid":
    case "not_found":
      return null;
    case "too_much":
      return `A bank disputes ${withCurrency(money)}, which is more than the payment brought (${theirId}).`;
    case "decided":
      return `The bank decided otherwise before about ${theirId}: look at it at the provider.`;
    default:
      return reason satisfies never;
  }
}
