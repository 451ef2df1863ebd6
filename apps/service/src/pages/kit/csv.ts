/** Lists as CSV (RFC 4180), for spreadsheets. */
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

/** Sends a list part by part, as it is read. @param name of the file. */
export const sendCsv = (reply: FastifyReply, name: string, parts: AsyncIterable<string>): FastifyReply =>
  reply
    .type("text/csv; charset=utf-8; header=present")
    .header("Content-Disposition", `attachment; filename="${name}"`)
    .send(Readable.from(parts));

/** A line of cells: texts as {@link quoted} has them, and numbers as they are. */
export const csvRow = (cells: readonly string[]): string => `${cells.join(",")}\r\n`;

/**
 * A text as a cell, always within quotation marks. What a spreadsheet would take for a formula gets an apostrophe (OWASP, "CSV
 * Injection"), so that words of buyers and shops stay words: at the beginning, and after whatever a program that splits by
 * something else than commas may take for the end of a cell.
 */
export const quoted = (text: string): string => `"${text.replaceAll(FORMULA, "$1'").replaceAll('"', '""')}"`;

const FORMULA = /(^(?=[\t\r\n])|(?:^|[,;|\t\r\n])(?=(?:(?![\t\r\n])["'\s])*[=+\-@\uff1d\uff0b\uff0d\uff20]))/gu;
