import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import type { DeskServices } from "../load.js";
import { loadReceipts } from "./load.js";
import { ReceiptsPage } from "./view.js";

/** Money that comes in and goes out on rails of the operator's own. */
export const showReceipts: Handler<DeskContext, DeskServices> = async (context, { query }, services) => (
  <ReceiptsPage context={context} receipts={await loadReceipts(query["q"], services)} said={query["said"]} />
);
