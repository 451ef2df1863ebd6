/**
 * The queue for a processor's seconds, which hashing a password costs. The network that has used the least lately comes next, so
 * that a flood from some networks waits for itself and for nobody else.
 */
import { monotonicMs } from "../platform/clock.js";

/** Too many wait just now. */
export class PasswordsBusy extends Error {}

export type HashQueue = <Value>(network: string, work: () => Promise<Value>) => Promise<Value>;

type Limits = {
  readonly atOnce: number;
  /** In total: no more than are done within seconds. */
  readonly waitingMax: number;
  readonly waitingOfNetwork: number;
};

type Waiting = { readonly network: string; readonly start: () => void; readonly giveUp: (reason: Error) => void };

/** How long it is remembered who was served how often. */
const MEMORY_MS = 60_000;

export function openHashQueue({ atOnce, waitingMax, waitingOfNetwork }: Limits): HashQueue {
  let running = 0;
  let served = new Map<string, number>();
  let servedSinceMs = monotonicMs();
  const waiting: Waiting[] = [];

  const countOf = (network: string): number => waiting.filter((one) => one.network === network).length;

  /** Null for nobody. Of those that were served as often, the one that has waited longest. */
  function takeNext(): Waiting | null {
    const least = Math.min(...waiting.map(({ network }) => served.get(network) ?? 0));
    const at = waiting.findIndex(({ network }) => (served.get(network) ?? 0) === least);
    return at < 0 ? null : (waiting.splice(at, 1)[0] ?? null);
  }

  function countServed(network: string): void {
    const now = monotonicMs();
    if (now - servedSinceMs > MEMORY_MS) {
      served = new Map();
      servedSinceMs = now;
    }
    served.set(network, (served.get(network) ?? 0) + 1);
  }

  /** In a full queue the last of the network with the most gives way to one with fewer. @throws PasswordsBusy */
  function makeRoom(network: string): void {
    const own = countOf(network);
    if (own >= waitingOfNetwork) throw new PasswordsBusy();
    if (waiting.length < waitingMax) return;
    const most = Math.max(...waiting.map((one) => countOf(one.network)));
    if (own + 1 >= most) throw new PasswordsBusy();
    const at = waiting.findLastIndex((one) => countOf(one.network) === most);
    waiting.splice(at, 1)[0]?.giveUp(new PasswordsBusy());
  }

  return async (network, work) => {
    if (running < atOnce) running += 1;
    else {
      makeRoom(network);
      // A finished task passes the turn on.
      await new Promise<void>((start, giveUp) => waiting.push({ network, start, giveUp }));
    }
    countServed(network);
    try {
      return await work();
    } finally {
      const next = takeNext();
      if (next === null) running -= 1;
      else next.start();
    }
  };
}
