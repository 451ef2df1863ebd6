import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import type { DeskServices } from "../load.js";
import { loadStatements } from "./load.js";
import { NOTHING_CHOSEN, StatementsPage } from "./view.js";

/** Files of banks: those that wait for another operator, and those that were imported. */
export const showStatements: Handler<DeskContext, DeskServices> = async (context, { query }, services) => (
  <StatementsPage
    context={context}
    {...(await loadStatements(services))}
    chosen={NOTHING_CHOSEN}
    said={query["said"]}
  />
);
