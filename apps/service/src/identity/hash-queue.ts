/**
 * The queue for a processor's seconds, which hashing a password costs. The network that has used the least lately comes next, so
 * that a flood from some networks waits for itself and for nobody else.
 */
import { monotonicMs } from "../platform/clock.js";

/** Too many wait just now. */
export class PasswordsBusy extends Error {}

export type HashQueue = <Value>(network: string, work: () => Promise<Value>) => Promise<Value>;

type Limits = {
  /** In total: no more than are done within seconds. */
  readonly waitingMax: number;
  readonly waitingOfNetwork: number;
};

/** How long it is remembered who was served how often. */
const MEMORY_MS = 60_000;
/** So often a later queue goes before an earlier one, lest that holds it up for ever. */
const LATER_FIRST_EVERY = 4;

/** Queues for the same `atOnce` places. Those who wait in an earlier queue go first, but for every fourth turn. */
export function openHashQueues<Name extends string>(
  atOnce: number,
  limits: Readonly<Record<Name, Limits>>,
): Readonly<Record<Name, HashQueue>> {
  const names = Object.keys(limits) as Name[];
  const lines = names.map((name) => openLine(limits[name]));
  let running = 0;
  let turns = 0;

  /** A finished task passes its place on. */
  function passOn(): void {
    turns += 1;
    const order = turns % LATER_FIRST_EVERY === 0 ? lines.toReversed() : lines;
    const next = order.map((line) => line.takeNext).find((take) => take());
    if (next === undefined) running -= 1;
  }

  const queueOf =
    ({ wait, countServed }: Line): HashQueue =>
    async (network, work) => {
      if (running < atOnce) running += 1;
      else await wait(network);
      countServed(network);
      try {
        return await work();
      } finally {
        passOn();
      }
    };
  return Object.fromEntries(names.map((name, at) => [name, queueOf(lines[at] as Line)])) as Record<Name, HashQueue>;
}

type Waiting = { readonly network: string; readonly start: () => void; readonly giveUp: (reason: Error) => void };

type Line = {
  /** Resolves when it is one's turn. @throws PasswordsBusy */
  wait(network: string): Promise<void>;
  /** Starts the one whose turn it is; false when nobody waits. */
  takeNext(): boolean;
  countServed(network: string): void;
};

function openLine({ waitingMax, waitingOfNetwork }: Limits): Line {
  let served = new Map<string, number>();
  let servedSinceMs = monotonicMs();
  const waiting: Waiting[] = [];

  const countOf = (network: string): number => waiting.filter((one) => one.network === network).length;

  /** Of those that were served as often, the one that has waited longest. */
  function takeNext(): boolean {
    const least = Math.min(...waiting.map(({ network }) => served.get(network) ?? 0));
    const at = waiting.findIndex(({ network }) => (served.get(network) ?? 0) === least);
    if (at < 0) return false;
    waiting.splice(at, 1)[0]?.start();
    return true;
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

  const wait = async (network: string): Promise<void> => {
    makeRoom(network);
    await new Promise<void>((start, giveUp) => waiting.push({ network, start, giveUp }));
  };
  return { wait, takeNext, countServed };
}
