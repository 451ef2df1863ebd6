/** The statement as CSV (RFC 4180), for spreadsheets and books: all lines, oldest first, of a month or of all time, read and sent a part at a time. */
import { formatId } from "../../../../domain/ids.js";
import { cents, formatMoney, ZERO } from "../../../../domain/money.js";
import type { WalletLine } from "../../../../store/read/money/wallet.js";
import { isoInstant } from "../../../../words/format.js";
import { csvRow, quoted } from "../../../kit/csv.js";
import { statementWords } from "../words.js";
import { describedLine } from "./described.js";

const HEAD = [
  "Line",
  "Date (UTC)",
  "Kind",
  "Description",
  "Reference code",
  "External reference",
  "Event",
  "Payout",
  "Amount (USD)",
  "Balance (USD)",
] as const;

/** Files are in English, whatever the reader's language: programs read them. */
const CSV_WORDS = statementWords("en");

/** Lines that are read at a time. */
const PART = 500;

/** @param read the next lines after one, oldest first, at most so many; null for the first. */
export async function* statementCsv(
  read: (part: { readonly after: WalletLine | null; readonly limit: number }) => Promise<readonly WalletLine[]>,
): AsyncGenerator<string> {
  yield csvRow(HEAD.map(quoted));
  let after: WalletLine | null = null;
  for (;;) {
    const lines: readonly WalletLine[] = await read({ after, limit: PART });
    if (lines.length > 0) yield lines.map((line) => csvRow(fieldsOf(line))).join("");
    if (lines.length < PART) return;
    after = lines.at(-1) ?? after;
  }
}

const fieldsOf = (line: WalletLine): readonly string[] => [
  String(line.number),
  isoInstant(line.created),
  quoted(CSV_WORDS[`one_${line.kind}`]),
  quoted(describedLine(line, CSV_WORDS)),
  quoted(line.order?.referenceCode ?? ""),
  quoted(line.order?.externalReference ?? ""),
  quoted(line.event === null ? "" : formatId("event", line.event)),
  line.payout === null ? "" : String(line.payout.number),
  signed(line.amount),
  signed(line.balanceAfter),
];

const signed = (amount: WalletLine["amount"]): string =>
  amount < ZERO ? `-${formatMoney(cents(-amount))}` : formatMoney(amount);
