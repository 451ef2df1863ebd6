/**
 * Work that is looked for again and again.
 *
 * Modes: waiting for the next tick, running one, stopped.
 */

export type Ticker = {
  /** Something was just made that a tick would find: the next one follows at once. */
  poke(): void;
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>;
};

/** Between two ticks of a worker that nobody pokes, in milliseconds. */
export const TICK_MS = 1_000;

/** @param tick never rejects; true when there may be more to do, and then the next one follows at once. */
export function startTicker(everyMs: number, tick: () => Promise<boolean>): Ticker {
  let stopped = false;
  let poked = false;
  let wake: () => void = () => undefined;

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      // Jitter keeps processes that started together from asking together.
      const timer = setTimeout(resolve, everyMs * (0.75 + Math.random() / 2));
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const running = (async () => {
    while (!stopped) {
      poked = false;
      const hasMore = await tick();
      if (!stopped && !hasMore && !poked) await pause();
    }
  })();

  return {
    poke: () => {
      poked = true;
      wake();
    },
    stop: () => {
      stopped = true;
      wake();
      return running;
    },
  };
}

/** Several loops as one. */
export const asOne = (loops: readonly Ticker[]): Ticker => ({
  poke: () => {
    for (const loop of loops) loop.poke();
  },
  stop: async () => {
    await Promise.all(loops.map((loop) => loop.stop()));
  },
});
