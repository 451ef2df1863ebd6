/**
 * A font whose letters HarfBuzz puts together, as browsers do: it knows the order and joints of every script. What is copied from a paper
 * is what was written: a shape that stands for several letters, as a stroke of Arabic does, is in the paper once for each of them.
 */
import { create, type Font, type Glyph, type GlyphRun, type Subset } from "fontkit";
import {
  Blob,
  Face,
  type GlyphInfo,
  type GlyphPosition,
  Buffer as Letters,
  Font as ShapingFont,
  shape,
} from "harfbuzzjs";

type Placed = GlyphInfo & GlyphPosition;

/**
 * What each glyph stands for. A cluster is several letters that became several glyphs, not one each: those that take room share its letters,
 * in the order in which they are read, because a reader takes a glyph without letters for a space.
 */
function readings(text: string, glyphs: readonly Placed[]): readonly string[] {
  const isBackwards = (glyphs[0]?.cluster ?? 0) > (glyphs.at(-1)?.cluster ?? 0);
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].sort((one, other) => one - other);
  const read = glyphs.map(() => "");
  for (const [at, start] of starts.entries()) {
    const letters = [...text.slice(start, starts[at + 1])];
    const places = glyphs.flatMap(({ cluster }, place) => (cluster === start ? [place] : []));
    const wide = places.filter((place) => (glyphs[place] as Placed).xAdvance > 0);
    const bearers = wide.length > 0 ? wide : places.slice(0, 1);
    if (isBackwards) bearers.reverse();
    for (const [turn, place] of bearers.entries())
      read[place] = letters.splice(0, turn === bearers.length - 1 ? letters.length : 1).join("");
  }
  return read;
}

/** Above the numbers of a font's own glyphs, of which it has 65,535 at most. */
const FIRST_SHAPE = 0x10000;

/** Shapes of one paper, each with what it stands for, and numbers of their own that they are asked for by. */
class Shapes {
  readonly #numbers = new Map<string, number>();
  readonly #glyphs: number[] = [];

  numberOf(glyph: number, letters: string): number {
    const key = `${glyph} ${letters}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = FIRST_SHAPE + this.#glyphs.push(glyph) - 1;
    this.#numbers.set(key, number);
    return number;
  }

  glyphOf(number: number): number {
    return this.#glyphs[number - FIRST_SHAPE] as number;
  }
}

/** What its types leave out. */
type Parts = { readonly glyphs: number[]; includeGlyph(glyph: number): number };

/** A part of the font that takes numbers of shapes, and keeps as many as there are; and of glyphs, which shapes are put together of. */
function subsetOf(font: Font, shapes: Shapes): Subset {
  const subset = font.createSubset() as unknown as Parts;
  const places = new Map<number, number>();
  const include = subset.includeGlyph.bind(subset);
  return Object.assign(subset as unknown as Subset, {
    includeGlyph: (number: number): number => {
      if (number < FIRST_SHAPE) return include(number);
      const place = places.get(number) ?? subset.glyphs.push(shapes.glyphOf(number)) - 1;
      places.set(number, place);
      return place;
    },
  });
}

/** Its reader looks for a few numbers of a glyph where an empty one at the end of a file has none. */
const PADDING = Buffer.alloc(16);

/** @param content a TrueType font. */
export function shapedFont(content: Uint8Array): Font {
  const font = create(Buffer.concat([content, PADDING])) as Font;
  const shaper = new ShapingFont(new Face(new Blob(content)));
  const shapes = new Shapes();
  const layout = (text: string): Pick<GlyphRun, "glyphs" | "positions" | "advanceWidth"> => {
    const placed = placedBy(shaper, text);
    const read = readings(text, placed);
    const glyphs = placed.map(({ codepoint }, at) => {
      const letters = read[at] as string;
      return {
        id: shapes.numberOf(codepoint, letters),
        advanceWidth: font.getGlyph(codepoint).advanceWidth,
        codePoints: Array.from(letters, (letter) => letter.codePointAt(0) as number),
      } as Glyph;
    });
    return {
      glyphs,
      positions: placed.map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({ xAdvance, yAdvance, xOffset, yOffset })),
      // Asked for once places are in points.
      get advanceWidth(): number {
        return this.positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      },
    };
  };
  return Object.assign(Object.create(font) as Font, { layout, createSubset: () => subsetOf(font, shapes) });
}

function placedBy(shaper: ShapingFont, text: string): readonly Placed[] {
  const letters = new Letters();
  letters.addText(text);
  letters.guessSegmentProperties();
  shape(shaper, letters);
  const places = letters.getGlyphPositions();
  return letters.getGlyphInfos().map((info, at) => ({ ...info, ...(places[at] as GlyphPosition) }));
}
