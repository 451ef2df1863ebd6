/** Amounts as Stripe wants them: whole numbers of the smallest unit of a currency, which it writes in small letters. */
import { type Cents, cents } from "../../domain/money.js";

/** Without a smaller unit. Unlike in ISO 4217, UGX and ISK have hundredths here, which have to be nought. */
const WHOLE = new Set("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "));
const WHOLE_IN_HUNDREDTHS = new Set(["ISK", "UGX"]);

/** In thousandths at Stripe: amounts of ours have no such. */
const UNSUPPORTED = new Set(["BHD", "JOD", "KWD", "OMR", "TND"]);

/** Digits of an amount at Stripe. */
const DIGITS_MAX = 8;

const decimalsOf = (currency: string): 0 | 2 => (WHOLE.has(currency) || WHOLE_IN_HUNDREDTHS.has(currency) ? 0 : 2);

/** Null for what Stripe can't take: a part of the smallest unit, nothing, or more than eight digits. */
export function amountAtStripe(amount: Cents, currency: string): bigint | null {
  if (UNSUPPORTED.has(currency) || amount <= 0n) return null;
  if (decimalsOf(currency) === 0 && amount % 100n !== 0n) return null;
  const minor = WHOLE.has(currency) ? amount / 100n : amount;
  return String(minor).length <= DIGITS_MAX ? minor : null;
}

/** Hundredths of the currency. Null for what is no whole number that JSON can hold exactly. @param currency in any letters */
export function amountFromStripe(minor: unknown, currency: string): Cents | null {
  const code = currency.toUpperCase();
  if (typeof minor !== "number" || !Number.isSafeInteger(minor) || UNSUPPORTED.has(code)) return null;
  return cents(WHOLE.has(code) ? BigInt(minor) * 100n : BigInt(minor));
}
