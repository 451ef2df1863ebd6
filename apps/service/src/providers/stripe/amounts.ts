/** Amounts as Stripe wants them: whole numbers of the smallest unit of a currency, which it writes in small letters. */
import { decimalsOf } from "../../domain/currencies.js";
import { type Cents, cents } from "../../domain/money.js";

/** Digits of an amount at Stripe. */
const DIGITS_MAX = 8;

/** Stripe has hundredths of these, which have to be nought. */
const WHOLE_IN_HUNDREDTHS = new Set(["ISK", "UGX"]);
/** Without a smaller unit at Stripe, unlike in ISO 4217. */
const WHOLE_AT_STRIPE = new Set(["MGA"]);

const isWhole = (currency: string): boolean => decimalsOf(currency) === 0 || WHOLE_AT_STRIPE.has(currency);
const isInWholes = (currency: string): boolean => isWhole(currency) && !WHOLE_IN_HUNDREDTHS.has(currency);

/** The smallest amount there; of three decimals the last has to be nought. */
export const stepAtStripe = (currency: string): Cents =>
  cents(isWhole(currency) ? 100n : decimalsOf(currency) === 3 ? 10n : 1n);

/** The most that so many digits can say. */
export function minorAtMost(currency: string): Cents {
  const most = 10n ** BigInt(DIGITS_MAX) - 1n;
  const step = stepAtStripe(currency);
  return cents(isInWholes(currency) ? most * 100n : (most / step) * step);
}

/** Null for what Stripe can't take: a part of the smallest unit, nothing, or more than eight digits. */
export function amountAtStripe(amount: Cents, currency: string): bigint | null {
  if (amount <= 0n || amount % stepAtStripe(currency) !== 0n) return null;
  const minor = isInWholes(currency) ? amount / 100n : amount;
  return String(minor).length <= DIGITS_MAX ? minor : null;
}

/** In the unit of the currency. Null for what is no whole number that JSON can hold exactly. @param currency in any letters */
export function amountFromStripe(minor: unknown, currency: string): Cents | null {
  if (typeof minor !== "number" || !Number.isSafeInteger(minor)) return null;
  return cents(isInWholes(currency.toUpperCase()) ? BigInt(minor) * 100n : BigInt(minor));
}
