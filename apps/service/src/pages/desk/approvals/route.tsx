import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import { askOthers, merged, oldest } from "../cells.js";
import type { AllReads } from "../load.js";
import { APPROVALS, loadApprovals } from "./load.js";
import { ApprovalsPage } from "./view.js";

/** What one operator asked for and another one has to confirm. */
export const showApprovals: Handler<DeskContext, AllReads> = async (context, { query }, services) => {
  const [own, all] = await Promise.all([
    loadApprovals(services),
    askOthers(context, services.otherCells, { question: APPROVALS, asked: null }),
  ]);
  const others = all.found.map(({ cell, answer }) => ({ cell, rows: answer }));
  const approvals = merged(
    own,
    others,
    oldest(({ created }) => created),
  );
  return <ApprovalsPage context={all.context} approvals={approvals} said={query["said"]} />;
};
