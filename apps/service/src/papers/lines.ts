/**
 * Text that runs from right to left, wholly or in part, as lines of pieces: where it breaks, and in which order its pieces stand
 * (Unicode Standard Annex 9). A PDF knows no directions, and a font shapes letters of one script.
 */
import bidiModule, { type Bidi, type EmbeddingLevels } from "bidi-js";

/** Letters of one font, for which the font finds shapes and order. */
export type Piece = { readonly text: string; readonly isArabic: boolean };

/** From left to right, as it is seen. */
export type Line = readonly Piece[];

/** @returns points. */
type Measure = (piece: Piece) => number;

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
/** With the marks and joiners that belong to a letter before them. */
const ARABIC = /[\p{Script_Extensions=Arabic}\u200c\u200d]/u;

export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

let made: Bidi | null = null;
/** Its tables are unpacked when the first such text is drawn. The module is the function that its types have as a default. */
const bidi = (): Bidi => (made ??= (bidiModule as unknown as () => Bidi)());

/** @param width in points; a word that is wider is broken. */
export const linesOf = (text: string, width: number, measure: Measure): readonly Line[] =>
  text.split("\n").flatMap((paragraph) => {
    const levels = bidi().getEmbeddingLevels(paragraph);
    return breaksOf(paragraph, width, measure).map(([start, end]) => seen(paragraph, levels, [start, end]));
  });

type Span = readonly [start: number, end: number];

/** Of each line the first place and the one behind its last; spaces at its end are left out. */
function breaksOf(text: string, width: number, measure: Measure): readonly Span[] {
  const wide = (start: number, end: number): number =>
    piecesOf(text.slice(start, end)).reduce((sum, piece) => sum + measure(piece), 0);
  const lines: Span[] = [];
  let start = 0;
  let end = 0;
  for (const { 0: word, index } of text.matchAll(/\S+/gu)) {
    const after = index + word.length;
    if (end > start && wide(start, after) > width) {
      lines.push([start, end]);
      start = index;
    }
    end = after;
    if (wide(start, end) <= width) continue;
    for (const place of brokenOff(text, [start, end], (from, to) => wide(from, to) > width)) {
      lines.push([start, place]);
      start = place;
    }
  }
  return end > start ? [...lines, [start, end]] : lines;
}

/** Where one word that is wider than a line is broken: before the letter that no longer fits. */
function brokenOff(text: string, [start, end]: Span, isTooWide: (from: number, to: number) => boolean): number[] {
  const places: number[] = [];
  let at = start;
  for (const letter of text.slice(start, end)) {
    const from = places.at(-1) ?? start;
    if (at > from && isTooWide(from, at + letter.length)) places.push(at);
    at += letter.length;
  }
  return places;
}

/** In the order of reading: parted where the font changes. */
function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const letter of text) {
    const isArabic = ARABIC.test(letter);
    const last = pieces.at(-1);
    if (last?.isArabic === isArabic) pieces[pieces.length - 1] = { text: last.text + letter, isArabic };
    else pieces.push({ text: letter, isArabic });
  }
  return pieces;
}

/** One line as it is seen: runs of one level, each with its pieces in order. */
function seen(text: string, levels: EmbeddingLevels, [start, end]: Span): Line {
  const order = Array.from({ length: end - start }, (_, at) => start + at);
  for (const [from = start, to = start] of bidi().getReorderSegments(text, levels, start, end - 1)) {
    const turned = order.slice(from - start, to - start + 1).reverse();
    order.splice(from - start, turned.length, ...turned);
  }
  const line: Piece[] = [];
  for (let at = 0; at < order.length; ) {
    const isBackwards = (levels.levels[order[at] as number] as number) % 2 === 1;
    const step = isBackwards ? -1 : 1;
    let until = at + 1;
    while (until < order.length && follows(levels, [order[until - 1] as number, order[until] as number], step))
      until += 1;
    const [first, last] = [order[at] as number, order[until - 1] as number];
    const run = text.slice(Math.min(first, last), Math.max(first, last) + 1);
    line.push(...(isBackwards ? piecesOf(run).map(turnedRound).reverse() : piecesOf(run)));
    at = until;
  }
  return line;
}

const follows = ({ levels }: EmbeddingLevels, [one, next]: Span, step: number): boolean =>
  next === one + step && levels[one] === levels[next];

/** A font turns the letters of its script itself; signs that belong to no script are turned here, brackets into their opposites. */
const turnedRound = (piece: Piece): Piece =>
  piece.isArabic || hasRightToLeft(piece.text)
    ? piece
    : {
        isArabic: false,
        text: [...piece.text]
          .reverse()
          .map((sign) => bidi().getMirroredCharacter(sign) ?? sign)
          .join(""),
      };
