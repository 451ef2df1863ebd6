/** The languages that people are spoken to in, and which of them a request asks for. */

/** Those of the console. */
export const CONSOLE_LOCALES = ["en", "fr", "sw", "pt"] as const;
export type ConsoleLocale = (typeof CONSOLE_LOCALES)[number];

/** Those of all that buyers see: pages, mails and papers. */
export const LOCALES = [...CONSOLE_LOCALES, "ar"] as const;
export type Locale = (typeof LOCALES)[number];

/** What each language calls itself. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = {
  en: "English",
  fr: "Français",
  sw: "Kiswahili",
  pt: "Português",
  ar: "العربية",
};

export type Direction = "ltr" | "rtl";

/** In which direction a language is written. */
export const directionOf = (locale: Locale): Direction => (locale === "ar" ? "rtl" : "ltr");

export const isLocale = (text: unknown): text is Locale => (LOCALES as readonly unknown[]).includes(text);
export const isConsoleLocale = (text: unknown): text is ConsoleLocale =>
  (CONSOLE_LOCALES as readonly unknown[]).includes(text);

/**
 * The language of a request: what the person chose, else the first that the browser asks for and we have
 * (RFC 9110, section 12.5.4), else English.
 * @param asked what the person chose, by link or cookie; anything may stand there.
 */
export const localeOf = (asked: readonly unknown[], acceptLanguage: string | undefined): Locale =>
  [...asked, ...preferred(acceptLanguage ?? "")].find(isLocale) ?? "en";

/** The same in the console. */
export const consoleLocaleOf = (asked: readonly unknown[], acceptLanguage: string | undefined): ConsoleLocale =>
  [...asked, ...preferred(acceptLanguage ?? "")].find(isConsoleLocale) ?? "en";

/** Languages that a browser asks for, what it likes best first. */
function preferred(acceptLanguage: string): readonly (string | undefined)[] {
  return acceptLanguage
    .split(",", 50)
    .map((part) => {
      const [range = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return { language: range.split("-", 1)[0], quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ language }) => language);
}

/**
 * The words of an area in every language, a section for each page, and how a page gets its own. English is written first, and
 * the others have its type: what is missing, or told other things, does not compile.
 */
export const sections =
  <Area>(languages: Readonly<Record<Locale, Area>>) =>
  <Section extends keyof Area>(section: Section): ((locale: Locale) => Area[Section]) =>
  (locale) =>
    languages[locale][section];

/** The same for an area of the console: a buyer's language that it does not speak is English there. */
export const consoleSections =
  <Area>(languages: Readonly<Record<ConsoleLocale, Area>>) =>
  <Section extends keyof Area>(section: Section): ((locale: Locale) => Area[Section]) =>
  (locale) =>
    languages[isConsoleLocale(locale) ? locale : "en"][section];
