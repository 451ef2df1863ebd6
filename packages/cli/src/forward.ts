/**
 * Takes events in the order of the feed, attempts each at once, and a failed one again after a while, beside those that
 * come later. Nothing is kept beyond the run: the feed has it all.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Attempt, Forwarding } from "@holdfast/service/admin";
import type { FeedEvent } from "./feed.js";

/** One attempt of one event, done. */
export type Report = {
  readonly event: FeedEvent;
  /** Counts the events of this run from 1: the `X-Escrow-Delivery` of all attempts of one event. */
  readonly delivery: number;
  /** Counts from 1. */
  readonly attempt: number;
  /** Until the next attempt; null when there is none. */
  readonly resendSeconds: number | null;
} & Attempt;

export type Queue = {
  /** Resolves when the next event may come. Rejects with an AbortError once it was stopped. */
  accept(event: FeedEvent): Promise<void>;
  /** Waits for attempts under way, for 2 s at most. Returns how many events were not delivered and not given up. */
  finish(): Promise<number>;
};

/** Waits after failed attempts; the last one repeats. How many attempts there are is the service's schedule (nine). */
const RESEND_SECONDS = [1, 2, 5, 10, 30, 60] as const;
const IN_FLIGHT_MAX = 8;
/** Events that wait to be sent again; beyond that many, newer ones stay in the feed. */
const OPEN_MAX = 500;
/** How long the next event waits for the answer to this one: a receiver that is quick gets them in order. */
const IN_ORDER_MS = 250;
const FINISH_MS = 2_000;

export function openQueue({
  forwarding,
  report,
  stop,
}: {
  readonly forwarding: Forwarding;
  readonly report: (done: Report) => void;
  readonly stop: AbortSignal;
}): Queue {
  const inFlight = openSlots(IN_FLIGHT_MAX, stop);
  const open = openSlots(OPEN_MAX, stop);
  let deliveries = 0;

  /** Returns the seconds until the next attempt; null when the delivery is over. */
  async function attempt(event: FeedEvent, at: { delivery: number; attempt: number }): Promise<number | null> {
    await inFlight.take();
    try {
      const done = await forwarding.attempt(event, at);
      const wait = RESEND_SECONDS[Math.min(at.attempt, RESEND_SECONDS.length) - 1] ?? null;
      const next = done.state === "PENDING" ? wait : null;
      report({ event, ...at, ...done, resendSeconds: stop.aborted ? null : next });
      return next;
    } finally {
      inFlight.release();
    }
  }

  /** Keeps its slot when it is stopped before its end: that is what {@link Queue.finish} counts. */
  async function resend(event: FeedEvent, at: { delivery: number; wait: number | null }): Promise<void> {
    let { wait } = at;
    for (let count = 2; wait !== null; count += 1) {
      await sleep(wait * 1000, undefined, { signal: stop });
      wait = await attempt(event, { delivery: at.delivery, attempt: count });
    }
    open.release();
  }

  return {
    accept: async (event) => {
      await open.take();
      deliveries += 1;
      const delivery = deliveries;
      const first = attempt(event, { delivery, attempt: 1 });
      void first.then((wait) => resend(event, { delivery, wait })).catch(unlessStopped(stop));
      await Promise.race([first, pause(IN_ORDER_MS)]);
    },
    finish: async () => {
      await Promise.race([inFlight.idle(), pause(FINISH_MS)]);
      await forwarding.close();
      await inFlight.idle();
      return open.taken();
    },
  };
}

/** Keeps no process alive that has nothing else to do. */
const pause = (ms: number): Promise<void> => sleep(ms, undefined, { ref: false });

/** What is cut short by a stop was meant to be; anything else is a bug and ends the process. */
const unlessStopped =
  (stop: AbortSignal) =>
  (error: unknown): void => {
    if (!stop.aborted) throw error;
  };

type Slots = {
  /** Waits for a free one, in the order of the asking. Rejects with an AbortError once it was stopped. */
  take(): Promise<void>;
  release(): void;
  taken(): number;
  /** Resolves when none is taken. */
  idle(): Promise<void>;
};

function openSlots(max: number, stop: AbortSignal): Slots {
  const waiting: (() => void)[] = [];
  const change = (): Promise<void> => new Promise((resolve) => waiting.push(resolve));
  const changed = (): void => {
    for (const wake of waiting.splice(0)) wake();
  };
  let taken = 0;
  stop.addEventListener("abort", changed, { once: true });
  return {
    take: async () => {
      while (taken >= max && !stop.aborted) await change();
      stop.throwIfAborted();
      taken += 1;
    },
    release: () => {
      taken -= 1;
      changed();
    },
    taken: () => taken,
    idle: async () => {
      while (taken > 0) await change();
    },
  };
}
