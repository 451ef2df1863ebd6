/** A file of a bank as the statement that it holds, with an id for each line that is the same in whatever file it comes. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import {
  type BankLine,
  type BankStatement,
  type Encoding,
  openSum,
  requireSame,
  type StatementFormat,
  type StatementHead,
  StatementProblem,
} from "../../domain/bank-statements.js";
import { dayText } from "../../platform/clock.js";
import { camtLines } from "./camt.js";
import { csvLines } from "./csv.js";
import { mt940Lines } from "./mt940.js";

/** A line of a camt.053 takes a kilobyte or two: enough for a hundred thousand. */
const FILE_BYTES_MAX = 256 * 1024 * 1024;

/** So little of a file that what is made of it is gone before V8 takes it for something that stays. */
export const PIECE_BYTES = 16 * 1024;

/** Bytes of a file, from its beginning each time. It is read twice, and has to be the same. */
export type StatementSource = () => AsyncIterable<Buffer>;

/** @throws StatementProblem for one that can’t be read, or is larger than 256 MB. */
export async function fileSource(path: string): Promise<StatementSource> {
  const { size } = await stat(path).catch(() => {
    throw new StatementProblem(`${path} can’t be read.`);
  });
  if (size > FILE_BYTES_MAX) throw new StatementProblem(`The file is larger than ${FILE_BYTES_MAX / 1024 / 1024} MB.`);
  return () => createReadStream(path, { highWaterMark: PIECE_BYTES });
}

export type NamedLine = BankLine & { readonly id: string };
export type ReadStatement = BankStatement & {
  /** SHA-256 of the file, in hexadecimal. */
  readonly digest: string;
  /** Reads the file once more, for none of its lines is kept. @throws StatementProblem where it is no longer the same file. */
  lines(): AsyncIterable<NamedLine>;
};

/** @throws StatementProblem for a file that can't be booked as it is. */
export async function readStatement(
  source: StatementSource,
  format: StatementFormat,
  currency: string,
): Promise<ReadStatement> {
  const hash = createHash("sha256");
  const sum = openSum();
  for await (const line of linesIn(source, format, { hash, currency, heard: sum.statement })) sum.line(line);
  const statement = sum.end();
  requireSame(statement, { account: format.format === "csv" ? null : format.account, currency });
  const digest = hash.digest("hex");
  return {
    ...statement,
    digest,
    lines: async function* () {
      const again = createHash("sha256");
      yield* named(linesIn(source, format, { hash: again, currency, heard: () => undefined }));
      if (again.digest("hex") !== digest) throw new StatementProblem("The file changed while it was read: try again.");
    },
  };
}

type Means = {
  readonly hash: ReturnType<typeof createHash>;
  readonly currency: string;
  /** Is told of each statement once its lines were read. */
  readonly heard: (head: StatementHead) => void;
};

function linesIn(source: StatementSource, format: StatementFormat, { hash, currency, heard }: Means) {
  switch (format.format) {
    case "camt.053":
      return camtLines(textOf(source, null, hash), heard);
    case "mt940":
      return mt940Lines(textOf(source, format.encoding, hash), heard);
    case "csv":
      return csvLines(textOf(source, format.encoding, hash), format, { currency, heard });
    default:
      return format satisfies never;
  }
}

/** @param encoding null for XML, which says so itself. */
async function* textOf(
  source: StatementSource,
  encoding: Encoding | null,
  hash: Means["hash"],
): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  for await (const chunk of source()) {
    hash.update(chunk);
    decoder ??= new TextDecoder(encoding ?? encodingOf(chunk), { fatal: true });
    yield decode(decoder, chunk);
  }
  if (decoder !== null) yield decode(decoder);
}

function decode(decoder: TextDecoder, chunk?: Buffer): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw new StatementProblem(
      `The file is not in ${decoder.encoding.toUpperCase()}: it has another encoding, or was cut.`,
    );
  }
}

/** As the declaration of the XML says; UTF-8 where it says nothing. */
function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  const [, named = "utf-8"] =
    /^.{0,4}<\?xml[^>]*encoding=["']([A-Za-z0-9._-]{1,40})["']/s.exec(start.toString("latin1", 0, 200)) ?? [];
  try {
    return new TextDecoder(named).encoding;
  } catch {
    throw new StatementProblem(`The file says that it is in ${named}, which can’t be read.`);
  }
}

/** Each line with the bank's own id; else with a digest of it and its place among those of the day that read the same. */
async function* named(lines: AsyncIterable<BankLine>): AsyncGenerator<NamedLine> {
  // Of each id 16 bytes: what a parser cut out of the file would keep a piece of it, and so most of the file.
  const counts = new Map<string, number>();
  for await (const line of lines) {
    const bank = line.bankId === null ? null : `bank:${line.bankId}`.slice(0, 130);
    const base = bank ?? `${dayText(line.day)}:${digestOf(line).toString("hex", 0, 16)}`;
    const key = sha256(base).toString("latin1", 0, 16);
    const nth = (counts.get(key) ?? 0) + 1;
    counts.set(key, nth);
    yield { ...line, id: nth === 1 ? base : `${base}:${nth}` };
  }
}

const digestOf = ({ amount, texts }: BankLine): Buffer => sha256(JSON.stringify([String(amount), texts]));

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();
