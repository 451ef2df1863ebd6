/**
 * A paper as PDF: A4, letters embedded, nothing in it that runs or is fetched. Texts are those of merchants and buyers, so whatever
 * they are, the work has bounds: rows and characters are counted, and one paper is drawn at a time.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { inflateSync } from "node:zlib";
import type { Font } from "fontkit";
import type PDFKit from "pdfkit";
import { clip } from "../words/format.js";
import { type Paper, ROWS_MAX, type Section, type Sum } from "./paper.js";

type Doc = InstanceType<typeof PDFKit>;

const MARGIN = 48;
const FOOT = 84;
const INK = "#111827";
const MUTED = "#5b6672";
const LINE = "#dde2e7";
const ACCENT = "#00626a";
const LOGO_BOX = { width: 130, height: 48 } as const;
const GAP = 8;
/** Of one cell or line: longer texts are cut. */
const TEXT_MAX = 300;

const locate = createRequire(import.meta.url).resolve;
const FONTS = "@expo-google-fonts/inter";

type Means = { readonly make: typeof PDFKit; readonly plain: Font; readonly bold: Font };
let means: Promise<Means> | null = null;

/** Read at the first paper, so no start waits for it; and once, because reading a font is most of the work of a paper. */
const load = (): Promise<Means> =>
  (means ??= Promise.all([
    import("pdfkit"),
    import("fontkit"),
    readFile(locate(`${FONTS}/400Regular/Inter_400Regular.ttf`)),
    readFile(locate(`${FONTS}/600SemiBold/Inter_600SemiBold.ttf`)),
  ]).then(([{ default: make }, { create }, plain, bold]) => ({
    make,
    plain: create(plain) as Font,
    bold: create(bold) as Font,
  })));

/** Drawing one keeps the thread for tens of milliseconds: others wait for it, and what else there is to do goes in between. */
let last: Promise<unknown> = Promise.resolve();

/** @param at Unix seconds, for the file's own date: the same paper of the same moment is the same file. */
export function drawPaper(paper: Paper, at: number): Promise<Buffer> {
  const drawn = last.then(() => draw(paper, at));
  last = drawn.catch(() => undefined);
  return drawn;
}

async function draw(paper: Paper, at: number): Promise<Buffer> {
  const { make: Make, plain, bold } = await load();
  const doc = new Make({
    size: "A4",
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: FOOT },
    bufferPages: true,
    lang: paper.locale,
    displayTitle: true,
    font: "",
    info: {
      Title: `${paper.title} ${paper.number}`,
      Author: written(paper.name),
      Creator: "Holdfast",
      Producer: "Holdfast",
      CreationDate: new Date(at * 1000),
    },
  });
  const chunks: Buffer[] = [];
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on("data", (chunk: Buffer) => chunks.push(chunk));
    doc.on("end", () => resolve(Buffer.concat(chunks)));
    doc.on("error", reject);
  });
  // Its types do not know yet that it takes a font that was read.
  doc
    .registerFont("plain", plain as never)
    .registerFont("bold", bold as never)
    .font("plain");
  head(doc, paper);
  parties(doc, paper);
  for (const section of paper.sections) drawSection(doc, section);
  feet(doc, paper);
  doc.end();
  return ended;
}

const widthOf = (doc: Doc): number => doc.page.width - 2 * MARGIN;
const bottomOf = (doc: Doc): number => doc.page.height - FOOT;

/** Control characters and marks that turn the direction of what follows have no place on paper. */
const written = (text: string): string =>
  clip(text.replaceAll(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/gu, " "), TEXT_MAX);

type Style = { readonly bold?: boolean; readonly size?: number; readonly colour?: string };

function pen(doc: Doc, { bold = false, size = 9.5, colour = INK }: Style = {}): Doc {
  return doc
    .font(bold ? "bold" : "plain")
    .fontSize(size)
    .fillColor(colour);
}

/** Whose paper it is, which it is, and the facts that name it. */
function head(doc: Doc, { logo, name, title, notice, facts }: Paper): void {
  if (notice !== "") {
    pen(doc, { bold: true, colour: "#8a5a00" }).text(notice, MARGIN, MARGIN);
    doc.moveDown(0.8);
  }
  const top = doc.y;
  const left = widthOf(doc) * 0.55;
  let bottom = top;
  if (logo !== null && drawLogo(doc, logo, top)) bottom += LOGO_BOX.height + GAP;
  pen(doc, { bold: true, size: 13 }).text(written(name), MARGIN, bottom, { width: left });
  bottom = doc.y;
  const [x, width] = [MARGIN + left, widthOf(doc) - left];
  pen(doc, { bold: true, size: 22, colour: ACCENT }).text(title, x, top, { width, align: "right" });
  doc.y += GAP / 2;
  for (const [label, value] of facts) {
    const y = doc.y;
    pen(doc, { colour: MUTED, size: 8.5 }).text(label, x, y, { width: width * 0.42, align: "right" });
    const under = doc.y;
    pen(doc, { size: 8.5 }).text(written(value), x + width * 0.45, y, { width: width * 0.55, align: "right" });
    doc.y = Math.max(doc.y, under) + 1.5;
  }
  doc.y = Math.max(doc.y, bottom) + 22;
}

/** False for a picture that can't be put on paper: the name stands there in any case. */
function drawLogo(doc: Doc, { content, type }: NonNullable<Paper["logo"]>, y: number): boolean {
  const picture = Buffer.from(content);
  if (type === "image/webp" || (type === "image/png" && !isBoundedPng(picture))) return false;
  try {
    doc.image(picture, MARGIN, y, { fit: [LOGO_BOX.width, LOGO_BOX.height] });
    return true;
  } catch {
    return false;
  }
}

/** More than a picture of the largest sides has, four channels of 16 bits: what unfolds into more is no logo. */
const PIXELS_BYTES_MAX = 2_000 * (2_000 * 8 + 1);

/** A PNG whose data unfold into no more than its sides can have. */
function isBoundedPng(png: Buffer): boolean {
  const parts: Buffer[] = [];
  for (let at = 8; at + 8 <= png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") {
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
    }
  }
  try {
    inflateSync(Buffer.concat(parts), { maxOutputLength: PIXELS_BYTES_MAX });
    return true;
  } catch {
    return false;
  }
}

function parties(doc: Doc, { parties: all }: Paper): void {
  if (all.length === 0) return;
  const top = doc.y;
  const width = (widthOf(doc) - GAP * 2 * (all.length - 1)) / all.length;
  let bottom = top;
  for (const [index, { label, lines }] of all.entries()) {
    const x = MARGIN + index * (width + GAP * 2);
    pen(doc, { colour: MUTED, size: 8 }).text(label, x, top, { width });
    doc.y += 2;
    for (const [at, line] of lines.entries()) {
      pen(doc, at === 0 ? { bold: true } : { colour: MUTED, size: 8.5 }).text(written(line), x, doc.y, { width });
    }
    bottom = Math.max(bottom, doc.y);
  }
  doc.y = bottom + 22;
}

function drawSection(doc: Doc, section: Section): void {
  room(doc, 70);
  if (section.heading !== "") {
    pen(doc, { bold: true, size: 11.5 }).text(written(section.heading), MARGIN, doc.y, { width: widthOf(doc) });
    doc.y += 6;
  }
  if (section.rows.length === 0) {
    pen(doc, { colour: MUTED }).text(section.empty, MARGIN, doc.y, { width: widthOf(doc) });
  } else {
    headRow(doc, section);
    for (const row of section.rows.slice(0, ROWS_MAX)) drawRow(doc, section, row);
  }
  sums(doc, section.sums);
  doc.y += 20;
}

/** A new page when so many points are not left. Tells whether it made one. */
function room(doc: Doc, points: number): boolean {
  if (doc.y + points <= bottomOf(doc)) return false;
  doc.addPage();
  return true;
}

function rule(doc: Doc): void {
  doc
    .moveTo(MARGIN, doc.y)
    .lineTo(MARGIN + widthOf(doc), doc.y)
    .lineWidth(0.6)
    .strokeColor(LINE)
    .stroke();
}

function headRow(doc: Doc, { columns }: Section): void {
  cells(doc, columns, { texts: columns.map(({ head: text }) => text), style: { colour: MUTED, size: 8 } });
  doc.y += 4;
  rule(doc);
  doc.y += 5;
}

function drawRow(doc: Doc, section: Section, row: readonly string[]): void {
  const height = Math.max(
    ...section.columns.map(({ width }, at) =>
      pen(doc).heightOfString(written(row[at] ?? ""), { width: width * widthOf(doc) - GAP }),
    ),
  );
  if (room(doc, height + 12)) headRow(doc, section);
  cells(doc, section.columns, { texts: row, style: {} });
  doc.y += 4;
  rule(doc);
  doc.y += 5;
}

/** One line of cells; the pen ends below the highest. */
function cells(
  doc: Doc,
  columns: Section["columns"],
  { texts, style }: { readonly texts: readonly string[]; readonly style: Style },
): void {
  const top = doc.y;
  let [x, bottom] = [MARGIN, top];
  for (const [at, { width: share, isNumber }] of columns.entries()) {
    const width = share * widthOf(doc);
    const inner = at === columns.length - 1 ? width : width - GAP;
    pen(doc, style).text(written(texts[at] ?? ""), x, top, { width: inner, align: isNumber ? "right" : "left" });
    bottom = Math.max(bottom, doc.y);
    x += width;
  }
  doc.y = bottom;
}

function sums(doc: Doc, all: readonly Sum[]): void {
  const width = widthOf(doc) * 0.5;
  const x = MARGIN + widthOf(doc) - width;
  doc.y += 3;
  for (const { name, amount, isTotal } of all) {
    room(doc, 20);
    const style = isTotal ? { bold: true, size: 10.5 } : {};
    const y = doc.y;
    pen(doc, isTotal ? style : { colour: MUTED }).text(name, x, y, { width: width * 0.58 });
    const under = doc.y;
    pen(doc, style).text(amount, x + width * 0.58, y, { width: width * 0.42, align: "right" });
    doc.y = Math.max(doc.y, under) + 3;
  }
}

/** Once all pages are there, each gets its foot. */
function feet(doc: Doc, { footer, number, pageOf }: Paper): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    // Text below the margin would begin a new page.
    doc.page.margins.bottom = 0;
    doc.y = doc.page.height - FOOT + 22;
    rule(doc);
    const y = doc.y + 8;
    pen(doc, { colour: MUTED, size: 7.5 }).text(footer, MARGIN, y, { width: widthOf(doc) * 0.72 });
    pen(doc, { colour: MUTED, size: 7.5 }).text(
      `${written(number)}\n${pageOf(page + 1, count)}`,
      MARGIN + widthOf(doc) * 0.75,
      y,
      { width: widthOf(doc) * 0.25, align: "right" },
    );
  }
}
