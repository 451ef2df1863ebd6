import { noteSearch } from "../../../commands/note-looked.js";
import { SEARCH_LENGTH_MAX } from "../../../domain/search.js";
import { plainText } from "../../../domain/typed.js";
import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import { inCell } from "../cells.js";
import { orderPath } from "../links.js";
import type { LateDeskReads } from "../load.js";
import { operatorOf } from "../parts.js";
import { isWhole, loadFound } from "./load.js";
import { SearchPage } from "./view.js";

/** What is found over all accounts. A whole id or code leads to the order that it names. Each search leaves a line in the log. */
export const showDeskSearch: Handler<DeskContext, LateDeskReads> = async (context, { query }, services) => {
  const typed = plainText((query["q"] ?? "").slice(0, SEARCH_LENGTH_MAX));
  const { context: told, found } = await loadFound(context, typed, services);
  const count = Object.values(found).reduce((sum, rows) => sum + rows.length, 0);
  if (typed !== "") await noteSearch(services.db, operatorOf(context), { typed, found: count });
  const [order] = found.orders;
  if (count === 1 && order !== undefined && isWhole(typed)) {
    return inCell(orderPath(order.sellerCode, order.escrow), order.cell);
  }
  return <SearchPage context={told} typed={typed} found={found} />;
};
