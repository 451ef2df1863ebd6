/** Writing on a page of a PDF in either direction: places are counted from the side that lines begin at. */
import type PDFKit from "pdfkit";
import type { Direction } from "../words/locale.js";
import { hasRightToLeft, type Line, linesOf, type Piece } from "./lines.js";

/** Each page of it has the same size and margins. The fonts "plain" and "bold" are registered with it, and those of Arabic where it is used. */
export type Sheet = {
  readonly doc: InstanceType<typeof PDFKit>;
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
/** Of the size of the letters: how high a line of Arabic is, and where in it letters stand, which is where those of Latin do. */
const ARABIC_LINE = 1.5;
const ARABIC_BASE = 0.97;

const fontOf = ({ bold = false }: Style, isArabic = false): string =>
  `${bold ? "bold" : "plain"}${isArabic ? "-arabic" : ""}`;

/** From the left, whichever side it was counted from. */
const leftOf = ({ doc, direction }: Sheet, { x, width }: Pick<Place, "x" | "width">): number =>
  direction === "rtl" ? doc.page.width - x - width : x;

function pen({ doc }: Sheet, style: Style): Sheet["doc"] {
  return doc
    .font(fontOf(style))
    .fontSize(style.size ?? SIZE)
    .fillColor(style.colour ?? INK);
}

/** The pen ends below the last line. */
export function write(sheet: Sheet, text: string, place: Place): void {
  const { y, width, isAtEnd = false, style } = place;
  const x = leftOf(sheet, place);
  const isRight = isAtEnd === (sheet.direction === "ltr");
  const doc = pen(sheet, style);
  if (!hasRightToLeft(text)) {
    doc.text(text, x, y, { width, align: isRight ? "right" : "left" });
    return;
  }
  const size = style.size ?? SIZE;
  const lines = linesOf(text, width, measureOf(sheet, style));
  for (const [at, line] of lines.entries()) {
    const base = y + (at * ARABIC_LINE + ARABIC_BASE) * size;
    drawLine(sheet, line, { x, y: base, width, isAtEnd: isRight, style });
  }
  doc.y = y + lines.length * ARABIC_LINE * size;
}

/** In points. */
export function heightOf(sheet: Sheet, text: string, { width, style }: Pick<Place, "width" | "style">): number {
  const doc = pen(sheet, style);
  if (!hasRightToLeft(text)) return doc.heightOfString(text, { width });
  return linesOf(text, width, measureOf(sheet, style)).length * ARABIC_LINE * (style.size ?? SIZE);
}

const measureOf =
  ({ doc }: Sheet, style: Style) =>
  ({ text, isArabic }: Piece): number =>
    doc
      .font(fontOf(style, isArabic))
      .fontSize(style.size ?? SIZE)
      .widthOfString(text);

/** @param place its `x` is from the left, its `y` where letters stand. */
function drawLine(sheet: Sheet, line: Line, { x, y, width, isAtEnd = false, style }: Place): void {
  const measure = measureOf(sheet, style);
  let left = isAtEnd ? x + width - line.reduce((sum, piece) => sum + measure(piece), 0) : x;
  for (const piece of line) {
    const wide = measure(piece);
    sheet.doc.text(piece.text, left, y, { lineBreak: false, baseline: "alphabetic" });
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
