/**
 * Which providers answer. What fails five times in a row is left alone, and so is at once what does not take our key or asks
 * to be; one probe at a time, with growing gaps, finds out whether it answers again. The state is shared by all processes
 * (store/providers/health); here is what this one knew of it a moment ago.
 */
import type { Queryable } from "../platform/database.js";
import type { Log } from "../platform/log.js";
import { noteAnswer, noteFailure, readHealth } from "../store/providers/health.js";
import type { Watch } from "./bounded.js";
import type { Unreachable } from "./port.js";

export type HealthWatch = Watch & {
  isHeld(provider: string): boolean;
  /** Reads what all processes know. */
  refresh(): Promise<void>;
};

/** So long nobody has to look: what waits goes on by itself. */
const LONG_SECONDS = 900;

export function openHealth(db: Queryable, log: Log): HealthWatch {
  let failing: ReadonlySet<string> = new Set();
  let held: ReadonlySet<string> = new Set();
  /** Told already that they have not answered for long. */
  let long: ReadonlySet<string> = new Set();
  const quietly = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => log.warn({ err: error }, "the health of a provider could not be kept"));
  };
  return {
    isHeld: (provider) => held.has(provider),
    refresh: async () => {
      const known = await readHealth(db);
      failing = new Set(known.map(({ provider }) => provider));
      const leftAlone = known.filter(({ isHeld }) => isHeld);
      held = new Set(leftAlone.map(({ provider }) => provider));
      const lasting = leftAlone.filter(({ seconds }) => seconds >= LONG_SECONDS);
      for (const { provider, seconds, reason } of lasting) {
        if (!long.has(provider)) log.error({ provider, seconds, reason }, "a provider has not answered for long");
      }
      long = new Set(lasting.map(({ provider }) => provider));
    },
    answered: (provider) => {
      if (!failing.has(provider)) return;
      failing = without(failing, provider);
      held = without(held, provider);
      quietly(noteAnswer(db, provider));
    },
    failed: (provider, answer: Unreachable) => {
      failing = new Set([...failing, provider]);
      const isKeyRefused = answer.cause === "key";
      const noted = noteFailure(db, {
        provider,
        reason: answer.reason.slice(0, 300),
        isKeyRefused,
        retryAfterSeconds: answer.retryAfterSeconds ?? null,
      });
      quietly(
        noted.then((isOpened) => {
          if (!isOpened) return;
          held = new Set([...held, provider]);
          if (isKeyRefused) log.error({ provider, reason: answer.reason }, "a provider does not take our key");
          else log.warn({ provider, reason: answer.reason }, "a provider fails, and is left alone for a while");
        }),
      );
    },
  };
}

const without = (all: ReadonlySet<string>, one: string): ReadonlySet<string> =>
  new Set([...all].filter((other) => other !== one));
