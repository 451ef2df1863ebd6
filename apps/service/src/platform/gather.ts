/**
 * Gathers calls that arrive while others are under way into one batch, so that under load many share a round trip, and a
 * lone call goes with the next turn of the event loop. Owns the queue and its order; knows nothing of what the batch does.
 *
 * Modes: idle (a call runs at once), busy (`lanes` batches are under way; calls queue), crowded (so many queue that spare lanes
 * open), and back.
 */

import { currentSpan, type Span, withinAll } from "./traces.js";

export type Gathered<Item, Result> = {
  /**
   * Runs a batch; the results stand in the order of the items, and one that is a promise settles its own call alone. A
   * rejection rejects every call of the batch.
   */
  readonly run: (items: readonly Item[]) => Promise<readonly (Result | Promise<Result>)[]>;
  /** Batches under way at a time. */
  readonly lanes: number;
  readonly batchMax: number;
  /** More lanes, for as long as more than so many calls queue: one that is held up must not hold up everybody. */
  readonly spare?: { readonly lanes: number; readonly beyond: number };
  /** Items of one key are never in the same batch nor under way at the same time; null stands for no key. */
  readonly keyOf?: (item: Item) => string | null;
};

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly key: string | null;
  /** On whose behalf; null where nothing is traced. */
  readonly span: Span | null;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
};

/** Returns the function that callers use instead of a call of their own. */
export function gather<Item, Result>({
  run,
  lanes,
  batchMax,
  spare = { lanes: 0, beyond: 0 },
  keyOf,
}: Gathered<Item, Result>): (item: Item) => Promise<Result> {
  let queue: Waiting<Item, Result>[] = [];
  const keysUnderWay = new Set<string>();
  let underWay = 0;
  let scheduled = false;

  function takeBatch(): Waiting<Item, Result>[] {
    const batch: Waiting<Item, Result>[] = [];
    const rest: Waiting<Item, Result>[] = [];
    for (const waiting of queue) {
      const blocked = batch.length >= batchMax || (waiting.key !== null && keysUnderWay.has(waiting.key));
      (blocked ? rest : batch).push(waiting);
      if (!blocked && waiting.key !== null) keysUnderWay.add(waiting.key);
    }
    queue = rest;
    return batch;
  }

  async function runBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    underWay += 1;
    try {
      const results = await withinAll(batch, () => run(batch.map((waiting) => waiting.item)));
      batch.forEach((waiting, index) => {
        waiting.resolve(results[index] as Result);
      });
    } catch (error) {
      for (const waiting of batch) waiting.reject(error);
    } finally {
      underWay -= 1;
      for (const { key } of batch) if (key !== null) keysUnderWay.delete(key);
      start();
    }
  }

  const hasLane = (): boolean => underWay < lanes + (queue.length > spare.beyond ? spare.lanes : 0);

  function start(): void {
    while (hasLane() && queue.length > 0) {
      const batch = takeBatch();
      if (batch.length === 0) return;
      void runBatch(batch);
    }
  }

  // Calls made in one turn of the event loop belong together: all requests that one read of the sockets brought.
  function schedule(): void {
    if (scheduled || !hasLane()) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      start();
    });
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, key: keyOf?.(item) ?? null, span: currentSpan(), resolve, reject });
      schedule();
    });
}
