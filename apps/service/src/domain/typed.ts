/**
 * What people type, before anything looks at it: keyboards, clipboards and other programs add marks that nobody sees, and have
 * digits, dashes and blanks of their own. Every reader of a code, a number or an address begins here; passwords and free text
 * are kept as they are.
 */
import { isBlank } from "@holdfast/contract";

/** Without space around it; "" where nothing of it would show. */
export const tidy = (text: string): string => (isBlank(text) ? "" : text.trim());

/** No form that is read by these takes as much. It bounds what is looked at, not what is right. */
const LOOKED_AT_MAX = 2_000;

/** They show nothing: zero-width characters, marks of direction, soft hyphens, byte order marks, selectors of a glyph. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const JOINERS = /[\u200c\u200d]/g;
const BLANKS = /[\s\u2800]+/gu;
/** Also the minus sign, and two that look like them. */
const DASHES = /[\p{Pd}\u2212\u02d7\u2043]/gu;
/** Japanese keyboards have it where others have the dash. In a word it is a letter, so only numbers and codes take it for one. */
const LONG_SOUND = /\u30fc/gu;
const DIGITS = /\p{Nd}/gu;

/** All but small and circled numbers and parts of one: a "²" beside the digits is a slip, and "12²" is not 122. */
const NARROWED = /[^\p{No}]+/gu;

/** Wide characters become narrow ones, any dash "-", any run of blanks one space, and what nobody sees is gone. */
export const plainText = (text: string): string => plainWord(text).replaceAll(JOINERS, "").trim();

/** The same, but for the joiners, which tell one word from another in some scripts. */
export const plainWord = (text: string): string =>
  text
    .slice(0, LOOKED_AT_MAX)
    .replaceAll(NARROWED, (part) => part.normalize("NFKC"))
    .replaceAll(UNSEEN, "")
    .replaceAll(DASHES, "-")
    .replaceAll(BLANKS, " ")
    .trim();

/** Besides, the digits of every script are ours. */
export const plainNumber = (text: string): string => latinDigits(plainText(text)).replaceAll(LONG_SOUND, "-");

/** A code that is told in letters and digits alone: neither blanks nor dashes in it matter. */
export const plainCode = (text: string): string => plainNumber(text).replaceAll(/[ -]/g, "");

export const latinDigits = (text: string): string => text.replaceAll(DIGITS, (digit) => String(numeral(digit)));

/** Unicode keeps the ten digits of a script in a row, starting at zero; some rows follow each other directly. */
function numeral(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value % 10;
}
