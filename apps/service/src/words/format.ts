/** Amounts, moments and spans as people read them, in their language. */
import { type Currency, decimalsOf, formatAmount, placesOf } from "../domain/currencies.js";
import { type Cents, CURRENCY } from "../domain/money.js";
import { languagesKnown } from "./catalogues.js";
import { directionOf, type Locale } from "./locale.js";
import { offsetName, UTC, type Zone } from "./zone.js";

/** One formatter a language: making one costs more than a page. */
function each<Formatter>(make: (locale: Locale) => Formatter): (locale: Locale) => Formatter {
  const made = new Map<Locale, Formatter>();
  return (locale) => {
    const formatter = made.get(locale) ?? make(locale);
    made.set(locale, formatter);
    return formatter;
  };
}

/** Of dates there is one for a language and a time zone; those that were asked for last are kept. */
const DATES_KEPT = 200;

function eachDate(form: Intl.DateTimeFormatOptions): (locale: Locale, zone: Zone) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (locale, zone) => {
    const key = `${locale} ${zone}`;
    const formatter = made.get(key) ?? new Intl.DateTimeFormat(datesOf(locale), { ...form, timeZone: zone });
    made.delete(key);
    const [oldest] = made.keys();
    if (oldest !== undefined && made.size >= DATES_KEPT) made.delete(oldest);
    made.set(key, formatter);
    return formatter;
  };
}

// Dates are written the European way in English too: the day before the month is what most readers expect. Arabic has the digits
// of account numbers, codes and cards, which are typed elsewhere, and amounts in the form that payers meet at their bank. So say
// their files `language.json`.
const datesOf = (locale: Locale): string => languagesKnown().get(locale)?.dates ?? locale;
const amountsOf = (locale: Locale): string => languagesKnown().get(locale)?.amounts ?? datesOf(locale);

/** A sign that several currencies have, such as the dollar's, is that of the books alone. */
const currency = (locale: Locale, code: string = CURRENCY): Intl.NumberFormatOptions => ({
  style: "currency",
  currency: code,
  currencyDisplay: code === CURRENCY && amountsOf(locale) === "en-US" ? "narrowSymbol" : "symbol",
});

/** Within words that run from right to left, signs and groups of digits would change places. */
const inLine = (text: string, locale: Locale): string => (directionOf(locale) === "rtl" ? `\u2066${text}\u2069` : text);

const roughAmounts = each(
  (locale) =>
    new Intl.NumberFormat(amountsOf(locale), {
      ...currency(locale),
      notation: "compact",
      maximumFractionDigits: 1,
      minimumFractionDigits: 0,
    }),
);
const numbers = each((locale) => new Intl.NumberFormat(amountsOf(locale), { useGrouping: true }));
const shares = each(
  (locale) => new Intl.NumberFormat(amountsOf(locale), { style: "percent", maximumFractionDigits: 2 }),
);
const instants = eachDate({ dateStyle: "long", timeStyle: "short" });
const shortInstants = eachDate({ dateStyle: "medium", timeStyle: "short" });
const stamps = eachDate({ dateStyle: "medium", timeStyle: "medium" });
const days = eachDate({ dateStyle: "long" });
const shortDays = eachDate({ day: "numeric", month: "short" });
const shortMonths = eachDate({ month: "short" });
const months = eachDate({ month: "long", year: "numeric" });
const currencies = each((locale) => new Intl.DisplayNames(datesOf(locale), { type: "currency" }));
const countries = each((locale) => new Intl.DisplayNames(datesOf(locale), { type: "region" }));

/** "2.5%" in English. @param basisPoints hundredths of a percent. */
export const share = (basisPoints: number, locale: Locale): string =>
  inLine(shares(locale).format(basisPoints / 10_000), locale);

/** "$1,234.50" in English, "-$1,234.50" for less than nothing; exact for every amount, since it is handed over as text. */
export const usd = (amount: Cents, locale: Locale): string => money(amount, CURRENCY, locale);

/**
 * The same of any currency, with the decimals that it has: "KES 1,234.50", "UGX 1,234", "KWD 1.234".
 * @param amount in the unit of the currency
 */
export function money(amount: Cents, code: Currency, locale: Locale): string {
  const digits = formatAmount(amount, code) as Intl.StringNumericLiteral;
  return inLine(amountsIn(code)(locale).format(digits), locale);
}

const ofCurrencies = new Map<Currency, ReturnType<typeof each<Intl.NumberFormat>>>();

function amountsIn(code: Currency): ReturnType<typeof each<Intl.NumberFormat>> {
  const known = ofCurrencies.get(code);
  if (known !== undefined) return known;
  const decimals = { minimumFractionDigits: decimalsOf(code), maximumFractionDigits: placesOf(code) };
  const made = each(
    (locale) =>
      new Intl.NumberFormat(amountsOf(locale), {
        ...currency(locale, code),
        ...decimals,
        useGrouping: true,
      }),
  );
  ofCurrencies.set(code, made);
  return made;
}

/** "KES 129.35": a rate, with all of its decimals. */
export const rateText = (rate: string, code: string, locale: Locale): string =>
  inLine(
    new Intl.NumberFormat(amountsOf(locale), {
      ...currency(locale, code),
      minimumFractionDigits: 0,
      maximumFractionDigits: 12,
    }).format(rate as Intl.StringNumericLiteral),
    locale,
  );

const rateDigits = each((locale) => new Intl.NumberFormat(amountsOf(locale), { maximumFractionDigits: 20 }));

/** "16,250.75": the same without a currency. */
export const ratePlain = (rate: string, locale: Locale): string =>
  rateDigits(locale).format(rate as Intl.StringNumericLiteral);

/** "Kenyan Shilling" for KES: by itself, such as in a list. */
export const currencyName = (code: string, locale: Locale): string => currencies(locale).of(code) ?? code;

const inSentences = new Map<string, string>();

/** "Kenyan shillings" for KES: within a sentence, after a word such as "in". */
export function currencyInWords(code: Currency, locale: Locale): string {
  const key = `${code} ${locale}`;
  const made = inSentences.get(key) ?? nameOfMany(code, locale);
  inSentences.set(key, made);
  return made;
}

const nameOfMany = (currency: Currency, locale: Locale): string =>
  new Intl.NumberFormat(datesOf(locale), { style: "currency", currency, currencyDisplay: "name" })
    .formatToParts(MANY)
    .find(({ type }) => type === "currency")?.value ?? currency;
/** Every language has the form of "shillings" for it; of a million some speak otherwise. */
const MANY = 1_000;

/** "$1.2K": for the scale of a plot, where the place is short and the exact amount stands beside it. */
export const roughUsd = (amount: Cents, locale: Locale): string =>
  inLine(roughAmounts(locale).format(amount / 100n), locale);

export const grouped = (count: number, locale: Locale): string => numbers(locale).format(count);

/** "21 November 2026 at 20:00 UTC+3": the clock is said, since nobody knows where the text is read. */
export const instant = (unixSeconds: number, locale: Locale, zone: Zone): string =>
  `${instants(locale, zone).format(unixSeconds * 1000)} ${offsetName(unixSeconds, zone)}`;

/** "21 Nov 2026, 20:00 UTC+3": for lists. */
export const shortInstant = (unixSeconds: number, locale: Locale, zone: Zone): string =>
  `${shortInstants(locale, zone).format(unixSeconds * 1000)} ${offsetName(unixSeconds, zone)}`;

/** "21 Nov 2026, 20:00:41 UTC+3": for logs. */
export const stamp = (unixSeconds: number, locale: Locale, zone: Zone): string =>
  `${stamps(locale, zone).format(unixSeconds * 1000)} ${offsetName(unixSeconds, zone)}`;

/** "21 November 2026". */
export const day = (unixSeconds: number, locale: Locale, zone: Zone): string =>
  days(locale, zone).format(unixSeconds * 1000);

/** "21 Nov": for where the year is known. */
export const shortDay = (unixSeconds: number, locale: Locale, zone: Zone): string =>
  shortDays(locale, zone).format(unixSeconds * 1000);

/** "Nov", of the calendar that sums are made by: that of UTC. */
export const shortMonth = (unixSeconds: number, locale: Locale): string =>
  shortMonths(locale, UTC).format(unixSeconds * 1000);

/** "November 2026", by the same. */
export const month = (unixSeconds: number, locale: Locale): string => months(locale, UTC).format(unixSeconds * 1000);

/** "Kenya" for "KE", and "" for none. */
export const countryName = (code: string, locale: Locale): string =>
  code === "" ? "" : (countries(locale).of(code) ?? code);

/** The language of dates, as `Intl` of a browser takes it. */
export const dateLanguage = (locale: Locale): string => datesOf(locale);

export const isoInstant = (unixSeconds: number): string => new Date(unixSeconds * 1000).toISOString();

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** "3 days", "36 hours": the largest unit that it is a whole number of. */
export function duration(seconds: number, locale: Locale): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size && seconds % size === 0) ?? UNITS[3];
  const text = new Intl.NumberFormat(datesOf(locale), { style: "unit", unit, unitDisplay: "long" }).format(
    seconds / size,
  );
  // Spans follow a preposition, or come before a postposition: words have another ending there than where they stand alone.
  if (locale === "hi") return text.replace(/घंटा$/u, "घंटे");
  return locale === "ar" ? text.replace(/ان$/u, "ين") : text;
}

/** At most so many characters, the last one an ellipsis if something was cut. */
export function clip(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join("")}…`;
}

/** "shop.example", "com.example.shop": where a link leads, as a browser would show it, or by its scheme which app. Null for all else. */
export function placeOf(link: string): string | null {
  const url = URL.parse(link);
  if (url === null) return null;
  if (/^https?:$/.test(url.protocol)) return url.host;
  return url.protocol.includes(".") ? url.protocol.slice(0, -1) : null;
}

/** "Reference:", before what it names; French parts the colon from the word by a space that no line breaks at. */
export const labelled = (label: string, locale: Locale): string => `${label}${locale === "fr" ? "\u00a0" : ""}:`;
