/** Counted nouns of languages that have more forms of them than one and many. */

type Forms = {
  readonly one: string;
  readonly two: string;
  /** With `#` in the place of the number, as all that follow. */
  readonly few: string;
  readonly many: string;
  readonly other: string;
  /** As `other` where nothing else is said. */
  readonly zero?: string;
};

const arabic = new Intl.PluralRules("ar");

/** "جزء واحد", "جزءان", "3 أجزاء", "11 جزءًا", "100 جزء". @param count a whole number, not negative. */
export const countedInArabic = (count: number, forms: Forms): string =>
  (forms[arabic.select(count)] ?? forms.other).replace("#", String(count));
