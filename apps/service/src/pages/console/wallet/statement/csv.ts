/** The statement as CSV (RFC 4180), for spreadsheets and books: all lines, oldest first, of a month or of all time, read and sent a part at a time. */
import { formatId } from "../../../../domain/ids.js";
import { cents, formatMoney, ZERO } from "../../../../domain/money.js";
import type { WalletLine } from "../../../../store/read/money/wallet.js";
import type { Zone } from "../../../../words/zone.js";
import { type Column, columnsIn, csvRow, headsOf, moment, quoted } from "../../../kit/csv.js";
import { statementWords } from "../words.js";
import { describedLine } from "./described.js";

/** Files are in English, whatever the reader's language: programs read them. */
const CSV_WORDS = statementWords("en");

/** Lines that are read at a time. */
const PART = 500;

const COLUMNS: readonly Column<WalletLine>[] = [
  ["Line", (line) => String(line.number)],
  moment("Date", (line) => line.created),
  ["Kind", (line) => quoted(CSV_WORDS[`one_${line.kind}`])],
  ["Description", (line) => quoted(describedLine(line, CSV_WORDS))],
  ["Reference code", (line) => quoted(line.order?.referenceCode ?? "")],
  ["External reference", (line) => quoted(line.order?.externalReference ?? "")],
  ["Event", (line) => quoted(line.event === null ? "" : formatId("event", line.event))],
  ["Payout", (line) => (line.payout === null ? "" : String(line.payout.number))],
  ["Amount (USD)", (line) => signed(line.amount)],
  ["Balance (USD)", (line) => signed(line.balanceAfter)],
];

/**
 * @param read the next lines after one, oldest first, at most so many; null for the first.
 * @param zone the reader's.
 */
export async function* statementCsv(
  read: (part: { readonly after: WalletLine | null; readonly limit: number }) => Promise<readonly WalletLine[]>,
  zone: Zone | null,
): AsyncGenerator<string> {
  const columns = columnsIn(COLUMNS, zone);
  yield csvRow(headsOf(columns).map(quoted));
  let after: WalletLine | null = null;
  for (;;) {
    const lines: readonly WalletLine[] = await read({ after, limit: PART });
    if (lines.length > 0) yield lines.map((line) => csvRow(columns.map(([, cell]) => cell(line)))).join("");
    if (lines.length < PART) return;
    after = lines.at(-1) ?? after;
  }
}

const signed = (amount: WalletLine["amount"]): string =>
  amount < ZERO ? `-${formatMoney(cents(-amount))}` : formatMoney(amount);
