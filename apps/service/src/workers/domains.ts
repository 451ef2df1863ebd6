/** Looks at sellers' domains that are due: new ones until their records are there, served ones once a day. Any number of processes may run it. */
import { type LookAtRecords, lookAtDueDomains } from "../commands/look-at-domain.js";
import type { Database } from "../platform/database.js";
import type { Log } from "../platform/log.js";
import { inJob } from "./job.js";
import { startTicker, TICK_MS, type Ticker } from "./ticker.js";

/** At once, each a few questions to name servers. */
const AT_ONCE = 10;
const EVERY_TICKS = 10;

type Means = {
  readonly db: Database;
  readonly lookAtRecords: LookAtRecords;
  readonly log: Log;
  readonly tickMs?: number | undefined;
};

export function startDomains({ db, lookAtRecords, log, tickMs = TICK_MS }: Means): Ticker {
  return startTicker(tickMs * EVERY_TICKS, async () => {
    try {
      const looked = await inJob("domains", () => lookAtDueDomains({ db, lookAtRecords }, AT_ONCE));
      return looked.length === AT_ONCE;
    } catch (error) {
      log.warn({ err: error }, "domains could not be looked at, and will be");
      return false;
    }
  });
}
