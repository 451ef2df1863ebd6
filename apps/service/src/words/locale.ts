/** The languages that people are spoken to in, and which of them a request asks for. */

import type { Areas } from "./areas.js";
import { editionOfCatalogues, languagesKnown, languagesWith, sectionOf } from "./catalogues.js";

/** The code of a language: the name of its folder of catalogues. */
export type Locale = string;

/** Those of all that buyers see: pages, mails and papers. English comes first. */
export const locales = (): readonly Locale[] => languagesWith("checkout");

/** Those of the console. */
export const consoleLocales = (): readonly Locale[] => languagesWith("console");

/** What a language calls itself. */
export const localeName = (locale: Locale): string => languagesKnown().get(locale)?.name ?? locale;

export type Direction = "ltr" | "rtl";

/** In which direction a language is written. */
export function directionOf(locale: Locale): Direction {
  const known = directions.get(locale);
  if (known !== undefined) return known;
  const { direction } = (new Intl.Locale(locale) as WithText).getTextInfo();
  directions.set(locale, direction);
  return direction;
}
const directions = new Map<Locale, Direction>();
/** Newer than what TypeScript knows of `Intl`. */
type WithText = Intl.Locale & { getTextInfo(): { readonly direction: Direction } };

export const isLocale = (text: unknown): text is Locale => locales().includes(text as Locale);
export const isConsoleLocale = (text: unknown): text is Locale => consoleLocales().includes(text as Locale);

/**
 * The language of a request: what the person chose, else the first that the browser asks for and we have
 * (RFC 9110, section 12.5.4), else English.
 * @param asked what the person chose, by link or cookie; anything may stand there.
 */
export const localeOf = (asked: readonly unknown[], acceptLanguage: string | undefined): Locale =>
  firstOf(locales(), asked, acceptLanguage);

/** The same in the console. */
export const consoleLocaleOf = (asked: readonly unknown[], acceptLanguage: string | undefined): Locale =>
  firstOf(consoleLocales(), asked, acceptLanguage);

function firstOf(known: readonly Locale[], asked: readonly unknown[], acceptLanguage: string | undefined): Locale {
  const chosen = asked.find((code): code is Locale => known.includes(code as Locale));
  if (chosen !== undefined) return chosen;
  for (const range of preferred(acceptLanguage ?? ""))
    for (const name of [range, range.split("-", 1)[0]]) {
      const found = known.find((code) => code.toLowerCase() === name);
      if (found !== undefined) return found;
    }
  return "en";
}

/** Languages that a browser asks for in small letters, what it likes best first. */
function preferred(acceptLanguage: string): readonly string[] {
  return acceptLanguage
    .split(",", 50)
    .map((part) => {
      const [range = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return { range, quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ range }) => range);
}

/** The sections of an area: how a page gets its own sentences in a language. */
export const area =
  <Area extends keyof Areas>(name: Area) =>
  <Section extends keyof Areas[Area]>(sectionName: Section): ((locale: Locale) => Areas[Area][Section]) => {
    const made = new Map<Locale, Areas[Area][Section]>();
    let edition = editionOfCatalogues();
    return (locale) => {
      if (edition !== editionOfCatalogues()) {
        made.clear();
        edition = editionOfCatalogues();
      }
      const known = made.get(locale);
      if (known !== undefined) return known;
      const section = sectionOf(name, sectionName, locale);
      made.set(locale, section);
      return section;
    };
  };
