/** Texts that a careless pattern reads for seconds, and a watch over how long the event loop is held. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";

const PIECES: Readonly<Record<string, string>> = {
  newlines: "\n",
  spaces: " ",
  letters: "a",
  digits: "1",
  brackets: "(",
  quotes: '"',
  // In an order that normalising has to turn around, mark by mark.
  marks: "\u0301\u0316",
  mixed: 'a1 .-_@(\n"\u0301\u0316=,/',
};

export const KINDS = Object.keys(PIECES);

/** So many UTF-16 units of a kind, and an end on which a pattern that expects one fails. */
export const hostile = (kind: string, length: number): string =>
  (PIECES[kind] ?? "")
    .repeat(length)
    .slice(0, length - 1)
    .concat("!");

const STEP_MS = 5;
/** A pattern that reads these texts slowly takes seconds, a page that is just large a fraction of this. */
const HELD_MAX_MS = 150;

/** Processor time of this thread in milliseconds: what another program takes away does not count. */
const spentMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** @returns what asks for the longest time that the loop was held since it was last asked, in milliseconds. */
function watchLoop(): { longest(): Promise<number>; stop(): void } {
  let longest = 0;
  let last = spentMs();
  const look = (): void => {
    const now = spentMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, STEP_MS);
  return {
    longest: async () => {
      await sleep(1);
      look();
      const held = longest;
      longest = 0;
      return held;
    },
    stop: () => clearInterval(timer),
  };
}

/**
 * Runs each and proves that none held the event loop of this process for longer than allowed. What did is run again: another
 * program on the machine, or a collection of garbage, does not hold the same one up five times.
 */
export async function expectNoneHolds(attacks: readonly (readonly [what: string, run: () => Promise<unknown>])[]) {
  const watch = watchLoop();
  const held: string[] = [];
  for (const [what, run] of attacks) {
    let least = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 5 && least > HELD_MAX_MS; tries += 1) {
      await watch.longest();
      await run();
      least = Math.min(least, await watch.longest());
    }
    if (least > HELD_MAX_MS) held.push(`${what}: ${Math.round(least)} ms`);
  }
  watch.stop();
  expect(held).toEqual([]);
}
