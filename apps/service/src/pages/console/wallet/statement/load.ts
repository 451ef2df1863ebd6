import type { Paper } from "../../../../papers/paper.js";
import type { Reads } from "../../../../platform/late-reads.js";
import { readIssuer } from "../../../../store/read/issuer.js";
import {
  type LineKind,
  linesAfter,
  listLines,
  readLineSpan,
  type StatementSpan,
  sumLines,
  type WalletLine,
} from "../../../../store/read/money/wallet.js";
import type { Page, PageRequest } from "../../../../store/read/page.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";
import { statementCsv } from "./csv.js";
import { LINES_ON_PAPER, type Month, monthPaper, monthsOf, spanOf } from "./month.js";

export type StatementServices = Pick<ConsoleServices, "db" | "late">;

export const loadStatement = (
  { member }: ConsoleContext,
  asked: { readonly kind: LineKind | null; readonly page: PageRequest },
  { db }: StatementServices,
): Promise<Page<WalletLine>> => listLines(db, member.account, asked);

/** All lines of a span, read a part at a time. */
export const loadCsv = ({ member, site }: ConsoleContext, span: StatementSpan, lists: Reads): AsyncGenerator<string> =>
  statementCsv((part) => linesAfter(lists, member.account, { ...part, span }), site.zone);

/** Months with lines, or that could have some: the newest first. */
export async function loadMonths({ member }: ConsoleContext, { db }: StatementServices): Promise<readonly Month[]> {
  const span = await readLineSpan(db, member.account);
  return span === null ? [] : monthsOf(span.first, span.now);
}

export async function loadMonthPaper(
  { member, site, locale }: ConsoleContext,
  month: Month,
  { db }: StatementServices,
): Promise<Paper> {
  const { account } = member;
  const span = spanOf(month);
  const [issuer, sums, lines] = await Promise.all([
    readIssuer(db, account),
    sumLines(db, account, span),
    linesAfter(db, account, { span, after: null, limit: LINES_ON_PAPER }),
  ]);
  return monthPaper({ month, issuer, sums, lines }, { locale, isSandbox: site.isSandbox });
}
