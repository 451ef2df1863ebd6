/**
 * Work that is claimed piece by piece, so many pieces under way at a time. A place that comes free is filled at once: one
 * piece that takes all its time holds its own place, and nobody waits for it.
 *
 * Modes: looking for work, full (the next piece that ends looks again), stopping (what is under way ends).
 */
import { inJob } from "./job.js";
import { startTicker, type Ticker } from "./ticker.js";

export type Windowed<Item> = {
  /** What a piece is called in traces. */
  readonly job: string;
  /** Pieces under way at a time. */
  readonly width: number;
  /** Takes what is due, at most `limit` pieces. */
  readonly claim: (limit: number) => Promise<readonly Item[]>;
  /** Never rejects. */
  readonly work: (item: Item) => Promise<void>;
  /** A claim failed; it is made again. */
  readonly failed: (error: unknown) => void;
};

export type Window = {
  /** Fills the places that are free; true when all of them were filled, so that there may be more. Never rejects. */
  fill(): Promise<boolean>;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
};

/** @param onPlace a place came free while there may be more to do. */
export function openWindow<Item>(
  { job, width, claim, work, failed }: Windowed<Item>,
  onPlace: () => void = () => undefined,
): Window {
  const underWay = new Set<Promise<void>>();
  let mayHaveMore = false;

  function begin(item: Item): void {
    const done: Promise<void> = inJob(job, () => work(item)).finally(() => {
      underWay.delete(done);
      if (mayHaveMore) onPlace();
    });
    underWay.add(done);
  }
  return {
    async fill() {
      const room = width - underWay.size;
      if (room === 0) return false;
      try {
        const items = await claim(room);
        mayHaveMore = items.length === room;
        for (const item of items) begin(item);
        return mayHaveMore && underWay.size < width;
      } catch (error) {
        failed(error);
        return false;
      }
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** Looks again and again; stopping lets what is under way end. */
export function startWindow<Item>(everyMs: number, windowed: Windowed<Item>): Ticker {
  const window = openWindow(windowed, () => ticker.poke());
  const ticker = startTicker(everyMs, () => window.fill());
  return {
    poke: ticker.poke,
    stop: async () => {
      await ticker.stop();
      await window.settled();
    },
  };
}
