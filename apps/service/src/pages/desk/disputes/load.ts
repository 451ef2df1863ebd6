import { question } from "../../../platform/other-cells.js";
import { readClock } from "../../../store/read/clock.js";
import { type DisputePosition, listPendingDisputes, type PendingDispute } from "../../../store/read/desk/pending.js";
import { type ListedDispute, listDisputes } from "../../../store/read/orders/disputes.js";
import type { PageRequest } from "../../../store/read/page.js";
import { ROWS_A_PAGE } from "../../kit/paging.js";
import { type LatePage, latePage } from "../cells.js";
import type { DeskReads, LateDeskReads } from "../load.js";

export type OpenDisputes = {
  /** The one that was opened longest ago first; one more than a page shows where there are more. */
  readonly rows: readonly PendingDispute[];
  /** Unix seconds. */
  readonly now: number;
};

/** Those of another cell: the oldest that are open, and the newest that have ended. */
export const OPEN_DISPUTES = question<null, OpenDisputes>("desk-open-disputes");
export const ENDED_DISPUTES = question<null, LatePage<ListedDispute>>("desk-ended-disputes");

export const loadEndedDisputes = (
  page: PageRequest,
  { late }: Pick<LateDeskReads, "late">,
): Promise<LatePage<ListedDispute>> =>
  latePage(late, (lists) =>
    listDisputes(lists, null, { which: "ended", sessions: null, from: null, until: null }).page(page),
  );

/** @param after null for the beginning. */
export async function loadOpenDisputes(after: DisputePosition | null, { db }: DeskReads): Promise<OpenDisputes> {
  const [rows, { now }] = await Promise.all([listPendingDisputes(db, { limit: ROWS_A_PAGE, after }), readClock(db)]);
  return { rows, now };
}
