/** Payments in columns of the bank's own choice. */
import { bankText } from "../../../domain/bank-text.js";
import type { BatchContent, BatchOrder } from "../../../domain/batches.js";
import { formatAmount } from "../../../domain/currencies.js";
import type { CsvTemplate } from "../../../domain/rails.js";
import { bankPayee } from "./payee.js";

/** @param at Unix seconds. */
export function writeTemplate(template: CsvTemplate, batch: BatchContent, at: number): Buffer {
  const { columns, header, separator, encoding } = template;
  const rows = batch.orders.map((order) => {
    const values = valuesOf(order, { template, batch, at });
    // One pass: what a payee typed is never looked into for more names.
    return columns.map(({ value }) => value.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => values[name] ?? ""));
  });
  const lines = [...(header ? [columns.map(({ name }) => name)] : []), ...rows];
  const text = lines.map((row) => `${row.map((cell) => quoted(cell, separator)).join(separator)}\r\n`).join("");
  return Buffer.from(text, encoding === "utf-8" ? "utf8" : "latin1");
}

type Means = { readonly template: CsvTemplate; readonly batch: BatchContent; readonly at: number };

function valuesOf(
  { line, code, amount, payee }: BatchOrder,
  { template, batch, at }: Means,
): Readonly<Record<string, string>> {
  const { name, number, bank, details } = bankPayee(payee);
  const given = { name, bank, ...details };
  return {
    ...Object.fromEntries(Object.entries(given).map(([id, text]) => [id, typed(text, template)])),
    number,
    amount: formatAmount(amount, batch.currency).replace(".", template.decimal),
    currency: batch.currency,
    reference: code,
    batch: batch.code,
    line: String(line),
    date: dated(new Date(at * 1000).toISOString(), template.date),
  };
}

const TEXT_MAX = 140;

/** As a payee typed it, as far as the encoding goes. A spreadsheet takes what begins with some marks for a formula. */
function typed(text: string, { encoding }: CsvTemplate): string {
  const plain = text.normalize("NFC").replaceAll(/\p{C}/gu, " ");
  const known = [...plain].map((sign) => (encoding === "utf-8" || isLatin(sign) ? sign : bankText(sign, 2) || "."));
  return known
    .join("")
    .slice(0, TEXT_MAX)
    .toWellFormed()
    .replace(/^[=+\-@\s]+/, "");
}

const isLatin = (sign: string): boolean => /^[\u0020-\u007e\u00a0-\u00ff]$/.test(sign);

const dated = (iso: string, form: CsvTemplate["date"]): string =>
  form.replace("YYYY", iso.slice(0, 4)).replace("MM", iso.slice(5, 7)).replace("DD", iso.slice(8, 10));

const quoted = (cell: string, separator: string): string =>
  cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
