/** The statement of one month, on paper. */
import { holderLines } from "../../../../papers/holder.js";
import type { Paper } from "../../../../papers/paper.js";
import type { Issuer } from "../../../../store/read/issuer.js";
import type { StatementSpan, StatementSums, WalletLine } from "../../../../store/read/money/wallet.js";
import {
  countryName,
  grouped,
  isoInstant,
  money,
  month as monthName,
  shortDay,
  usd,
} from "../../../../words/format.js";
import type { Locale } from "../../../../words/locale.js";
import { UTC } from "../../../../words/zone.js";
import { signedUsd } from "../pieces.js";
import { paperWords, statementWords } from "../words.js";
import { describedLine, payoutOf } from "./described.js";

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
export const nameOf = (month: Month, locale: Locale): string => monthName(spanOf(month).from, locale);

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

type Look = { readonly locale: Locale; readonly isSandbox: boolean };

export function monthPaper({ month, issuer, sums, lines }: Facts, { locale, isSandbox }: Look): Paper {
  const words = paperWords(locale);
  const kinds = statementWords(locale);
  const { tradingName, legalName, address, country, taxId, sellerCode } = issuer;
  const count = sums.kinds.reduce((sum, one) => sum + one.lines, 0);
  const more = count - lines.length;
  return {
    locale,
    title: kinds.title,
    number: `${sellerCode} ${month}`,
    notice: isSandbox ? words.test : "",
    name: tradingName,
    logo: issuer.logo,
    facts: [
      [words.month, `${nameOf(month, locale)} (${UTC})`],
      [words.sellerCode, sellerCode],
      [words.lines, grouped(count, locale)],
    ],
    parties: [
      {
        label: words.holder,
        lines: [
          tradingName,
          legalName === tradingName ? "" : legalName,
          ...address.split("\n"),
          countryName(country, locale),
          taxId === "" ? "" : words.taxId({ id: taxId }),
        ].filter((line) => line !== ""),
      },
      { label: words.heldBy, lines: holderLines() },
    ],
    sections: [
      {
        heading: words.summary,
        columns: [
          { head: words.kind, width: 0.5, isNumber: false },
          { head: words.lines, width: 0.2, isNumber: true },
          { head: kinds.amount, width: 0.3, isNumber: true },
        ],
        rows: sums.kinds.map(({ kind, lines: number, amount }) => [
          kinds[`many_${kind}`],
          grouped(number, locale),
          signedUsd(amount, locale),
        ]),
        empty: words.empty,
        sums: [
          { name: words.opening, amount: usd(sums.opening, locale), isTotal: false },
          { name: words.closing, amount: usd(sums.closing, locale), isTotal: true },
        ],
      },
      ...(lines.length === 0 ? [] : [linesOf(lines, more, locale)]),
    ],
    footer: words.footer,
    pageOf: words.page,
  };
}

function linesOf(lines: readonly WalletLine[], more: number, locale: Locale): Paper["sections"][number] {
  const words = paperWords(locale);
  const kinds = statementWords(locale);
  return {
    heading: words.lines,
    columns: [
      { head: words.day, width: 0.1, isNumber: false },
      { head: kinds.description, width: 0.42, isNumber: false },
      { head: words.reference, width: 0.16, isNumber: false },
      { head: kinds.amount, width: 0.16, isNumber: true },
      { head: kinds.balance, width: 0.16, isNumber: true },
    ],
    rows: [
      ...lines.map((line) => [
        shortDay(line.created, locale, UTC),
        whatIn(line, locale),
        line.order?.externalReference ?? "",
        signedUsd(line.amount, locale),
        usd(line.balanceAfter, locale),
      ]),
      ...(more > 0 ? [["", words.more({ count: grouped(more, locale) }), "", "", ""]] : []),
    ],
    empty: "",
    sums: [],
  };
}

/** What a line is of, and what left in another currency than USD. */
function whatIn(line: WalletLine, locale: Locale): string {
  const words = statementWords(locale);
  const { kind, payout, order } = line;
  if (payout !== null) {
    const what = payoutOf(kind, payout.number, words);
    const { presented } = payout;
    return presented === null ? what : `${what}: ${money(presented.amount, presented.currency, locale)}`;
  }
  return order === null ? words[`one_${kind}`] : `${words[`one_${kind}`]}: ${describedLine(line, words)}`;
}
