/** Amounts as people type them. */

import { AMOUNT_MAX, type Cents, cents } from "../domain/money.js";

const PLAIN = /^(\d+)(?:[.,](\d{1,2}))?$/;
/** Groups of three; the mark between them is not the one before the cents, so nobody has to guess which is which. */
const GROUPED = /^(\d{1,3}(?:([.,])\d{3})+)(?:(?!\2)[.,](\d{1,2}))$/;

/**
 * "12", "12.5", "12,50", "$1,234.50", "1.234,50" and "1 234,50" as whole cents. Null for anything else, for what could be
 * read in two ways ("1,234"), and for more than the contract's largest amount.
 */
export function readAmount(text: string): Cents | null {
  const bare = text.replaceAll(/[\s\u00a0\u202f']/g, "").replace(/^(?:US)?\$|^USD|(?:USD|US\$|\$(?:US)?)$/i, "");
  const grouped = GROUPED.exec(bare);
  const [, whole = "", part = ""] =
    grouped === null ? (PLAIN.exec(bare) ?? []) : [grouped[0], grouped[1]?.replaceAll(/[.,]/g, ""), grouped[3]];
  // Longer than any amount that is taken: BigInt would read a page of digits.
  if (whole === "" || whole.length > 40) return null;
  const amount = cents(BigInt(whole + part.padEnd(2, "0")));
  return amount > AMOUNT_MAX ? null : amount;
}
