import { LINE_KINDS } from "../../../../store/read/money/wallet.js";
import { sendCsv } from "../../../kit/csv.js";
import { pageIn } from "../../../kit/paging.js";
import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { loadCsv, loadStatement, type StatementServices } from "./load.js";
import { StatementPage } from "./view.js";

type StatementHandler = Handler<ConsoleContext, StatementServices>;

/** The lines of the wallet, of one kind or of all. */
export const showStatement: StatementHandler = async (context, { query }, services) => {
  const kind = LINE_KINDS.find((one) => one === query["kind"]) ?? null;
  const page = await loadStatement(context, { kind, page: pageIn(query, "number") }, services);
  return <StatementPage context={context} kind={kind} page={page} />;
};

export const downloadStatement: StatementHandler = (context, { reply }, services) =>
  sendCsv(reply, `statement-${context.member.sellerCode}.csv`, loadCsv(context, services));
