/** Records what came of attempts, in batches. What was sent is not sent again because the database is away for a while. */

import { setTimeout as sleep } from "node:timers/promises";
import { LIMITS } from "@holdfast/contract";
import type { EndpointId } from "../domain/ids.js";
import type { Database } from "../platform/database.js";
import { gather } from "../platform/gather.js";
import type { Log } from "../platform/log.js";
import { type AttemptOutcome, type Recorded, recordOutcomes } from "../store/queue/outcomes.js";

const AGAIN_MS = 1_000;

export type Recorder = {
  /** Resolves when the outcome stands, or the worker stops without it; false when its endpoint is disabled or no longer ours. */
  record(outcome: AttemptOutcome): Promise<boolean>;
  /** Attempts that are over and not recorded. */
  readonly unrecorded: number;
};

type Options = {
  readonly db: Database;
  readonly worker: string;
  readonly log: Log;
  readonly isStopping: () => boolean;
};

export function openRecorder({ db, worker, log, isStopping }: Options): Recorder {
  let unrecorded = 0;
  const recordTogether = gather({
    run: (outcomes: readonly AttemptOutcome[]) => recordAll(db, worker, outcomes),
    lanes: 1,
    batchMax: 512,
  });
  const recordUntilDone = async (outcome: AttemptOutcome): Promise<boolean> => {
    for (;;) {
      try {
        const recorded = await recordTogether(outcome);
        return recorded?.is_enabled === true;
      } catch (error) {
        log.warn({ err: error }, "outcomes of deliveries could not be recorded, and will be");
        if (isStopping()) return true;
        await sleep(AGAIN_MS);
      }
    }
  };
  return {
    async record(outcome) {
      unrecorded += 1;
      return recordUntilDone(outcome).finally(() => {
        unrecorded -= 1;
      });
    },
    get unrecorded() {
      return unrecorded;
    },
  };
}

/** For each outcome how its endpoint stands now; null when its lane is somebody else's by now. */
async function recordAll(
  db: Database,
  worker: string,
  outcomes: readonly AttemptOutcome[],
): Promise<readonly (Recorded | null)[]> {
  const recorded = await recordOutcomes(
    db,
    { worker, outcomes },
    {
      disableAfter: LIMITS.webhookDisableAfter,
      mailAt: LIMITS.webhookMailAt,
    },
  );
  const byEndpoint = new Map<EndpointId, Recorded>(recorded.map((one) => [one.endpoint_id, one]));
  return outcomes.map(({ endpoint, fence }) => {
    const found = byEndpoint.get(endpoint);
    return found?.fence === fence ? found : null;
  });
}
