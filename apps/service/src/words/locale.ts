/** The languages that people are spoken to in, and which of them a request asks for. */

export const LOCALES = ["en", "fr", "sw", "pt"] as const;
export type Locale = (typeof LOCALES)[number];

/** What each language calls itself. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = {
  en: "English",
  fr: "Français",
  sw: "Kiswahili",
  pt: "Português",
};

export const isLocale = (text: unknown): text is Locale => (LOCALES as readonly unknown[]).includes(text);

/**
 * The language of a request: what the person chose, else the first that the browser asks for and we have
 * (RFC 9110, section 12.5.4), else English.
 * @param asked what the person chose, by link or cookie; anything may stand there.
 */
export function localeOf(asked: readonly unknown[], acceptLanguage: string | undefined): Locale {
  return asked.find(isLocale) ?? preferred(acceptLanguage ?? "") ?? "en";
}

function preferred(acceptLanguage: string): Locale | undefined {
  return acceptLanguage
    .split(",", 50)
    .map((part) => {
      const [range = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return { language: range.split("-", 1)[0], quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ language }) => language)
    .find(isLocale);
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
