import { drawPaper } from "../../../../papers/pdf.js";
import { ALL_TIME, LINE_KINDS } from "../../../../store/read/money/wallet.js";
import { aged, sendCsv } from "../../../kit/csv.js";
import { sendPdf } from "../../../kit/files.js";
import { pageIn } from "../../../kit/paging.js";
import { takeOrRefuse } from "../../../kit/places.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { loadCsv, loadMonthPaper, loadMonths, loadStatement, type StatementServices } from "./load.js";
import { type Month, parseMonth, spanOf } from "./month.js";
import { StatementPage } from "./view.js";

type StatementHandler = Handler<ConsoleContext, StatementServices>;

/** The lines of the wallet, of one kind or of all. */
export const showStatement: StatementHandler = async (context, { query }, services) => {
  const kind = LINE_KINDS.find((one) => one === query["kind"]) ?? null;
  const [page, months] = await Promise.all([
    loadStatement(context, { kind, page: pageIn(query, "number") }, services),
    loadMonths(context, services),
  ]);
  return <StatementPage context={context} kind={kind} page={page} months={months} />;
};

/** All of it, or one month: "2026-10". */
export const downloadStatement: StatementHandler = async (context, { query, reply }, { late }) => {
  const text = query["month"];
  const month = text === undefined ? null : monthOf(text);
  const name = month === null ? "" : `-${month}`;
  const span = month === null ? ALL_TIME : spanOf(month);
  const lists = await late.open();
  const file = `statement-${context.member.sellerCode}${name}.csv`;
  return sendCsv(aged(reply, lists.ageSeconds), file, loadCsv(context, span, lists));
};

/** One month, as a PDF. */
export const downloadMonth: StatementHandler = async (context, { query, reply }, services) => {
  const month = monthOf(query["month"]);
  await takeOrRefuse(services.db, [{ window: "drawing", subject: context.seller.id }]);
  const paper = await loadMonthPaper(context, month, services);
  return sendPdf(
    reply,
    `statement-${context.member.sellerCode}-${month}.pdf`,
    await drawPaper(paper, spanOf(month).until),
  );
};

function monthOf(text: unknown): Month {
  const month = typeof text === "string" ? parseMonth(text) : null;
  if (month === null) throw new PageRefusal("not_found");
  return month;
}
