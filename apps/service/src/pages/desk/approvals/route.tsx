import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import type { DeskReads } from "../load.js";
import { loadApprovals } from "./load.js";
import { ApprovalsPage } from "./view.js";

/** What one operator asked for and another one has to confirm. */
export const showApprovals: Handler<DeskContext, DeskReads> = async (context, { query }, services) => (
  <ApprovalsPage context={context} approvals={await loadApprovals(services)} said={query["said"]} />
);
