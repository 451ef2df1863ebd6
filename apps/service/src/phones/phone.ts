/**
 * Phone numbers as people type them, by the numbering plans of their countries. The smallest set of these (`min`) knows how numbers are
 * dialled at home and how long they are, which is all that is asked for: one of a range that was opened yesterday is taken, and
 * what a provider knows of it, the provider says. The larger sets tell mobile phones from others, and are twice the size.
 */
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";
import { plainNumber } from "../domain/typed.js";

export type Phone = {
  /** A plus sign and digits (E.164). */
  readonly number: string;
  /** Two letters (ISO 3166-1); null where several share a code and the number does not tell. */
  readonly country: string | null;
  /** As people write it: "+254 712 345 678". */
  readonly shown: string;
  /** It was typed with its country's code, and the plan has such numbers: nobody needs to be asked whether it was read right. */
  readonly isPlain: boolean;
  /** It was typed as it is dialled in the country that was given, such as "0712 345 678", and the plan has such numbers. */
  readonly isAtHome: boolean;
};

/** What people put between digits. */
const NUMBER = /^[\d +().\-/]*$/;
const ABROAD = /^[ (]*(?:\+|00)/;

/**
 * "+254 712 345 678", "00254…", "(+254) 712-345678", "+254 (0)712…", "tel:+254-712-…", and "0712 345 678" or "712345678" of a
 * country; in the digits of any script. Null for what is no number, or may be one of several countries.
 * @param country whose numbers are typed without its code; null for none.
 */
export function readPhone(typed: string, country: string | null): Phone | null {
  const text =
    plainNumber(typed)
      .replace(/^tel: ?/i, "")
      .split(";")[0] ?? "";
  if (!NUMBER.test(text)) return null;
  const digits = text.replaceAll(/\D/g, "");
  if (ABROAD.test(text)) return possible(`+${digits.replace(/^0+/, "")}`, { isPlain: true });
  const home = country === null ? null : possible(digits, { country, isPlain: false });
  if (home !== null)
    return { ...home, isPlain: home.isPlain || (home.number === `+${digits}` && isKnown(home.number)) };
  // The code without a plus sign: only where such a number exists, as any digits begin with the code of some country.
  return isKnown(`+${digits}`) ? possible(`+${digits}`, { isPlain: false }) : null;
}

function possible(
  text: string,
  { country, isPlain }: { readonly country?: string; readonly isPlain: boolean },
): Phone | null {
  const read = parse(text, country);
  if (read?.isPossible() !== true || !/^\+[1-9]\d{7,14}$/.test(read.number)) return null;
  return {
    number: read.number,
    country: read.country ?? country ?? null,
    shown: read.formatInternational().replaceAll(/\d{5,}/g, inThrees),
    isPlain: isPlain && read.isValid(),
    isAtHome: country !== undefined && read.isValid() && text === read.formatNational().replaceAll(/\D/g, ""),
  };
}

/** Some plans leave six digits in a row, which nobody compares at a glance. */
const inThrees = (digits: string): string => digits.replaceAll(/\d{3}(?=\d{2})/g, "$& ");

const isKnown = (number: string): boolean => parse(number)?.isValid() === true;

const parse = (text: string, country?: string): PhoneNumber | undefined =>
  parsePhoneNumberFromString(text, {
    extract: false,
    ...(country !== undefined && isCountry(country) ? { defaultCountry: country } : {}),
  });

const isCountry = (country: string): country is CountryCode => isSupportedCountry(country);

/** Of a number as {@link readPhone} gives it. */
export const countryOfPhone = (number: string): string | null => readPhone(number, null)?.country ?? null;

/** "+254"; "" for a country without phones. */
export const callingCode = (country: string): string =>
  isCountry(country) ? `+${getCountryCallingCode(country)}` : "";
