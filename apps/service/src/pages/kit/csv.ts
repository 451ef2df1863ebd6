/** Lists as CSV (RFC 4180), for spreadsheets. */
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { Page, PageRequest } from "../../store/read/page.js";
import { isoInstant } from "../../words/format.js";
import { clockText, UTC, type Zone } from "../../words/zone.js";

/** Says how old is what will be sent, where it is not up to date (RFC 9111, section 5.1). */
export const aged = (reply: FastifyReply, ageSeconds: number | null): FastifyReply =>
  ageSeconds === null ? reply : reply.header("Age", Math.ceil(ageSeconds));

/** Without it a spreadsheet takes the file for one of its own country's letters, and every other name for gibberish. */
const BYTE_ORDER_MARK = "\ufeff";

async function* marked(parts: AsyncIterable<string>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK;
  yield* parts;
}

/** Sends a list part by part, as it is read. @param name of the file. */
export const sendCsv = (reply: FastifyReply, name: string, parts: AsyncIterable<string>): FastifyReply =>
  reply
    .type("text/csv; charset=utf-8; header=present")
    .header("Content-Disposition", `attachment; filename="${name}"`)
    .send(Readable.from(marked(parts)));

/** What a column is called, and what a row has in it, as a cell; and of a moment, how the same column is made for other clocks. */
export type Column<Row> = readonly [
  head: string,
  cell: (row: Row) => string,
  elsewhere?: (zone: Zone) => readonly [head: string, cell: (row: Row) => string],
];

/** A moment, in UTC, as programs read it. @param at Unix seconds; null for none. */
export const moment = <Row>(name: string, at: (row: Row) => number | null): Column<Row> => {
  const written =
    (write: (unixSeconds: number) => string) =>
    (row: Row): string => {
      const seconds = at(row);
      return seconds === null ? "" : write(seconds);
    };
  return [
    `${name} (${UTC})`,
    written(isoInstant),
    (zone) => [`${name} (${zone})`, written((seconds) => clockText(seconds, zone))],
  ];
};

/** With each moment by the reader's clocks as well. These come last, so that the other columns keep their places. */
export const columnsIn = <Row>(columns: readonly Column<Row>[], zone: Zone | null): readonly Column<Row>[] =>
  zone === null || zone === UTC
    ? columns
    : [...columns, ...columns.flatMap(([, , elsewhere]) => (elsewhere === undefined ? [] : [elsewhere(zone)]))];

export const headsOf = <Row>(columns: readonly Column<Row>[]): readonly string[] => columns.map(([head]) => head);

/** Rows that are read at a time: what is held of a list, however long it is. */
const PART = 500;

/** All rows of a list, newest first, read and sent a part at a time. */
export async function* csvOf<Row extends { readonly position: string }>(
  columns: readonly Column<Row>[],
  read: (page: PageRequest) => Promise<Page<Row>>,
): AsyncGenerator<string> {
  yield csvRow(headsOf(columns).map(quoted));
  let from: PageRequest["from"] = null;
  for (;;) {
    const { rows, hasOlder } = await read({ limit: PART, from });
    yield rows.map((row) => csvRow(columns.map(([, cell]) => cell(row)))).join("");
    const last = rows.at(-1);
    if (!hasOlder || last === undefined) return;
    from = { position: last.position, direction: "older" };
  }
}

/** A line of cells: texts as {@link quoted} has them, and numbers as they are. */
export const csvRow = (cells: readonly string[]): string => `${cells.join(",")}\r\n`;

/**
 * A text as a cell, always within quotation marks. What a spreadsheet would take for a formula gets an apostrophe (OWASP, "CSV
 * Injection"), so that words of buyers and shops stay words: at the beginning, and after whatever a program that splits by
 * something else than commas may take for the end of a cell.
 */
export const quoted = (text: string): string => `"${text.replaceAll(FORMULA, "$1'").replaceAll('"', '""')}"`;

const FORMULA = /(^(?=[\t\r\n])|(?:^|[,;|\t\r\n])(?=(?:(?![\t\r\n])["'\s])*[=+\-@\uff1d\uff0b\uff0d\uff20]))/gu;
