import { readClock } from "../../../store/read/clock.js";
import { type DisputePosition, listWaitingDisputes, type WaitingDispute } from "../../../store/read/desk/waiting.js";
import { ROWS_A_PAGE } from "../../kit/paging.js";
import type { DeskReads } from "../load.js";

export type OpenDisputes = {
  /** The one that was opened longest ago first; one more than a page shows where there are more. */
  readonly rows: readonly WaitingDispute[];
  /** Unix seconds. */
  readonly now: number;
};

/** @param after null for the beginning. */
export async function loadOpenDisputes(after: DisputePosition | null, { db }: DeskReads): Promise<OpenDisputes> {
  const [rows, { now }] = await Promise.all([listWaitingDisputes(db, { limit: ROWS_A_PAGE, after }), readClock(db)]);
  return { rows, now };
}
