/** Amounts between us and providers: ours are hundredths of a currency, or thousandths where it has them, theirs what each wants; never a JavaScript number. */
import type { Decimals } from "../domain/currencies.js";
import { type Cents, cents } from "../domain/money.js";

/** In the smallest unit, as a whole number in text: "2500" of 25.00. Null for what the currency has no coin for. */
export function minorText(amount: Cents, decimals: Decimals): string | null {
  if (decimals !== 0) return String(amount);
  return amount % 100n === 0n ? String(amount / 100n) : null;
}

/** Null for what is not a whole number from 0 to 15 digits. Takes text and whole numbers that JSON has read exactly. */
export function readMinor(minor: unknown, decimals: Decimals): Cents | null {
  const text = typeof minor === "number" && Number.isSafeInteger(minor) ? String(minor) : minor;
  if (typeof text !== "string" || !/^(?:0|[1-9]\d{0,14})$/.test(text)) return null;
  return cents(decimals !== 0 ? BigInt(text) : BigInt(text) * 100n);
}

/** In the currency's own unit, with as many decimals as it takes: "25", "25.00" or "25.000". Null for what it has no coin for. */
export function majorText(amount: Cents, decimals: Decimals): string | null {
  if (decimals === 0) return minorText(amount, 0);
  const digits = String(amount).padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** "25", "25.5" and "25.00" alike; null for anything else, and for more decimals than `places` that are not nought. */
export function readMajor(text: unknown, places: 2 | 3 = 2): Cents | null {
  const match = typeof text === "string" ? MAJOR[places].exec(text) : null;
  if (match === null) return null;
  return cents(BigInt(`${match[1]}${(match[2] ?? "").padEnd(places, "0")}`));
}
const MAJOR = {
  2: /^(0|[1-9]\d{0,12})(?:\.(\d{1,2})0{0,10})?$/,
  3: /^(0|[1-9]\d{0,12})(?:\.(\d{1,3})0{0,10})?$/,
} as const;

/** As a number of JSON in the currency's own unit: exact, for it has fewer digits than such a number holds. */
export const majorNumber = (amount: Cents): number => Number(majorText(amount, 2));

/** The same of what JSON has read, as a number or as text. Null as of {@link readMajor}. */
export const readMajorNumber = (value: unknown): Cents | null =>
  readMajor(typeof value === "number" ? String(value) : value);

/** To the nearest cent: fees and balances have more decimals than money. May be less than nothing. Null for no number. */
export function roundedOr(value: unknown): Cents | null {
  const text = typeof value === "number" ? String(value) : value;
  const match = typeof text === "string" ? /^(-?)(\d{1,13})(?:\.(\d{1,20}))?$/.exec(text) : null;
  if (match === null) return null;
  const [, sign, whole = "", decimals = ""] = match;
  const size = BigInt(whole) * 100n + BigInt(decimals.slice(0, 2).padEnd(2, "0"));
  const nearest = (decimals[2] ?? "0") >= "5" ? size + 1n : size;
  return cents(sign === "-" ? -nearest : nearest);
}
