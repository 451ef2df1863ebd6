/**
 * Words of merchants within ours. A mail has neither our style sheet nor `<bdi>` in its subject, so what pages do with
 * elements is done here with characters.
 */
import { clip } from "../words/format.js";
import type { Direction } from "../words/locale.js";

// Marks that turn the direction of what follows, and the byte order mark.
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const SPACE = /[\p{Cc}\p{Z}]+/gu;
/** More marks on one letter than any script needs reach into the lines above and below. */
const STACKED = /(\p{M}{4})\p{M}+/gu;
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const NO_BREAK = "\u2060";

/**
 * One line of at most so many characters, which cannot change the direction of the words around it. Mail clients make a
 * link of whatever looks like one, and a mail of ours is believed: an invisible character takes that look away.
 * @param around the direction of the words around it.
 */
export function given(text: string, lengthMax: number, around: Direction = "ltr"): string {
  const plain = clip(text.replaceAll(DIRECTION, "").replaceAll(SPACE, " ").trim(), lengthMax)
    .replaceAll(STACKED, "$1")
    .replaceAll("://", `:${NO_BREAK}//`)
    .replaceAll(/(?<=[\p{L}\p{N}])([.@])(?=\p{L})/gu, `$1${NO_BREAK}`);
  if (plain === "") return "–";
  return around === "rtl" || RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain;
}

/** More lines than these are put into one: nobody pushes what we say out of sight. */
const LINES_MAX = 40;

/** What somebody wrote, line by line; a blank one parts paragraphs. */
export function quoted(text: string, lengthMax: number): readonly string[] {
  const all = clip(text, lengthMax).split("\n");
  const lines = [
    ...all.slice(0, LINES_MAX - 1),
    ...(all.length < LINES_MAX ? [] : [all.slice(LINES_MAX - 1).join(" ")]),
  ];
  return lines
    .map((line) => (isBlank(line) ? "" : given(line, lengthMax)))
    .filter((line, index, shown) => line !== "" || (index > 0 && shown[index - 1] !== ""));
}

const isBlank = (line: string): boolean => line.replaceAll(DIRECTION, "").replaceAll(SPACE, "") === "";
