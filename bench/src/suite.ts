/** How long `npm test` takes, as somebody meets it who has just cloned the repository: with what is committed, and an empty environment. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cloneTo } from "./clone.js";
import { median } from "./rounds.js";

const GOAL_SECONDS = 300;
/** Brings the test's browser too, where the machine has none. */
const SMALL_TEST = "packages/cli/test/envelope.test.ts";

/**
 * Runs the whole suite so many times, one run after the other, in a clone that is thrown away; installing and building are not
 * counted. @throws with the end of its output when a run fails: a time of a run that failed says nothing.
 */
export function measureSuite(runs: number): string {
  const folder = mkdtempSync(join(tmpdir(), "holdfast-suite-"));
  try {
    const run = cloneTo(folder);
    run("npm", ["test", "--", SMALL_TEST]);
    const seconds: number[] = [];
    for (let number = 1; number <= runs; number += 1) {
      const start = performance.now();
      run("npm", ["test"]);
      seconds.push(Math.round((performance.now() - start) / 1_000));
      console.error(`run ${number}: ${seconds.at(-1)} s`);
    }
    const [least, most] = [Math.min(...seconds), Math.max(...seconds)];
    return `npm test in a fresh clone, ${runs} runs: median ${median(seconds)} s, from ${least} to ${most} s; the goal is below ${GOAL_SECONDS} s`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
