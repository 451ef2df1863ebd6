import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import { NO_REASON } from "../parts.js";
import { loadRates, type RatesServices } from "./load.js";
import { RatesPage } from "./view.js";

/** What currencies cost, and what waits. Who asks for a rate that was replaced meanwhile is told so. */
export const showRates: Handler<DeskContext, RatesServices> = async (context, { query }, services) => {
  const rates = await loadRates(query["rate"], services);
  const isGone = query["rate"] !== undefined && rates.chosen === null;
  return <RatesPage context={context} shown={rates} reason={NO_REASON} said={isGone ? "stale" : query["said"]} />;
};
