/** Texts as banks take them: few of their programs know more than Latin letters and a handful of marks. */

/** Letters that no decomposition makes plain. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: "ss",
  Æ: "AE",
  æ: "ae",
  Œ: "OE",
  œ: "oe",
  Ø: "O",
  ø: "o",
  Ł: "L",
  ł: "l",
  Đ: "D",
  đ: "d",
  Þ: "Th",
  þ: "th",
  ı: "i",
  "&": "+",
};

/**
 * A text in the letters and marks of SWIFT's character set X, which every format of files has: accents fall, and for what has no such
 * letter a point stands. It never begins with a mark that a program could take for a formula or a code.
 */
export const bankText = (text: string, most: number): string =>
  [...text.normalize("NFKD").replaceAll(/\p{M}/gu, "")]
    .map((sign) => SPELLED[sign] ?? (/[A-Za-z0-9/\-?:().,'+ ]/.test(sign) ? sign : "."))
    .join("")
    .replaceAll(/\/{2,}/g, "/")
    .replaceAll(/ {2,}/g, " ")
    .replace(/^[^A-Za-z0-9(]+/, "")
    .slice(0, most)
    .trim();

/** Whether enough of a name is left for a bank to know its customer by. */
export const isBankName = (text: string): boolean => (bankText(text, 140).match(/[A-Za-z0-9]/g) ?? []).length >= 2;
