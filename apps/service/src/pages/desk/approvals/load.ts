import { type Approval, listApprovals } from "../../../store/read/desk/approvals.js";
import type { DeskReads } from "../load.js";

/** What waits for a second operator, the longest first. */
export const loadApprovals = ({ db }: DeskReads): Promise<readonly Approval[]> => listApprovals(db);
