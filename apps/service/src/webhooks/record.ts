/** Records what came of attempts, in batches. What was sent is not sent again because the database is away for a while. */

import { setTimeout as sleep } from "node:timers/promises";
import { LIMITS } from "@holdfast/contract";
import type { Said } from "../diagnoses/say.js";
import type { EndpointId } from "../domain/ids.js";
import type { Queryable } from "../platform/database.js";
import { DatabaseUnavailable, isRetryable } from "../platform/database-errors.js";
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
  readonly db: Queryable;
  readonly worker: string;
  readonly log: Log;
  readonly isStopping: () => boolean;
};

export function openRecorder({ db, worker, log, isStopping }: Options): Recorder {
  let unrecorded = 0;
  const recordTogether = gather({
    run: (outcomes: readonly AttemptOutcome[]) => recordEach({ db, worker, log }, outcomes),
    lanes: 1,
    batchMax: 512,
  });
  return {
    async record(outcome) {
      unrecorded += 1;
      for (;;) {
        try {
          const recorded = await recordTogether(outcome);
          unrecorded -= 1;
          return recorded?.is_enabled === true;
        } catch (error) {
          log.warn({ err: error }, "outcomes of deliveries could not be recorded, and will be");
          if (isStopping()) {
            unrecorded -= 1;
            return true;
          }
          await sleep(AGAIN_MS);
        }
      }
    },
    get unrecorded() {
      return unrecorded;
    },
  };
}

type Means = Pick<Options, "db" | "worker" | "log">;

/**
 * All in one statement; when the database refuses it on account of one of them, each by itself. What can't be kept as it is, is
 * kept without what the receiver said; what can't be kept at all gives its lane up, and is sent again.
 */
async function recordEach(means: Means, outcomes: readonly AttemptOutcome[]): Promise<readonly (Recorded | null)[]> {
  try {
    return await recordAll(means, outcomes);
  } catch (error) {
    if (isAway(error)) throw error;
    if (outcomes.length > 1) return (await Promise.all(outcomes.map((one) => recordEach(means, [one])))).flat();
    means.log.error(
      { err: error, delivery: outcomes[0]?.delivery },
      "an outcome was refused, and is kept without its answer",
    );
  }
  try {
    return await recordAll(
      means,
      outcomes.map((one) => ({ ...one, response: "", error: one.error === null ? null : UNKEPT })),
    );
  } catch (error) {
    if (isAway(error)) throw error;
    means.log.error({ err: error, delivery: outcomes[0]?.delivery }, "an outcome can't be recorded");
    return [null];
  }
}

const UNKEPT: Said = "The attempt failed; what was answered could not be kept.";

/** The database is away, or somebody holds the lane: nothing is wrong with what is recorded, and it is tried again. */
const isAway = (error: unknown): boolean => error instanceof DatabaseUnavailable || isRetryable(error);

/** For each outcome how its endpoint stands now; null when its lane is somebody else's by now. */
async function recordAll(
  { db, worker }: Means,
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
