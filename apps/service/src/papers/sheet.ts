/** Writing on a page of a PDF in either direction: places are counted from the side that lines begin at. */
import type PDFKit from "pdfkit";
import type { Direction } from "../words/locale.js";
import { boldName, type Face, type Letters } from "./letters.js";
import { hasRightToLeft, type Line, linesOf, type Piece } from "./lines.js";

/** Each page of it has the same size and margins. The fonts "plain" and "bold" are registered with it, and those of its letters. */
export type Sheet = {
  readonly doc: InstanceType<typeof PDFKit>;
  readonly letters: Letters;
  readonly direction: Direction;
  /** At both sides, in points. */
  readonly margin: number;
};

export type Style = { readonly bold?: boolean; readonly size?: number; readonly colour?: string };

/** In points. */
type Place = {
  /** From the side that lines begin at. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Whether lines end at the end of the place, as figures do. */
  readonly isAtEnd?: boolean;
  readonly style: Style;
};

const INK = "#111827";
const SIZE = 9.5;
/**
 * Of the size of the letters: how high a line is that has other letters than those of our own font, and where in it letters stand, which
 * is where ours do.
 */
const TALL_LINE = 1.5;
const TALL_BASE = 0.97;
/** Of the size of the letters: the pen that makes letters heavier of which there are no heavier ones. */
const HEAVY_PEN = 0.03;

function fontOf({ bold = false }: Style, face: Face | null = null): string {
  if (face === null) return bold ? "bold" : "plain";
  return bold ? boldName(face) : face.name;
}

/** From the left, whichever side it was counted from. */
const leftOf = ({ doc, direction }: Sheet, { x, width }: Pick<Place, "x" | "width">): number =>
  direction === "rtl" ? doc.page.width - x - width : x;

function pen({ doc }: Sheet, style: Style): Sheet["doc"] {
  return doc
    .font(fontOf(style))
    .fontSize(style.size ?? SIZE)
    .fillColor(style.colour ?? INK);
}

/** Whether our own font writes it, from left to right. */
const isPlain = ({ letters }: Sheet, text: string): boolean =>
  !hasRightToLeft(text) && (letters.faces.length === 0 || ![...text].some((letter) => letters.faceOf(letter) !== null));

const tallLines = (sheet: Sheet, text: string, { width, style }: Pick<Place, "width" | "style">): readonly Line[] =>
  linesOf(text, width, { measure: measureOf(sheet, style), faceOf: sheet.letters.faceOf });

/** The pen ends below the last line. */
export function write(sheet: Sheet, given: string, place: Place): void {
  const { y, width, isAtEnd = false, style } = place;
  const text = sheet.letters.spelled(given);
  const x = leftOf(sheet, place);
  const isRight = isAtEnd === (sheet.direction === "ltr");
  const doc = pen(sheet, style);
  if (isPlain(sheet, text)) {
    doc.text(text, x, y, { width, align: isRight ? "right" : "left" });
    return;
  }
  const size = style.size ?? SIZE;
  const lines = tallLines(sheet, text, place);
  for (const [at, line] of lines.entries()) {
    const base = y + (at * TALL_LINE + TALL_BASE) * size;
    drawLine(sheet, line, { x, y: base, width, isAtEnd: isRight, style });
  }
  doc.y = y + lines.length * TALL_LINE * size;
}

/** In points. */
export function heightOf(sheet: Sheet, given: string, { width, style }: Pick<Place, "width" | "style">): number {
  const text = sheet.letters.spelled(given);
  const doc = pen(sheet, style);
  if (isPlain(sheet, text)) return doc.heightOfString(text, { width });
  return tallLines(sheet, text, { width, style }).length * TALL_LINE * (style.size ?? SIZE);
}

const measureOf =
  ({ doc }: Sheet, style: Style) =>
  ({ text, face }: Piece): number =>
    doc
      .font(fontOf(style, face))
      .fontSize(style.size ?? SIZE)
      .widthOfString(text);

/** @param place its `x` is from the left, its `y` where letters stand. */
function drawLine(sheet: Sheet, line: Line, { x, y, width, isAtEnd = false, style }: Place): void {
  const measure = measureOf(sheet, style);
  const { doc } = sheet;
  let left = isAtEnd ? x + width - line.reduce((sum, piece) => sum + measure(piece), 0) : x;
  for (const piece of line) {
    const wide = measure(piece);
    const isHeavier = style.bold === true && piece.face !== null && piece.face.bold === null;
    if (isHeavier) doc.lineWidth((style.size ?? SIZE) * HEAVY_PEN).strokeColor(style.colour ?? INK);
    doc.text(piece.text, left, y, { lineBreak: false, baseline: "alphabetic", fill: true, stroke: isHeavier });
    left += wide;
  }
}

/** A picture at the side that lines begin at, no larger than its box. */
export function pictureAt(
  sheet: Sheet,
  picture: Buffer,
  { y, width, height }: { readonly y: number; readonly width: number; readonly height: number },
): void {
  const align = sheet.direction === "rtl" ? { align: "right" as const } : {};
  sheet.doc.image(picture, leftOf(sheet, { x: sheet.margin, width }), y, { fit: [width, height], ...align });
}
