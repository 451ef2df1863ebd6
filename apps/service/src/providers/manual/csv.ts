/** A statement in CSV, by the columns that its rail names. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CsvError, parse } from "csv-parse";
import {
  type BankLine,
  type CsvFormat,
  type StatementHead,
  StatementProblem,
  signedAmount,
} from "../../domain/bank-statements.js";
import { formatSigned } from "../../domain/money.js";
import { dayIn } from "./days.js";

type Row = Readonly<Record<string, string>>;

/**
 * Its lines in the order of the file, as they come.
 * @param given.heard is told what the file says besides, at its end.
 * @throws StatementProblem with the number of the line for what can't be read.
 */
export async function* csvLines(
  pieces: AsyncIterable<string>,
  format: CsvFormat,
  { currency, heard }: { readonly currency: string; readonly heard: (head: StatementHead) => void },
): AsyncGenerator<BankLine> {
  let count = 0;
  const chain = openChain(format.skip);
  for await (const row of rowsOf(pieces, format)) {
    if (count === 0) requireColumns(row, format);
    const read = lineOf(row, format, count + format.skip + 2);
    chain.add(read);
    count += 1;
    yield read.line;
  }
  heard({ account: null, currency, ...chain.end() });
}

function requireColumns(head: Row, { columns }: CsvFormat): void {
  const named = [columns.date, columns.amount, columns.in, columns.out, columns.balance, columns.id, ...columns.text];
  const missing = named.filter((name) => name !== undefined).find((name) => !(name in head));
  if (missing !== undefined)
    throw new StatementProblem(`The file has no column ${missing}: it has ${Object.keys(head).join(", ")}.`);
}

async function* rowsOf(pieces: AsyncIterable<string>, { separator, skip }: CsvFormat): AsyncGenerator<Row> {
  const rows = parse({
    bom: true,
    columns: (names: string[]) => names.map((name) => name.trim()),
    delimiter: separator,
    from_line: skip + 1,
    relax_column_count_less: false,
    skip_empty_lines: true,
    trim: true,
    max_record_size: 64_000,
  });
  // What is wrong with a piece ends the rows as well, and is thrown from here.
  const piped = pipeline(Readable.from(pieces, { highWaterMark: 1 }), rows).catch((error: unknown) => error);
  try {
    yield* rows as AsyncIterable<Row>;
  } catch (error) {
    const cause = (await piped) ?? error;
    if (!(cause instanceof CsvError)) throw cause;
    throw new StatementProblem(`The file can’t be read as CSV: ${cause.message}.`);
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

type Chain = {
  add(read: Read): void;
  /** @throws StatementProblem where balances follow from each other neither down the file nor up. */
  end(): Pick<StatementHead, "opening" | "closing">;
};

/** Which way the balances go: many banks list the newest first. Of all lines it keeps the first and the last. */
function openChain(skip: number): Chain {
  let first: Read | null = null;
  let last: Read | null = null;
  let count = 0;
  let isDown = true;
  let isUp = true;
  let broken = "";
  return {
    add: (read) => {
      if (last !== null && isDown && last.balance + read.line.amount !== read.balance) {
        isDown = false;
        broken = `Line ${count + skip + 2}: the balance ${formatSigned(read.balance)} doesn’t follow from the line before. A line is missing, or was changed.`;
      }
      if (last !== null && last.balance - last.line.amount !== read.balance) isUp = false;
      first ??= read;
      last = read;
      count += 1;
    },
    end: () => {
      if (first === null || last === null) throw new StatementProblem("There is no line in the file.");
      const [oldest, newest] = isDown ? [first, last] : [last, first];
      if (!isDown && !isUp) throw new StatementProblem(broken);
      return { opening: oldest.balance - oldest.line.amount, closing: newest.balance };
    },
  };
}
