/** Money is whole US cents in a branded bigint; "12.34" exists only on the wire (contract, "Conventions"). */
import { LIMITS } from "@holdfast/contract";

export type Cents = bigint & { readonly __unit: "cents" };

/** Of every order, and of every amount in the books (ISO 4217). */
export const CURRENCY = "USD";

export const ZERO = 0n as Cents;
export const cents = (value: bigint): Cents => value as Cents;

/** The largest amount that the API takes: 999999999999.99. */
export const AMOUNT_MAX = cents(10n ** BigInt(LIMITS.amountWholeDigits + 2) - 1n);

/** Reads "12.34" as 1234 cents; leading zeros count for nothing. Null for another form or more than {@link AMOUNT_MAX}. */
export function parseMoney(text: string): Cents | null {
  const match = /^0*(\d{1,12})\.(\d{2})$/.exec(text);
  return match === null ? null : cents(BigInt(`${match[1]}${match[2]}`));
}

/** Reads whole cents, as forms, mails and providers carry them: digits alone, 18 at most, which fit the database's integers. */
export const parseCents = (text: string): Cents | null => (/^\d{1,18}$/.test(text) ? cents(BigInt(text)) : null);

/** Writes cents as the contract's decimal text: at least one whole digit, exactly two places. Never negative. */
export const formatMoney = (amount: Cents): string => formatCents(amount.toString());

/** The same of cents as the database writes them: digits alone. */
export function formatCents(amount: string): string {
  const digits = amount.padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The same of what may be less than nothing, as balances and differences are. */
export const formatSigned = (amount: bigint): string =>
  amount < 0n ? `-${formatMoney(cents(-amount))}` : formatMoney(cents(amount));

export const add = (...amounts: readonly Cents[]): Cents =>
  cents(amounts.reduce<bigint>((sum, amount) => sum + amount, 0n));
export const subtract = (from: Cents, amount: Cents): Cents => cents(from - amount);
export const smaller = (a: Cents, b: Cents): Cents => (a < b ? a : b);
