/** Within which bounds Stripe takes payments in a currency. It settles in the account's own. */
import { decimalsOf } from "../../domain/currencies.js";
import { type Cents, cents } from "../../domain/money.js";
import type { Capability, Currency } from "../port.js";
import { minorAtMost, stepAtStripe } from "./amounts.js";

/** The least of a charge, in the currency's own unit times a hundred. Of others Stripe says that it is what makes its least once it is exchanged. */
const LEAST: Readonly<Partial<Record<Currency, Cents>>> = {
  USD: cents(50n),
  AED: cents(200n),
  AUD: cents(50n),
  BRL: cents(50n),
  CAD: cents(50n),
  CHF: cents(50n),
  CZK: cents(1_500n),
  DKK: cents(250n),
  EUR: cents(50n),
  GBP: cents(30n),
  HKD: cents(400n),
  HUF: cents(17_500n),
  INR: cents(50n),
  JPY: cents(5_000n),
  MXN: cents(1_000n),
  MYR: cents(200n),
  NOK: cents(300n),
  NZD: cents(50n),
  PLN: cents(200n),
  RON: cents(200n),
  SEK: cents(300n),
  SGD: cents(50n),
  THB: cents(1_000n),
};

/** Of one payment in a currency that Stripe takes. */
export const rangeIn = (
  currency: Currency,
): Pick<Capability, "currency" | "countries" | "least" | "most" | "decimals" | "step"> => {
  const step = stepAtStripe(currency);
  return {
    currency,
    countries: null,
    least: LEAST[currency] ?? step,
    most: minorAtMost(currency),
    decimals: decimalsOf(currency),
    ...(step === 1n ? {} : { step }),
  };
};
