/**
 * The letters of one paper: a face for each script that is on it, cut down to what is met, and the nearest spelling of what no face has.
 * Names are those of merchants and buyers, who may write a hundred scripts into one, so the number of faces has a bound.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Font } from "fontkit";
import { finderFor, type Slice } from "./catalogue.js";

/** Letters of other fonts than our own. */
export type Face = {
  /** Registered under this name, and the heavier one under `boldName`. */
  readonly name: string;
  readonly plain: Font;
  /** Null where the letters are drawn with a heavier pen instead. */
  readonly bold: Font | null;
};

export type Letters = {
  /** Null for what our own font has. */
  faceOf(letter: string): Face | null;
  /** The same text in letters that some face has. */
  spelled(text: string): string;
  readonly faces: readonly Face[];
};

export const boldName = ({ name, bold }: Face): string => (bold === null ? name : `${name}-bold`);

/** Files that are read for one paper: more than any language needs. */
const SLICES_MAX = 64;
/** Files of one font that are asked for a letter after the first one did not have it. */
const ROUNDS = 3;
const WEIGHT = 400;
const BOLD_WEIGHT = 600;
/** What fonts ask for beside a letter: what it is made of, and the circle that stands for a letter that a mark lacks. */
const HELPERS = "\u25cc\u0e4d\u0e32\u0ecd\u0eb2 ";
/** Belongs to the letter before it, and is drawn with it. */
const CLINGS = /[\p{M}\p{Emoji_Modifier}\u200c\u200d]/u;
/** Is not drawn by itself. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;

/** What no font has and nothing spells. */
const UNKNOWN = "?";

const locate = createRequire(import.meta.url).resolve;

export const joinsPrevious = (letter: string): boolean => CLINGS.test(letter) || UNSEEN.test(letter);

/** @param own our own font, which is asked first. */
export async function lettersFor(text: string, own: Font): Promise<Letters> {
  const has = (letter: string): boolean => own.hasGlyphForCodePoint(letter.codePointAt(0) as number);
  const strange = [...new Set(whole(text))].filter((letter) => !(has(letter) || /\p{Cc}/u.test(letter)));
  if (strange.length === 0) return PLAIN;
  const found = await facesFor(strange, text);
  const lost = strange.filter((letter) => !(found.has(letter) || UNSEEN.test(letter)));
  const spellings = await spellingsOf(lost, has);
  const faceOf = (letter: string): Face | null => found.get(letter) ?? null;
  return {
    faceOf,
    spelled: (words) => spelledOut(whole(words), { faceOf, has, spellings }),
    faces: [...new Set(found.values())],
  };
}

/** Letters with their marks, as fonts have them; half of one is what stands for none. */
const whole = (text: string): string => text.toWellFormed().normalize("NFC");

const PLAIN: Letters = { faceOf: () => null, spelled: (text) => text, faces: [] };

/** Asks one file after the other, since a file may lack what its list says. */
async function facesFor(strange: readonly string[], text: string): Promise<ReadonlyMap<string, Face>> {
  const find = await finderFor(text);
  const candidates = new Map(strange.map((letter) => [letter, find(letter.codePointAt(0) as number)]));
  const marks = strange.filter((letter) => joinsPrevious(letter) || /\p{Script=Common}/u.test(letter)).join("");
  const found = new Map<string, Face>();
  let slices = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const wanted = new Map<Slice, string[]>();
    for (const letter of strange) {
      const slice = found.has(letter) ? undefined : candidates.get(letter)?.[round];
      if (slice !== undefined) wanted.set(slice, [...(wanted.get(slice) ?? []), letter]);
    }
    // A script with one file goes before one with a hundred.
    for (const [slice, letters] of [...wanted].sort(([one], [other]) => one.place - other.place)) {
      if (slices === SLICES_MAX) return found;
      slices += 1;
      const face = await cut(slice, letters.join("") + marks, slices);
      for (const letter of letters)
        if (face.plain.hasGlyphForCodePoint(letter.codePointAt(0) as number)) found.set(letter, face);
    }
  }
  return found;
}

/** Of unpacked files that are kept: a language or two, which the next paper is likely to be in as well. */
const KEPT_BYTES_MAX = 8 * 1024 * 1024;
/** By file, the one that was used last at the end. To unpack one takes ten times as long as to cut it. */
const kept = new Map<string, Buffer>();

async function unpacked(file: string): Promise<Buffer> {
  const known = kept.get(file);
  const { default: subset } = await import("subset-font");
  // Its types don't know yet that it can keep all of a font.
  const all = { targetFormat: "truetype", keepAllGlyphs: true, preserveNameIds: [6] } as Parameters<typeof subset>[2];
  const content = known ?? (await subset(await readFile(locate(file)), "", all));
  kept.delete(file);
  kept.set(file, content);
  let bytes = Array.from(kept.values()).reduce((sum, { length }) => sum + length, 0);
  for (const [oldest, { length }] of kept) {
    if (bytes <= KEPT_BYTES_MAX) break;
    kept.delete(oldest);
    bytes -= length;
  }
  return content;
}

/** What is met of one file, as a font of its own. */
async function cut({ family, file, isVariable }: Slice, letters: string, number: number): Promise<Face> {
  const [{ default: subset }, { shapedFont }] = await Promise.all([import("subset-font"), import("./shaping.js")]);
  const content = await unpacked(file);
  const met = letters + letters.normalize("NFD") + HELPERS;
  const inWeight = async (weight: number): Promise<Font> =>
    shapedFont(
      await subset(content, met, {
        targetFormat: "truetype",
        preserveNameIds: [6],
        ...(isVariable ? { variationAxes: { wght: weight } } : {}),
      }),
    );
  // A language with thousands of letters has a hundred files: their heavier ones are drawn from the same.
  const isOneOfMany = !isVariable || /-(?:\d+)-wght/.test(file);
  return {
    name: `${family}-${number}`,
    plain: await inWeight(WEIGHT),
    bold: isOneOfMany ? null : await inWeight(BOLD_WEIGHT),
  };
}

/** In letters of Latin, as near as they come. */
async function spellingsOf(
  lost: readonly string[],
  has: (letter: string) => boolean,
): Promise<ReadonlyMap<string, string>> {
  if (lost.length === 0) return new Map();
  const { default: anyAscii } = await import("any-ascii");
  const spelling = (letter: string): string => {
    const simple = letter.normalize("NFKD").replaceAll(/\p{M}/gu, "");
    return simple !== "" && [...simple].every(has) ? simple : anyAscii(letter) || UNKNOWN;
  };
  return new Map(lost.map((letter) => [letter, spelling(letter)]));
}

type Spelling = Pick<Letters, "faceOf"> & {
  readonly has: (letter: string) => boolean;
  readonly spellings: ReadonlyMap<string, string>;
};

/** What is not drawn stays where a face draws something else for it, and goes where our own font would draw a box. */
function spelledOut(text: string, { faceOf, has, spellings }: Spelling): string {
  let isInFace = false;
  let spelled = "";
  for (const letter of text) {
    if (UNSEEN.test(letter)) {
      if (isInFace) spelled += letter;
      continue;
    }
    if (!(joinsPrevious(letter) && isInFace)) isInFace = faceOf(letter) !== null;
    spelled += isInFace || has(letter) || letter === "\n" ? letter : (spellings.get(letter) ?? UNKNOWN);
  }
  return spelled;
}
