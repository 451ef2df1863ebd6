/**
 * Room in memory for forms with files while they come in and until they are written. Nobody holds a place: what counts is the
 * bytes that are here, so a form that trickles in takes next to nothing from anybody.
 */
import { PageRefusal } from "./refusal.js";

/** Forms of one visitor that wait for the one that is being read; any other is refused. */
const WAITING_MAX = 4;

/** One form on its way in. */
export type Arrival = {
  /** Counts what came of it. Where there is no room left, the forms that have taken the longest are called off. */
  hold(bytes: number): void;
  /** All of it is here: it is called off no more. */
  complete(): void;
  /** Ends it: too slow, or somebody needs the room. */
  callOff(): void;
  /** Resolves when it was called off. */
  readonly calledOff: Promise<void>;
};

export type UploadBudget = {
  /** Runs the work when no other form of the visitor is under way. @throws PageRefusal when as many wait as may. */
  inTurn(visitor: string, work: () => Promise<void>): Promise<void>;
  /** Until the work is done, what it holds is counted. */
  admit<Value>(work: (arrival: Arrival) => Promise<Value>): Promise<Value>;
};

export function openUploadBudget(bytesMax: number): UploadBudget {
  /** Those that may be called off, the oldest first. */
  const arriving = new Set<Arrival>();
  const lines = new Map<string, { last: Promise<void>; count: number }>();
  let held = 0;

  function makeRoom(): void {
    for (const oldest of arriving) {
      if (held <= bytesMax) return;
      oldest.callOff();
    }
  }

  function arrive(): Arrival & { leave(): void } {
    const { promise: calledOff, resolve } = Promise.withResolvers<void>();
    let bytes = 0;
    let isOver = false;
    const release = (): void => {
      held -= bytes;
      bytes = 0;
    };
    const arrival = {
      calledOff,
      hold: (more: number): void => {
        if (isOver) return;
        bytes += more;
        held += more;
        makeRoom();
      },
      complete: () => void arriving.delete(arrival),
      callOff: () => {
        isOver = true;
        arriving.delete(arrival);
        release();
        resolve();
      },
      leave: () => {
        isOver = true;
        arriving.delete(arrival);
        release();
      },
    };
    arriving.add(arrival);
    return arrival;
  }

  return {
    async inTurn(visitor, work) {
      const line = lines.get(visitor) ?? { last: Promise.resolve(), count: 0 };
      if (line.count > WAITING_MAX) throw new PageRefusal("rate_limited");
      lines.set(visitor, line);
      line.count += 1;
      const done = line.last.then(work).finally(() => {
        line.count -= 1;
        if (line.count === 0) lines.delete(visitor);
      });
      line.last = done.catch(() => undefined);
      return done;
    },
    async admit(work) {
      const arrival = arrive();
      try {
        return await work(arrival);
      } finally {
        arrival.leave();
      }
    },
  };
}
