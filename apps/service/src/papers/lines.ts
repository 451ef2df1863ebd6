/**
 * Text as lines of pieces: where it breaks, and in which order its pieces stand (Unicode Standard Annex 9). For text that runs from right
 * to left, wholly or in part, or that our own font has not all letters of. A PDF knows no directions, and a font shapes letters of one script.
 */
import bidiModule, { type Bidi, type EmbeddingLevels } from "bidi-js";
import { type Face, joinsPrevious } from "./letters.js";

/** Letters of one font, for which the font finds shapes and order. */
export type Piece = {
  readonly text: string;
  /** Null for our own font. */
  readonly face: Face | null;
};

/** From left to right, as it is seen. */
export type Line = readonly Piece[];

type Means = {
  /** @returns points. */
  readonly measure: (piece: Piece) => number;
  readonly faceOf: (letter: string) => Face | null;
};

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
/** Written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const OPENS = /^[\p{Ps}\p{Pi}]/u;
const CLOSES = /^[^\p{L}\p{N}\p{M}\p{So}\p{Ps}\p{Pi}]/u;

export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

let made: Bidi | null = null;
/** Its tables are unpacked when the first such text is drawn. The module is the function that its types have as a default. */
const bidi = (): Bidi => (made ??= (bidiModule as unknown as () => Bidi)());

let segmenters: { readonly words: Intl.Segmenter; readonly letters: Intl.Segmenter } | null = null;
const segment = () =>
  (segmenters ??= {
    words: new Intl.Segmenter("und", { granularity: "word" }),
    letters: new Intl.Segmenter("und", { granularity: "grapheme" }),
  });

/** @param width in points; what can't be parted otherwise and is wider is broken between two letters. */
export const linesOf = (text: string, width: number, means: Means): readonly Line[] =>
  text.split("\n").flatMap((paragraph) => {
    const levels = bidi().getEmbeddingLevels(paragraph);
    const pieces = (from: number, to: number): readonly Piece[] => piecesOf(paragraph.slice(from, to), means);
    const wide = (from: number, to: number): number =>
      pieces(from, to).reduce((sum, piece) => sum + means.measure(piece), 0);
    return breaksOf(paragraph, width, wide).map((span) => seen({ paragraph, levels, pieces }, span));
  });

type Span = readonly [start: number, end: number];
type Read = {
  readonly paragraph: string;
  readonly levels: EmbeddingLevels;
  readonly pieces: (from: number, to: number) => readonly Piece[];
};
type Wide = (from: number, to: number) => number;

/** Of each line the first place and the one behind its last; spaces at its end are left out. */
function breaksOf(text: string, width: number, wide: Wide): readonly Span[] {
  const lines: Span[] = [];
  let [start, end, used] = [0, 0, 0];
  for (const [from, to] of wholesOf(text)) {
    const [gap, own] = [end > start && from > end ? wide(end, from) : 0, wide(from, to)];
    if (end > start && used + gap + own > width) {
      lines.push([start, end]);
      [start, used] = [from, own];
    } else {
      [start, used] = end > start ? [start, used + gap + own] : [from, own];
    }
    end = to;
    if (used <= width) continue;
    const places = brokenOff(text, [start, end], { width, wide });
    for (const place of places) {
      lines.push([start, place]);
      start = place;
    }
    used = wide(start, end);
  }
  return end > start ? [...lines, [start, end]] : lines;
}

/** What a line does not part: words, and of scripts without spaces those that a dictionary knows, with the signs that belong to them. */
function wholesOf(text: string): readonly Span[] {
  const wholes: Span[] = [];
  for (const { 0: word, index } of text.matchAll(/\S+/gu)) {
    if (!UNSPACED.test(word)) {
      wholes.push([index, index + word.length]);
      continue;
    }
    let holds = false;
    for (const { segment: part, index: at } of segment().words.segment(word)) {
      const [from, to] = [index + at, index + at + part.length];
      const [before] = at > 0 && (holds || CLOSES.test(part)) ? wholes.splice(-1) : [];
      wholes.push([before?.[0] ?? from, to]);
      holds = OPENS.test(part);
    }
  }
  return wholes;
}

/** Where a whole that is wider than a line is broken: before the letter that no longer fits. */
function brokenOff(
  text: string,
  [start, end]: Span,
  { width, wide }: { readonly width: number; readonly wide: Wide },
): number[] {
  const places: number[] = [];
  let [from, used] = [start, 0];
  for (const { segment: letter, index } of segment().letters.segment(text.slice(start, end))) {
    const at = start + index;
    const own = wide(at, at + letter.length);
    if (at > from && used + own > width) {
      places.push(at);
      [from, used] = [at, 0];
    }
    used += own;
  }
  return places;
}

/** In the order of reading: parted where the font changes. */
function piecesOf(text: string, { faceOf }: Pick<Means, "faceOf">): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const letter of text) {
    const last = pieces.at(-1);
    const face = last !== undefined && last.face !== null && joinsPrevious(letter) ? last.face : faceOf(letter);
    const whole = last?.face === face ? pieces.pop() : undefined;
    pieces.push({ text: (whole?.text ?? "") + letter, face });
  }
  return pieces;
}

/** One line as it is seen: runs of one level, each with its pieces in order. */
function seen({ paragraph, levels, pieces }: Read, [start, end]: Span): Line {
  const order = Array.from({ length: end - start }, (_, at) => start + at);
  for (const [from = start, to = start] of bidi().getReorderSegments(paragraph, levels, start, end - 1)) {
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
    const run = pieces(Math.min(first, last), Math.max(first, last) + 1);
    line.push(...(isBackwards ? run.map(turnedRound).reverse() : run));
    at = until;
  }
  return line;
}

const follows = ({ levels }: EmbeddingLevels, [one, next]: Span, step: number): boolean =>
  next === one + step && levels[one] === levels[next];

/** A font turns the letters of its script itself; signs that belong to no script are turned here, brackets into their opposites. */
const turnedRound = (piece: Piece): Piece =>
  piece.face !== null || hasRightToLeft(piece.text)
    ? piece
    : {
        ...piece,
        text: [...piece.text]
          .reverse()
          .map((sign) => bidi().getMirroredCharacter(sign) ?? sign)
          .join(""),
      };
