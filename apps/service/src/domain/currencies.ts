/** Currencies by ISO 4217: how many decimals each has, and how an amount of it is written. */
import { type Cents, cents } from "./money.js";

/** Three capital letters of ISO 4217. */
export type Currency = string;
export type Decimals = 0 | 2 | 3;

/** An amount in the unit of its currency. @see placesOf */
export type Money = { readonly amount: Cents; readonly currency: Currency };

const listed = (codes: string): ReadonlySet<Currency> => new Set(codes.split(" "));
const WHOLE = listed("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF");
const IN_THOUSANDTHS = listed("BHD IQD JOD KWD LYD OMR TND");

/** Of its smallest unit; 2 for a currency that isn't listed. */
export const decimalsOf = (currency: Currency): Decimals =>
  WHOLE.has(currency) ? 0 : IN_THOUSANDTHS.has(currency) ? 3 : 2;

/** Decimals in which an amount is counted: hundredths also of a currency without a smaller unit. */
export const placesOf = (currency: Currency): 2 | 3 => (IN_THOUSANDTHS.has(currency) ? 3 : 2);

/**
 * What the smallest amount with so many decimals is in the unit of the currency, 1n or more: 100n for whole francs.
 * @param decimals that are taken; never more than the currency has.
 */
export const stepOf = (currency: Currency, decimals: Decimals = decimalsOf(currency)): bigint =>
  10n ** BigInt(Math.max(0, placesOf(currency) - decimals));

/** "1234.50", "1234.500" of dinars, "1234" of yen; "-1234.50" for less than nothing. A part of what has no coin is written. */
export function formatAmount(amount: bigint, currency: Currency): string {
  const places = placesOf(currency);
  const digits = String(amount < 0n ? -amount : amount).padStart(places + 1, "0");
  const [whole, part] = [digits.slice(0, -places), digits.slice(-places)];
  const isWhole = decimalsOf(currency) === 0 && part === "00";
  return `${amount < 0n ? "-" : ""}${whole}${isWhole ? "" : `.${part}`}`;
}

/** The same backwards, of an amount that is not less than nothing: null for more decimals than the unit has, or 13 whole digits. */
export function parseAmount(text: string, currency: Currency): Cents | null {
  const places = placesOf(currency);
  const match = /^(\d{1,12})(?:\.(\d{1,3}))?$/.exec(text);
  const part = match?.[2] ?? "";
  if (match === null || part.length > places) return null;
  return cents(BigInt(`${match[1]}${part.padEnd(places, "0")}`));
}
