import { listDecidedChargebacks } from "../../../store/read/desk/chargebacks.js";
import { pageIn } from "../../kit/paging.js";
import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import type { DeskReads } from "../load.js";
import { loadOpenChargebacks } from "./load.js";
import { DecidedChargebacksPage, OpenChargebacksPage } from "./view.js";

/** The chargebacks that wait for a bank or for us, or those that are decided. */
export const showChargebacks: Handler<DeskContext, DeskReads> = async (context, { query }, services) => {
  if (query["which"] === "decided") {
    const page = await listDecidedChargebacks(services.db).page(pageIn(query, "uuid"));
    return <DecidedChargebacksPage context={context} page={page} />;
  }
  return <OpenChargebacksPage context={context} chargebacks={await loadOpenChargebacks(services)} />;
};
