import { type LineKind, linesAfter, listLines, type WalletLine } from "../../../../store/read/money/wallet.js";
import type { Page, PageRequest } from "../../../../store/read/page.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";
import { statementCsv } from "./csv.js";

export type StatementServices = Pick<ConsoleServices, "db">;

export const loadStatement = (
  { member }: ConsoleContext,
  asked: { readonly kind: LineKind | null; readonly page: PageRequest },
  { db }: StatementServices,
): Promise<Page<WalletLine>> => listLines(db, member.account, asked);

/** All lines, read a part at a time. */
export const loadCsv = ({ member }: ConsoleContext, { db }: StatementServices): AsyncGenerator<string> =>
  statementCsv((after) => linesAfter(db, member.account, after));
