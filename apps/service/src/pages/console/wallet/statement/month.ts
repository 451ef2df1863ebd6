/** The statement of one month, on paper. */
import { formatSigned } from "../../../../domain/money.js";
import type { Paper } from "../../../../papers/paper.js";
import type { Issuer } from "../../../../store/read/issuer.js";
import type { StatementSpan, StatementSums, WalletLine } from "../../../../store/read/money/wallet.js";
import { grouped, isoInstant, month as monthName, shortDay, usd } from "../../../../words/format.js";
import { signedUsd } from "../pieces.js";
import { LINE_NAMES } from "../words.js";
import { describedLine } from "./csv.js";

/** "2026-10": of UTC, as every day of ours. */
export type Month = string & { readonly __unit: "month" };

/** Null for what is no month. */
export const parseMonth = (text: string): Month | null =>
  /^20\d{2}-(?:0[1-9]|1[0-2])$/.test(text) ? (text as Month) : null;

const beginOf = (year: number, index: number): number => Date.UTC(year, index, 1) / 1000;

export function spanOf(month: Month): StatementSpan {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return { from: beginOf(year, number - 1), until: beginOf(year, number) };
}

/** "October 2026". */
export const nameOf = (month: Month): string => monthName(spanOf(month).from, "en");

/** From the one to the other moment, the newest first. */
export function monthsOf(first: number, last: number): readonly Month[] {
  const indexOf = (at: number): number => {
    const date = new Date(at * 1000);
    return date.getUTCFullYear() * 12 + date.getUTCMonth();
  };
  const [from, to] = [indexOf(first), indexOf(last)];
  return Array.from({ length: to - from + 1 }, (_, at): Month => {
    const index = to - at;
    return isoInstant(beginOf(Math.floor(index / 12), index % 12)).slice(0, 7) as Month;
  });
}

/** A month of more lines has them in the CSV; its sums are those of all. */
export const LINES_ON_PAPER = 300;

type Facts = {
  readonly month: Month;
  readonly issuer: Issuer;
  readonly sums: StatementSums;
  /** The first ones, oldest first. */
  readonly lines: readonly WalletLine[];
};

export function monthPaper({ month, issuer, sums, lines }: Facts, isSandbox: boolean): Paper {
  const { tradingName, legalName, address, taxId, sellerCode } = issuer;
  const count = sums.kinds.reduce((sum, one) => sum + one.lines, 0);
  const more = count - lines.length;
  return {
    locale: "en",
    title: "Statement",
    number: `${sellerCode} ${month}`,
    notice: isSandbox ? "Test – no real money" : "",
    name: tradingName,
    logo: issuer.logo,
    facts: [
      ["Month", nameOf(month)],
      ["Seller code", sellerCode],
      ["Lines", grouped(count, "en")],
    ],
    parties: [
      {
        label: "Account holder",
        lines: [
          tradingName,
          legalName === tradingName ? "" : legalName,
          ...address.split("\n"),
          taxId === "" ? "" : `Tax ID: ${taxId}`,
        ].filter((line) => line !== ""),
      },
      { label: "Held by", lines: ["Holdfast"] },
    ],
    sections: [
      {
        heading: "Summary",
        columns: [
          { head: "Kind", width: 0.5, isNumber: false },
          { head: "Lines", width: 0.2, isNumber: true },
          { head: "Amount", width: 0.3, isNumber: true },
        ],
        rows: sums.kinds.map(({ kind, lines: number, amount }) => [
          LINE_NAMES[kind].many,
          grouped(number, "en"),
          signedUsd(amount),
        ]),
        empty: "Nothing entered or left the wallet in this month.",
        sums: [
          { name: "Opening balance", amount: usd(sums.opening, "en"), isTotal: false },
          { name: "Closing balance", amount: usd(sums.closing, "en"), isTotal: true },
        ],
      },
      ...(lines.length === 0 ? [] : [linesOf(lines, more)]),
    ],
    footer: "Amounts in US dollars, days in UTC. The balance is what can be paid out to the account holder.",
    pageOf: (page, pages) => `Page ${page} of ${pages}`,
  };
}

const linesOf = (lines: readonly WalletLine[], more: number): Paper["sections"][number] => ({
  heading: "Lines",
  columns: [
    { head: "Day", width: 0.1, isNumber: false },
    { head: "Description", width: 0.46, isNumber: false },
    { head: "Reference", width: 0.16, isNumber: false },
    { head: "Amount", width: 0.14, isNumber: true },
    { head: "Balance", width: 0.14, isNumber: true },
  ],
  rows: [
    ...lines.map((line) => [
      shortDay(line.created, "en"),
      `${LINE_NAMES[line.kind].one}${line.order === null ? ` ${line.payout?.number ?? ""}` : `: ${describedLine(line)}`}`,
      line.order?.externalReference ?? "",
      formatSigned(line.amount),
      formatSigned(line.balanceAfter),
    ]),
    ...(more > 0 ? [["", `and ${grouped(more, "en")} more, which the CSV has`, "", "", ""]] : []),
  ],
  empty: "",
  sums: [],
});
