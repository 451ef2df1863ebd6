/** The names of the house, which nobody else goes by: on a page where money is paid, they say who holds it. */
import { remove } from "confusables";
import { PRODUCT } from "../domain/operator-identity.js";
import { operatorIdentity } from "../words/operator-names.js";

/** A shorter name is a part of too many others: only whole words are it. */
const PART_FROM = 5;
/** No name that is taken is longer. */
const LOOKED_AT = 300;

/** What stands for a letter beside those that look the same in other scripts. */
const STANDS_FOR: Readonly<Record<string, string>> = {
  ...{ "0": "o", "1": "l", "!": "l", "|": "l", i: "l", "4": "a", "@": "a", "5": "s", $: "s", "7": "t", "+": "t" },
  ...{ "∂": "d", ꜰ: "f" },
};
/** Letters within squares and circles, three alphabets after another, and those that flags are made of. */
const ENCLOSED = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6] as const;

function opened(letter: string): string {
  const codePoint = letter.codePointAt(0) as number;
  const first = ENCLOSED.find((one) => codePoint >= one && codePoint < one + 26);
  return first === undefined ? letter : String.fromCharCode("a".charCodeAt(0) + codePoint - first);
}

/** A letter as the one of Latin that people take it for. */
function likeness(letter: string): string {
  const known = STANDS_FOR[letter];
  if (known !== undefined) return known;
  return [...remove(opened(letter)).toLowerCase()].map((one) => STANDS_FOR[one] ?? one).join("");
}

/** Words as they look, each without anything but letters. */
const looks = (name: string): readonly string[] =>
  name
    .slice(0, LOOKED_AT)
    .normalize("NFKD")
    .replaceAll(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .split(/\s+/u)
    .map((word) =>
      [...word]
        .map(likeness)
        .join("")
        .replaceAll(/[^a-z]/g, ""),
    )
    .filter((word) => word !== "");

/** Whether some words, one after the other and whole, are the name: "Hold fast", "H o l d f a s t". */
const isSpelledBy = (words: readonly string[], house: string): boolean =>
  words.some((_, at) => {
    let spelled = "";
    for (const word of words.slice(at)) {
      spelled += word;
      if (spelled === house) return true;
      if (!house.startsWith(spelled)) return false;
    }
    return false;
  });

/** The names of the product and of the operator. A name without a Latin letter resembles neither. */
function houses(): readonly string[] {
  const { name, legalName } = operatorIdentity();
  return [PRODUCT, name, legalName].map((one) => looks(one).join("")).filter((one) => one.length > 1);
}

/** Whether a name is ours, has ours in it, or looks like it. "Steadfast" and "Household, fast" don't. */
export function isReservedName(name: string): boolean {
  const words = looks(name);
  // Close together, these two letters are a third.
  const readings = [words, words.map((word) => word.replaceAll("cl", "d"))];
  return houses().some((house) =>
    readings.some(
      (read) => (house.length >= PART_FROM && read.some((word) => word.includes(house))) || isSpelledBy(read, house),
    ),
  );
}
