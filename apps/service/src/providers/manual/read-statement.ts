/** A file of a bank as the statement that it holds, with an id for each line that is the same in whatever file it comes. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import {
  type BankLine,
  type BankStatement,
  type Encoding,
  joined,
  requireSame,
  type StatementFormat,
  StatementProblem,
} from "../../domain/bank-statements.js";
import { dayText } from "../../platform/clock.js";
import { openCamt } from "./camt.js";
import { readCsv } from "./csv.js";
import { readMt940 } from "./mt940.js";

/** A line of a camt.053 takes a kilobyte or two: enough for a hundred thousand. */
const FILE_BYTES_MAX = 256 * 1024 * 1024;

export type NamedLine = BankLine & { readonly id: string };
export type ReadStatement = BankStatement & {
  /** SHA-256 of the file, in hexadecimal. */
  readonly digest: string;
};

/** @throws StatementProblem for a file that can't be booked as it is. */
export async function readStatement(path: string, format: StatementFormat, currency: string): Promise<ReadStatement> {
  const { size } = await stat(path).catch(() => {
    throw new StatementProblem(`${path} can’t be read.`);
  });
  if (size > FILE_BYTES_MAX) throw new StatementProblem(`The file is larger than ${FILE_BYTES_MAX / 1024 / 1024} MB.`);
  const hash = createHash("sha256");
  const statement = joined(await parsed(path, format, { hash, currency }));
  requireSame(statement, { account: format.format === "csv" ? null : format.account, currency });
  return { ...statement, digest: hash.digest("hex") };
}

type Means = { readonly hash: ReturnType<typeof createHash>; readonly currency: string };

async function parsed(
  path: string,
  format: StatementFormat,
  { hash, currency }: Means,
): Promise<readonly BankStatement[]> {
  if (format.format === "camt.053") {
    const camt = openCamt();
    for await (const text of textOf(path, null, hash)) camt.write(text);
    return camt.end();
  }
  const texts = textOf(path, format.encoding, hash);
  if (format.format === "csv") return [await readCsv(texts, format, currency)];
  const pieces: string[] = [];
  for await (const text of texts) pieces.push(text);
  return readMt940(pieces.join(""));
}

/** @param encoding null for XML, which says so itself. */
async function* textOf(path: string, encoding: Encoding | null, hash: Means["hash"]): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
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

/**
 * Each line with the bank's own id; else with a digest of it and its place among those of the day that read the same. One at a time,
 * for all of them beside all lines would be most of what an import takes.
 */
export function* named(lines: readonly BankLine[]): Generator<NamedLine> {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const bank = line.bankId === null ? null : `bank:${line.bankId}`.slice(0, 130);
    const base = bank ?? `${dayText(line.day)}:${digestOf(line)}`;
    const nth = (counts.get(base) ?? 0) + 1;
    counts.set(base, nth);
    yield { ...line, id: nth === 1 ? base : `${base}:${nth}` };
  }
}

const digestOf = ({ amount, texts }: BankLine): string =>
  createHash("sha256")
    .update(JSON.stringify([String(amount), texts]))
    .digest("hex")
    .slice(0, 32);
