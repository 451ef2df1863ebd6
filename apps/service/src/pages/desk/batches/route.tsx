import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import type { DeskServices } from "../load.js";
import { loadBatches } from "./load.js";
import { BatchesPage } from "./view.js";

/** What leaves rails of the operator's own by files for their banks. */
export const showBatches: Handler<DeskContext, DeskServices> = async (context, { query }, services) => (
  <BatchesPage context={context} {...(await loadBatches(services))} said={query["said"]} />
);
