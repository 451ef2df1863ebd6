import { question } from "../../../platform/other-cells.js";
import { readClock } from "../../../store/read/clock.js";
import { listPendingVerifications, type PendingVerification } from "../../../store/read/console/verification.js";
import type { Page, PageRequest } from "../../../store/read/page.js";
import type { DeskReads } from "../load.js";

export type Queue = {
  readonly page: Page<PendingVerification>;
  /** Unix seconds. */
  readonly now: number;
};

/** Who waits longest in another cell. */
export const QUEUE = question<null, Queue>("desk-verifications");

/** Below every id: a page that begins here begins with the oldest. */
const OLDEST = "00000000-0000-0000-0000-000000000000";

/** Who waits, from the one that waits longest where nothing else is asked for. */
export async function loadQueue(asked: PageRequest, { db }: DeskReads): Promise<Queue> {
  const from = asked.from ?? { position: OLDEST, direction: "newer" as const };
  const [page, { now }] = await Promise.all([listPendingVerifications(db, { ...asked, from }), readClock(db)]);
  return { page, now };
}
