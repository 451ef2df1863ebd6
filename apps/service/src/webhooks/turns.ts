/**
 * Who may begin next. What was begun is young for its first tenth of a second, and only few may be young at a time: more of
 * what is answered at once would only wait for the processor. What is not answered by then holds nobody up any more.
 *
 * Those who want turns get them one by one, in the order in which they asked.
 */
import { monotonicMs } from "../platform/clock.js";

const YOUNG_MAX = 64;
const YOUNG_MS = 100;

export type Turns<Item> = {
  /** Calls `onTurn` for it as soon as there may be a place; asking twice is asking once. */
  want(...items: readonly Item[]): void;
  forget(item: Item): void;
  /** To be called in a turn that is used; the thing begun is named by what is returned. */
  begin(): Begun;
  end(begun: Begun): void;
};

export type Begun = { readonly sinceMs: number };

export function openTurns<Item>(onTurn: (item: Item) => void): Turns<Item> {
  /** In the order in which they began. */
  const young = new Set<Begun>();
  const queue = new Set<Item>();
  let isGiving = false;
  let isWaiting = false;

  function hasPlace(): boolean {
    if (young.size < YOUNG_MAX) return true;
    const now = monotonicMs();
    for (const begun of young) {
      if (now - begun.sinceMs < YOUNG_MS) break;
      young.delete(begun);
    }
    return young.size < YOUNG_MAX;
  }

  function give(): void {
    if (isGiving) return;
    isGiving = true;
    try {
      for (const item of queue) {
        if (!hasPlace()) break;
        queue.delete(item);
        onTurn(item);
      }
    } finally {
      isGiving = false;
    }
    if (queue.size === 0 || isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      give();
    }, YOUNG_MS / 4);
  }

  return {
    want(...items) {
      for (const item of items) queue.add(item);
      give();
    },
    forget: (item) => void queue.delete(item),
    begin() {
      const begun = { sinceMs: monotonicMs() };
      young.add(begun);
      return begun;
    },
    end: (begun) => void young.delete(begun),
  };
}
