/** The fonts that there are beside that of our own words, and which of their files has a letter. Read when the first such letter is met. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const NOTO = "@fontsource-variable/noto-sans-";
const NOTO_STATIC = "@fontsource/noto-sans-";

/** In the order in which they are asked for a letter. */
const SCRIPTS = [
  ...["arabic", "hebrew", "syriac", "thaana", "adlam", "ethiopic", "armenian", "georgian", "devanagari", "bengali"],
  ...["gurmukhi", "gujarati", "oriya", "tamil", "telugu", "kannada", "malayalam", "sinhala", "thai", "lao", "khmer"],
  ...["myanmar"],
].map((script) => `${NOTO}${script}`);
const OTHERS = ["nko", "tifinagh", "vai"].map((script) => `${NOTO_STATIC}${script}`);
const TIBETAN = "@fontsource-variable/noto-serif-tibetan";
const SIGNS = ["@fontsource-variable/noto-emoji", `${NOTO}symbols`, `${NOTO_STATIC}symbols-2`];
const [CHINESE, JAPANESE, KOREAN] = [`${NOTO}sc`, `${NOTO}jp`, `${NOTO}kr`];
const ALL = [...SCRIPTS, ...OTHERS, TIBETAN, ...SIGNS, CHINESE, JAPANESE, KOREAN];

/** Parts of those packages that have nothing that our own font lacks. */
const LATIN = /^(?:latin|cyrillic|greek|vietnamese|math)/;

/** One file of a font. */
export type Slice = {
  readonly family: string;
  readonly file: string;
  /** Of its font, in the order in which fonts are asked. */
  readonly place: number;
  /** Whether it can be had in any weight. */
  readonly isVariable: boolean;
  readonly ranges: readonly (readonly [from: number, to: number])[];
};

const locate = createRequire(import.meta.url).resolve;

let read: Promise<readonly Slice[]> | null = null;
const catalogue = (): Promise<readonly Slice[]> =>
  (read ??= Promise.all(ALL.map(slicesOf)).then((families) => families.flat()));

async function slicesOf(family: string): Promise<readonly Slice[]> {
  const parts: Record<string, string> = JSON.parse(await readFile(locate(`${family}/unicode.json`), "utf8"));
  const isVariable = !family.startsWith(NOTO_STATIC);
  const name = family.slice(family.indexOf("/") + 1);
  return Object.entries(parts).flatMap(([part, ranges]): Slice[] => {
    if (LATIN.test(part) || (part === "symbols" && !family.includes("symbols"))) return [];
    const file = `${family}/files/${name}-${part.replaceAll(/[[\]]/g, "")}-${isVariable ? "wght" : "400"}-normal.woff2`;
    return [{ family, file, place: ALL.indexOf(family), isVariable, ranges: ranges.split(",").map(rangeOf) }];
  });
}

function rangeOf(text: string): readonly [number, number] {
  const [from = "", to = from] = text.trim().replace("U+", "").split("-");
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}

/** Letters that Chinese, Japanese and Korean share have the shapes of the language that the paper is in. */
const hanOrder = (text: string): readonly string[] => {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return [JAPANESE, CHINESE, KOREAN];
  return /\p{Script=Hangul}/u.test(text) ? [KOREAN, CHINESE, JAPANESE] : [CHINESE, JAPANESE, KOREAN];
};

/** Finds the files that say they have a letter, the best one first. @param text all of the paper. */
export async function finderFor(text: string): Promise<(codePoint: number) => readonly Slice[]> {
  const [slices, han] = [await catalogue(), hanOrder(text)];
  const place = ({ family }: Slice): number => han.indexOf(family);
  return (codePoint) =>
    slices
      .filter(({ ranges }) => ranges.some(([from, to]) => codePoint >= from && codePoint <= to))
      .sort((one, other) => place(one) - place(other));
}
