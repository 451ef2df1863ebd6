/** Amounts as people type them. */

import { AMOUNT_MAX, type Cents, cents } from "../domain/money.js";
import { plainNumber } from "../domain/typed.js";

/** The Arabic mark before the cents (U+066B) is no other mark, and the one between thousands (U+066C) neither. */
const PLAIN = /^(\d+)(?:[.,\u066b](\d{1,2}))?$/;
/** Groups of three; the mark between them is not the one before the cents, so nobody has to guess which is which. */
const GROUPED = /^(\d{1,3}(?:([.,])\d{3})+)(?:(?!\2)[.,\u066b](\d{1,2}))$/;
/** One that stands twice is none before cents. */
const IN_MILLIONS = /^(\d{1,3}([.,])\d{3}(?:\2\d{3})+)$/;
/** Marks that stand between thousands alone. */
const SPACED = /^(\d{1,3}([ '’\u066c])\d{3}(?:\2\d{3})*)(?:[.,\u066b](\d{1,2}))?$/;
const DOLLARS = /^(?:(?:US)?\$|USD) ?| ?(?:USD|US\$|\$(?:US)?)$/gi;

/**
 * "12", "12.5", "12,50", "$1,234.50", "1.234,50" and "1 234,50", in the digits of any script, as whole cents. Null for anything
 * else, for what could be read in two ways ("1,234", "12 50"), and for more than the contract's largest amount.
 */
export function readAmount(text: string): Cents | null {
  const bare = plainNumber(text).replaceAll("،", ",").replaceAll(DOLLARS, "");
  const grouped = GROUPED.exec(bare) ?? IN_MILLIONS.exec(bare) ?? SPACED.exec(bare);
  const [, whole = "", part = ""] =
    grouped === null ? (PLAIN.exec(bare) ?? []) : [grouped[0], grouped[1]?.replaceAll(/\D/g, ""), grouped[3]];
  // Longer than any amount that is taken: BigInt would read a page of digits.
  if (whole === "" || whole.length > 40) return null;
  const amount = cents(BigInt(whole + part.padEnd(2, "0")));
  return amount > AMOUNT_MAX ? null : amount;
}
