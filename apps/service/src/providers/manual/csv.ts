/** A statement in CSV, by the columns that its rail names. */
import { CsvError } from "csv-parse";
import { parse } from "csv-parse/sync";
import {
  type BankLine,
  type BankStatement,
  type CsvFormat,
  StatementProblem,
  signedAmount,
} from "../../domain/bank-statements.js";
import { formatSigned } from "../../domain/money.js";
import { dayIn } from "./days.js";

type Row = Readonly<Record<string, string>>;

/** @throws StatementProblem with the number of the line for what can't be read. */
export function readCsv(text: string, format: CsvFormat, currency: string): BankStatement {
  const rows = rowsOf(text, format);
  const [head] = rows;
  if (head === undefined) throw new StatementProblem("There is no line in the file.");
  const { columns } = format;
  const named = [columns.date, columns.amount, columns.in, columns.out, columns.balance, columns.id, ...columns.text];
  const missing = named.filter((name) => name !== undefined).find((name) => !(name in head));
  if (missing !== undefined)
    throw new StatementProblem(`The file has no column ${missing}: it has ${Object.keys(head).join(", ")}.`);
  const read = rows.map((row, at) => lineOf(row, format, at + format.skip + 2));
  // Many banks list the newest first: the balances tell.
  const ordered = isChain(read) ? read : isChain(read.toReversed()) ? read.toReversed() : null;
  if (ordered === null) throw new StatementProblem(brokenChain(read, format.skip));
  const [first, last] = [ordered[0] as Read, ordered.at(-1) as Read];
  return {
    account: null,
    currency,
    opening: first.balance - first.line.amount,
    closing: last.balance,
    lines: ordered.map(({ line }) => line),
  };
}

function rowsOf(text: string, { separator, skip }: CsvFormat): readonly Row[] {
  try {
    return parse(text, {
      bom: true,
      columns: (names: string[]) => names.map((name) => name.trim()),
      delimiter: separator,
      from_line: skip + 1,
      relax_column_count_less: false,
      skip_empty_lines: true,
      trim: true,
      max_record_size: 64_000,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new StatementProblem(`The file is no CSV that can be read: ${error.message}.`);
  }
}

type Read = { readonly line: BankLine; readonly balance: bigint };

function lineOf(row: Row, { columns, date, decimal }: CsvFormat, at: number): Read {
  const wrong = (name: string): StatementProblem =>
    new StatementProblem(`Line ${at}: ${JSON.stringify(row[name] ?? "")} in column ${name} can’t be read.`);
  const day = dayIn(row[columns.date] ?? "", date);
  if (day === null) throw wrong(columns.date);
  const sum = (name: string | undefined): bigint => {
    const text = name === undefined ? "" : (row[name] ?? "");
    if (name === undefined || text === "") return 0n;
    const amount = signedAmount(text, decimal);
    if (amount === null) throw wrong(name);
    return amount;
  };
  const out = sum(columns.out);
  const amount = columns.amount === undefined ? sum(columns.in) - (out < 0n ? -out : out) : sum(columns.amount);
  if (amount === 0n) throw wrong(columns.amount ?? columns.in ?? columns.balance);
  const balance = signedAmount(row[columns.balance] ?? "", decimal);
  if (balance === null) throw wrong(columns.balance);
  const id = columns.id === undefined ? "" : (row[columns.id] ?? "");
  const texts = columns.text.map((name) => row[name] ?? "").filter((text) => text !== "");
  return { line: { day, amount, bankId: id === "" ? null : id, texts }, balance };
}

const isChain = (read: readonly Read[]): boolean =>
  read.every(({ line, balance }, at) => at === 0 || (read[at - 1] as Read).balance + line.amount === balance);

function brokenChain(read: readonly Read[], skip: number): string {
  const at = read.findIndex(
    ({ line, balance }, place) => place > 0 && (read[place - 1] as Read).balance + line.amount !== balance,
  );
  const { balance } = read[at] as Read;
  return `Line ${at + skip + 2}: the balance ${formatSigned(balance)} doesn’t follow from the line before. A line is missing, or was changed.`;
}
