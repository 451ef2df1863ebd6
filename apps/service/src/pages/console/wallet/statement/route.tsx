import { drawPaper } from "../../../../papers/pdf.js";
import { ALL_TIME, LINE_KINDS } from "../../../../store/read/money/wallet.js";
import { sendCsv } from "../../../kit/csv.js";
import { sendPdf } from "../../../kit/files.js";
import { pageIn } from "../../../kit/paging.js";
import { takeOrRefuse } from "../../../kit/places.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { loadCsv, loadMonthPaper, loadMonths, loadStatement, type StatementServices } from "./load.js";
import { parseMonth, spanOf } from "./month.js";
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

export const downloadStatement: StatementHandler = (context, { reply }, services) =>
  sendCsv(reply, `statement-${context.member.sellerCode}.csv`, loadCsv(context, ALL_TIME, services));

/** One month, as PDF or as CSV: "2026-10.pdf". */
export const downloadMonth: StatementHandler = async (context, { params, reply }, services) => {
  const [, text = "", ending = ""] = /^(.{7})\.(pdf|csv)$/.exec(params["file"] ?? "") ?? [];
  const month = parseMonth(text);
  if (month === null) throw new PageRefusal("not_found");
  const name = `statement-${context.member.sellerCode}-${month}.${ending}`;
  if (ending === "csv") return sendCsv(reply, name, loadCsv(context, spanOf(month), services));
  await takeOrRefuse(services.db, [{ window: "drawing", subject: context.seller.id }]);
  const paper = await loadMonthPaper(context, month, services);
  return sendPdf(reply, name, await drawPaper(paper, spanOf(month).until));
};
