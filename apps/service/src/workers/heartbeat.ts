/**
 * One look for all workers of a process: it asks for whom something is due, and pokes them. Idle workers cost one statement a
 * beat instead of one for each of them and each provider. They look by themselves too, more seldom.
 */
import type { Database } from "../platform/database.js";
import type { Log } from "../platform/log.js";
import { type Due, findDueWork } from "../store/queue/due-work.js";
import { startTicker, type Ticker } from "./ticker.js";

/** Between two looks, in milliseconds. */
export const HEARTBEAT_MS = 500;
/** A worker that the pulse pokes looks by itself after so many beats. */
export const HEARTBEATS_ALONE = 10;

/** Null for one that this deployment does without. */
export type HeartbeatWorkers = Readonly<Record<Due, Pick<Ticker, "poke" | "stop"> | null>>;

type Means = {
  readonly db: Pick<Database, "query">;
  readonly providers: { readonly all: readonly { readonly name: string }[] };
  readonly log: Log;
  readonly beatMs: number;
};

/** Stopping it stops the workers as well. */
export function startHeartbeat(workers: HeartbeatWorkers, { db, providers, log, beatMs }: Means): Ticker {
  const names = providers.all.map(({ name }) => name);
  const ticker = startTicker(beatMs, async () => {
    try {
      for (const worker of await findDueWork(db, names)) workers[worker]?.poke();
    } catch (error) {
      log.warn({ err: error }, "work was not looked for, and will be");
    }
    return false;
  });
  return {
    poke: ticker.poke,
    stop: async () => {
      await Promise.all([ticker, ...Object.values(workers)].map((worker) => worker?.stop()));
    },
  };
}
