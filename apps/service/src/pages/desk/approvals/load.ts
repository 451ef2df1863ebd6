import { question } from "../../../platform/other-cells.js";
import { type Approval, listApprovals } from "../../../store/read/desk/approvals.js";
import type { DeskReads } from "../load.js";

/** What waits in another cell. */
export const APPROVALS = question<null, readonly Approval[]>("desk-approvals");

/** What waits for a second operator, the longest first. */
export const loadApprovals = ({ db }: DeskReads): Promise<readonly Approval[]> => listApprovals(db);
