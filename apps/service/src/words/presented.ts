/** Amounts in the payer's money, beside those of the books, as people read them. */
import { formatAmount, type Money } from "../domain/currencies.js";
import { type Cents, CURRENCY } from "../domain/money.js";
import { isAtQuote, type Presented } from "../domain/presented.js";
import { chargedRate } from "../domain/rates.js";
import { money, rateText, share, usd } from "./format.js";
import type { Locale } from "./locale.js";

/** What somebody paid or gets, in one currency or in several. */
type Amounts = Money | readonly Money[];

/** "KES 131,937.00"; of several currencies "KES 65,968.50 + $12.00". */
export const moneys = (all: Amounts, locale: Locale): string =>
  [all]
    .flat()
    .map(({ amount, currency }) => money(amount, currency, locale))
    .join(" + ");

/** The same of what is taken off: "−KES 65,968.50 − $12.00". */
export const minusMoneys = (all: Amounts, locale: Locale): string =>
  `−${[all]
    .flat()
    .map(({ amount, currency }) => money(amount, currency, locale))
    .join(" − ")}`;

/** "KES 65968.50; USD 12.00": for programs, and for those who count in columns. */
export const plainMoneys = (all: Amounts): string =>
  [all]
    .flat()
    .map(({ amount, currency }) => `${currency} ${formatAmount(amount, currency)}`)
    .join("; ");

/** "KES 131,937.00 ($1,020.00)": what the payer sees, and what the books have. "$1,020.00" where that is the same. @param paid null for USD alone */
export const withUsd = (paid: Amounts | null, amount: Cents, locale: Locale): string =>
  paid === null ? usd(amount, locale) : `${moneys(paid, locale)} (${usd(amount, locale)})`;

/** "$1,020.00 (KES 131,937.00)": the same for those who reckon in USD. */
export const usdWith = (amount: Cents, paid: Amounts | null, locale: Locale): string =>
  paid === null ? usd(amount, locale) : `${usd(amount, locale)} (${moneys(paid, locale)})`;

/** "$1 = KES 131.937": what a payer paid for a dollar, the margin in it. */
export const chargedRateLine = (
  presented: Pick<Presented, "currency" | "rate" | "marginBps">,
  locale: Locale,
): string =>
  `${rateText("1", CURRENCY, locale)}\u00a0=\u00a0${rateText(chargedRate(presented), presented.currency, locale)}`;

/** "$1 = KES 129.35, plus 2%": the rate and the margin apart, as operators set them. */
export const termsLine = ({ currency, rate, marginBps }: Pick<Presented, "currency" | "rate" | "marginBps">): string =>
  `${rateText("1", CURRENCY, "en")}\u00a0=\u00a0${rateText(rate, currency, "en")}${marginBps === 0 ? "" : `, plus ${share(marginBps, "en")}`}`;

/** Of a payment. Amounts in USD; what was received is nothing while nothing came. */
type Paid = { readonly asked: Cents; readonly received: Cents; readonly presented: Presented | null };

/** "KES 131,937.00 · $1 = KES 131.937": what stands below an amount in USD; null for a payment in that. @param amount as the payer knows it */
export const paidLine = (payment: Paid, amount: Money, locale: Locale): string | null =>
  payment.presented === null ? null : lineOf(money(amount.amount, amount.currency, locale), payment, locale);

/**
 * "$1,020.00 · $1 = KES 129.35": what stands below an amount in the payer's currency. Without the rate where the payment was booked at
 * another than was promised. Null for a payment in USD.
 * @param amount which of its amounts in USD
 */
export const worthLine = (payment: Paid, amount: Cents, locale: Locale): string | null =>
  payment.presented === null ? null : lineOf(usd(amount, locale), payment, locale);

function lineOf(amount: string, { asked, received, presented }: Paid, locale: Locale): string {
  if (presented === null) return amount;
  const isPromised = presented.received === 0n || isAtQuote({ asked, received, presented });
  return isPromised ? `${amount} · ${chargedRateLine(presented, locale)}` : amount;
}
