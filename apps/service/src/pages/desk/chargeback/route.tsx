import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import type { DeskServices } from "../load.js";
import { loadChargeback } from "./load.js";
import { ChargebackPage } from "./view.js";

/** One chargeback: where its money came from, what happened, and the evidence for the bank. */
export const showChargeback: Handler<DeskContext, DeskServices> = async (context, { params, query }, services) => (
  <ChargebackPage context={context} shown={await loadChargeback(params, services)} said={query["said"]} />
);
