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
import { directionOf } from "../words/locale.js";
import { operatorName } from "../words/operator-names.js";
import { boldName, lettersFor } from "./letters.js";
import { type Paper, ROWS_MAX, type Section, type Sum } from "./paper.js";
import { heightOf, pictureAt, type Sheet, type Style, write } from "./sheet.js";

const MARGIN = 48;
const FOOT = 84;
const MUTED = "#5b6672";
const LINE = "#dde2e7";
const ACCENT = "#00626a";
const LOGO_BOX = { width: 130, height: 48 } as const;
const GAP = 8;
/** Of one cell or line: longer texts are cut. */
const TEXT_MAX = 300;

const locate = createRequire(import.meta.url).resolve;
const FONTS = "@expo-google-fonts/inter";

type Fonts = Readonly<Record<string, Font>>;
type Means = { readonly make: typeof PDFKit; readonly fonts: Fonts };
let means: Promise<Means> | null = null;

/** Read at the first paper, so no start waits for it; and once, because reading a font is most of the work of a paper. */
const load = (): Promise<Means> =>
  (means ??= Promise.all([
    import("pdfkit"),
    fontsIn({ plain: `${FONTS}/400Regular/Inter_400Regular.ttf`, bold: `${FONTS}/600SemiBold/Inter_600SemiBold.ttf` }),
  ]).then(([{ default: make }, fonts]) => ({ make, fonts })));

async function fontsIn(files: Readonly<Record<string, string>>): Promise<Fonts> {
  const { create } = await import("fontkit");
  const read = async ([name, file]: [string, string]) => [name, create(await readFile(locate(file))) as Font] as const;
  return Object.fromEntries(await Promise.all(Object.entries(files).map(read)));
}

/** Drawing one keeps the thread for tens of milliseconds: others wait for it, and what else there is to do goes in between. */
let last: Promise<unknown> = Promise.resolve();

/** @param at Unix seconds, for the file's own date: the same paper of the same moment is the same file. */
export function drawPaper(paper: Paper, at: number): Promise<Buffer> {
  const drawn = last.then(() => draw(paper, at));
  last = drawn.catch(() => undefined);
  return drawn;
}

async function draw(paper: Paper, at: number): Promise<Buffer> {
  const { make: Make, fonts } = await load();
  const letters = await lettersFor(textOf(paper), fonts["plain"] as Font);
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
      Creator: operatorName(),
      Producer: operatorName(),
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
  for (const [name, font] of Object.entries(fonts)) doc.registerFont(name, font as never);
  for (const face of letters.faces) {
    doc.registerFont(face.name, face.plain as never);
    if (face.bold !== null) doc.registerFont(boldName(face), face.bold as never);
  }
  doc.font("plain");
  const sheet: Sheet = { doc, letters, direction: directionOf(paper.locale), margin: MARGIN };
  head(sheet, paper);
  parties(sheet, paper);
  for (const section of paper.sections) drawSection(sheet, section);
  feet(sheet, paper);
  doc.end();
  return ended;
}

/** All that stands on it, in any order. */
const textOf = (paper: Paper): string => wordsOf({ ...paper, logo: null }) + paper.pageOf({ page: 1, pages: 1 });

function wordsOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null ? Object.values(value).map(wordsOf).join(" ") : "";
}

const widthOf = ({ doc }: Sheet): number => doc.page.width - 2 * MARGIN;
const bottomOf = ({ doc }: Sheet): number => doc.page.height - FOOT;

/** Control characters and marks that turn the direction of what follows have no place on paper. */
const written = (text: string): string =>
  clip(text.replaceAll(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/gu, " ").trim(), TEXT_MAX);

/** Whose paper it is, which it is, and the facts that name it. */
function head(sheet: Sheet, { logo, name, title, notice, facts }: Paper): void {
  const { doc } = sheet;
  if (notice !== "") {
    write(sheet, notice, { x: MARGIN, y: MARGIN, width: widthOf(sheet), style: { bold: true, colour: "#8a5a00" } });
    doc.y += 8;
  }
  const top = doc.y;
  const left = widthOf(sheet) * 0.55;
  let bottom = top;
  if (logo !== null && drawLogo(sheet, logo, top)) bottom += LOGO_BOX.height + GAP;
  write(sheet, written(name), { x: MARGIN, y: bottom, width: left, style: { bold: true, size: 13 } });
  bottom = doc.y;
  const [x, width] = [MARGIN + left, widthOf(sheet) - left];
  write(sheet, title, { x, y: top, width, isAtEnd: true, style: { bold: true, size: 22, colour: ACCENT } });
  doc.y += GAP / 2;
  for (const [label, value] of facts) {
    const y = doc.y;
    write(sheet, label, { x, y, width: width * 0.42, isAtEnd: true, style: { colour: MUTED, size: 8.5 } });
    const under = doc.y;
    const place = { x: x + width * 0.45, y, width: width * 0.55, isAtEnd: true, style: { size: 8.5 } };
    write(sheet, written(value), place);
    doc.y = Math.max(doc.y, under) + 1.5;
  }
  doc.y = Math.max(doc.y, bottom) + 22;
}

/** False for a picture that can't be put on paper: the name stands there in any case. */
function drawLogo(sheet: Sheet, { content, type }: NonNullable<Paper["logo"]>, y: number): boolean {
  const picture = Buffer.from(content);
  if (type === "image/webp" || (type === "image/png" && !isBoundedPng(picture))) return false;
  try {
    pictureAt(sheet, picture, { y, ...LOGO_BOX });
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

function parties(sheet: Sheet, { parties: all }: Paper): void {
  if (all.length === 0) return;
  const { doc } = sheet;
  const top = doc.y;
  const width = (widthOf(sheet) - GAP * 2 * (all.length - 1)) / all.length;
  let bottom = top;
  for (const [index, { label, lines }] of all.entries()) {
    const x = MARGIN + index * (width + GAP * 2);
    write(sheet, label, { x, y: top, width, style: { colour: MUTED, size: 8 } });
    doc.y += 2;
    for (const [at, line] of lines.entries()) {
      const style = at === 0 ? { bold: true } : { colour: MUTED, size: 8.5 };
      write(sheet, written(line), { x, y: doc.y, width, style });
    }
    bottom = Math.max(bottom, doc.y);
  }
  doc.y = bottom + 22;
}

function drawSection(sheet: Sheet, section: Section): void {
  const { doc } = sheet;
  const whole = { x: MARGIN, width: widthOf(sheet) };
  room(sheet, 70);
  if (section.heading !== "") {
    write(sheet, written(section.heading), { ...whole, y: doc.y, style: { bold: true, size: 11.5 } });
    doc.y += 6;
  }
  if (section.rows.length === 0) {
    write(sheet, section.empty, { ...whole, y: doc.y, style: { colour: MUTED } });
  } else {
    headRow(sheet, section);
    for (const row of section.rows.slice(0, ROWS_MAX)) drawRow(sheet, section, row);
  }
  sums(sheet, section.sums);
  doc.y += 20;
}

/** A new page when so many points are not left. Tells whether it made one. */
function room(sheet: Sheet, points: number): boolean {
  if (sheet.doc.y + points <= bottomOf(sheet)) return false;
  sheet.doc.addPage();
  return true;
}

function rule(sheet: Sheet): void {
  const { doc } = sheet;
  doc
    .moveTo(MARGIN, doc.y)
    .lineTo(MARGIN + widthOf(sheet), doc.y)
    .lineWidth(0.6)
    .strokeColor(LINE)
    .stroke();
}

function headRow(sheet: Sheet, { columns }: Section): void {
  cells(sheet, columns, { texts: columns.map(({ head: text }) => text), style: { colour: MUTED, size: 8 } });
  sheet.doc.y += 4;
  rule(sheet);
  sheet.doc.y += 5;
}

function drawRow(sheet: Sheet, section: Section, row: readonly string[]): void {
  const height = Math.max(
    ...section.columns.map(({ width }, at) =>
      heightOf(sheet, written(row[at] ?? ""), { width: width * widthOf(sheet) - GAP, style: {} }),
    ),
  );
  if (room(sheet, height + 12)) headRow(sheet, section);
  cells(sheet, section.columns, { texts: row, style: {} });
  sheet.doc.y += 4;
  rule(sheet);
  sheet.doc.y += 5;
}

/** One line of cells; the pen ends below the highest. */
function cells(
  sheet: Sheet,
  columns: Section["columns"],
  { texts, style }: { readonly texts: readonly string[]; readonly style: Style },
): void {
  const { doc } = sheet;
  const top = doc.y;
  let [x, bottom] = [MARGIN, top];
  for (const [at, { width: share, isNumber }] of columns.entries()) {
    const width = share * widthOf(sheet);
    const inner = at === columns.length - 1 ? width : width - GAP;
    write(sheet, written(texts[at] ?? ""), { x, y: top, width: inner, isAtEnd: isNumber, style });
    bottom = Math.max(bottom, doc.y);
    x += width;
  }
  doc.y = bottom;
}

function sums(sheet: Sheet, all: readonly Sum[]): void {
  const { doc } = sheet;
  const width = widthOf(sheet) * 0.5;
  const x = MARGIN + widthOf(sheet) - width;
  doc.y += 3;
  for (const { name, amount, isTotal } of all) {
    room(sheet, 20);
    const style = isTotal ? { bold: true, size: 10.5 } : {};
    const y = doc.y;
    write(sheet, name, { x, y, width: width * 0.58, style: isTotal ? style : { colour: MUTED } });
    const under = doc.y;
    write(sheet, written(amount), { x: x + width * 0.58, y, width: width * 0.42, isAtEnd: true, style });
    doc.y = Math.max(doc.y, under) + 3;
  }
}

/** Once all pages are there, each gets its foot. */
function feet(sheet: Sheet, { footer, number, pageOf }: Paper): void {
  const { doc } = sheet;
  const width = widthOf(sheet);
  const style = { colour: MUTED, size: 7.5 };
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    // Text below the margin would begin a new page.
    doc.page.margins.bottom = 0;
    doc.y = doc.page.height - FOOT + 22;
    rule(sheet);
    const y = doc.y + 8;
    write(sheet, footer, { x: MARGIN, y, width: width * 0.72, style });
    const which = `${written(number)}\n${pageOf({ page: page + 1, pages: count })}`;
    write(sheet, which, { x: MARGIN + width * 0.75, y, width: width * 0.25, isAtEnd: true, style });
  }
}
